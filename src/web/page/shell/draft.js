// A new game while it is put together: what the dialog shows, what is remembered for the next time, and the command that it
// becomes.

import { ballotOf } from "./ballot.js";
import { THINK_MS, familiesOf, familyOf, infoOf, nameOfSize, offered, sizeOf } from "./games.js";
import { openingOf } from "./opening.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {{kind: "person" | "program" | "engine", level?: number, elo?: number, engine?: number, name?: string, guest?: boolean}} DraftSeat `guest`: a person at another machine */
/**
 * @typedef {{family: string, game: string, width: number, height: number, size: number, options: Record<string, string | number | boolean>,
 *   seats: DraftSeat[], lot: boolean, clock: {minutes: number, increment: number} | null, ownClock: boolean, think_ms: number,
 *   handicap: {men: number, player: number}, opening?: string, ballot?: string, fen: string, chosen: boolean}} Draft
 * `chosen`: somebody has said who plays.
 */

/** The option for the number of players, which is that of the seats. */
const PLAYERS = "Players";

/** The level that a newcomer meets: it can be won. */
export const FIRST_LEVEL = 4;

/** Rule options without those that the dialog asks for in a way of their own. @param {App} app @param {string} game */
export function rulesOf(app, game) {
  const info = infoOf(app, game);
  return (info?.options ?? []).filter(({ name }) => name !== PLAYERS && name !== info?.board?.option);
}

/** @param {App} app @param {string} game @returns {[number, number]} least and most players */
export function playersOf(app, game) {
  return infoOf(app, game)?.players ?? [2, 2];
}

/**
 * What was chosen last for this family, or where there is nothing, a game against the program at an easy level.
 * @param {App} app
 * @param {string} [family] left out: the one played last
 * @returns {Draft}
 */
export function draftOf(app, family) {
  const kept = app.settings.get("last_game") ?? {};
  const told = app.program.hello()?.default;
  const families = familiesOf(app);
  const toldFamily = told?.game ? familyOf(app, told.game) : "";
  const wanted = [family, kept.family, toldFamily].find((one) => families.includes(one)) ?? families[0] ?? "";
  const named = toldFamily === wanted ? (told?.game ?? "") : "";
  const info = infoOf(app, named) ?? offered(app, wanted)[0];
  const [width, height] = sizeOf(named) ?? [info?.board?.width ?? 0, info?.board?.height ?? 0];
  const seats = /** @type {DraftSeat[]} */ (
    told?.seats?.length ? told.seats : [{ kind: "person" }, { kind: "program", level: FIRST_LEVEL }]
  );
  /** @type {Draft} */
  const fresh = {
    family: wanted,
    game: info?.name ?? "",
    width,
    height,
    size: Number((named && told?.options?.[info?.board?.option ?? ""]) || width),
    options: named ? { ...told?.options } : {},
    seats: seats.map((seat) => ({ ...seat })),
    lot: false,
    clock: null,
    ownClock: false,
    think_ms: THINK_MS,
    handicap: { men: 0, player: 2 },
    opening: named ? told?.opening : undefined,
    ballot: named ? told?.ballot : undefined,
    fen: "",
    chosen: !!told?.seats?.length,
  };
  const before = kept.drafts?.[wanted];
  return before ? { ...fresh, ...structuredClone(before), fen: "" } : fresh;
}

/** @param {App} app @param {Draft} draft */
export function keep(app, draft) {
  const kept = app.settings.get("last_game") ?? {};
  app.settings.set("last_game", { family: draft.family, drafts: { ...kept.drafts, [draft.family]: draft } });
}

/**
 * The rules of a draft: what has a rating of its own.
 * @param {App} app @param {Draft} draft
 */
export function ruleSetOf(app, draft) {
  return { game: variantOf(app, draft), options: optionsOf(app, draft) };
}

/** @param {App} app @param {Draft} draft */
function variantOf(app, draft) {
  const info = infoOf(app, draft.game);
  return info ? nameOfSize(info, draft.width, draft.height) : draft.game;
}

/** @param {App} app @param {Draft} draft */
function optionsOf(app, draft) {
  /** @type {Record<string, string | number | boolean>} */
  const options = {};
  for (const { name } of rulesOf(app, draft.game))
    if (draft.options[name] !== undefined) options[name] = draft.options[name];
  const side = infoOf(app, draft.game)?.board?.option;
  if (side) options[side] = draft.size;
  const [least, most] = playersOf(app, draft.game);
  if (least < most) options[PLAYERS] = draft.seats.length;
  return options;
}

/**
 * The start with some men of one player off the board, from the row nearest to that player.
 * @param {App} app @param {string} game @param {Draft["handicap"]} handicap
 * @returns {Promise<string | undefined>}
 */
async function handicapFen(app, game, handicap) {
  const start = (await app.run("compose", { game, options: {} }))?.position;
  if (!start) return undefined;
  const rows = /** @type {string[]} */ (start.rows).map((row) => [...row]);
  const mark = String(handicap.player);
  const own = rows.map((row, y) => ({ row, y })).filter(({ row }) => row.includes(mark));
  if (own.length && own[0].y > start.height / 2 - 1) own.reverse();
  let left = handicap.men;
  for (const { row } of own) {
    for (let x = row.length - 1; x >= 0 && left > 0; x -= 1) {
      if (row[x] !== mark) continue;
      row[x] = ".";
      left -= 1;
    }
  }
  const composed = await app.run("compose", {
    game,
    options: {},
    rows: rows.map((row) => row.join("")),
    player: start.player,
  });
  return composed?.fen;
}

/**
 * The fields of `create`; nothing where a handicap could not be set up (a notice has said why).
 * @param {App} app
 * @param {Draft} draft
 * @returns {Promise<import("../types.js").NewGame | undefined>}
 */
export async function newGameOf(app, draft) {
  const game = variantOf(app, draft);
  const me = draft.seats.find((seat) => seat.kind === "person" && !seat.guest);
  const seats = draft.seats.map((seat) =>
    seat.kind === "person"
      ? {
          kind: seat.kind,
          name: seat.name || (seat === me && app.settings.get("name")) || "",
          ...(seat.guest ? { guest: true } : {}),
        }
      : seat.kind === "program"
        ? { kind: seat.kind, level: seat.level ?? FIRST_LEVEL, elo: seat.elo }
        : { kind: seat.kind, engine: seat.engine ?? 0 },
  );
  if (draft.lot) {
    const turn = Math.floor(Math.random() * seats.length);
    seats.push(...seats.splice(0, turn));
  }
  let fen = draft.fen || undefined;
  if (!fen && infoOf(app, game)?.handicap && draft.handicap.men > 0) {
    fen = await handicapFen(app, game, draft.handicap);
    if (!fen) return undefined;
  }
  const clock = draft.clock && {
    base_ms: Math.round(draft.clock.minutes * 60000),
    increment_ms: Math.round(draft.clock.increment * 1000),
  };
  return {
    game,
    options: optionsOf(app, draft),
    seats,
    clock,
    think_ms: draft.think_ms,
    ...(fen ? { fen } : { ...openingOf(app, draft), ...ballotOf(app, draft) }),
  };
}
