// A program in TypeScript: it is compiled, not run.

import { Quadriga, QuadrigaError, type SearchRecord } from "quadriga";

const engine = await Quadriga.start({ onWarning: (text) => console.error(text) });
const record: SearchRecord = await engine.search({ game: "draughts", moves: ["32-28"], nodes: 1000 }, ({ depth, pv }) =>
  console.log(depth, pv.join(" ")),
);
const move: string | undefined = record.bestmove;
try {
  await engine.play({ game: "renju", level: 3, seed: 7, moves: move ? [move] : [] });
} catch (error) {
  if (error instanceof QuadrigaError) console.log(error.field);
}
// @ts-expect-error: a level is a number
await engine.play({ level: "strong" });
// @ts-expect-error: there is no such field
await engine.legalMoves({ variant: "draughts" });
engine.close();
