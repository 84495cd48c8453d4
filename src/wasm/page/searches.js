// The searches of all tables: lines of the JSON analysis come in, and are answered by workers that have a line at a time. Which of
// those that wait is next is said by their priority, then by their order.
//
// A worker that searches hears nothing. To end a search early its worker is ended, another one takes its place, and what its table
// of transpositions knew is lost. A query about many turns is a query for each of them, so that others get their turn.

/**
 * @typedef {object} SearchWorker
 * @property {((event: any) => void) | null} onmessage  its data: a record, or null when a line is answered
 * @property {((event: any) => void) | null} onerror
 * @property {(line: string) => void} postMessage
 * @property {() => void} terminate
 * @typedef {{id: string, priority: number, line: string}} Job
 * @typedef {{worker: SearchWorker | null, job: Job | null}} Place
 */

/**
 * @param {() => SearchWorker} start
 * @param {number} count  of searches at once
 * @param {(record: string) => void} deliver  takes the records, never before `take` has returned
 */
export function createSearches(start, count, deliver) {
  /** @type {Job[]} */
  let waiting = [];
  /** @type {Place[]} */
  const places = Array.from({ length: count }, () => ({ worker: null, job: null }));

  /** @param {string} id */
  const drop = (id) => {
    const before = waiting.length;
    waiting = waiting.filter((job) => job.id !== id);
    return waiting.length < before;
  };

  /** @param {Place} place */
  const close = (place) => {
    if (place.worker) {
      place.worker.onmessage = null;
      place.worker.onerror = null;
      place.worker.terminate();
    }
    place.worker = null;
    place.job = null;
  };

  /** @param {Place} place */
  const open = (place) => {
    const worker = start();
    worker.onmessage = ({ data }) => {
      if (data !== null) {
        deliver(data);
        return;
      }
      place.job = null;
      assign();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      const id = place.job?.id;
      close(place);
      if (id !== undefined) {
        drop(id);
        deliver(JSON.stringify({ id, error: "the search broke down" }));
      }
      assign();
    };
    return worker;
  };

  const assign = () => {
    for (const place of places) {
      if (place.job) continue;
      place.job = waiting.shift() ?? null;
      if (!place.job) return;
      place.worker ??= open(place);
      place.worker.postMessage(place.job.line);
    }
  };

  /** @param {string} id */
  const end = (id) => {
    const waited = drop(id);
    const running = places.filter((place) => place.job?.id === id);
    running.forEach(close);
    if (waited || running.length > 0) queueMicrotask(() => deliver(JSON.stringify({ id, terminated: true })));
  };

  return {
    /** Takes a line for the JSON analysis: a query, or the end of one. @param {string} line */
    take(line) {
      const query = JSON.parse(line);
      if (query.action === "terminate") {
        end(query.terminate);
      } else {
        const { id, priority = 0, turns } = query;
        const lines = turns
          ? turns.map((/** @type {number} */ turn) => JSON.stringify({ ...query, turns: [turn] }))
          : [line];
        for (const one of lines) waiting.push({ id, priority, line: one });
        waiting.sort((a, b) => b.priority - a.priority);
      }
      assign();
    },
  };
}
