// The searches of a site without a server, by workers that answer when the test says.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createSearches } from "../../../src/wasm/page/searches.js";

/** @param {number} count of searches at once */
function setup(count) {
  /** @type {any[]} */
  const workers = [];
  /** @type {any[]} */
  const records = [];
  const start = () => {
    const worker = {
      lines: /** @type {any[]} */ ([]),
      ended: false,
      onmessage: /** @type {any} */ (null),
      onerror: /** @type {any} */ (null),
      postMessage: (/** @type {string} */ line) => worker.lines.push(JSON.parse(line)),
      terminate: () => (worker.ended = true),
      /** A record of the line it has, and its end. */
      answer() {
        worker.onmessage({ data: JSON.stringify({ id: worker.lines.at(-1).id }) });
        worker.onmessage({ data: null });
      },
      breakDown: () => worker.onerror({ preventDefault() {} }),
    };
    workers.push(worker);
    return worker;
  };
  const searches = createSearches(start, count, (record) => records.push(JSON.parse(record)));
  return { workers, records, take: (/** @type {object} */ query) => searches.take(JSON.stringify(query)) };
}

/** @param {any} worker */
const ids = (worker) => worker.lines.map((/** @type {any} */ line) => line.id);

test("higher priorities come first, and equals in their order", () => {
  const { workers, take } = setup(1);
  for (const [id, priority] of Object.entries({ a: 0, b: -5, c: 0, d: 10 })) take({ id, priority });
  for (let answers = 0; answers < 4; answers++) workers[0].answer();
  assert.deepEqual(ids(workers[0]), ["a", "d", "c", "b"]);
});

test("as many lines as there are places are searched at once, by workers that are kept", () => {
  const { workers, records, take } = setup(2);
  for (const id of ["a", "b", "c"]) take({ id });
  assert.deepEqual(workers.map(ids), [["a"], ["b"]]);
  workers[1].answer();
  assert.deepEqual(workers.map(ids), [["a"], ["b", "c"]]);
  assert.deepEqual(records, [{ id: "b" }]);
});

test("a query about many turns lets others go between them", () => {
  const { workers, take } = setup(1);
  take({ id: "a", turns: [2, 1, 0], priority: -5 });
  take({ id: "b", priority: 10 });
  for (let answers = 0; answers < 3; answers++) workers[0].answer();
  assert.deepEqual(
    workers[0].lines.map((/** @type {any} */ line) => line.turns?.[0] ?? line.id),
    [2, "b", 1, 0],
  );
});

test("a search that is ended ends its worker, and the next one has another", async () => {
  const { workers, records, take } = setup(1);
  take({ id: "a" });
  take({ id: "b" });
  take({ action: "terminate", terminate: "a" });
  assert.deepEqual(records, [], "the table is not called while it asks");
  await null;
  assert.deepEqual(records, [{ id: "a", terminated: true }]);
  assert.equal(workers[0].ended, true);
  assert.deepEqual(ids(workers[1]), ["b"]);
});

test("a search that waits is ended without a worker, and one that is done not at all", async () => {
  const { workers, records, take } = setup(1);
  take({ id: "a" });
  take({ id: "b", turns: [0, 1] });
  take({ action: "terminate", terminate: "b" });
  workers[0].answer();
  take({ action: "terminate", terminate: "a" });
  await null;
  assert.deepEqual(records, [{ id: "a" }, { id: "b", terminated: true }]);
  assert.equal(workers.length, 1);
});

test("a worker that breaks down is told once for its query, and others go on", () => {
  const { workers, records, take } = setup(1);
  take({ id: "a", turns: [1, 0] });
  take({ id: "b" });
  workers[0].breakDown();
  assert.deepEqual(records, [{ id: "a", error: "internal error: the search failed" }]);
  assert.deepEqual(ids(workers[1]), ["b"]);
});
