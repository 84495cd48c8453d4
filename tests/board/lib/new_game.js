// The ways to a table: the dialog of a new game, and the commands of the protocol for tables that no dialog makes quickly.

import { Board } from "./board.js";

/** @typedef {import("./visitor.js").Visitor} Visitor */
/** @typedef {import("./client.js").Client} Client */
/** @typedef {"connect4" | "gomoku" | "draughts" | "chinesecheckers"} Family */
/**
 * @typedef {object} Wish
 * @property {Family} family
 * @property {string} [game]  the rule set
 * @property {number} [players]
 * @property {("person" | "mine" | `level:${number}` | `number:${number}`)[]} [seats]  a level with a name, or any by its number; `mine`: as strong as the host
 * @property {string[]} [names]  of people, by seat
 * @property {string} [fen]
 * @property {string} [think]  ms
 */

/** What the program may think at most where nothing is said, in ms: the least that the dialog has. */
const THINK = "500";

/** Sets up a game in the dialog and begins it. @param {Visitor} visitor @param {Wish} wish */
export async function newGame(visitor, wish) {
  const { page, words } = visitor;
  await page
    .locator("#top")
    .getByRole("button", { name: words("shell.new_game") })
    .click();
  const dialog = page.getByRole("dialog", { name: words("shell.new_game") });
  await dialog.getByRole("radio", { name: words(`games.family.${wish.family}`) }).check();
  if (wish.game) await dialog.getByLabel(words("dialogs.rules")).selectOption(wish.game);
  if (wish.players) await dialog.getByRole("radio", { name: String(wish.players), exact: true }).check();
  for (const [index, kind] of (wish.seats ?? []).entries()) {
    const [what, level] = kind.split(":");
    const list = dialog.locator(`[data-keep="seat-${index}"]`);
    const choice = what === "number" ? what : kind;
    // Nobody chooses again what is chosen.
    if ((await list.inputValue()) !== choice) await list.selectOption(choice);
    if (what === "number") await dialog.locator(".seat-row").nth(index).getByRole("spinbutton").fill(level);
  }
  for (const [index, name] of (wish.names ?? []).entries())
    await dialog.locator(".seat-row").nth(index).getByRole("textbox").fill(name);
  if (wish.seats?.some((kind) => kind !== "person"))
    await dialog.getByLabel(words("dialogs.think")).selectOption(wish.think ?? THINK);
  if (wish.fen) {
    await dialog.getByText(words("dialogs.start_position"), { exact: true }).click();
    await dialog.getByLabel(words("dialogs.fen"), { exact: true }).fill(wish.fen);
  }
  await dialog.getByRole("button", { name: words("dialogs.play"), exact: true }).click();
  const board = new Board(visitor);
  await page.locator("#board svg.board").waitFor();
  return board;
}

/** The id of the table on the page. @param {Visitor} visitor @returns {Promise<string>} */
export function tableOf(visitor) {
  return visitor.page.evaluate(() => sessionStorage.getItem("quadriga.table") ?? "");
}

/** Opens a table that another has made. @param {Visitor} visitor @param {string} table */
export async function openTable(visitor, table) {
  await visitor.page.evaluate((table) => sessionStorage.setItem("quadriga.table", table), table);
  await visitor.page.reload();
  await visitor.page.locator("#board svg.board").waitFor();
  return new Board(visitor);
}

/**
 * Plays for the seats of people as the program advises, by clicks, until the game is over; the line that says who has won.
 * @param {Board} board @param {Client} adviser
 */
export async function playAdvised(board, adviser) {
  const table = await tableOf(board.visitor);
  while (await board.ready()) {
    const { path } = await adviser.ask("hint", { table });
    const cells = path.clicks ?? path.cells;
    await board.play(...(await namesOf(board, cells)));
  }
  return board.over();
}

/** Names of cells at these places. @param {Board} board @param {[number, number][]} cells */
export async function namesOf(board, cells) {
  const labels = await board.page
    .locator("#board [role=gridcell]")
    .evaluateAll((all) =>
      all.map((cell) => [cell.getAttribute("data-cell"), cell.getAttribute("aria-label")]),
    );
  const known = new Map(/** @type {[string, string][]} */ (labels));
  const comma = board.visitor.words("board.comma");
  return cells.map((cell) => {
    const label = known.get(String(cell)) ?? "";
    const parts = label.split(comma);
    // Where stones fall, the name has a comma of its own in English.
    const name = board.visitor.words("board.place", { column: "(.+?)", row: "(.+?)" });
    return new RegExp(`^${name}`).exec(label)?.[0] ?? parts[0];
  });
}
