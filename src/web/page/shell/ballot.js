// Ballots: the field in the form of a new game, and the name of a drawn ballot in the title of its table.

import { field, select } from "./dialog.js";
import { infoOf } from "./games.js";
import { wordsOr } from "./words.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("./draft.js").Draft} Draft */

/** The kinds of the game that is set up; with a handicap none, which has a start of its own. @param {App} app @param {Draft} draft */
const kindsFor = (app, draft) => (draft.handicap.men ? [] : (infoOf(app, draft.game)?.ballots ?? []));

/** The kind to draw from; `two-move:17`, of the command line, is that ballot. @param {Draft} draft */
const kindOf = (draft) => (draft.ballot ?? "").split(":")[0];

/** @param {App} app @param {string} kind */
const kindName = (app, kind) => wordsOr(app, `opening.ballot.${kind}`, kind);

/** The field for a ballot, or nothing if the game has none. @param {App} app @param {Draft} draft @param {() => void} draw */
export function ballotField(app, draft, draw) {
  const kinds = kindsFor(app, draft);
  if (kinds.length === 0) return null;
  const chosen = kinds.find(({ name }) => name === kindOf(draft));
  const number = draft.ballot?.split(":")[1];
  const labelOf = (/** @type {string} */ kind) =>
    kind === chosen?.name && number
      ? app.text("opening.ballot_number", { kind: kindName(app, kind), number })
      : kindName(app, kind);
  const list = select(
    [
      { value: "", label: app.text("opening.no_ballot") },
      ...kinds.map(({ name }) => ({ value: name, label: labelOf(name) })),
    ],
    chosen?.name ?? "",
    (value) => {
      draft.ballot = value;
      draw();
    },
  );
  list.dataset.keep = "ballot";
  const about = chosen
    ? wordsOr(app, `opening.ballot.${chosen.name}.about`, chosen.about)
    : app.text("opening.no_ballot.about");
  return field(app.text("opening.ballot"), list, about);
}

/** The ballot as a field of `create`. @param {App} app @param {Draft} draft */
export function ballotOf(app, draft) {
  return kindsFor(app, draft).some(({ name }) => name === kindOf(draft)) ? { ballot: draft.ballot } : {};
}

/** The ballot of a table for its title, or nothing. @param {App} app @param {Table} table */
export function ballotTitle(app, table) {
  if (!table.ballot) return "";
  const [kind, number] = table.ballot.split(":");
  return ` · ${app.text("opening.ballot_number", { kind: kindName(app, kind), number })}`;
}
