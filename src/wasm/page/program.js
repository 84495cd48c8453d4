// An instance of the program in WebAssembly (`src/wasm/mod.rs`): texts go in by calls, lines come out of its standard output.
//
// Of WASI it needs clocks, random numbers and the standard output. Files, arguments and an environment are not there: asked for
// them, the system says that it does not support it.

const SUCCESS = 0;
const BAD_FILE = 8;
const NOT_SUPPORTED = 52;
const REAL_TIME = 0;

/** Fetches and compiles the program. Its type is not looked at: not every host knows it. @returns {Promise<WebAssembly.Module>} */
export async function loadProgram() {
  const answer = await fetch(new URL("quadriga.wasm", import.meta.url));
  if (!answer.ok) throw new Error(`quadriga.wasm: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/**
 * The calls of WASI that the program makes.
 * @param {() => WebAssembly.Memory} memory
 * @param {((bytes: Uint8Array) => void)[]} files what is written to each
 * @returns {Record<string, (...values: any[]) => number | void>}
 */
function systemCalls(memory, files) {
  const view = () => new DataView(memory().buffer);
  return {
    clock_time_get(clock, _precision, place) {
      const ms = clock === REAL_TIME ? Date.now() : performance.now();
      view().setBigUint64(place, BigInt(Math.round(ms * 1e6)), true);
      return SUCCESS;
    },
    random_get(place, length) {
      crypto.getRandomValues(new Uint8Array(memory().buffer, place, length));
      return SUCCESS;
    },
    fd_write(file, parts, count, written) {
      if (!files[file]) return BAD_FILE;
      let bytes = 0;
      for (let part = 0; part < count; part++) {
        const place = view().getUint32(parts + 8 * part, true);
        const length = view().getUint32(parts + 8 * part + 4, true);
        files[file](new Uint8Array(memory().buffer, place, length));
        bytes += length;
      }
      view().setUint32(written, bytes, true);
      return SUCCESS;
    },
    // No folder is open.
    fd_prestat_get: () => BAD_FILE,
    environ_sizes_get(count, length) {
      view().setUint32(count, 0, true);
      view().setUint32(length, 0, true);
      return SUCCESS;
    },
    environ_get: () => SUCCESS,
    sched_yield: () => SUCCESS,
    proc_exit(status) {
      throw new Error(`the program ended with ${status}`);
    },
  };
}

/**
 * Starts an instance. `onLine` is called while the program runs, so it must not call the program.
 * @param {WebAssembly.Module} module
 * @param {(line: string) => void} onLine
 */
export function startProgram(module, onLine) {
  const files = [createLines(() => {}), createLines(onLine), createLines((line) => console.error(line))];
  const system = systemCalls(() => exports.memory, files);
  /** @type {Record<string, Record<string, (...values: any[]) => number | void>>} */
  const imports = {};
  for (const { module: room, name } of WebAssembly.Module.imports(module)) {
    imports[room] ??= {};
    imports[room][name] = system[name] ?? (() => NOT_SUPPORTED);
  }
  /** @type {any} */
  const exports = new WebAssembly.Instance(module, imports).exports;
  // Where there is no such function, every call prepares what the system's library needs.
  exports._initialize?.();

  return {
    /** Calls a function of the program with a text. @param {"quadriga_analyze" | "quadriga_message" | "quadriga_record" | "quadriga_restore" | "quadriga_ratings"} name @param {string} text */
    give(name, text) {
      const bytes = new TextEncoder().encode(text);
      const place = exports.quadriga_input(bytes.length);
      new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
      exports[name]();
    },
    /** Lets the tables go on. @returns {number} ms until this is to be called again, or -1 */
    step: () => exports.quadriga_step(),
  };
}

/**
 * Puts lines together that come in pieces.
 * @param {(line: string) => void} onLine
 * @returns {(bytes: Uint8Array) => void}
 */
function createLines(onLine) {
  const decoder = new TextDecoder();
  let rest = "";
  return (bytes) => {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(onLine);
  };
}
