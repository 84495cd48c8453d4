// A worker that answers lines of the JSON analysis, one at a time. The first message is the compiled program. Answers are records as
// texts, and null when a line is answered.

import { startProgram } from "./program.js";

/** @type {ReturnType<typeof startProgram> | null} */
let program = null;

self.onmessage = ({ data }) => {
  if (!program) {
    program = startProgram(data, (record) => self.postMessage(record));
    return;
  }
  program.give("quadriga_analyze", data);
  self.postMessage(null);
};
