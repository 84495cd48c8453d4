// Short messages: shown for a while at the bottom, and said by screen readers, because the places are live regions. What is only
// for the ear goes to a region of its own; what follows at once does not take its place, or it would not be said.

import { h } from "./dom.js";

/** How long a message stays, in ms; longer texts stay longer. */
const STAYS = 3500;
const PER_CHARACTER = 40;
const MOST = 3;

/**
 * @param {HTMLElement} place
 * @param {HTMLElement} spoken
 */
export function createNotices(place, spoken) {
  return {
    /** @param {string} text @param {"plain" | "good" | "bad"} [tone] */
    show(text, tone = "plain") {
      // What is beside a modal dialog is behind its veil and not said: the place goes along.
      const over = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
      // In a dialog it stands in the flow before the buttons, so that it covers none.
      const buttons = over.querySelector(":scope > footer");
      if (place.parentElement !== over) over.insertBefore(place, buttons);
      for (const old of [...place.children]) if (old.textContent === text) old.remove();
      while (place.children.length >= MOST) place.firstElementChild?.remove();
      const notice = h("div", { class: `notice ${tone}` }, text);
      place.append(notice);
      window.setTimeout(() => notice.remove(), STAYS + PER_CHARACTER * text.length);
    },
    /** @param {string} text */
    say(text) {
      while (spoken.children.length >= MOST) spoken.firstElementChild?.remove();
      spoken.append(h("p", {}, text));
    },
  };
}
