// The worker with the tables. It never searches, so it answers at once. Messages are those of `docs/protocol/board.md`, as texts; the
// first one to the page is null: the program is there.

import { loadProgram, startProgram } from "./program.js";
import { createSearches } from "./searches.js";
import { openStorage } from "./storage.js";

/** As many as `src/wasm/mod.rs` says. */
const SEARCHES = 2;

const [module, storage] = await Promise.all([loadProgram(), openStorage()]);
/** @type {string[]} */
const queries = [];
/** @type {number | undefined} */
let timer;

/** What is done with a line, by its first word. @type {Record<string, (text: string) => void>} */
const takers = {
  page: (text) => self.postMessage(text),
  search: (text) => queries.push(text),
  keep: (text) => storage.keep(JSON.parse(text)),
};

const program = startProgram(module, (line) => {
  const space = line.indexOf(" ");
  takers[line.slice(0, space)](line.slice(space + 1));
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

for (const [table, lines] of await storage.records())
  program.give("quadriga_restore", `${table}\n${lines.join("\n")}`);
program.give("quadriga_ratings", (await storage.results()).join("\n"));
self.onmessage = ({ data }) => {
  program.give("quadriga_message", data);
  step();
};
self.postMessage(null);
