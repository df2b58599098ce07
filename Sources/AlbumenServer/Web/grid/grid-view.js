import { GridFrame } from "./grid-frame.js";
import { GridLayout } from "./grid-layout.js";
import { entryRank, middle } from "./grid-places.js";
import { GridTarget } from "./grid-target.js";
import { GridTiles, mountedMargin } from "./grid-tiles.js";
import { failureBar } from "./messages.js";
import { NearLoading } from "./near-loading.js";
import { ScrollPace } from "./scroll-pace.js";
import { storedTileSize } from "./tile-sizes.js";
import { showDay, showScale } from "./time-guides.js";

const sharpenMilliseconds = 120;

/** How far above and below the window blocks are loaded, in windows. */
const loadedMargin = 1.5;

/**
 * What the view calls of its grid.
 * @typedef {object} GridViewCalls
 * @property {() => boolean} isTouched returns whether a finger is on the grid
 * @property {() => void} toggleFold is called when the reader shows or folds photos with a date in the future
 * @property {() => void} retry requests photos and pictures again that failed to load
 */

/** The photos of an open timeline in the window: lays out, loads and draws the blocks near it. */
export class GridView {
  /**
   * The photos at the current width; `null` while none are shown.
   * @type {GridLayout | null}
   */
  layout = null;
  frame;
  tiles;
  pace = new ScrollPace(() => this.#rested());
  /** Whether the reader selects photos. */
  isSelecting = false;
  #tileSize = storedTileSize();
  #grid;
  #calls;
  /** @type {NearLoading | null} */
  #loading = null;
  #target = new GridTarget();
  #sharpenTimer = 0;
  #animationFrame = 0;

  /**
   * @param {HTMLElement} grid
   * @param {GridViewCalls} calls
   */
  constructor(grid, calls) {
    this.#grid = grid;
    this.#calls = calls;
    this.frame = new GridFrame(grid, calls.toggleFold);
    this.tiles = new GridTiles(this.frame.space);
  }

  // Opening and closing a timeline

  /** Forgets the timeline, and where the reader was in it. */
  close() {
    this.#loading?.stop();
    this.#target.forget();
    this.tiles.forgetAnchor();
    this.tiles.activeRank = 0;
    this.pace.hasMoved = false;
    this.#forget();
  }

  /** Stops requests and timers, because the grid has left the document. */
  stop() {
    this.#loading?.stop();
    this.pace.stop();
    this.frame.stop();
    clearTimeout(this.#sharpenTimer);
    this.#sharpenTimer = 0;
    cancelAnimationFrame(this.#animationFrame);
    this.#animationFrame = 0;
  }

  /**
   * Lays a timeline with photos out for the width.
   * @param {import("./timeline.js").Timeline} timeline
   * @param {import("./grid-layout.js").GridPlace | null} place the photo at the upper edge; `null` for the upper end
   * @param {import("./scroll-space.js").BlockHeights | null} [heights] those of another version in the same width
   */
  begin(timeline, place, heights = null) {
    if (!this.#hasSize) return;
    this.#loading?.stop();
    this.#loading = new NearLoading(timeline, (isFailed) => {
      this.frame.note(isFailed ? failureBar(() => this.#calls.retry()) : null);
    });
    const layout = new GridLayout(timeline, this.#size, this.#grid.scrollTop, { layout: this.layout, heights });
    this.layout = layout;
    this.frame.begin(layout.metrics, this.isSelecting);
    this.settle(layout);
    showScale(this.frame, layout);
    if (place) this.#target.setUnlessSet({ focus: false, align: "start", ...place });
    if (this.#target.isSet) this.#goToTarget(layout);
    else this.render();
  }

  /**
   * The timeline has another version: the photos in the window stay where they are.
   * @param {import("./timeline.js").Timeline} timeline
   * @param {number} shift
   * @param {(place: import("./grid-layout.js").GridPlace | null,
   *   heights: import("./scroll-space.js").BlockHeights | null) => void} begin
   */
  replace(timeline, shift, begin) {
    const place = this.layout && this.tiles.placeAfter(this.layout, shift);
    const { hasFocus } = this.tiles;
    const heights = this.layout?.space.heights ?? null;
    this.tiles.followActive(timeline, shift);
    this.tiles.keepFocus();
    if (timeline.count === 0) this.#forget();
    else this.#forgetRanks(true);
    this.#target.shift(shift);
    begin(place, heights);
    this.tiles.forgetKept();
    if (hasFocus) this.tiles.focusActive();
  }

  /**
   * Follows the size of the window.
   * @param {import("./timeline.js").Timeline} timeline
   */
  resize(timeline) {
    if (!this.#hasSize) return;
    const { layout } = this;
    if (!layout) {
      if (timeline.count > 0) this.begin(timeline, null);
      return;
    }
    const metrics = GridLayout.metrics(timeline, this.#size);
    this.tiles.forgetAnchor();
    const top = layout.topPlace;
    const place = top.rank > 0 || top.below < 0 ? { ...top, ofPicture: false } : null;
    if (metrics.width === layout.metrics.width && metrics.hasScrubber === layout.metrics.hasScrubber) {
      layout.space.viewport = this.#grid.clientHeight;
      this.settle(layout);
      showScale(this.frame, layout);
      this.render();
      return;
    }
    this.#layOutAgain(timeline, place);
  }

  /** The size of the photos as an index of `tileSizes`. */
  get tileSize() {
    return this.#tileSize;
  }

  /**
   * Shows the photos in another size. The photo at a point stays there.
   * @param {number} size as an index of `tileSizes`
   * @param {{ x: number, y: number } | null} point from the grid's upper left corner; if `null`, the photo in focus
   *   stays, or else the photo in the middle
   */
  setTileSize(size, point) {
    this.#tileSize = size;
    const { layout } = this;
    if (!layout || !this.#hasSize) return;
    const focused = this.tiles.hasFocus ? this.tiles.at(this.tiles.activeRank)?.element : undefined;
    const kept = point ?? middle(layout, this.#grid, focused);
    const place = kept && (layout.placeAt(kept) ?? { ...layout.topPlace, ofPicture: false });
    this.#target.forget();
    this.tiles.forgetAnchor();
    this.#layOutAgain(layout.timeline, place);
  }

  /**
   * Lays the same photos out with other measures.
   * @param {import("./timeline.js").Timeline} timeline
   * @param {import("./grid-layout.js").GridPlace | null} place the photo that keeps its place; `null` for the upper end
   */
  #layOutAgain(timeline, place) {
    const { hasFocus } = this.tiles;
    this.tiles.keepFocus();
    this.tiles.clear(true);
    this.begin(timeline, place);
    this.tiles.forgetKept();
    if (hasFocus) this.tiles.focusActive();
  }

  /** Removes everything that describes photos. */
  #forget() {
    this.#forgetRanks();
    this.frame.clear();
  }

  /** @param {boolean} [keepsTiles] whether most of the photos are about to be shown again */
  #forgetRanks(keepsTiles = false) {
    this.tiles.clear(keepsTiles);
    this.#loading?.stop();
    this.layout = null;
    this.frame.note(null);
  }

  get #size() {
    return { width: this.#grid.clientWidth, height: this.#grid.clientHeight, tileSize: this.#tileSize };
  }

  get #hasSize() {
    return this.#grid.clientHeight > 0 && this.#grid.clientWidth > 0;
  }

  // Going to a photo

  /** The rank at which arrow keys enter the grid. */
  get entryRank() {
    return this.layout ? entryRank(this.layout, this.tiles.activeRank) : 0;
  }

  /**
   * Brings a photo into the window. If the photo is not loaded, its place comes at once and the photo later.
   * @param {number} rank
   * @param {{ focus: boolean, align: "nearest" | "start" | "center" }} options
   */
  reveal(rank, { focus, align }) {
    this.#target.set({ rank, focus, align, below: 0, ofPicture: false });
    this.tiles.forgetAnchor();
    if (this.layout) this.#goToTarget(this.layout);
  }

  /** @param {GridLayout} layout */
  #goToTarget(layout) {
    this.#target.approach(layout);
    this.render();
    this.settle(layout);
  }

  /**
   * Brings the target into the window once its place is known.
   * @param {GridLayout} layout
   * @returns {boolean} whether that was possible
   */
  #showTarget(layout) {
    const reached = this.#target.show(layout);
    if (reached?.focus) {
      this.tiles.activeRank = reached.rank;
      queueMicrotask(() => this.tiles.focusActive());
    }
    return reached !== null;
  }

  // Drawing

  /** Draws the photos at the scroll position. */
  render() {
    const { layout } = this;
    if (!layout) return;
    const margin = layout.space.viewport * mountedMargin;
    layout.layOutNear(margin);
    if (this.#showTarget(layout)) layout.layOutNear(margin);
    layout.forgetFar(margin, this.tiles.focusedRank);
    this.#mount(layout);
    this.frame.isBusy = !layout.isTopLaidOut;
    this.tiles.dress(layout, this.pace);
    this.#loadNear(layout);
    this.frame.scrubber.position = layout.share;
    showDay(this.frame, layout);
    this.tiles.giveTabStop(layout);
  }

  /** @param {GridLayout} layout */
  #mount(layout) {
    const first = this.tiles.mount(layout);
    this.frame.fold.show(first ? { y: first.y, inset: layout.metrics.inset } : null, layout.timeline);
  }

  /** Sharper pictures are requested when the thumbnails are there and the reader rests. */
  pictureLoaded() {
    if (this.#sharpenTimer !== 0) return;
    this.#sharpenTimer = setTimeout(() => {
      this.#sharpenTimer = 0;
      if (this.layout) this.tiles.dress(this.layout, this.pace);
    }, sharpenMilliseconds);
  }

  // Loading

  /**
   * Shows photos that were loaded, in the next frame.
   * @param {{ first: number, last: number }} ranks
   */
  loaded(ranks) {
    if (!this.layout) return;
    this.layout.loaded(ranks);
    this.#animationFrame ||= requestAnimationFrame(() => {
      this.#animationFrame = 0;
      this.render();
      if (this.layout && !this.isMoving) this.settle(this.layout);
    });
  }

  /** Requests the photos and pictures again that failed to load. */
  retry() {
    if (!this.layout) return;
    this.tiles.retry();
    this.#loading?.retry();
    this.render();
  }

  /** @param {GridLayout} layout */
  #loadNear(layout) {
    if (this.pace.isJumping) return;
    const missing = layout.missingNear(layout.space.viewport * loadedMargin);
    if (missing) this.#loading?.want(...missing);
  }

  // Moving

  /** Whether the reader scrolls. */
  get isMoving() {
    return this.#calls.isTouched() || this.pace.isMoving;
  }

  /**
   * Draws the photos after the scroll position has changed.
   * @param {number} distance in CSS pixels
   */
  moved(distance) {
    if (!this.layout) return;
    this.pace.moved(distance / this.layout.space.viewport);
    this.#target.forget();
    this.tiles.forgetAnchor();
    this.frame.scrolls();
    this.render();
  }

  #rested() {
    if (!this.layout) return;
    if (!this.#calls.isTouched()) this.settle(this.layout);
    this.render();
  }

  /**
   * Makes the scroll bar agree with the photos.
   * @param {GridLayout} layout
   */
  settle(layout) {
    const settled = layout.space.settle();
    this.frame.space.style.height = `${settled.extent}px`;
    if (this.#grid.scrollTop !== settled.scrollTop) this.#grid.scrollTo(0, settled.scrollTop);
    layout.space.corrected(this.#grid.scrollTop);
    this.#mount(layout);
  }
}
