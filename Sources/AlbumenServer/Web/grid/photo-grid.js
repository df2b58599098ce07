import { ServerError } from "../library.js";
import { formatDay } from "../words.js";
import { GridFrame } from "./grid-frame.js";
import { GridInput } from "./grid-input.js";
import { GridLayout } from "./grid-layout.js";
import { GridTiles, mountedMargin } from "./grid-tiles.js";
import { windowSize } from "./loaded-windows.js";
import { emptyMessage, failureBar, failureMessage } from "./messages.js";
import { NearLoading } from "./near-loading.js";
import { ScrollPace } from "./scroll-space.js";

const sharpenMilliseconds = 120;

/** How far above and below the window blocks are loaded, in windows. */
const loadedMargin = 1.5;

/** The end of the identifier of the smart album with the whole library. */
const librarySubtype = "000000000209";

/**
 * `<photo-grid>`: the photos of a timeline in justified rows, and the element that scrolls them.
 *
 * The grid is virtual by rank: the library is cut in blocks of 100 ranks (the server's windows), however many days they
 * are. A block is laid out by itself once it is loaded; until then it has the average height. Only rows near the window
 * exist in the document. A scroll event walks the blocks on screen (one to four), adds and removes the rows that came
 * and went, and looks at the tiles on screen. Only the heights grow with the library, by 24 bytes a block.
 *
 * Events: `photo-open` ({rank, identifier}), which bubbles; before it `photo-press` ({rank, identifier, shiftKey,
 * ctrlKey: Control or Command, key: `null` for a pointer}), which can be cancelled; `photo-step` ({rank, from,
 * shiftKey}) when a key has moved the focus from one photo to another; `retry`, which can be cancelled, before the grid
 * opens a timeline again that failed to open.
 */
export class PhotoGrid extends HTMLElement {
  /** @type {import("./timeline.js").Timeline | null} */
  #timeline = null;
  /**
   * The photos at the current width; `null` while none are shown.
   * @type {GridLayout | null}
   */
  #layout = null;
  /** @type {NearLoading | null} */
  #loading = null;
  #pace = new ScrollPace(() => this.#rested());
  #input = new GridInput(this, {
    tileOf: (element) => this.#tiles.of(element),
    surroundings: () => this.#surroundings,
    activate: (rank) => (this.#tiles.activeRank = rank),
    step: (rank) => {
      this.#hasScrolled = true;
      this.reveal(rank, { focus: true });
    },
  });
  /**
   * The photo to bring into the window.
   * @type {(import("./grid-layout.js").RevealTarget & { focus: boolean }) | null}
   */
  #target = null;
  #sharpenTimer = 0;
  #animationFrame = 0;
  #hasScrolled = false;
  #isSelecting = false;
  /**
   * Made on first use, because the constructor of an element can't add children.
   * @type {GridFrame | null}
   */
  #drawnFrame = null;
  /** @type {GridTiles | null} */
  #drawnTiles = null;
  #connection = new AbortController();
  #timelineEvents = new AbortController();

  /** @returns {import("./timeline.js").Timeline | null} */
  get timeline() {
    return this.#timeline;
  }

  set timeline(timeline) {
    this.#timelineEvents.abort();
    this.#loading?.stop();
    if (this.#timeline) this.#timeline.seen = null;
    this.#timeline = timeline;
    this.#target = null;
    this.#tiles.forgetAnchor();
    this.#tiles.activeRank = 0;
    this.#hasScrolled = false;
    this.#forget();
    if (!timeline) return;
    this.#timelineEvents = new AbortController();
    const { signal } = this.#timelineEvents;
    timeline.addEventListener("load", ({ detail }) => this.#windowLoaded(detail), { signal });
    timeline.addEventListener("replace", ({ detail }) => this.#replaced(timeline, detail), { signal });
    timeline.seen = () => this.#layout && this.#tiles.seen(this.#layout);
    if (this.isConnected) this.#start();
  }

  /** Whether the reader scrolls. */
  get isMoving() {
    return this.#input.isTouched || this.#pace.isMoving;
  }

  /** The rank of the first photo in the window; 0 if there is none. */
  get topRank() {
    return this.#layout?.topPlace.rank ?? 0;
  }

  /**
   * Shows which photos are selected; `null` ends selecting. Set it again when the selection changes.
   * @param {((identifier: string) => boolean) | null} isSelected
   */
  set isSelected(isSelected) {
    this.#tiles.isSelected = isSelected;
    this.#isSelecting = isSelected !== null;
    this.classList.toggle("is-selecting", this.#isSelecting);
    this.#frame.describe(this.#isSelecting);
  }

  /**
   * Returns the photo that an element of the grid shows.
   * @param {EventTarget | null} element
   * @returns {{ rank: number, identifier: string } | null}
   */
  photoOf(element) {
    const item = this.#tiles.of(element)?.item;
    return item ? { rank: item.rank, identifier: item.identifier } : null;
  }

  /** The photos that are in the document. */
  get shownItems() {
    return this.#tiles.items;
  }

  /** The rank that the keyboard is at, or was at last. */
  get activeRank() {
    return this.#tiles.activeRank;
  }

  connectedCallback() {
    const { scrubber } = this.#frame;
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    this.addEventListener("scroll", () => this.#scrolled(), { signal, passive: true });
    this.addEventListener("focusin", (event) => this.#focused(event), { signal });
    this.addEventListener("load", () => this.#pictureLoaded(), { signal, capture: true });
    this.#input.listen(signal);
    scrubber.addEventListener("scrub", ({ detail }) => this.#scrubbed(detail.position), { signal });
    const observer = new ResizeObserver(() => this.#resized());
    observer.observe(this);
    signal.addEventListener("abort", () => observer.disconnect());
    if (this.#timeline && !this.#layout) this.#start();
  }

  disconnectedCallback() {
    this.#connection.abort();
    this.#loading?.stop();
    this.#pace.stop();
    this.#frame.stop();
    clearTimeout(this.#sharpenTimer);
    this.#sharpenTimer = 0;
    cancelAnimationFrame(this.#animationFrame);
    this.#animationFrame = 0;
  }

  /**
   * Brings a photo into the window. If the photo is not loaded, its place comes at once and the photo later.
   * @param {number} rank
   * @param {{ focus?: boolean, align?: "nearest" | "start" | "center" }} options
   */
  reveal(rank, { focus = false, align = "nearest" } = {}) {
    this.#target = { rank, focus, align, below: 0, ofPicture: false };
    this.#tiles.forgetAnchor();
    if (this.#layout) this.#goToTarget(this.#layout, this.#target);
  }

  /**
   * Returns where a photo's tile is in the page's window.
   * @param {number} rank
   * @returns {DOMRect | null} `null` if the photo is not near the window
   */
  tileRect(rank) {
    return this.#tiles.at(rank)?.element.getBoundingClientRect() ?? null;
  }

  /**
   * Returns the thumbnail of a photo's tile.
   * @param {number} rank
   * @returns {HTMLImageElement | null} `null` if it is not loaded
   */
  tileImage(rank) {
    return this.#tiles.at(rank)?.image ?? null;
  }

  get #frame() {
    this.#drawnFrame ??= new GridFrame(this, () => this.#toggleFold());
    return this.#drawnFrame;
  }

  get #tiles() {
    this.#drawnTiles ??= new GridTiles(this.#frame.space);
    return this.#drawnTiles;
  }

  /** @returns {import("./grid-keyboard.js").Surroundings | null} */
  get #surroundings() {
    const layout = this.#layout;
    return layout && {
      count: layout.timeline.count,
      blockSize: windowSize,
      viewport: layout.space.viewport,
      layout: (block) => layout.layoutOf(block),
    };
  }

  async #toggleFold() {
    const timeline = this.#timeline;
    // The page stays at the upper end, where photos appear or go.
    this.reveal(0, { align: "start" });
    try {
      await timeline?.setFolded(!timeline.isFolded);
    } catch (error) {
      // The connection's watch reports the failure. The photos stay as they are.
      if (!(error instanceof ServerError)) throw error;
    }
  }

  // Opening, replacing, failing

  /** Requests the photos and pictures again that failed to load. */
  retry() {
    if (!this.#layout) return;
    this.#tiles.retry();
    this.#loading?.retry();
    this.#render();
  }

  /**
   * Asks the page to begin anew with everything that it shows. If nothing handles `retry`, opens the timeline alone.
   */
  #startAgain() {
    if (this.dispatchEvent(new Event("retry", { cancelable: true }))) this.#start();
  }

  async #start() {
    const timeline = this.#timeline;
    if (timeline === null) return;
    this.#frame.note(null);
    this.classList.add("is-opening");
    try {
      if (timeline.version === null) await timeline.open();
    } catch {
      // Whatever the reason, the message with its button is the answer. The library reports the failure to the page.
      if (timeline === this.#timeline) this.#frame.note(failureMessage(() => this.#startAgain()));
      return;
    } finally {
      if (timeline === this.#timeline) this.classList.remove("is-opening");
    }
    if (timeline === this.#timeline && this.isConnected) this.#begin(timeline, null);
  }

  /** Forgets the timeline's ranks, and removes everything that describes them. */
  #forget() {
    this.#forgetRanks();
    this.#frame.clear();
  }

  /** @param {boolean} [keepsTiles] whether most of the photos are about to be shown again */
  #forgetRanks(keepsTiles = false) {
    this.#tiles.clear(keepsTiles);
    this.#loading?.stop();
    this.#layout = null;
    this.#frame.note(null);
  }

  /**
   * Lays the timeline out for the width.
   * @param {import("./timeline.js").Timeline} timeline
   * @param {import("./grid-layout.js").GridPlace | null} place the photo at the upper edge; `null` for the upper end
   * @param {import("./scroll-space.js").BlockHeights | null} [heights] those of another version in the same width
   */
  #begin(timeline, place, heights = null) {
    if (timeline.count === 0) {
      this.#frame.note(emptyMessage(timeline.collection.endsWith(librarySubtype)));
      return;
    }
    if (this.clientHeight === 0 || this.clientWidth === 0) return;
    this.#loading?.stop();
    this.#loading = new NearLoading(timeline, (isFailed) => {
      this.#frame.note(isFailed ? failureBar(() => this.retry()) : null);
    });
    const layout = new GridLayout(timeline, this.#size, this.scrollTop, { layout: this.#layout, heights });
    this.#layout = layout;
    this.#frame.begin(layout.metrics, this.#isSelecting);
    this.#settle(layout);
    this.#showScale(layout);
    if (place) this.#target ??= { focus: false, align: "start", ...place };
    if (this.#target) this.#goToTarget(layout, this.#target);
    else this.#render();
  }

  get #size() {
    return { width: this.clientWidth, height: this.clientHeight };
  }

  /**
   * The timeline has another version: the photos in the window stay where they are.
   * @param {import("./timeline.js").Timeline} timeline
   * @param {{ shift: number }} change
   */
  #replaced(timeline, { shift }) {
    if (!this.#layout && this.classList.contains("is-opening")) return;
    const place = this.#layout && this.#tiles.placeAfter(this.#layout, shift);
    const { hasFocus } = this.#tiles;
    const heights = this.#layout?.space.heights ?? null;
    this.#tiles.followActive(timeline, shift);
    this.#tiles.keepFocus();
    if (timeline.count === 0) this.#forget();
    else this.#forgetRanks(true);
    if (this.#target) this.#target.rank += shift;
    this.#begin(timeline, place, heights);
    this.#tiles.forgetKept();
    if (hasFocus) this.#tiles.focusActive();
  }

  #resized() {
    const timeline = this.#timeline;
    this.#frame.resize(this.clientHeight);
    if (!timeline || timeline.version === null || this.classList.contains("is-opening")) return;
    if (this.clientHeight === 0 || this.clientWidth === 0) return;
    const layout = this.#layout;
    if (!layout) {
      if (timeline.count > 0) this.#begin(timeline, null);
      return;
    }
    const metrics = GridLayout.metrics(timeline, this.#size);
    this.#tiles.forgetAnchor();
    const top = layout.topPlace;
    const place = top.rank > 0 || top.below < 0 ? { ...top, ofPicture: false } : null;
    if (metrics.width === layout.metrics.width && metrics.hasScrubber === layout.metrics.hasScrubber) {
      layout.space.viewport = this.clientHeight;
      this.#settle(layout);
      this.#showScale(layout);
      this.#render();
      return;
    }
    const { hasFocus } = this.#tiles;
    this.#tiles.keepFocus();
    this.#tiles.clear();
    this.#begin(timeline, place);
    if (hasFocus) this.#tiles.focusActive();
  }

  // Drawing

  #render() {
    const layout = this.#layout;
    if (!layout) return;
    const margin = layout.space.viewport * mountedMargin;
    layout.layOutNear(margin);
    if (this.#showTarget(layout)) layout.layOutNear(margin);
    layout.forgetFar(margin, this.#tiles.focusedRank);
    this.#mount(layout);
    this.#frame.isBusy = !layout.isTopLaidOut;
    this.#tiles.dress(layout, this.#pace, this.#hasScrolled);
    this.#loadNear(layout);
    this.#frame.scrubber.position = layout.share;
    this.#showDay(layout);
    this.#tiles.giveTabStop(layout);
  }

  /**
   * @param {GridLayout} layout
   * @param {import("./grid-layout.js").RevealTarget} target
   */
  #goToTarget(layout, target) {
    target.rank = Math.min(layout.timeline.count - 1, Math.max(0, target.rank));
    layout.approach(target);
    this.#render();
    this.#settle(layout);
  }

  /**
   * Brings the target into the window once its place is known.
   * @param {GridLayout} layout
   * @returns {boolean} whether that was possible
   */
  #showTarget(layout) {
    const target = this.#target;
    if (!target || !layout.reveal(target)) return false;
    this.#target = null;
    if (target.focus) {
      this.#tiles.activeRank = target.rank;
      queueMicrotask(() => this.#tiles.focusActive());
    }
    return true;
  }

  /** @param {GridLayout} layout */
  #mount(layout) {
    const first = this.#tiles.mount(layout);
    this.#frame.fold.show(first ? { y: first.y, inset: layout.metrics.inset } : null, layout.timeline);
  }

  /** On a fine screen, sharper pictures are requested when the thumbnails are there and the reader rests. */
  #pictureLoaded() {
    if (globalThis.devicePixelRatio < 1.5 || this.#sharpenTimer !== 0) return;
    this.#sharpenTimer = setTimeout(() => {
      this.#sharpenTimer = 0;
      if (this.#layout) this.#tiles.dress(this.#layout, this.#pace, this.#hasScrolled);
    }, sharpenMilliseconds);
  }

  /** @param {GridLayout} layout */
  #showDay(layout) {
    const { rank, below } = layout.topPlace;
    const isAtHeading = below >= 0 && rank === 0;
    const isShown = layout.isTopLaidOut && !isAtHeading && layout.space.top.fraction >= 0;
    this.#frame.showDay(isShown ? formatDay(layout.timeline.dayNear(rank)) : null);
  }

  /** @param {GridLayout} layout */
  #showScale({ metrics, space, timeline }) {
    if (!metrics.hasScrubber) return;
    const { count, marks, isByDate } = timeline;
    this.#frame.scrubber.show({
      marks: isByDate ? marks : [],
      count,
      height: this.clientHeight - 24,
      screen: Math.min(1, space.viewport / Math.max(1, space.furthest)),
      dayAt: (position) => timeline.dayNear(Math.min(count - 1, Math.floor(position * count))),
    });
  }

  // Loading

  /** @param {{ first: number, last: number }} ranks */
  #windowLoaded(ranks) {
    if (!this.#layout) return;
    this.#layout.loaded(ranks);
    this.#animationFrame ||= requestAnimationFrame(() => {
      this.#animationFrame = 0;
      this.#render();
      if (this.#layout && !this.isMoving) this.#settle(this.#layout);
    });
  }

  /** @param {GridLayout} layout */
  #loadNear(layout) {
    if (this.#pace.isJumping) return;
    const missing = layout.missingNear(layout.space.viewport * loadedMargin);
    if (missing) this.#loading?.want(...missing);
  }

  // Scrolling

  #scrolled() {
    const space = this.#layout?.space;
    const { scrollTop } = this;
    if (!this.#layout || !space || scrollTop === space.scrollTop) return;
    // A page that bounces goes beyond its ends, and the photos go with it.
    if (scrollTop < 0 || scrollTop > Math.ceil(space.extent - space.viewport) + 1) return;
    const distance = Math.abs(scrollTop - space.scrollTop);
    space.scrolled(scrollTop);
    if (space.isStuck && !this.#input.isTouched) this.#settle(this.#layout);
    this.#moved(space, distance);
  }

  /** @param {number} position from 0 to 1 */
  #scrubbed(position) {
    const space = this.#layout?.space;
    if (!space) return;
    const before = space.position;
    const after = position * space.furthest;
    space.place(after);
    this.#moved(space, Math.abs(after - before));
  }

  /**
   * @param {import("./scroll-space.js").ScrollSpace} space
   * @param {number} distance
   */
  #moved(space, distance) {
    this.#pace.moved(distance / space.viewport);
    this.#hasScrolled = true;
    this.#target = null;
    this.#tiles.forgetAnchor();
    this.#frame.scrolls();
    this.#render();
  }

  #rested() {
    if (!this.#layout) return;
    if (!this.#input.isTouched) this.#settle(this.#layout);
    this.#render();
  }

  /**
   * Makes the scroll bar agree with the photos.
   * @param {GridLayout} layout
   */
  #settle(layout) {
    const settled = layout.space.settle();
    this.#frame.space.style.height = `${settled.extent}px`;
    if (this.scrollTop !== settled.scrollTop) this.scrollTo(0, settled.scrollTop);
    layout.space.corrected(this.scrollTop);
    this.#mount(layout);
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const tile = this.#tiles.of(event.target);
    if (!tile || tile.rank === this.#tiles.activeRank) return;
    this.#tiles.activeRank = tile.rank;
    this.#input.forgetColumn();
    if (this.#layout) this.#tiles.giveTabStop(this.#layout);
  }
}

customElements.define("photo-grid", PhotoGrid);
