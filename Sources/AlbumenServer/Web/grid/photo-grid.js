import { GridInput } from "./grid-input.js";
import { GridOpening } from "./grid-opening.js";
import { GridScrolling } from "./grid-scrolling.js";
import { GridView } from "./grid-view.js";
import { windowSize } from "./loaded-windows.js";
import { TileSizeInput } from "./tile-size-input.js";
import { limitedTileSize, storeTileSize } from "./tile-sizes.js";

/**
 * `<photo-grid>`: the photos of a timeline in justified rows, and the element that scrolls them.
 *
 * The grid is virtual by rank: the library is cut in blocks of 100 ranks (the server's windows), however many days they
 * are. A block is laid out by itself once it is loaded; until then it has the average height. Only rows near the window
 * exist in the document. A scroll event walks the blocks on screen (one to four), adds and removes the rows that came
 * and went, and looks at the tiles on screen. Only the heights grow with the library, by 24 bytes a block.
 *
 * Events: `photo-open` ({rank, identifier}), which bubbles; before it `photo-press` ({rank, identifier, shiftKey,
 * ctrlKey: Control or Command, action: `null` for a pointer}), which can be cancelled; `photo-menu`
 * (`PhotoMenuRequest`), which is cancelled if a menu opens; `photo-step` ({rank, from,
 * isExtending}) when a key has moved the focus from one photo to another; `days-press` ({first, last, rank}) when the
 * check of some days was pressed; `tile-size` when the photos have another size; `retry`, which can be cancelled,
 * before the grid opens a timeline again that failed to open.
 */
export class PhotoGrid extends HTMLElement {
  /** @type {import("./timeline.js").Timeline | null} */
  #timeline = null;
  /** @type {GridInput} */
  #input = new GridInput(this, {
    tileOf: (element) => this.#view.tiles.of(element),
    surroundings: () => this.#surroundings,
    entryRank: () => this.#view.entryRank,
    takeFocus: () => this.takeFocus(),
    scroll: (distance) => this.moveBy(distance),
    resize: (step) => this.resizeTiles(this.tileSize + step),
    activate: (rank) => (this.#view.tiles.activeRank = rank),
    step: (rank) => {
      this.#view.pace.hasMoved = true;
      this.reveal(rank, { focus: true });
    },
  });
  /**
   * Made on first use, because the constructor of an element can't add children.
   * @type {GridView | null}
   */
  #drawnView = null;
  /**
   * Returns the message of an empty album, or `null` for a sentence. By default, a sentence.
   * @type {((album: string) => HTMLElement | null) | null}
   */
  describeEmpty = null;
  /** @type {GridScrolling | null} */
  #drawnScrolling = null;
  /** @type {GridOpening} */
  #opening = new GridOpening(this, () => this.#view.frame, (...values) => this.#view.begin(...values));
  #connection = new AbortController();
  #timelineEvents = new AbortController();

  /** @returns {import("./timeline.js").Timeline | null} */
  get timeline() {
    return this.#timeline;
  }

  set timeline(timeline) {
    const view = this.#view;
    this.#timelineEvents.abort();
    if (this.#timeline) this.#timeline.seen = null;
    this.#timeline = timeline;
    view.close();
    if (!timeline) return;
    this.#timelineEvents = new AbortController();
    const { signal } = this.#timelineEvents;
    timeline.addEventListener("load", ({ detail }) => view.loaded(detail), { signal });
    timeline.addEventListener("replace", ({ detail }) => this.#replaced(timeline, detail), { signal });
    timeline.seen = () => view.layout && view.tiles.seen(view.layout);
    if (this.isConnected) this.#opening.start();
  }

  /** Whether the reader scrolls. */
  get isMoving() {
    return this.#view.isMoving;
  }

  /** The rank of the first photo in the window; 0 if there is none. */
  get topRank() {
    return this.#view.layout?.topPlace.rank ?? 0;
  }

  /**
   * Shows which photos are selected; `null` ends selecting. Set it again when the selection changes.
   * @param {((identifier: string) => boolean) | null} isSelected
   */
  set isSelected(isSelected) {
    const isSelecting = isSelected !== null;
    this.#view.tiles.isSelected = isSelected;
    this.#view.isSelecting = isSelecting;
    this.classList.toggle("is-selecting", isSelecting);
    this.#view.frame.describe(isSelecting);
  }

  /**
   * Shows which photos can't be chosen, and numbers the chosen ones. Call `markPhotos` when that changes without the
   * selected photos.
   * @param {(identifier: string) => import("./photo-tile.js").TileChoice} choiceOf
   */
  set choiceOf(choiceOf) {
    this.#view.tiles.choiceOf = choiceOf;
  }

  /** Updates the marks of the photos. */
  markPhotos() {
    this.#view.tiles.markPhotos();
  }

  /**
   * Shows whether days are selected. Call `markDays` when that changes without the selected photos.
   * @param {(days: import("./day-headings.js").HeadingDays) => import("./day-headings.js").CheckState} state
   */
  set dayState(state) {
    this.#view.tiles.dayState = state;
  }

  /** Updates the checks of the days. */
  markDays() {
    this.#view.tiles.markDays();
  }

  /** The size of the photos as an index of `tileSizes`, which is stored in the browser. */
  get tileSize() {
    return this.#view.tileSize;
  }

  set tileSize(size) {
    this.resizeTiles(size);
  }

  /**
   * Shows the photos in another size.
   * @param {number} size as an index of `tileSizes`; the nearest one that exists
   * @param {{ x: number, y: number } | null} [point] where a photo keeps its place, from the grid's upper left corner
   */
  resizeTiles(size, point = null) {
    const limited = limitedTileSize(size);
    if (limited === this.tileSize) return;
    this.#view.setTileSize(limited, point);
    storeTileSize(limited);
    this.dispatchEvent(new Event("tile-size"));
  }

  /**
   * Returns the photo that an element of the grid shows.
   * @param {EventTarget | null} element
   * @returns {{ rank: number, identifier: string } | null}
   */
  photoOf(element) {
    const item = this.#view.tiles.of(element)?.item;
    return item ? { rank: item.rank, identifier: item.identifier } : null;
  }

  /** The photos that are in the document. */
  get shownItems() {
    return this.#view.tiles.items;
  }

  /** The rank that the keyboard is at, or was at last. */
  get activeRank() {
    return this.#view.tiles.activeRank;
  }

  connectedCallback() {
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    this.#scrolling.listen(signal);
    this.addEventListener("focusin", (event) => this.#focused(event), { signal });
    this.addEventListener("load", () => this.#view.pictureLoaded(), { signal, capture: true });
    this.#input.listen(signal);
    new TileSizeInput(this, (step, point) => this.resizeTiles(this.tileSize + step, point)).listen(signal);
    this.addEventListener("click", ({ target }) => this.#clicked(target), { signal });
    const observer = new ResizeObserver(() => this.#resized());
    observer.observe(this);
    signal.addEventListener("abort", () => observer.disconnect());
    if (this.#timeline && !this.#view.layout) this.#opening.start();
  }

  disconnectedCallback() {
    this.#connection.abort();
    this.#view.stop();
  }

  /**
   * Brings a photo into the window. If the photo is not loaded, its place comes at once and the photo later.
   * @param {number} rank
   * @param {{ focus?: boolean, align?: "nearest" | "start" | "center" }} options
   */
  reveal(rank, { focus = false, align = "nearest" } = {}) {
    this.#view.reveal(rank, { focus, align });
  }

  /** Takes the focus without going to a photo: then keys scroll, and arrow keys go to the photos in the window. */
  takeFocus() {
    this.#view.tiles.focusSpace();
  }

  /**
   * Handles a key that was pressed outside of the grid, as if the grid had the focus.
   * @param {KeyboardEvent} event
   */
  keyPressed(event) {
    this.#input.keyPressed(event);
  }

  /**
   * Scrolls the photos.
   * @param {number} distance in CSS pixels
   */
  moveBy(distance) {
    this.#scrolling.moveBy(distance);
  }

  /**
   * Returns the photo at a point of the page's window, or the photo in the document that is nearest to the point.
   * @param {{ x: number, y: number }} point
   * @returns {{ rank: number, identifier: string } | null}
   */
  photoNear(point) {
    const item = this.#view.tiles.near(point)?.item;
    return item ? { rank: item.rank, identifier: item.identifier } : null;
  }

  /**
   * Returns where a photo's tile is in the page's window.
   * @param {number} rank
   * @returns {DOMRect | null} `null` if the photo is not near the window
   */
  tileRect(rank) {
    return this.#view.tiles.at(rank)?.element.getBoundingClientRect() ?? null;
  }

  /**
   * Returns the thumbnail of a photo's tile.
   * @param {number} rank
   * @returns {HTMLImageElement | null} `null` if it is not loaded
   */
  tileImage(rank) {
    return this.#view.tiles.at(rank)?.image ?? null;
  }

  /** Requests the photos and pictures again that failed to load. */
  retry() {
    this.#view.retry();
  }

  /** @returns {GridView} */
  get #view() {
    this.#drawnView ??= new GridView(this, {
      isTouched: () => this.#input.isTouched,
      toggleFold: () => this.#opening.toggleFold(),
      retry: () => this.retry(),
    });
    return this.#drawnView;
  }

  /** @returns {GridScrolling} */
  get #scrolling() {
    this.#drawnScrolling ??= new GridScrolling(this, this.#view, () => this.#input.isTouched);
    return this.#drawnScrolling;
  }

  /** @returns {import("./grid-keyboard.js").Surroundings | null} */
  get #surroundings() {
    const { layout } = this.#view;
    return layout && {
      count: layout.timeline.count,
      blockSize: windowSize,
      viewport: layout.space.viewport,
      layout: (block) => layout.layoutOf(block),
    };
  }

  /**
   * @param {import("./timeline.js").Timeline} timeline
   * @param {{ shift: number }} change
   */
  #replaced(timeline, { shift }) {
    if (!this.#view.layout && this.#opening.isOpening) return;
    this.#view.replace(timeline, shift, (place, heights) => this.#opening.begin(timeline, place, heights));
  }

  #resized() {
    const timeline = this.#timeline;
    this.#view.frame.resize(this.clientHeight);
    if (!timeline || timeline.version === null || this.#opening.isOpening) return;
    this.#view.resize(timeline);
  }

  /** @param {EventTarget | null} target */
  #clicked(target) {
    const days = this.#view.tiles.daysOf(target);
    if (days) this.dispatchEvent(new CustomEvent("days-press", { detail: days }));
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const { layout, tiles } = this.#view;
    const tile = tiles.of(event.target);
    if (!tile || tile.rank === tiles.activeRank) return;
    tiles.activeRank = tile.rank;
    this.#input.forgetColumn();
    if (layout) tiles.giveTabStop(layout);
  }
}

customElements.define("photo-grid", PhotoGrid);
