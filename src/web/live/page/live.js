// A match to look at. The server sends whole states; the page shows the last one, and lets clocks run in between.

import { clockText, showFinished, showResult, showRounds, showRunning, showTables } from "./parts.js";
import { text } from "./text.js";

/** Milliseconds between two steps of a clock. */
const CLOCK_STEP = 100;

const place = (id) => document.getElementById(id);

function show(state) {
  const title = text("title", { variant: state.variant });
  document.title = `${state.played}/${state.total} ${title}`;
  place("title").textContent = title;
  const facts = { format: text(state.format), openings: state.openings };
  place("facts").textContent = text("facts", facts);
  showResult(state, place("result"));
  showRunning(state, place("running"));
  showTables(state, place("tables"));
  showRounds(state, place("rounds"));
  showFinished(state, place("finished"));
}

function say(key) {
  place("status").textContent = key ? text(key) : "";
}

function runClocks() {
  for (const clock of document.querySelectorAll(".clock[data-since]")) {
    clock.textContent = clockText(
      Number(clock.dataset.left) - (performance.now() - Number(clock.dataset.since)),
    );
  }
}

function connect() {
  say("connecting");
  const events = new EventSource("events");
  // The server ends each connection after a while: that it is renewed is no news, unless it fails.
  let isLost = false;
  events.onmessage = (event) => {
    const state = JSON.parse(event.data);
    isLost = false;
    show(state);
    say(state.over ? "over" : "");
    if (state.over) events.close();
  };
  events.onerror = () => {
    if (isLost) say("lost");
    isLost = true;
  };
}

connect();
setInterval(runClocks, CLOCK_STEP);
