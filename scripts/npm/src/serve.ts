// The worker's side: an instance of the program that answers one line at a time. Its records are sent as they come.

import { startProgram, type Program } from "./program.js";

/** What a worker gets: the program first, then lines of the JSON analysis. */
export type ToWorker = { module: WebAssembly.Module } | { line: string };

/** What it sends: each line of an answer, then the end of it. */
export type FromWorker = { line: string } | { done: true } | { failed: string };

export function serve(post: (message: FromWorker) => void): (message: ToWorker) => void {
  let program: Program | undefined;
  return (message) => {
    try {
      if ("module" in message) {
        program = startProgram(message.module, (line) => post({ line }));
        return;
      }
      program?.give("quadriga_analyze", message.line);
      post({ done: true });
    } catch (error) {
      post({ failed: error instanceof Error ? error.message : String(error) });
    }
  };
}
