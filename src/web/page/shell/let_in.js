// Letting somebody in: what it means, your name and the guest's seat, and the link as text and QR code. Below it links for those
// who look on, and who plays. Without a server there is nobody to invite, and only who plays is asked for.

import { field, openDialog, segments } from "./dialog.js";
import { fill, h } from "./dom.js";
import { inviteLink } from "./link.js";
import { copyField } from "./save.js";
import { tableSeats } from "./seats_form.js";
import { replace } from "./together.js";
import { colourName, playerName } from "./words.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */

/** Names by which a browser reaches its own machine. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
/** What a guest is told about before the link is made. */
const FACTS = ["network", "plain", "rights", "end"];
/** Where this window keeps the tokens of seats that it has given away, as it keeps its own. */
const GIVEN = "quadriga.given";

/** The tokens of seats, by table and seat. @returns {Record<string, string>} */
const given = () => JSON.parse(sessionStorage.getItem(GIVEN) ?? "{}");

/** @param {string} seat @param {string} token */
const keepGiven = (seat, token) =>
  sessionStorage.setItem(GIVEN, JSON.stringify({ ...given(), [seat]: token }));

/** What the dialog is called. @param {App} app */
export function letInTitle(app) {
  return app.text(app.program.has("invite") ? "guests.let_in" : "dialogs.who_plays");
}

/** The seat that a guest gets unless another is chosen: one that was given away, or the last one that has nobody's name. @param {Table} table */
function usualSeat(table) {
  const numbered = table.seats.map((seat, index) => ({ seat, player: index + 1 }));
  const people = numbered.filter(({ seat }) => seat.kind === "person");
  const away = numbered.find(({ seat }) => seat.remote);
  const free = people.length > 1 ? people.filter(({ seat }) => !seat.name) : [];
  const other = people.length > 1 ? people : numbered.filter(({ seat }) => seat.kind !== "person");
  return (away ?? free.at(-1) ?? other.at(-1) ?? numbered[0]).player;
}

class LetIn {
  /** @param {App} app @param {Table} table @param {number} player */
  constructor(app, table, player) {
    this.app = app;
    this.table = table.id;
    this.player = player;
    /** Where guests reach the program; empty: nowhere yet. @type {string[]} */
    this.addresses = LOOPBACK.includes(location.hostname) ? [] : [location.origin];
    /** The token whose link is shown. @type {string | undefined} */
    this.shown = undefined;
    this.form = h("section", { class: "group" });
    this.place = h("section", { class: "group" });
    this.said = h("p", { role: "status", class: "small" });
    this.stop = app.onChange(() => this.update());
  }

  /** @returns {Table | null} the table that the dialog is about, as it is now */
  now() {
    const table = this.app.game.table();
    return table?.id === this.table ? table : null;
  }

  /** Asks where guests reach the program already. */
  async begin() {
    const { app } = this;
    if (this.addresses.length === 0 && app.program.has("listen"))
      this.addresses = (await app.run("listen"))?.addresses ?? [];
    this.draw();
  }

  /** The token of the seat, if it is still given away. */
  token() {
    const isGiven = !!this.now()?.seats[this.player - 1].remote;
    return isGiven ? given()[`${this.table}/${this.player}`] : undefined;
  }

  draw() {
    const { app } = this;
    const table = this.now();
    if (!table) return;
    const token = this.token();
    this.shown = token;
    fill(this.form, token ? this.facts() : [this.facts(), this.names(table)]);
    const mayOpen = this.addresses.length > 0 || app.program.has("listen");
    if (token && this.addresses.length) this.showLink(token);
    else if (!mayOpen) fill(this.place, h("p", { class: "small warn" }, app.text("guests.not_here")));
    else {
      const key = this.addresses.length ? "guests.make_link" : "guests.open_and_link";
      fill(
        this.place,
        h("button", { type: "button", class: "primary", onclick: () => void this.make() }, app.text(key)),
        this.addresses.length ? this.closer() : null,
      );
    }
    this.update();
  }

  facts() {
    const { app } = this;
    return h(
      "ul",
      { class: "facts small" },
      FACTS.map((fact) => h("li", {}, app.text(`guests.fact.${fact}`))),
    );
  }

  /** Your name, and whose seat the guest gets. @param {Table} table */
  names(table) {
    const { app } = this;
    const name = h("input", {
      type: "text",
      maxlength: 40,
      value: app.settings.get("name"),
      autocomplete: "nickname",
      onchange: () => app.settings.set("name", name.value.trim()),
    });
    const seats = table.seats.map((seat, index) => {
      const colour = colourName(app, table.position, index + 1);
      const label = seat.kind === "person" ? colour : `${colour} (${playerName(app, table, index + 1)})`;
      return { value: String(index + 1), label };
    });
    return [
      field(app.text("dialogs.set.name"), name, app.text("guests.name_help")),
      segments(app.text("guests.seat"), "guest-seat", seats, String(this.player), (value) => {
        this.player = Number(value);
        this.draw();
      }),
    ];
  }

  /** Opens the program to the network if it is not, and gives the seat away. */
  async make() {
    const { app } = this;
    if (this.addresses.length === 0) {
      const ok = await app.run("listen", { on: true });
      if (!ok) return;
      this.addresses = ok.addresses;
    }
    const table = this.now();
    if (!table || this.token()) return this.draw();
    const seat = table.seats[this.player - 1];
    if (seat.kind !== "person") {
      const seats = table.seats.map(({ kind, level, elo, engine, name, remote }, index) =>
        index + 1 === this.player ? { kind: "person", name: "" } : { kind, level, elo, engine, name, remote },
      );
      if (!(await app.run("seats", { seats }))) return;
    }
    const ok = await app.run("invite", { seat: this.player });
    if (!ok) return;
    keepGiven(`${this.table}/${this.player}`, ok.token);
    const name = app.settings.get("name");
    if (name) await app.run("name", { text: name });
    this.draw();
  }

  /** @param {string} token */
  showLink(token) {
    const { app } = this;
    const [origin, ...others] = this.addresses;
    const link = inviteLink(token, origin);
    const code = h("img", { class: "qr", alt: app.text("guests.qr", { link }) });
    fill(
      this.place,
      copyField(app, app.text("guests.link"), link, app.text("guests.link_help")),
      code,
      others.length
        ? h("p", { class: "small soft" }, app.text("guests.other_addresses", { list: others.join(", ") }))
        : null,
      this.said,
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", onclick: () => this.takeBack() }, app.text("guests.take_back")),
        this.closer(),
      ),
    );
    void app.run("qr", { text: link }).then((ok) => {
      if (ok) code.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(ok.svg)}`;
    });
  }

  /** The button that closes the program to the network, if it was opened from here. */
  closer() {
    const { app } = this;
    if (!LOOPBACK.includes(location.hostname) || !app.program.has("listen")) return null;
    return h("button", { type: "button", onclick: () => void this.close() }, app.text("guests.close"));
  }

  takeBack() {
    replace(this.app, this.player, false);
  }

  /** Closes the program to the network: guests lose their connection. */
  async close() {
    const ok = await this.app.run("listen", { on: false });
    if (!ok) return;
    this.addresses = ok.addresses;
    this.draw();
  }

  /** Says whether the guest is here. */
  update() {
    const { app } = this;
    const table = this.now();
    const seat = table?.seats[this.player - 1];
    if (!table || !seat) return;
    if (this.token() !== this.shown) return this.draw();
    const here = !!seat.remote && !!seat.online;
    const words = here
      ? app.text("guests.is_here", { name: playerName(app, table, this.player) })
      : app.text("guests.waiting");
    if (this.said.textContent !== words) this.said.textContent = words;
    this.said.classList.toggle("good", here);
  }
}

/** A link for those who look on. @param {App} app @param {LetIn} guests */
function spectators(app, guests) {
  const place = h("div", { class: "group" });
  const make = async () => {
    if (guests.addresses.length === 0) {
      app.notices.show(app.text("guests.open_first"), "bad");
      return;
    }
    const ok = await app.run("invite", { seat: 0 });
    if (ok)
      fill(place, copyField(app, app.text("dialogs.spectators"), inviteLink(ok.token, guests.addresses[0])));
  };
  const revoke = async () => {
    if (await app.run("revoke")) app.notices.show(app.text("dialogs.links_ended"), "good");
  };
  return h(
    "details",
    {},
    h("summary", {}, app.text("dialogs.spectators")),
    place,
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", onclick: () => void make() }, app.text("guests.make_spectator_link")),
      h("button", { type: "button", onclick: () => void revoke() }, app.text("dialogs.end_links")),
    ),
  );
}

/** Who plays at this table. @param {App} app @param {Table} table @param {() => void} close */
function whoPlays(app, table, close) {
  const draft = {
    seats: table.seats.map(({ kind, level, elo, engine, name }) => ({ kind, level, elo, engine, name })),
  };
  const rows = h("div", { class: "group" });
  const draw = () => fill(rows, tableSeats(app, table, draft, draw));
  draw();
  const set = async () => {
    if (await app.run("seats", { seats: draft.seats })) close();
  };
  return [
    rows,
    h(
      "div",
      { class: "row ends" },
      h("button", { type: "button", onclick: () => void set() }, app.text("dialogs.set_seats")),
    ),
  ];
}

/** @param {App} app @param {number} [player] for whom; left out: the usual one */
export function openLetIn(app, player) {
  const table = app.game.table();
  if (!table) return;
  const guests = app.program.has("invite") ? new LetIn(app, table, player ?? usualSeat(table)) : null;
  openDialog(app, {
    title: letInTitle(app),
    body: (close) =>
      guests
        ? [
            h("p", {}, app.text("guests.about")),
            guests.form,
            guests.place,
            spectators(app, guests),
            h(
              "details",
              {},
              h("summary", {}, app.text("dialogs.who_plays")),
              h("div", { class: "group" }, whoPlays(app, table, close)),
            ),
          ]
        : whoPlays(app, table, close),
    closed: () => guests?.stop(),
  });
  void guests?.begin();
}
