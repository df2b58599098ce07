import { FutureFold } from "./future-fold.js";
import "./time-scrubber.js";
import { words } from "./words.js";

const dayLabelMilliseconds = 900;

/** The elements inside `<photo-grid>` except the photos: the space that scrolls, and over it a layer that doesn't. */
export class GridFrame {
  #grid;
  /** Holds the photos. */
  space = part("div", "grid-space");
  scrubber = document.createElement("time-scrubber");
  /** Stands for the photos with a date in the future. */
  fold;
  #layer = part("div", "grid-layer");
  #dayLabel = part("div", "grid-day");
  #notes = part("div", "grid-notes");
  #labelTimer = 0;

  /**
   * @param {HTMLElement} grid
   * @param {() => void} toggleFold is called when the reader shows or folds photos with a date in the future
   */
  constructor(grid, toggleFold) {
    this.#grid = grid;
    this.fold = new FutureFold(toggleFold);
    this.space.tabIndex = -1;
    this.#dayLabel.ariaHidden = "true";
    this.scrubber.hidden = true;
    this.#layer.append(this.#dayLabel, this.#notes, this.scrubber);
    // The overlay follows the photos, so that Tab reaches them first, and sticks to the window's lower edge.
    const overlay = part("div", "grid-overlay");
    overlay.append(this.#layer);
    grid.append(this.fold.element, this.space, overlay);
  }

  /** @param {number} height of the window */
  resize(height) {
    this.#layer.style.height = `${height}px`;
  }

  /**
   * Shows a message over the photos or in their place, or removes it.
   * @param {HTMLElement | null} content
   */
  note(content) {
    if (content) this.#notes.replaceChildren(content);
    else this.#notes.replaceChildren();
  }

  /** Removes everything that describes photos. */
  clear() {
    this.space.removeAttribute("role");
    for (const name of ["label", "rowcount", "busy", "description", "multiselectable"]) {
      this.space.removeAttribute(`aria-${name}`);
    }
    this.space.style.height = "";
    this.fold.show(null, null);
    this.scrubber.hidden = true;
    this.#grid.classList.remove("has-scrubber", "is-scrolling");
  }

  /**
   * Prepares the space for photos.
   * @param {import("./grid-metrics.js").GridMetrics} metrics
   * @param {boolean} isSelecting
   */
  begin({ inset, width, gap, rowHeight, headingHeight, hasScrubber }, isSelecting) {
    const { space } = this;
    space.setAttribute("role", "grid");
    space.setAttribute("aria-label", words.photos);
    space.setAttribute("aria-rowcount", "-1");
    space.setAttribute("aria-busy", "true");
    this.describe(isSelecting);
    space.style.width = `${width}px`;
    space.style.marginLeft = `${inset}px`;
    this.#grid.style.setProperty("--grid-gap", `${gap}px`);
    this.#grid.style.setProperty("--grid-row", `${rowHeight}px`);
    this.#grid.style.setProperty("--grid-heading", `${headingHeight}px`);
    this.scrubber.hidden = !hasScrubber;
    this.#grid.classList.toggle("has-scrubber", hasScrubber);
  }

  /**
   * Describes the keys to screen readers.
   * @param {boolean} isSelecting
   */
  describe(isSelecting) {
    const { space } = this;
    if (space.getAttribute("role") !== "grid") return;
    space.setAttribute("aria-description", isSelecting ? words.selectionHelp : words.help);
    if (isSelecting) space.setAttribute("aria-multiselectable", "true");
    else space.removeAttribute("aria-multiselectable");
  }

  /** @param {boolean} isBusy */
  set isBusy(isBusy) {
    this.space.setAttribute("aria-busy", String(isBusy));
  }

  /**
   * Writes the day at the window's upper edge, which is seen while the reader scrolls.
   * @param {string | null} text
   */
  showDay(text) {
    this.#dayLabel.hidden = text === null;
    if (text !== null) this.#dayLabel.textContent = text;
  }

  /** Shows the day and, on phones, the track of time, until the reader stops scrolling. */
  scrolls() {
    this.#grid.classList.add("is-scrolling");
    clearTimeout(this.#labelTimer);
    this.#labelTimer = setTimeout(() => this.#grid.classList.remove("is-scrolling"), dayLabelMilliseconds);
  }

  /** Stops the timer. */
  stop() {
    clearTimeout(this.#labelTimer);
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} className
 */
function part(name, className) {
  const element = document.createElement(name);
  element.className = className;
  return element;
}
