// The program and its worker in a browser.

import type { Thread } from "./node.js";
import type { FromWorker } from "./serve.js";

export async function compile(): Promise<WebAssembly.Module> {
  const answer = await fetch(new URL("quadriga.wasm", import.meta.url));
  if (!answer.ok) throw new Error(`quadriga.wasm: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

export function startThread(take: (message: FromWorker) => void): Thread {
  const worker = new Worker(new URL("worker_web.js", import.meta.url), { type: "module" });
  worker.onmessage = (event: MessageEvent<FromWorker>) => take(event.data);
  worker.onerror = (event) => take({ failed: event.message });
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
}
