import { ServerError } from "../library.js";
import { Selection } from "./selection.js";

/** How long a finger rests on a photo until that selects it, in milliseconds. */
const longPress = 450;

/** So many selected photos are looked for when others come and go. */
const mostChecked = 500;

/** A finger that moves farther, in CSS pixels, scrolls. */
const stillness = 10;

/**
 * Selecting photos in the grid: by click, by range, by keyboard, and by a finger that rests on one.
 *
 * `change` tells that another number is selected, or that it began or ended; `error` ({error}) that a range could not
 * be fetched.
 */
export class SelectionMode extends EventTarget {
  selection = new Selection();
  #grid;
  #timeline;
  #isOn = false;
  /** The rank that a range begins at. @type {number | null} */
  #anchor = null;
  /** Ends the range that is being fetched when another is meant. */
  #fetching = new AbortController();
  /** The one that fetches all. @type {AbortController | null} */
  #takingAll = null;

  /**
   * @param {import("../grid/photo-grid.js").PhotoGrid} grid
   * @param {() => import("../grid/timeline.js").Timeline | null} timeline the one in the grid
   */
  constructor(grid, timeline) {
    super();
    this.#grid = grid;
    this.#timeline = timeline;
    this.selection.addEventListener("change", () => this.#show());
    grid.addEventListener("photo-step", ({ detail }) => this.#stepped(detail));
    new LongPress(grid, (element) => this.#held(element));
  }

  get isOn() {
    return this.#isOn;
  }

  start() {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#show();
  }

  end() {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#fetching.abort();
    this.#anchor = null;
    this.selection.clear();
    this.#show();
  }

  /**
   * A photo was pressed.
   * @param {{ rank: number, identifier: string, shiftKey: boolean, ctrlKey: boolean, key: string | null }} press as
   *   `photo-press` tells it
   * @returns {boolean} whether that was about selecting it, and not about opening it
   */
  pressed({ rank, identifier, shiftKey, ctrlKey, key }) {
    // Enter opens always, as a way to look closer.
    if (key === "Enter" || (!this.#isOn && !shiftKey && !ctrlKey)) return false;
    this.start();
    if (shiftKey) {
      this.#anchor ??= this.#grid.activeRank;
      this.#extend(rank);
    } else {
      this.#fetching.abort();
      this.#anchor = rank;
      this.selection.toggle(identifier);
    }
    return true;
  }

  async selectAll() {
    const timeline = this.#timeline();
    if (timeline === null || timeline.count === 0) return;
    this.start();
    const fetching = this.#fetch(0, timeline.count - 1, (identifiers) => this.selection.replace(identifiers));
    const taking = this.#fetching;
    this.#takingAll = taking;
    await fetching;
    if (this.#takingAll === taking) this.#takingAll = null;
  }

  /** The ranks are others: a range begins anew, and all are others too. */
  forgetRanks() {
    const isTakingAll = this.#takingAll !== null && !this.#takingAll.signal.aborted;
    this.#fetching.abort();
    this.#anchor = null;
    this.selection.endRange();
    if (isTakingAll) this.selectAll();
  }

  /**
   * What has left the album is not selected any longer. Of a large selection that is found out when something is done.
   * @param {import("../grid/timeline.js").Timeline} timeline
   */
  async forgetGone(timeline) {
    const { identifiers } = this.selection;
    if (identifiers.length === 0 || identifiers.length > mostChecked) return;
    const ranks = await timeline.ranksOf(identifiers);
    if (timeline !== this.#timeline()) return;
    this.selection.remove(identifiers.filter((_, index) => ranks[index] === null));
  }

  #stepped({ rank, from, shiftKey }) {
    if (!shiftKey) {
      this.#anchor = null;
      this.selection.endRange();
      return;
    }
    this.start();
    this.#anchor ??= from;
    this.#extend(rank);
  }

  #held(element) {
    const photo = this.#grid.photoOf(element);
    if (photo === null) return false;
    this.start();
    this.#anchor = photo.rank;
    this.selection.toggle(photo.identifier);
    return true;
  }

  #extend(rank) {
    const [first, last] = [Math.min(this.#anchor, rank), Math.max(this.#anchor, rank)];
    return this.#fetch(first, last, (identifiers) => this.selection.extend(identifiers));
  }

  async #fetch(first, last, take) {
    this.#fetching.abort();
    this.#fetching = new AbortController();
    const { signal } = this.#fetching;
    try {
      const identifiers = await this.#timeline().identifiers(first, last, { signal });
      if (!signal.aborted) take(identifiers);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ServerError)) throw error;
      this.dispatchEvent(new CustomEvent("error", { detail: { error } }));
    }
  }

  #show() {
    this.#grid.isSelected = this.#isOn ? (identifier) => this.selection.has(identifier) : null;
    this.dispatchEvent(new Event("change"));
  }
}

/** Tells of a finger that rests on something; what the browser makes of it otherwise is kept from it. */
class LongPress {
  #element;
  #held;
  #timer = 0;
  #start = { x: 0, y: 0 };
  #hasHeld = false;

  /**
   * @param {HTMLElement} element
   * @param {(target: Element) => boolean} held answers whether something was done
   */
  constructor(element, held) {
    this.#element = element;
    this.#held = held;
    element.addEventListener("pointerdown", (event) => this.#pressed(event));
    element.addEventListener("pointermove", (event) => this.#moved(event));
    for (const type of ["pointerup", "pointercancel"]) element.addEventListener(type, () => this.#stop());
    element.addEventListener("click", (event) => this.#clicked(event), { capture: true });
    element.addEventListener("contextmenu", (event) => {
      if (event.pointerType === "touch") event.preventDefault();
    });
  }

  #pressed({ pointerType, isPrimary, clientX, clientY, target }) {
    this.#stop();
    this.#hasHeld = false;
    if (pointerType !== "touch" || !isPrimary) return;
    this.#start = { x: clientX, y: clientY };
    this.#timer = setTimeout(() => {
      this.#hasHeld = this.#held(target);
      if (this.#hasHeld) navigator.vibrate?.(10);
    }, longPress);
  }

  #moved({ clientX, clientY }) {
    if (Math.hypot(clientX - this.#start.x, clientY - this.#start.y) > stillness) this.#stop();
  }

  #stop() {
    clearTimeout(this.#timer);
  }

  #clicked(event) {
    if (!this.#hasHeld || !this.#element.contains(event.target)) return;
    this.#hasHeld = false;
    event.stopPropagation();
    event.preventDefault();
  }
}
