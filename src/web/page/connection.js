// The connection to the program: one socket, commands with numbers, pushes to listeners. A connection that breaks is opened anew,
// after a second at first and never more than ten; whoever listens to `state` joins its table again. What was asked when the
// connection broke is rejected as `lost`: nobody knows whether it was done, and the table that follows tells.

/** @typedef {import("./types.js").Refusal} Refusal */

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 10000;

/**
 * @param {string} code
 * @param {string} text
 * @returns {Refusal}
 */
export function refusal(code, text) {
  return Object.assign(new Error(text), { code });
}

/**
 * @param {() => import("./types.js").Socket} openSocket
 * @param {() => string | null} token
 */
export function createConnection(openSocket, token) {
  /** @type {Map<number, {resolve: (ok: any) => void, reject: (error: Refusal) => void}>} */
  const waiting = new Map();
  /** @type {Map<string, Set<(message: any) => void>>} */
  const listeners = new Map();
  /** @type {import("./types.js").Socket | null} */
  let socket = null;
  let open = false;
  let nextRef = 1;
  let wait = FIRST_WAIT_MS;
  /** @type {number | undefined} */
  let timer;
  let refused = false;

  /** @param {string} name @param {any} message */
  const tell = (name, message) => {
    for (const listener of [...(listeners.get(name) ?? [])]) listener(message);
  };

  /** @param {string} command @param {object} fields @returns {Promise<any>} */
  const send = (command, fields) =>
    new Promise((resolve, reject) => {
      if (!socket || socket.readyState !== WebSocket.OPEN) {
        reject(refusal("lost", "not connected"));
        return;
      }
      const ref = nextRef++;
      waiting.set(ref, { resolve, reject });
      socket.send(JSON.stringify({ ref, do: command, ...fields }));
    });

  /** @param {string} data */
  const receive = (data) => {
    const message = JSON.parse(data);
    if (message.push) {
      tell(message.push, message);
      return;
    }
    const one = waiting.get(message.ref);
    waiting.delete(message.ref);
    if (message.refused) one?.reject(refusal(message.refused.code, message.refused.text));
    else one?.resolve(message.ok ?? {});
  };

  const lost = () => {
    socket = null;
    open = false;
    for (const one of waiting.values()) one.reject(refusal("lost", "the connection broke"));
    waiting.clear();
    if (refused) return;
    tell("state", { state: "lost" });
    timer = window.setTimeout(connect, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  };

  const connect = () => {
    window.clearTimeout(timer);
    if (socket) return;
    const own = openSocket();
    socket = own;
    own.onmessage = (event) => receive(event.data);
    own.onclose = () => {
      if (socket === own) lost();
    };
    own.onopen = async () => {
      try {
        const hello = await send("hello", { token: token() ?? "" });
        wait = FIRST_WAIT_MS;
        open = true;
        tell("state", { state: "open", hello });
      } catch (error) {
        if (/** @type {Refusal} */ (error).code === "lost") return;
        refused = true;
        own.close();
        tell("state", { state: "refused", error });
      }
    };
  };

  window.addEventListener("online", connect);

  return {
    /** @param {string} command @param {object} [fields] */
    ask: (command, fields = {}) =>
      open ? send(command, fields) : Promise.reject(refusal("lost", "not connected")),
    /**
     * `state` tells of the connection itself: `open` with the answer to `hello`, `lost`, or `refused`.
     * @param {string} push
     * @param {(message: any) => void} listener
     */
    on(push, listener) {
      const own = listeners.get(push) ?? new Set();
      listeners.set(push, own);
      own.add(listener);
      return () => {
        own.delete(listener);
      };
    },
    /** Connects; with a new token, anew. */
    start() {
      refused = false;
      const old = socket;
      socket = null;
      open = false;
      old?.close();
      connect();
    },
  };
}
