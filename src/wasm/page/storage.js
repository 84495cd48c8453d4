// The records of tables in the database of the browser: an event of a table under its id and number, as the line of a record. The
// results that the rating follows from are there as well, each under the id of its table, which has one: no window can overwrite what
// another one has kept. What the program cannot read of them goes on under another key.
//
// Two windows can be open. Each has the tables that were there when it was opened. Where both go on with the same table, the one
// that is first keeps its events, and the other keeps no more of that table. A browser that keeps nothing loses games with the page.

const NAME = "quadriga";
const EVENTS = "events";
/** Keys of results, and of what was set aside. */
const RESULTS = "ratings";
const ASIDE = "ratings-aside";

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @returns {Promise<IDBDatabase | null>} null where the browser keeps nothing */
async function open() {
  try {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(EVENTS);
    return await done(request);
  } catch {
    return null;
  }
}

/** The keys of all events of a table. @param {string} table */
const all = (table) => IDBKeyRange.bound([table], [table, []]);

class RecordStorage {
  /** @param {IDBDatabase | null} database */
  constructor(database) {
    this.database = database;
    /** Tables that another window goes on with. @type {Set<string>} */
    this.foreign = new Set();
  }

  /** The events, to be read. */
  reading() {
    return this.database?.transaction(EVENTS).objectStore(EVENTS);
  }

  /** The events, to be changed. */
  writing() {
    return this.database?.transaction(EVENTS, "readwrite").objectStore(EVENTS);
  }

  /** What is kept: for each table its lines. @returns {Promise<Map<string, string[]>>} */
  async records() {
    /** @type {Map<string, string[]>} */
    const records = new Map();
    const store = this.reading();
    if (!store) return records;
    const [keys, lines] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    for (const [index, key] of keys.entries()) {
      const [table] = /** @type {[string, number]} */ (key);
      if (table === RESULTS || table === ASIDE) continue;
      records.set(table, [...(records.get(table) ?? []), lines[index]]);
    }
    return records;
  }

  /** The lines of results that are kept. @returns {Promise<string[]>} */
  async results() {
    const store = this.reading();
    return store ? (await done(store.getAll(all(RESULTS)))).map(String) : [];
  }

  /** @param {{added?: [string, {n: number}[]], removed?: string, rated?: {table: string}, set_aside?: string[]}} change */
  keep(change) {
    if (change.rated) this.addResult(change.rated);
    if (change.set_aside) void this.setAside(change.set_aside);
    if (change.added) this.add(...change.added);
    if (change.removed) this.writing()?.delete(all(change.removed));
  }

  /** @param {string} table @param {{n: number}[]} events */
  add(table, events) {
    if (this.foreign.has(table)) return;
    const store = this.writing();
    if (!store) return;
    // One that is there already ends all of this.
    for (const event of events) store.add(JSON.stringify(event), [table, event.n]);
    store.transaction.onabort = () => this.foreign.add(table);
  }

  /** @param {{table: string}} game */
  addResult(game) {
    this.writing()?.add(JSON.stringify(game), [RESULTS, game.table]);
  }

  /** Moves results to where no program looks for them. @param {string[]} lines */
  async setAside(lines) {
    const store = this.writing();
    if (!store) return;
    const [keys, kept] = await Promise.all([
      done(store.getAllKeys(all(RESULTS))),
      done(store.getAll(all(RESULTS))),
    ]);
    for (const [index, key] of keys.entries()) {
      const own = String(kept[index]).split("\n");
      if (!own.some((line) => lines.includes(line))) continue;
      store.put(kept[index], [ASIDE, Date.now(), index]);
      store.delete(key);
    }
  }
}

export async function openStorage() {
  return new RecordStorage(await open());
}
