import { formatShortDay } from "../common/words.js";
import { kindName } from "./facts.js";
import { words } from "./words.js";

/** @typedef {import("../grid/loaded-windows.js").TimelineItem} TimelineItem */

/** Announces the photo at which stepping has stopped, and keeps which photo the page knows. */
export class ViewerReport {
  element = document.createElement("p");
  /**
   * The photo that was opened or reported last.
   * @type {string | null}
   */
  #reported = null;

  constructor() {
    this.element.className = "visually-hidden";
    this.element.setAttribute("aria-live", "polite");
  }

  /** @param {TimelineItem | undefined} item */
  opened(item) {
    this.#reported = item?.identifier ?? null;
  }

  /**
   * @param {TimelineItem} item
   * @param {{ position: number, count: number }} position
   * @param {boolean} isFrame whether the photo is a frame of the burst that is shown
   */
  announce(item, position, isFrame) {
    this.element.textContent = isFrame
      ? words.framePosition(position)
      : words.announced({
        kind: kindName(item.kinds), ...position, day: formatShortDay(item.day), caption: item.caption ?? "",
      });
  }

  /**
   * Returns whether the reader has stepped from another photo to this one. The photo is then reported.
   * @param {TimelineItem} item
   */
  isStep({ identifier }) {
    const isStep = this.#reported !== null && this.#reported !== identifier;
    this.#reported = identifier;
    return isStep;
  }

  clear() {
    this.element.replaceChildren();
  }
}
