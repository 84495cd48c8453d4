// What needs a browser to be attacked: pages of other sites that try to read, to speak, to frame, and markup that got in.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { startServer } from "./lib/server.js";
import { FLAGS, Visitor, launch } from "./lib/visitor.js";

/** A name that leads to this machine, as an attacker's may. */
const REBOUND = "board.example";

/** @type {import("./lib/server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("node:http").Server} */
let other;
/** @type {import("playwright-core").Page} */
let page;

before(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
  other = createServer((_, response) =>
    response
      .setHeader("content-type", "text/html")
      .end("<!doctype html><title>another site</title><body></body>"),
  );
  await new Promise((resolve) => other.listen(0, "127.0.0.1", () => resolve(null)));
  const address = /** @type {import("node:net").AddressInfo} */ (other.address());
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${address.port}/`);
});
after(async () => {
  await browser?.close();
  other?.close();
  await server?.stop();
});

test("a page of another site cannot read the page", async () => {
  const read = await page.evaluate(async (origin) => {
    const tries = [];
    for (const how of /** @type {RequestInit[]} */ ([
      {},
      { credentials: "include" },
      { method: "POST", body: "{}" },
    ])) {
      for (const path of ["/", "/main.js", "/ws"])
        tries.push(
          await fetch(origin + path, how).then(
            (answer) => answer.text(),
            () => null,
          ),
        );
    }
    tries.push(
      await fetch(`${origin}/`, { mode: "no-cors" }).then(
        (answer) => answer.text(),
        () => "",
      ),
    );
    return tries.filter(Boolean);
  }, server.origin);
  assert.deepEqual(read, []);
});

test("a page of another site cannot open the WebSocket", async () => {
  const opened = await page.evaluate(
    ([address, token]) =>
      new Promise((resolve) => {
        const socket = new WebSocket(address);
        socket.onopen = () => socket.send(JSON.stringify({ ref: 1, do: "hello", token }));
        socket.onmessage = () => resolve("answered");
        socket.onclose = () => resolve("closed");
      }),
    [`${server.origin.replace(/^http/, "ws")}/ws`, server.token],
  );
  assert.equal(opened, "closed");
});

test("a page of another site can neither frame the page nor run its scripts nor hold its window", async () => {
  const framed = page.waitForEvent("requestfailed", (request) => request.isNavigationRequest());
  const seen = await page.evaluate(
    (origin) =>
      Promise.all([
        new Promise((resolve) => {
          const frame = document.createElement("iframe");
          frame.src = `${origin}/`;
          frame.onload = () => resolve(frame.contentDocument === null ? "nothing" : "a document");
          document.body.append(frame);
        }),
        new Promise((resolve) => {
          const script = document.createElement("script");
          script.type = "module";
          script.src = `${origin}/main.js`;
          script.onload = () => resolve("ran");
          script.onerror = () => resolve("failed");
          document.body.append(script);
        }),
      ]),
    server.origin,
  );
  assert.deepEqual(seen, ["nothing", "failed"]);
  await framed;
  const [opened] = await Promise.all([
    page.context().waitForEvent("page"),
    page.evaluate((origin) => void Object.assign(window, { held: window.open(`${origin}/`) }), server.origin),
  ]);
  await opened.waitForLoadState();
  assert.equal(
    await page.evaluate(() => /** @type {any} */ (window).held.closed),
    true,
    "the window is cut off",
  );
});

test("a name that leads here does not open the page", async () => {
  const rebinding = await chromium.launch({
    executablePath: process.env.BROWSER,
    args: [...FLAGS, `--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`],
  });
  const lured = await rebinding.newPage();
  const answer = await lured.goto(`http://${REBOUND}:${new URL(server.origin).port}/`);
  assert.equal(answer?.status(), 403);
  assert.ok(!/main\.js|bundle\.js/.test(await lured.content()));
  await rebinding.close();
});

test("a script that got into the page does not run, and nothing leaves it", async () => {
  const visitor = await Visitor.open(browser, server.url);
  await visitor.page
    .getByRole("button", { name: visitor.words("shell.play_now") })
    .first()
    .waitFor();
  const done = await visitor.page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'taken'";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", "<img src='x:' onerror=\"document.title = 'taken'\">");
    await new Promise((resolve) => document.querySelector("img")?.addEventListener("error", resolve));
    // Later: what a debugger evaluates itself may do this.
    const evaluated = await new Promise((resolve) =>
      setTimeout(() => {
        try {
          resolve(new Function("return 'ran'")());
        } catch {
          resolve("refused");
        }
      }),
    );
    const sent = await fetch("http://127.0.0.1:9/").then(
      () => "sent",
      () => "refused",
    );
    return { title: document.title, evaluated, sent };
  });
  assert.deepEqual(done, { title: "Quadriga", evaluated: "refused", sent: "refused" });
  visitor.expect(/forbidden by the policy|Content Security Policy|violates the following/);
  await visitor.leave();
});
