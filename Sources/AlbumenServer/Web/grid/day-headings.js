import { formatDays } from "../common/words.js";

/**
 * The days that a heading names, the newer one first.
 * @typedef {{ first: number | null, last: number | null, rank: number }} HeadingDays `rank` of the first photo
 */

/** The width, in CSS pixels, from which a heading has places. In narrower ones, they're in its tooltip. */
const roomForPlaces = 220;

/** @typedef {"true" | "false" | "mixed"} CheckState as in `aria-checked` */

/**
 * The headings of days in the document. Each is a check that selects its days.
 *
 * Tab reaches only the check of the photo that Tab reaches.
 */
export class DayHeadings {
  /**
   * Returns how many of the photos of some days are selected.
   * @type {(days: HeadingDays) => CheckState}
   */
  stateOf = () => "false";
  /**
   * By check.
   * @type {Map<Element, HeadingDays>}
   */
  #days = new Map();

  /**
   * @param {HeadingDays} days
   * @param {import("./day-labels.js").DayLabel} label
   * @param {string} places where the photos were taken; empty if it's unknown
   */
  make(days, { x, width, isContinued }, places) {
    const heading = document.createElement("div");
    heading.className = isContinued ? "day-heading is-continued" : "day-heading";
    heading.setAttribute("role", "rowheader");
    heading.style.left = `${x}px`;
    heading.style.maxWidth = `${width}px`;
    const check = document.createElement("button");
    check.type = "button";
    check.className = "day-check";
    check.tabIndex = -1;
    check.setAttribute("role", "checkbox");
    check.setAttribute("aria-checked", this.stateOf(days));
    check.append(formatDays(days.first, days.last));
    if (places !== "") heading.title = places;
    if (places !== "" && width >= roomForPlaces) {
      const text = document.createElement("span");
      text.className = "day-places";
      text.textContent = places;
      check.append(" ", text);
    }
    heading.append(check);
    this.#days.set(check, days);
    return heading;
  }

  /**
   * Forgets the headings of a row that leaves the document.
   * @param {Iterable<Element>} headings
   */
  forget(headings) {
    for (const { firstElementChild } of headings) if (firstElementChild) this.#days.delete(firstElementChild);
  }

  /** Updates the checks after the selection has changed. */
  mark() {
    for (const [check, days] of this.#days) {
      const state = this.stateOf(days);
      if (check.getAttribute("aria-checked") !== state) check.setAttribute("aria-checked", state);
    }
  }

  /**
   * Returns the days whose check an element belongs to.
   * @param {EventTarget | null} element
   */
  daysOf(element) {
    const check = element instanceof Element ? element.closest(".day-check") : null;
    return check ? this.#days.get(check) : undefined;
  }

  /**
   * Lets Tab reach the check of the days that a photo belongs to.
   * @param {number} rank
   */
  giveTabStop(rank) {
    let nearest = -1;
    for (const days of this.#days.values()) if (days.rank <= rank) nearest = Math.max(nearest, days.rank);
    for (const [check, days] of this.#days) {
      const index = days.rank === nearest ? 0 : -1;
      if (check instanceof HTMLElement && check.tabIndex !== index) check.tabIndex = index;
    }
  }
}
