// The worker in a browser.

import { serve, type ToWorker } from "./serve.js";

const take = serve((message) => postMessage(message));
addEventListener("message", (event: MessageEvent<ToWorker>) => take(event.data));
