import { ServerError } from "../library.js";
import { Selection } from "./selection.js";

/** How long a finger rests on a photo until that selects it, in milliseconds. */
const longPress = 450;

/** The most selected photos that are searched for when photos come and go. */
const mostChecked = 500;

/** How far a resting finger may move, in CSS pixels. Farther, it scrolls. */
const stillness = 10;

/**
 * Selects photos in the grid: by click, by range, by keyboard, and by a finger that rests on one.
 *
 * Events: `change` when the selection is another, or when selecting begins or ends; `error` ({error}) when a range
 * failed to load.
 */
export class SelectionMode extends EventTarget {
  selection = new Selection();
  #grid;
  #timeline;
  #isOn = false;
  /**
   * The rank that a range begins at.
   * @type {number | null}
   */
  #anchor = null;
  /** Cancels loading a range when the reader selects another. */
  #fetching = new AbortController();
  /**
   * The controller of `#fetching` while all photos are being loaded.
   * @type {AbortController | null}
   */
  #takingAll = null;

  /**
   * @param {import("../grid/photo-grid.js").PhotoGrid} grid
   * @param {() => import("../grid/timeline.js").Timeline | null} timeline returns the timeline in the grid
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
   * Handles a photo that was pressed.
   * @param {import("../grid/grid-input.js").PhotoPress} press
   * @returns {boolean} `false` if the photo should be opened
   */
  pressed({ rank, identifier, shiftKey, ctrlKey, key }) {
    // Enter always opens the photo.
    if (key === "Enter" || (!this.#isOn && !shiftKey && !ctrlKey)) return false;
    this.start();
    if (shiftKey) {
      this.#anchor ??= this.#grid.activeRank;
      this.#extend(this.#anchor, rank);
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

  /** Ends the range, because all ranks changed. If all photos were being selected, selects all again. */
  forgetRanks() {
    const isTakingAll = this.#takingAll !== null && !this.#takingAll.signal.aborted;
    this.#fetching.abort();
    this.#anchor = null;
    this.selection.endRange();
    if (isTakingAll) this.selectAll();
  }

  /**
   * Removes photos from the selection that have left the album. A large selection is checked only by the next action.
   * @param {import("../grid/timeline.js").Timeline} timeline
   */
  async forgetGone(timeline) {
    const { identifiers } = this.selection;
    if (identifiers.length === 0 || identifiers.length > mostChecked) return;
    const ranks = await timeline.ranksOf(identifiers);
    if (timeline !== this.#timeline()) return;
    this.selection.remove(identifiers.filter((_, index) => ranks[index] === null));
  }

  /** @param {{ rank: number, from: number, shiftKey: boolean }} step */
  #stepped({ rank, from, shiftKey }) {
    if (!shiftKey) {
      this.#anchor = null;
      this.selection.endRange();
      return;
    }
    this.start();
    this.#anchor ??= from;
    this.#extend(this.#anchor, rank);
  }

  /** @param {Element} element */
  #held(element) {
    const photo = this.#grid.photoOf(element);
    if (photo === null) return false;
    this.start();
    this.#anchor = photo.rank;
    this.selection.toggle(photo.identifier);
    return true;
  }

  /**
   * @param {number} anchor
   * @param {number} rank
   */
  #extend(anchor, rank) {
    const [first, last] = [Math.min(anchor, rank), Math.max(anchor, rank)];
    return this.#fetch(first, last, (identifiers) => this.selection.extend(identifiers));
  }

  /**
   * @param {number} first
   * @param {number} last inclusive
   * @param {(identifiers: string[]) => void} take
   */
  async #fetch(first, last, take) {
    const timeline = this.#timeline();
    if (timeline === null) return;
    this.#fetching.abort();
    this.#fetching = new AbortController();
    const { signal } = this.#fetching;
    try {
      const identifiers = await timeline.identifiers(first, last, { signal });
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

/** Reports a finger that rests on an element, and prevents the browser's own action for it. */
class LongPress {
  #held;
  #timer = 0;
  #start = { x: 0, y: 0 };
  #hasHeld = false;

  /**
   * @param {HTMLElement} element
   * @param {(target: Element) => boolean} held returns whether it handled the element
   */
  constructor(element, held) {
    this.#held = held;
    element.addEventListener("pointerdown", (event) => this.#pressed(event));
    element.addEventListener("pointermove", (event) => this.#moved(event));
    for (const type of ["pointerup", "pointercancel"]) element.addEventListener(type, () => this.#stop());
    element.addEventListener("click", (event) => this.#clicked(event), { capture: true });
    element.addEventListener("contextmenu", (event) => {
      if (event instanceof PointerEvent && event.pointerType === "touch") event.preventDefault();
    });
  }

  /** @param {PointerEvent} event */
  #pressed({ pointerType, isPrimary, clientX, clientY, target }) {
    this.#stop();
    this.#hasHeld = false;
    if (pointerType !== "touch" || !isPrimary || !(target instanceof Element)) return;
    this.#start = { x: clientX, y: clientY };
    this.#timer = setTimeout(() => {
      this.#hasHeld = this.#held(target);
      if (this.#hasHeld) navigator.vibrate?.(10);
    }, longPress);
  }

  /** @param {PointerEvent} event */
  #moved({ clientX, clientY }) {
    if (Math.hypot(clientX - this.#start.x, clientY - this.#start.y) > stillness) this.#stop();
  }

  #stop() {
    clearTimeout(this.#timer);
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    if (!this.#hasHeld) return;
    this.#hasHeld = false;
    event.stopPropagation();
    event.preventDefault();
  }
}
