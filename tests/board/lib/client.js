// A program at the WebSocket of a server, as docs/protocol/board.md describes it: it makes tables from positions, looks on, and
// advises. It speaks from a page of the server, because others may not connect.

/** @typedef {import("playwright-core").Browser} Browser */

export class Client {
  /** @param {import("playwright-core").Page} page */
  constructor(page) {
    this.page = page;
  }

  /** Says hello with a token. @param {Browser} browser @param {string} origin @param {string} token */
  static async open(browser, origin, token) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${origin}/icon.svg`);
    await page.evaluate(connect, origin.replace(/^http/, "ws"));
    const client = new Client(page);
    await client.ask("hello", { token });
    return client;
  }

  /** The answer to a command; a refusal is thrown. @param {string} command @param {object} [fields] @returns {Promise<any>} */
  async ask(command, fields = {}) {
    const answer = await this.page.evaluate(
      ([command, fields]) => /** @type {any} */ (window).ask(command, fields),
      /** @type {const} */ ([command, fields]),
    );
    if (answer.refused) throw new Error(`${answer.refused.code}: ${answer.refused.text}`);
    return answer.ok;
  }

  async leave() {
    await this.page.context().close();
  }
}

/** Runs in the page. @param {string} address */
function connect(address) {
  const socket = new WebSocket(`${address}/ws`);
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    waiting.get(message.ref)?.(message);
    waiting.delete(message.ref);
  };
  /** @type {any} */ (window).ask = (/** @type {string} */ command, /** @type {object} */ fields) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      socket.send(JSON.stringify({ ref: last, do: command, ...fields }));
    });
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve(null);
    socket.onerror = () => reject(new Error("the WebSocket did not open"));
  });
}
