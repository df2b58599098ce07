import { PhotoTile } from "../grid/photo-tile.js";
import { emptyMessage, failureMessage } from "../grid/messages.js";
import { words } from "../grid/words.js";
import { ServerError } from "../server/server-connection.js";
import { actionOf } from "../shortcuts/shortcuts.js";

const gap = 4;

/** How many tiles beside the window exist. */
const margin = 6;

/** The number of photos that the strip shows. Wider elements than these need are beyond what browsers support. */
const mostShown = 40_000;

/** @typedef {import("../shortcuts/shortcuts.js").ShortcutAction<"grid">} GridAction */

/**
 * The rank to which an action goes.
 * @type {Partial<Record<GridAction, (rank: number, last: number) => number>>}
 */
const steps = {
  left: (rank) => rank - 1, up: (rank) => rank - 1, right: (rank) => rank + 1, down: (rank) => rank + 1,
  first: () => 0, last: (_, last) => last,
};

/**
 * `<photo-strip>`: the photos of a timeline in one row, which scrolls aside. It stands for `<photo-grid>` in a compact
 * picker, with the same events `photo-press` and `photo-step`. The first 40,000 photos are shown.
 */
export class PhotoStrip extends HTMLElement {
  /** @type {import("../grid/timeline.js").Timeline | null} */
  #timeline = null;
  #space = document.createElement("div");
  #row = document.createElement("div");
  #notes = document.createElement("div");
  /** @type {Map<number, PhotoTile>} */
  #tiles = new Map();
  /** @type {WeakMap<Element, PhotoTile>} */
  #byElement = new WeakMap();
  #events = new AbortController();
  #connection = new AbortController();
  #frame = 0;
  /** @type {((identifier: string) => boolean) | null} */
  #isSelected = null;
  /** @type {(identifier: string) => import("../grid/photo-tile.js").TileChoice} */
  #choiceOf = () => ({});

  /** The rank that the keyboard is at, or was at last. */
  activeRank = 0;
  /** A strip has one size of photos. */
  tileSize = 0;
  /** A strip has no days. */
  dayState = null;
  /** @type {((album: string) => HTMLElement | null) | null} */
  describeEmpty = null;

  connectedCallback() {
    if (!this.firstChild) {
      this.#space.className = "strip-space";
      this.#space.setAttribute("role", "grid");
      this.#space.setAttribute("aria-label", words.photos);
      this.#space.setAttribute("aria-multiselectable", "true");
      this.#space.tabIndex = -1;
      this.#row.className = "strip-row";
      this.#row.setAttribute("role", "row");
      this.#notes.className = "strip-notes";
      this.#space.append(this.#row);
      this.append(this.#space, this.#notes);
    }
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    this.addEventListener("scroll", () => this.#draw(), { signal, passive: true });
    this.addEventListener("click", (event) => this.#clicked(event), { signal });
    this.addEventListener("keydown", (event) => this.keyPressed(event), { signal });
    const observer = new ResizeObserver(() => this.#redraw());
    observer.observe(this);
    signal.addEventListener("abort", () => observer.disconnect());
  }

  disconnectedCallback() {
    this.#connection.abort();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  get timeline() {
    return this.#timeline;
  }

  set timeline(timeline) {
    this.#events.abort();
    this.#events = new AbortController();
    const { signal } = this.#events;
    this.#timeline = timeline;
    this.activeRank = 0;
    this.scrollLeft = 0;
    this.#redraw();
    if (timeline === null) return;
    timeline.addEventListener("load", () => this.#draw(), { signal });
    timeline.addEventListener("replace", () => this.#redraw(), { signal });
    this.#open(timeline);
  }

  /** @param {((identifier: string) => boolean) | null} isSelected */
  set isSelected(isSelected) {
    this.#isSelected = isSelected;
    this.classList.toggle("is-selecting", isSelected !== null);
    this.markPhotos();
  }

  /** @param {(identifier: string) => import("../grid/photo-tile.js").TileChoice} choiceOf */
  set choiceOf(choiceOf) {
    this.#choiceOf = choiceOf;
    this.markPhotos();
  }

  /** Updates the marks of the photos. */
  markPhotos() {
    for (const tile of this.#tiles.values()) this.#mark(tile);
  }

  /** A strip has no days. */
  markDays() {}

  /** @param {EventTarget | null} element */
  photoOf(element) {
    const item = this.#tileOf(element)?.item;
    return item ? { rank: item.rank, identifier: item.identifier } : null;
  }

  /** @param {{ x: number, y: number }} point of the page's window */
  photoNear({ x }) {
    const rank = Math.floor((x - this.#space.getBoundingClientRect().left) / this.#step);
    const item = this.#timeline?.item(Math.max(0, Math.min(rank, this.#count - 1)));
    return item ? { rank: item.rank, identifier: item.identifier } : null;
  }

  /**
   * Brings a photo into the window.
   * @param {number} rank
   * @param {{ focus?: boolean, align?: "nearest" | "start" | "center" }} options
   */
  reveal(rank, { focus = false, align = "nearest" } = {}) {
    const [left, width] = [rank * this.#step, this.clientWidth];
    if (align === "start") this.scrollLeft = left;
    else if (align === "center") this.scrollLeft = left - (width - this.#side) / 2;
    else if (left < this.scrollLeft) this.scrollLeft = left;
    else if (left + this.#side > this.scrollLeft + width) this.scrollLeft = left + this.#side - width;
    if (focus) this.activeRank = rank;
    this.#render();
    if (focus) this.#tiles.get(rank)?.element.focus({ preventScroll: true });
  }

  takeFocus() {
    (this.#tiles.get(this.activeRank)?.element ?? this.#space).focus({ preventScroll: true });
  }

  /** A strip scrolls aside, so a finger near its upper or lower edge doesn't scroll it. */
  moveBy() {}

  /** @param {KeyboardEvent} event */
  keyPressed(event) {
    const action = actionOf(event, "grid");
    if (action === undefined || event.defaultPrevented || this.#count === 0) return;
    const tile = this.#tileOf(event.target);
    if (action === "open" || action === "choose") {
      if (tile === undefined) return;
      event.preventDefault();
      this.#press(tile, event, action);
      return;
    }
    const step = steps[action];
    if (step === undefined) return;
    event.preventDefault();
    const from = this.activeRank;
    const last = this.#count - 1;
    const rank = tile === undefined ? from : Math.max(0, Math.min(step(from, last), last));
    this.reveal(rank, { focus: true });
    const isExtending = actionOf(event, "selection") === "extend";
    this.dispatchEvent(new CustomEvent("photo-step", { detail: { rank, from, isExtending }, bubbles: true }));
  }

  /** @param {import("../grid/timeline.js").Timeline} timeline */
  async #open(timeline) {
    try {
      if (timeline.version === null) await timeline.open();
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      if (timeline === this.#timeline) this.#notes.replaceChildren(failureMessage(() => this.#retry()));
      return;
    }
    if (timeline === this.#timeline) this.#redraw();
  }

  #retry() {
    if (this.dispatchEvent(new Event("retry", { cancelable: true }))) this.timeline = this.#timeline;
  }

  get #side() {
    return Math.max(1, this.clientHeight - 2 * gap);
  }

  get #step() {
    return this.#side + gap;
  }

  get #count() {
    const { version, count } = this.#timeline ?? { version: null, count: 0 };
    return version === null ? 0 : Math.min(count, mostShown);
  }

  /** Draws all tiles again, because their places or photos have changed. */
  #redraw() {
    for (const rank of this.#tiles.keys()) this.#remove(rank);
    this.#notes.replaceChildren();
    const timeline = this.#timeline;
    if (timeline !== null && timeline.version !== null && timeline.count === 0) {
      this.#notes.replaceChildren(this.describeEmpty?.(timeline.collection) ?? emptyMessage(timeline.search === ""));
    }
    this.#draw();
  }

  #draw() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#render();
    });
  }

  #render() {
    const timeline = this.#timeline;
    const count = this.#count;
    this.#space.style.width = `${Math.max(0, count * this.#step - gap)}px`;
    const first = Math.max(0, Math.floor(this.scrollLeft / this.#step) - margin);
    const last = Math.min(count - 1, Math.ceil((this.scrollLeft + this.clientWidth) / this.#step) + margin);
    for (const rank of this.#tiles.keys()) if (rank < first || rank > last) this.#remove(rank);
    if (timeline === null || count === 0) return;
    let isMissing = false;
    for (let rank = first; rank <= last; rank++) {
      const item = timeline.item(rank);
      if (item === undefined) isMissing = true;
      else if (!this.#tiles.has(rank)) this.#add(item, timeline);
    }
    if (isMissing) this.#load(timeline, first, last);
    const stop = this.#tiles.has(this.activeRank) ? this.activeRank : Math.ceil(this.scrollLeft / this.#step);
    for (const [rank, { element }] of this.#tiles) element.tabIndex = rank === stop ? 0 : -1;
  }

  /**
   * @param {import("../grid/timeline.js").Timeline} timeline
   * @param {number} first
   * @param {number} last
   */
  async #load(timeline, first, last) {
    try {
      await timeline.load(first, last);
    } catch (error) {
      // The next scroll tries again.
      if (!(error instanceof ServerError)) throw error;
    }
  }

  /**
   * @param {import("../grid/loaded-windows.js").TimelineItem} item
   * @param {import("../grid/timeline.js").Timeline} timeline
   */
  #add(item, timeline) {
    const tile = new PhotoTile();
    const side = this.#side;
    tile.show(item, timeline.count, { x: item.rank * this.#step, width: side, height: side });
    this.#mark(tile);
    const pixelRatio = globalThis.devicePixelRatio || 1;
    tile.dress(timeline.library, { loadsPicture: true, sharpens: true, pixelRatio });
    this.#byElement.set(tile.element, tile);
    this.#tiles.set(item.rank, tile);
    const after = [...this.#tiles].filter(([rank]) => rank > item.rank).toSorted(([one], [other]) => one - other)[0];
    this.#row.insertBefore(tile.element, after?.[1].element ?? null);
  }

  /** @param {number} rank */
  #remove(rank) {
    this.#tiles.get(rank)?.release();
    this.#tiles.delete(rank);
  }

  /** @param {PhotoTile} tile */
  #mark(tile) {
    if (tile.item === null) return;
    tile.markSelected(this.#isSelected?.(tile.item.identifier) ?? null);
    tile.markChoice(this.#choiceOf(tile.item.identifier));
  }

  /** @param {EventTarget | null} element */
  #tileOf(element) {
    const found = element instanceof Element ? element.closest(".photo-tile") : null;
    return found ? this.#byElement.get(found) : undefined;
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const tile = this.#tileOf(event.target);
    if (tile) this.#press(tile, event, null);
  }

  /**
   * @param {PhotoTile} tile
   * @param {MouseEvent | KeyboardEvent} event
   * @param {"open" | "choose" | null} action
   */
  #press({ rank, item }, { shiftKey, ctrlKey, metaKey }, action) {
    if (item === null) return;
    const detail = { rank, identifier: item.identifier, action, shiftKey, ctrlKey: ctrlKey || metaKey };
    this.activeRank = rank;
    this.dispatchEvent(new CustomEvent("photo-press", { detail, bubbles: true, cancelable: true }));
  }
}

customElements.define("photo-strip", PhotoStrip);
