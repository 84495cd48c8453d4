// The worker with the tables. It never searches, so it answers at once. Messages are those of `docs/protocol/board.md`, as texts; the
// first one to the page is null: the program is there.

import { loadProgram, startProgram } from "./program.js";
import { createSearches } from "./searches.js";

/** As many as `src/wasm/mod.rs` says. */
const SEARCHES = 2;

const module = await loadProgram();
/** @type {string[]} */
const queries = [];
/** @type {number | undefined} */
let timer;

const program = startProgram(module, (line) => {
  const space = line.indexOf(" ");
  const text = line.slice(space + 1);
  if (line.slice(0, space) === "page") self.postMessage(text);
  else queries.push(text);
});

const searches = createSearches(startSearch, SEARCHES, (record) => {
  program.give("quadriga_record", record);
  step();
});

function startSearch() {
  const worker = new Worker(new URL("search_worker.js", import.meta.url), { type: "module" });
  worker.postMessage(module);
  return worker;
}

/** After everything that happens, and again when the program says. */
function step() {
  clearTimeout(timer);
  const wait = program.step();
  if (wait >= 0) timer = setTimeout(step, wait);
  for (const query of queries.splice(0)) searches.take(query);
}

self.onmessage = ({ data }) => {
  program.give("quadriga_message", data);
  step();
};
self.postMessage(null);
