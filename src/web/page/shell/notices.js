// Short messages: shown for a while where they cover nothing of the game, and said by screen readers, because the places are live regions. What is only
// for the ear goes to a region of its own; what follows at once does not take its place, or it would not be said.

import { h } from "./dom.js";
import { areaFor } from "./notice_place.js";

/** How long a message stays, in ms; longer texts stay longer. */
const STAYS = 3500;
const PER_CHARACTER = 40;
const MOST = 3;

/** Between messages and what is around them, in px. */
const MARGIN = 4;

/** Where an element is in the window; null if it is not shown. @param {string} selector */
function boxOf(selector) {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  if (!box?.width) return null;
  const { left, top, right, bottom } = box;
  return { left, top, right, bottom };
}

/** Puts the messages into the free area of the window, as many as have room there. @param {HTMLElement} place */
function arrange(place) {
  const { style } = place;
  if (place.parentElement !== document.body) {
    style.cssText = "";
    return;
  }
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const boxes = { board: boxOf(".stack"), panels: boxOf(".panels") };
  const area = areaFor({
    width,
    height,
    ...boxes,
    buttons: boxOf(".panel .controls"),
    bar: boxOf("#bottom"),
  });
  style.left = `${area.left + MARGIN}px`;
  style.width = `${area.right - area.left - 2 * MARGIN}px`;
  style.bottom = `${height - area.bottom + MARGIN}px`;
  style.maxHeight = `${area.bottom - area.top - 2 * MARGIN}px`;
  const isCut = (/** @type {Element} */ one) => one.getBoundingClientRect().top < area.top;
  while (place.children.length > 1 && isCut(place.children[0])) place.children[0].remove();
}

/**
 * @param {HTMLElement} place
 * @param {HTMLElement} spoken
 */
export function createNotices(place, spoken) {
  let followed = false;
  /** As long as there are messages, the area follows the layout: the page scrolls, another screen is shown. */
  const follow = () => {
    followed = place.children.length > 0;
    if (!followed) return;
    arrange(place);
    requestAnimationFrame(follow);
  };
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
      arrange(place);
      if (!followed) follow();
      window.setTimeout(() => notice.remove(), STAYS + PER_CHARACTER * text.length);
    },
    /** @param {string} text */
    say(text) {
      while (spoken.children.length >= MOST) spoken.firstElementChild?.remove();
      spoken.append(h("p", {}, text));
    },
  };
}
