// Where the page finds the program: at a WebSocket of the server that it came from, with the token of the address. A site without
// a server has another file in this place, `src/wasm/page/socket.js`.

import { takeToken } from "./shell/link.js";

/** @returns {import("./types.js").Socket} */
export function openSocket() {
  return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
}

/** What opens the board to this window. @returns {string | null} */
export function ownToken() {
  return takeToken();
}
