// Playing with others at other machines: a link with a token for each seat, and one for spectators. The page says what the link
// gives away and that the connection itself is not encrypted. Without a server there is nobody to invite, and only who plays is
// asked for.

import { fill, h } from "./dom.js";
import { openDialog } from "./dialog.js";
import { inviteLink } from "./link.js";
import { copyField } from "./save.js";
import { tableSeats } from "./seats_form.js";
import { colourName } from "./words.js";

/** @typedef {import("../types.js").App} App */

/** @param {App} app @param {number} seat 0: spectators @param {string} label */
function invitation(app, seat, label) {
  const place = h("div", {});
  const make = async () => {
    const ok = await app.run("invite", { seat });
    if (ok) fill(place, copyField(app, label, inviteLink(ok.token)));
  };
  fill(
    place,
    h(
      "div",
      { class: "row between" },
      h("span", {}, label),
      h("button", { type: "button", onclick: () => void make() }, app.text("dialogs.make_link")),
    ),
  );
  return place;
}

/** Ends all links of spectators. @param {App} app */
function revocation(app) {
  const revoke = async () => {
    if (await app.run("revoke")) app.notices.show(app.text("dialogs.links_ended"), "good");
  };
  return h(
    "div",
    { class: "row ends" },
    h("button", { type: "button", onclick: () => void revoke() }, app.text("dialogs.end_links")),
  );
}

/** What the dialog is called. @param {App} app */
export function shareTitle(app) {
  return app.text(app.program.has("invite") ? "shell.share" : "dialogs.who_plays");
}

/** @param {App} app */
export function openShare(app) {
  const table = app.game.table();
  if (!table) return;
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const draft = {
    seats: table.seats.map(({ kind, level, elo, engine, name }) => ({ kind, level, elo, engine, name })),
  };
  const rows = h("div", { class: "group" });
  const draw = () => fill(rows, tableSeats(app, table, draft, draw));
  draw();
  openDialog(app, {
    title: shareTitle(app),
    body: (close) => [
      app.program.has("invite")
        ? h(
            "section",
            { class: "group" },
            h("h3", {}, app.text("dialogs.invite")),
            h("p", { class: "small soft" }, app.text("dialogs.invite_help")),
            local ? h("p", { class: "small warn" }, app.text("dialogs.invite_local")) : null,
            table.seats.map((seat, index) =>
              seat.kind === "person"
                ? invitation(app, index + 1, colourName(app, table.position, index + 1))
                : null,
            ),
            invitation(app, 0, app.text("dialogs.spectators")),
            revocation(app),
            h("p", { class: "small soft" }, app.text("dialogs.tls")),
          )
        : null,
      h(
        "section",
        { class: "group" },
        app.program.has("invite") ? h("h3", {}, app.text("dialogs.who_plays")) : null,
        rows,
        h(
          "div",
          { class: "row ends" },
          h(
            "button",
            {
              type: "button",
              onclick: async () => {
                if (await app.run("seats", { seats: draft.seats })) close();
              },
            },
            app.text("dialogs.set_seats"),
          ),
        ),
      ),
    ],
  });
}
