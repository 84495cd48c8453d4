// Every screen of the page, in an order in which one leads to the next: the start, dialogs over it, a table with its panels, and
// dialogs over that. What must hold of all of them (accessibility, words, widths) is asked in one walk.

import { Board } from "./board.js";

/** @typedef {import("./visitor.js").Visitor} Visitor */
/** @typedef {{name: string, open: (visitor: Visitor) => Promise<unknown>}} Screen */

/** Waits for the panel of a tab. @param {Visitor} visitor @param {"game" | "analysis" | "learn" | "puzzles" | "edit"} name */
async function panel(visitor, name) {
  await visitor.page.locator(`#tab-${name}`).click();
  await visitor.page.locator(`#panel-${name}:visible`).waitFor();
  if (name !== "game") await visitor.page.locator(`#panel-${name} button:visible`).first().waitFor();
}

/** Opens a dialog by a button of the bar at the top, of the panel, or of a phone's sheet; one that is open is closed before. @param {Visitor} visitor @param {string} button @param {string} [title] */
async function dialog(visitor, button, title = button) {
  await close(visitor);
  const named = (/** @type {string} */ place) =>
    visitor.page
      .locator(place)
      .getByRole("button", { name: visitor.words(button), exact: true })
      .filter({ visible: true });
  const more = visitor.page
    .locator("#bottom")
    .getByRole("button", { name: visitor.words("shell.more") })
    .filter({ visible: true });
  await named("#top, .controls").or(more).first().waitFor();
  if ((await named("#top, .controls").count()) === 0) await more.click();
  await named("#top, .controls, dialog").first().click();
  await visitor.page.getByRole("dialog", { name: visitor.words(title) }).waitFor();
}

/** Closes what is open over the screen. @param {Visitor} visitor */
async function close(visitor) {
  for (const open of await visitor.page.locator("dialog").all()) {
    await visitor.page.keyboard.press("Escape");
    await open.waitFor({ state: "detached" });
  }
}

/**
 * Opens a game by its link. The board before stays until the new one comes, and that is built before it is seen: a screen is
 * neither.
 * @param {string} game what stands behind `g=` @param {number} cells of its board
 */
function table(game, cells) {
  return async (/** @type {Visitor} */ visitor) => {
    await close(visitor);
    await visitor.page.evaluate((game) => (location.hash = `g=${game}`), game);
    await visitor.page.waitForFunction(() => location.hash === "");
    await visitor.page.waitForFunction(
      (cells) => document.querySelectorAll("#board [role=gridcell]").length === cells,
      cells,
    );
    await visitor.page.locator("#board svg").waitFor();
    await panel(visitor, "game");
  };
}

/** @type {Screen[]} */
export const screens = [
  {
    name: "start",
    open: (visitor) =>
      visitor.page
        .getByRole("button", { name: visitor.words("shell.play_now") })
        .first()
        .waitFor(),
  },
  { name: "new-game", open: (visitor) => dialog(visitor, "shell.new_game") },
  { name: "settings", open: (visitor) => dialog(visitor, "shell.settings") },
  { name: "help", open: (visitor) => dialog(visitor, "shell.help") },
  { name: "open", open: (visitor) => dialog(visitor, "shell.open", "shell.open_file") },
  { name: "connect4", open: table("connect4&m=4,4,3,5,3,3", 42) },
  {
    name: "connect4-won",
    open: async (visitor) => {
      await table("connect4&m=1,2,1,2,1,2,1", 42)(visitor);
      await new Board(visitor).over();
    },
  },
  { name: "gomoku", open: table("renju&m=h8,h9,j8,g8,i10,i9,j9", 225) },
  { name: "chinesecheckers", open: table("chinesecheckers&o=Players%3A6", 121) },
  { name: "draughts", open: table("draughts&m=32-28,19-23,28x19,14x23,37-32", 50) },
  { name: "analysis", open: (visitor) => panel(visitor, "analysis") },
  { name: "learn", open: (visitor) => panel(visitor, "learn") },
  { name: "puzzles", open: (visitor) => panel(visitor, "puzzles") },
  {
    name: "puzzle",
    open: async (visitor) => {
      await visitor.page.locator(".puzzles-list .puzzles-item").first().click();
      await visitor.page.locator("#board svg.board.interactive").waitFor();
      await visitor.page.locator(".puzzles-head").waitFor();
    },
  },
  { name: "edit", open: (visitor) => panel(visitor, "edit") },
  {
    name: "share",
    open: async (visitor) => {
      await panel(visitor, "game");
      await dialog(visitor, "guests.let_in");
    },
  },
  { name: "save", open: (visitor) => dialog(visitor, "shell.save") },
  {
    name: "saved",
    open: async (visitor) => {
      await close(visitor);
      await visitor.page
        .locator("#top")
        .getByRole("button", { name: visitor.words("shell.home"), exact: true })
        .click();
      await dialog(visitor, "shell.saved");
      await visitor.page.locator("dialog .entry").first().waitFor();
    },
  },
];
