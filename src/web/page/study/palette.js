// The palette of the editor: a radio button for each piece, drawn in the colours of the game, and one for the eraser.

import { h, svg } from "../shell/dom.js";
import { colourName } from "../shell/words.js";
import { pieceOf, piecesOf } from "./draft_position.js";

/** @typedef {import("../types.js").Position} Position */

/** @param {Position} position @param {string} piece @returns {SVGElement} */
export function pieceIcon(position, piece) {
  const icon = svg("svg", { viewBox: "-12 -12 24 24", class: "palette-piece", "aria-hidden": "true" });
  if (piece === ".") {
    icon.append(svg("path", { class: "palette-eraser", d: "M-7-7 7 7M7-7-7 7" }));
    return icon;
  }
  const { player, king } = pieceOf(piece);
  const { fill, rim, detail } = position.face.colours[player - 1];
  icon.append(svg("circle", { r: 10, fill, stroke: rim, "stroke-width": 1.6 }));
  if (king)
    icon.append(
      svg("path", {
        d: "M-5.5 4.5-6.5-3.5-2.5-.5 0-5 2.5-.5 6.5-3.5 5.5 4.5Z",
        fill: detail,
        stroke: rim,
        "stroke-width": 0.8,
      }),
    );
  else if (detail !== fill)
    icon.append(svg("circle", { r: 5.5, fill: "none", stroke: detail, "stroke-width": 1.4 }));
  return icon;
}

/**
 * @param {import("../types.js").App} app @param {Position} position @param {string} chosen @param {(piece: string) => void} choose
 */
export function palette(app, position, chosen, choose) {
  const kind = position.face.pieces;
  const choices = [...piecesOf(position), "."].map((piece) => {
    const { player, king } = pieceOf(piece);
    const name =
      piece === "."
        ? app.text("study.eraser")
        : app.text(king ? "study.king_of" : `study.piece_${kind}`, {
            player: colourName(app, position, player),
          });
    const input = h("input", {
      type: "radio",
      name: "palette",
      value: piece,
      "aria-label": name,
      checked: piece === chosen,
      onchange: () => choose(piece),
    });
    return h("label", { class: "palette-choice", title: name }, input, pieceIcon(position, piece));
  });
  return h(
    "fieldset",
    { class: "palette" },
    h("legend", { class: "unseen" }, app.text("study.palette")),
    choices,
  );
}
