// Where the page of a site without a server finds the program: in a worker, which is used like the WebSocket of a server. A program
// that breaks down closes it, and the page opens another one.

/** The token of `src/wasm/mod.rs`. */
const TOKEN = "local";

/** @returns {import("../../web/page/types.js").Socket} */
export function openSocket() {
  const worker = new Worker(new URL("table_worker.js", import.meta.url), { type: "module" });
  /** @type {number} */
  let readyState = WebSocket.CONNECTING;
  /** @type {import("../../web/page/types.js").Socket} */
  const socket = {
    get readyState() {
      return readyState;
    },
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => worker.postMessage(text),
    close() {
      if (readyState === WebSocket.CLOSED) return;
      readyState = WebSocket.CLOSED;
      worker.terminate();
      queueMicrotask(() => socket.onclose?.({}));
    },
  };
  worker.onmessage = ({ data }) => {
    if (data !== null) {
      socket.onmessage?.({ data });
      return;
    }
    readyState = WebSocket.OPEN;
    socket.onopen?.({});
  };
  worker.onerror = () => socket.close();
  return socket;
}

/** What opens the board to this window. @returns {string} */
export function ownToken() {
  return TOKEN;
}
