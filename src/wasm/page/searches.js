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

class Searches {
  /** @param {() => SearchWorker} start @param {number} count @param {(record: string) => void} deliver */
  constructor(start, count, deliver) {
    this.start = start;
    this.deliver = deliver;
    /** @type {Job[]} */
    this.waiting = [];
    /** @type {Place[]} */
    this.places = Array.from({ length: count }, () => ({ worker: null, job: null }));
  }

  /** Takes a line for the JSON analysis: a query, or the end of one. @param {string} line */
  take(line) {
    const query = JSON.parse(line);
    if (query.action === "terminate") this.end(query.terminate);
    else this.enqueue(line, query);
    this.assign();
  }

  /** @param {string} line @param {{id: string, priority?: number, turns?: number[]}} query */
  enqueue(line, query) {
    const { id, priority = 0, turns } = query;
    const lines = turns ? turns.map((turn) => JSON.stringify({ ...query, turns: [turn] })) : [line];
    for (const one of lines) this.waiting.push({ id, priority, line: one });
    this.waiting.sort((a, b) => b.priority - a.priority);
  }

  assign() {
    for (const place of this.places) {
      if (place.job) continue;
      place.job = this.waiting.shift() ?? null;
      if (!place.job) return;
      place.worker ??= this.open(place);
      place.worker.postMessage(place.job.line);
    }
  }

  /** @param {Place} place */
  open(place) {
    const worker = this.start();
    worker.onmessage = ({ data }) => {
      if (data !== null) {
        this.deliver(data);
        return;
      }
      place.job = null;
      this.assign();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      const id = place.job?.id;
      this.close(place);
      if (id !== undefined) {
        this.drop(id);
        this.deliver(JSON.stringify({ id, error: "internal error: the search failed" }));
      }
      this.assign();
    };
    return worker;
  }

  /** @param {Place} place */
  close(place) {
    if (place.worker) {
      place.worker.onmessage = null;
      place.worker.onerror = null;
      place.worker.terminate();
    }
    place.worker = null;
    place.job = null;
  }

  /** Forgets what waits of a query; whether there was any. @param {string} id */
  drop(id) {
    const before = this.waiting.length;
    this.waiting = this.waiting.filter((job) => job.id !== id);
    return this.waiting.length < before;
  }

  /** @param {string} id */
  end(id) {
    const waited = this.drop(id);
    const running = this.places.filter((place) => place.job?.id === id);
    for (const place of running) this.close(place);
    if (waited || running.length > 0)
      queueMicrotask(() => this.deliver(JSON.stringify({ id, terminated: true })));
  }
}

/**
 * @param {() => SearchWorker} start
 * @param {number} count  of searches at once
 * @param {(record: string) => void} deliver  takes the records, never before `take` has returned
 */
export function createSearches(start, count, deliver) {
  return new Searches(start, count, deliver);
}
