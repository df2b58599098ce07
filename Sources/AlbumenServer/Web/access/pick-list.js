import { visibleText } from "../questions/question-text.js";
import { dayText } from "../side-page/day-text.js";
import { element } from "../side-page/elements.js";
import { PhotoParts } from "./photo-parts.js";
import { words } from "./words.js";

/** @typedef {import("./client-requests.js").ConfirmedPick} ConfirmedPick */

/**
 * Draws picks: a line for each, which opens and shows the photos.
 * @param {readonly ConfirmedPick[]} picks
 * @param {Pick<import("./client-requests.js").ClientRequests, "picked">} requests
 * @param {(identifier: string, content: string) => string} thumbnail returns the address of a picture
 * @param {ReadonlySet<number>} open the picks that are open, if they were drawn before
 */
export function drawPicks(picks, requests, thumbnail, open) {
  const list = element("ul", "pick-list");
  list.setAttribute("role", "list");
  list.append(...picks.map((pick) => {
    const { id, date, name, count } = pick;
    const line = words.pickedOn(dayText(date), count);
    const summary = element("summary", "", line);
    const details = element("details", "pick-details");
    details.dataset.pick = String(id);
    details.append(summary);
    if (name !== null) details.append(element("p", "pick-claim", words.calls(visibleText(name))));
    details.addEventListener("toggle", () => {
      if (!details.open || details.querySelector(".photo-parts")) return;
      const photos = new PhotoParts({
        label: line, empty: words.goneItems, thumbnail, load: (after, part) => requests.picked(id, after, part),
      });
      details.append(photos.element);
    });
    details.open = open.has(id);
    const item = document.createElement("li");
    item.append(details);
    return item;
  }));
  return list;
}

/**
 * Returns the picks that are open in an element.
 * @param {Element} parent
 */
export function openPicks(parent) {
  const opened = [...parent.querySelectorAll("details[data-pick][open]")];
  return new Set(opened.map((each) => Number(each.getAttribute("data-pick"))));
}
