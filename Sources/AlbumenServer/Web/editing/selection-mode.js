import { ServerError } from "../server/server-connection.js";
import { DaySelection } from "./day-selection.js";
import { GrowingRange } from "./growing-range.js";
import { Selection } from "./selection.js";

/** The most selected photos that are searched for when photos come and go. */
const mostChecked = 500;

/**
 * Selects photos in the grid: by click, by range, by keyboard, and for a finger (`TouchSelection`).
 *
 * Events: `change` when the selection is another, or when selecting begins or ends; `error` ({error}) when a range
 * failed to load.
 */
export class SelectionMode extends EventTarget {
  #grid;
  #timeline;
  #suitable;
  #fromAnchor;
  #days;
  #isOn = false;
  /**
   * The rank that a range begins at.
   * @type {number | null}
   */
  #anchor = null;
  /** Whether the range is removed from the selection. */
  #isRemoving = false;
  #range = new GrowingRange();
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
   * @param {object} options
   * @param {Selection} [options.selection]
   * @param {(identifiers: readonly string[], signal: AbortSignal) => Promise<readonly string[]>} [options.suitable]
   *   returns those photos of a range that can be selected, by default all
   * @param {boolean} [options.fromAnchor] whether a range is selected from the photo at which it begins. By default, its
   *   photos are selected in the order of the timeline.
   */
  constructor(grid, timeline, {
    selection = new Selection(), suitable = async (identifiers) => identifiers, fromAnchor = false,
  } = {}) {
    super();
    this.selection = selection;
    this.#grid = grid;
    this.#timeline = timeline;
    this.#suitable = suitable;
    this.#fromAnchor = fromAnchor;
    this.#days = new DaySelection(this.selection, grid, timeline);
    this.selection.addEventListener("change", () => this.#show());
    grid.addEventListener("photo-step", ({ detail }) => this.#stepped(detail));
  }

  get isOn() {
    return this.#isOn;
  }

  start() {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#show();
  }

  /**
   * Selects photos again that an undone change had removed from the album. If photos are being selected, does nothing.
   * @param {readonly string[]} identifiers
   */
  async restore(identifiers) {
    const timeline = this.#timeline();
    if (this.#isOn || timeline === null) return;
    this.start();
    this.selection.replace(identifiers);
    await this.forgetGone(timeline);
  }

  end() {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#fetching.abort();
    this.#endRange();
    this.selection.clear();
    this.#show();
  }

  /**
   * Handles a photo that was pressed.
   * @param {import("../grid/grid-input.js").PhotoPress} press
   * @returns {boolean} `false` if the photo should be opened
   */
  pressed({ rank, identifier, shiftKey, ctrlKey, isCheck, action }) {
    // Enter always opens the photo.
    if (action === "open" || (!this.#isOn && !shiftKey && !ctrlKey && !isCheck)) return false;
    this.start();
    if (shiftKey) {
      if (this.#isRemoving) this.#endRange();
      this.#anchor ??= this.#grid.activeRank;
      this.#extend(this.#anchor, rank);
    } else {
      this.#fetching.abort();
      this.#endRange();
      this.#anchor = rank;
      this.selection.toggle(identifier);
    }
    return true;
  }

  /**
   * Begins a range at a photo that a finger holds. If the photo is selected, removes the range from the selection.
   * @param {{ rank: number, identifier: string }} photo
   */
  beginDrag({ rank, identifier }) {
    this.start();
    this.#endRange();
    this.#anchor = rank;
    this.#isRemoving = this.selection.has(identifier);
    this.#extend(rank, rank);
  }

  /**
   * Draws the range up to the photo that the finger has reached.
   * @param {number} rank
   * @returns {boolean} `false` if the range has ended, because all ranks changed or selecting ended
   */
  dragTo(rank) {
    if (this.#anchor === null) return false;
    this.#extend(this.#anchor, rank);
    return true;
  }

  async selectAll() {
    const timeline = this.#timeline();
    if (timeline === null || timeline.count === 0) return;
    this.start();
    this.#endRange();
    const fetching = this.#fetch(
      (shown, signal) => shown.identifiers(0, shown.count - 1, { signal }),
      (identifiers) => this.selection.replace(identifiers),
    );
    const taking = this.#fetching;
    this.#takingAll = taking;
    await fetching;
    if (this.#takingAll === taking) this.#takingAll = null;
  }

  /**
   * Selects all photos of some days, or none of them if all are selected.
   * @param {import("../grid/day-headings.js").HeadingDays} days
   */
  async toggleDays(days) {
    this.start();
    this.#endRange();
    const isSelected = this.#days.isSelected(days);
    await this.#fetch(
      (timeline, signal) => this.#days.identifiers(timeline, days, signal),
      (identifiers) => (isSelected ? this.selection.remove(identifiers) : this.selection.add(identifiers)),
    );
  }

  /** Ends the range, because all ranks changed. If all photos were being selected, selects all again. */
  forgetRanks() {
    const isTakingAll = this.#takingAll !== null && !this.#takingAll.signal.aborted;
    this.#fetching.abort();
    this.#endRange();
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

  /** @param {{ rank: number, from: number, isExtending: boolean }} step */
  #stepped({ rank, from, isExtending }) {
    if (!isExtending || this.#isRemoving) this.#endRange();
    if (!isExtending) return;
    this.start();
    this.#anchor ??= from;
    this.#extend(this.#anchor, rank);
  }

  /** Ends the range: the next one has another start. */
  #endRange() {
    this.#anchor = null;
    this.#isRemoving = false;
    this.#range.forget();
    this.selection.endRange();
  }

  /**
   * @param {number} anchor
   * @param {number} rank
   */
  #extend(anchor, rank) {
    const [first, last] = [Math.min(anchor, rank), Math.max(anchor, rank)];
    const isRemoved = this.#isRemoving;
    const isBackwards = this.#fromAnchor && rank < anchor;
    return this.#fetch(
      async (timeline, signal) => {
        const identifiers = await this.#range.identifiers(timeline, first, last, signal);
        return isBackwards ? identifiers.toReversed() : identifiers;
      },
      (identifiers) => this.selection.extend(identifiers, { isRemoved }),
    );
  }

  /**
   * @param {(timeline: import("../grid/timeline.js").Timeline, signal: AbortSignal) =>
   *   Promise<readonly string[]>} load
   * @param {(identifiers: readonly string[]) => void} take
   */
  async #fetch(load, take) {
    const timeline = this.#timeline();
    if (timeline === null) return;
    this.#fetching.abort();
    this.#fetching = new AbortController();
    const { signal } = this.#fetching;
    try {
      const identifiers = await this.#suitable(await load(timeline, signal), signal);
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
