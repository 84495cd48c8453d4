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

export async function openStorage() {
  const database = await open();
  /** Tables that another window goes on with. @type {Set<string>} */
  const foreign = new Set();

  /** @param {string} table @param {{n: number}[]} events */
  const add = (table, events) => {
    if (!database || foreign.has(table)) return;
    const writing = database.transaction(EVENTS, "readwrite");
    const store = writing.objectStore(EVENTS);
    // One that is there already ends all of this.
    for (const event of events) store.add(JSON.stringify(event), [table, event.n]);
    writing.onabort = () => foreign.add(table);
  };

  /** @param {{table: string}} game */
  const addResult = (game) => {
    database
      ?.transaction(EVENTS, "readwrite")
      .objectStore(EVENTS)
      .add(JSON.stringify(game), [RESULTS, game.table]);
  };

  /** Moves results to where no program looks for them. @param {string[]} lines */
  const setAside = async (lines) => {
    if (!database) return;
    const store = database.transaction(EVENTS, "readwrite").objectStore(EVENTS);
    const [keys, kept] = await Promise.all([
      done(store.getAllKeys(all(RESULTS))),
      done(store.getAll(all(RESULTS))),
    ]);
    for (const [index, key] of keys.entries()) {
      if (
        !String(kept[index])
          .split("\n")
          .some((line) => lines.includes(line))
      )
        continue;
      store.put(kept[index], [ASIDE, Date.now(), index]);
      store.delete(key);
    }
  };

  return {
    /** What is kept: for each table its lines. @returns {Promise<Map<string, string[]>>} */
    async records() {
      /** @type {Map<string, string[]>} */
      const records = new Map();
      if (!database) return records;
      const store = database.transaction(EVENTS).objectStore(EVENTS);
      const [keys, lines] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
      for (const [index, key] of keys.entries()) {
        const [table] = /** @type {[string, number]} */ (key);
        if (table === RESULTS || table === ASIDE) continue;
        records.set(table, [...(records.get(table) ?? []), lines[index]]);
      }
      return records;
    },
    /** The lines of results that are kept. @returns {Promise<string[]>} */
    async results() {
      if (!database) return [];
      return (await done(database.transaction(EVENTS).objectStore(EVENTS).getAll(all(RESULTS)))).map(String);
    },
    /** @param {{added?: [string, {n: number}[]], removed?: string, rated?: {table: string}, set_aside?: string[]}} change */
    keep(change) {
      if (change.rated) addResult(change.rated);
      if (change.set_aside) void setAside(change.set_aside);
      if (change.added) add(...change.added);
      if (change.removed)
        database?.transaction(EVENTS, "readwrite").objectStore(EVENTS).delete(all(change.removed));
    },
  };
}
