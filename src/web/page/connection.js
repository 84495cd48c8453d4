// The connection to the program: one socket, commands with numbers, pushes to listeners. A connection that breaks is opened anew,
// after a second at first and never more than ten; whoever listens to `state` joins its table again. What was asked when the
// connection broke is rejected as `lost`: nobody knows whether it was done, and the table that follows tells.

/** @typedef {import("./types.js").Connection} Connection */
/** @typedef {import("./types.js").Refusal} Refusal */
/** @typedef {import("./types.js").Socket} Socket */

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

/** @implements {Connection} */
class ProgramConnection {
  /** @param {() => Socket} openSocket @param {() => string | null} token */
  constructor(openSocket, token) {
    this.openSocket = openSocket;
    this.token = token;
    /** @type {Map<number, {resolve: (ok: any) => void, reject: (error: Refusal) => void}>} */
    this.waiting = new Map();
    /** @type {Map<string, Set<(message: any) => void>>} */
    this.listeners = new Map();
    /** @type {Socket | null} */
    this.socket = null;
    this.open = false;
    this.nextRef = 1;
    this.wait = FIRST_WAIT_MS;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.refused = false;
    window.addEventListener("online", () => this.connect());
  }

  /** @param {string} command @param {object} [fields] @returns {Promise<any>} */
  ask(command, fields = {}) {
    return this.open ? this.send(command, fields) : Promise.reject(refusal("lost", "not connected"));
  }

  /**
   * `state` tells of the connection itself: `open` with the answer to `hello`, `lost`, or `refused`.
   * @param {string} push
   * @param {(message: any) => void} listener
   */
  on(push, listener) {
    const own = this.listeners.get(push) ?? new Set();
    this.listeners.set(push, own);
    own.add(listener);
    return () => {
      own.delete(listener);
    };
  }

  start() {
    this.refused = false;
    const old = this.socket;
    this.socket = null;
    this.open = false;
    old?.close();
    this.connect();
  }

  connect() {
    window.clearTimeout(this.timer);
    if (this.socket) return;
    const own = this.openSocket();
    this.socket = own;
    own.onmessage = (event) => this.receive(event.data);
    own.onclose = () => {
      if (this.socket === own) this.lost();
    };
    own.onopen = () => this.greet(own);
  }

  /** The first command of a connection. @param {Socket} own */
  async greet(own) {
    try {
      const hello = await this.send("hello", { token: this.token() ?? "" });
      this.wait = FIRST_WAIT_MS;
      this.open = true;
      this.tell("state", { state: "open", hello });
    } catch (error) {
      if (/** @type {Refusal} */ (error).code === "lost") return;
      this.refused = true;
      own.close();
      this.tell("state", { state: "refused", error });
    }
  }

  lost() {
    this.socket = null;
    this.open = false;
    for (const one of this.waiting.values()) one.reject(refusal("lost", "the connection broke"));
    this.waiting.clear();
    if (this.refused) return;
    this.tell("state", { state: "lost" });
    this.timer = window.setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
  }

  /** @param {string} name @param {any} message */
  tell(name, message) {
    for (const listener of [...(this.listeners.get(name) ?? [])]) listener(message);
  }

  /** @param {string} command @param {object} fields @returns {Promise<any>} */
  send(command, fields) {
    return new Promise((resolve, reject) => {
      if (!this.socket || this.socket.readyState !== WebSocket.OPEN) {
        reject(refusal("lost", "not connected"));
        return;
      }
      const ref = this.nextRef++;
      this.waiting.set(ref, { resolve, reject });
      this.socket.send(JSON.stringify({ ref, do: command, ...fields }));
    });
  }

  /** @param {string} data */
  receive(data) {
    const message = JSON.parse(data);
    if (message.push) {
      this.tell(message.push, message);
      return;
    }
    const one = this.waiting.get(message.ref);
    this.waiting.delete(message.ref);
    if (message.refused) one?.reject(refusal(message.refused.code, message.refused.text));
    else one?.resolve(message.ok ?? {});
  }
}

/**
 * @param {() => Socket} openSocket
 * @param {() => string | null} token
 * @returns {Connection}
 */
export function createConnection(openSocket, token) {
  return new ProgramConnection(openSocket, token);
}
