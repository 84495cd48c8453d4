// A host of files, as plain as they come: the folder of QUADRIGA_SITE on a free port of this machine, below a path.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

/** Where the site is at its host: most hosts give it no address of its own. */
const PATH = "/quadriga/";
/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/**
 * @param {Record<string, string>} [headers] with every file
 * @returns {Promise<{url: string, stop: () => void}>}
 */
export async function startSite(headers = {}) {
  const folder = process.env.QUADRIGA_SITE;
  if (!folder) throw new Error("QUADRIGA_SITE does not name the folder of the site");
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const name = path.startsWith(PATH) ? normalize(`/${path.slice(PATH.length) || "index.html"}`) : "/";
    try {
      const content = await readFile(join(folder, name));
      response
        .writeHead(200, { ...headers, "Content-Type": TYPES[extname(name)] ?? "application/octet-stream" })
        .end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}${PATH}`,
    stop() {
      server.closeAllConnections?.();
      server.close();
    },
  };
}
