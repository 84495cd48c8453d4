// The program and its worker in Node.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { FromWorker, ToWorker } from "./serve.js";

/** A worker with the program. */
export interface Thread {
  post(message: ToWorker): void;
  end(): void;
}

export async function compile(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(new Uint8Array(await readFile(new URL("quadriga.wasm", import.meta.url))));
}

export function startThread(take: (message: FromWorker) => void): Thread {
  const worker = new Worker(new URL("worker_node.js", import.meta.url));
  worker.on("message", take);
  worker.on("error", (error) => take({ failed: error.message }));
  return { post: (message) => worker.postMessage(message), end: () => void worker.terminate() };
}
