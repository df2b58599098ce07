import { ServerError } from "../library.js";
import { formatDay } from "../words.js";
import { BlockLayouts, gridMetrics, roughHeight, rowBelow, rowHolding } from "./block-layout.js";
import { GridKeyboard, MountedRows, ranksNear, rowsNear } from "./mounted-rows.js";
import { BlockHeights, ScrollPace, ScrollSpace } from "./scroll-space.js";
import "./time-scrubber.js";
import { NearLoading, windowSize } from "./timeline.js";
import { emptyMessage, failureBar, failureMessage, FutureFold, words } from "./words.js";

const dayLabelMilliseconds = 900;
const sharpenMilliseconds = 120;

/**
 * How many windows above and below the one on screen something is there: blocks are loaded, rows exist, and pictures
 * are asked for (only once the reader scrolls, so that the first screen costs no more than what it shows).
 */
const loadedMargin = 1.5;
const mountedMargin = 0.6;
const pictureMargin = 0.25;

/** Of how many photos one is to stay where it is seen when others come and go. */
const mostAnchors = 100;

/**
 * The photos of a timeline in justified rows, and the element that scrolls them.
 *
 * It is virtual by rank: the library is cut in blocks of 100 ranks (the server's windows), however many days they are.
 * A block is laid out by itself once it is loaded; until then it has the average height. Only rows near the window
 * exist in the document.
 *
 * Costs: a scroll event walks the blocks on screen (one to four), adds and removes the rows that came and went, and
 * looks at the tiles on screen. Nothing is proportional to the library but the heights, 24 bytes a block.
 *
 * Events: `photo-open` ({rank, identifier}), which bubbles; before it `photo-press`, which can be cancelled, where the
 * photo was pressed ({rank, identifier, shiftKey, ctrlKey: Control or Command, key: null for a pointer}); `photo-step`
 * ({rank, from, shiftKey}) when a key has led from one photo to another; `retry`, which can be cancelled, before a
 * timeline that did not open is opened again.
 */
export class PhotoGrid extends HTMLElement {
  #timeline = null;
  #space = null;
  #metrics = null;
  #rows = null;
  #layouts = null;
  #loading = null;
  #pace = new ScrollPace(() => this.#rested());
  #keyboard = new GridKeyboard();
  #activeRank = 0;
  /**
   * The photo that stays where it is while others come and go. It is the same until the reader moves: rows break
   * elsewhere each time, so that the first of the upper row is soon another. @type {string | null}
   */
  #anchor = null;
  #target = null;
  #labelTimer = 0;
  #sharpenTimer = 0;
  #frame = 0;
  #hasScrolled = false;
  #touches = 0;
  #parts = null;
  #connection = null;
  #timelineEvents = null;
  #isSelecting = false;

  /** @returns {import("./timeline.js").Timeline | null} */
  get timeline() {
    return this.#timeline;
  }

  set timeline(timeline) {
    this.#timelineEvents?.abort();
    this.#loading?.stop();
    if (this.#timeline) this.#timeline.seen = null;
    this.#timeline = timeline;
    this.#target = null;
    this.#anchor = null;
    this.#activeRank = 0;
    this.#hasScrolled = false;
    this.#forget();
    if (!timeline) return;
    this.#timelineEvents = new AbortController();
    const { signal } = this.#timelineEvents;
    timeline.addEventListener("load", ({ detail }) => this.#windowLoaded(detail), { signal });
    timeline.addEventListener("replace", ({ detail }) => this.#replaced(detail), { signal });
    timeline.seen = () => this.#seen;
    if (this.isConnected) this.#start();
  }

  /** Whether the reader scrolls. */
  get isMoving() {
    return this.#touches > 0 || this.#pace.isMoving;
  }

  /** The rank of the first photo in the window; 0 while there is none. */
  get topRank() {
    return this.#space && this.#timeline ? this.#topPlace().rank : 0;
  }

  /**
   * Tells which photos are selected; null ends it. To be set again when that changes.
   * @param {((identifier: string) => boolean) | null} isSelected
   */
  set isSelected(isSelected) {
    this.#draw();
    this.#rows.isSelected = (identifier) => isSelected?.(identifier) ?? null;
    this.#rows.markSelected();
    this.#isSelecting = isSelected !== null;
    this.classList.toggle("is-selecting", this.#isSelecting);
    this.#describe();
  }

  /**
   * The photo that an element of the grid shows.
   * @param {Element | null} element
   * @returns {{ rank: number, identifier: string } | null}
   */
  photoOf(element) {
    const tile = this.#rows?.tileOf(element);
    return tile?.item ? { rank: tile.rank, identifier: tile.item.identifier } : null;
  }

  /** The photos that are in the document, as the timeline has them. */
  get shownItems() {
    return [...(this.#rows?.tiles.values() ?? [])].map(({ item }) => item);
  }

  /** The rank that the keyboard is at, or was at last. */
  get activeRank() {
    return this.#activeRank;
  }

  connectedCallback() {
    this.#draw();
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    this.addEventListener("scroll", () => this.#scrolled(), { signal, passive: true });
    this.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.addEventListener("click", (event) => this.#clicked(event), { signal });
    this.addEventListener("focusin", (event) => this.#focused(event), { signal });
    for (const type of ["touchstart", "touchend", "touchcancel"]) {
      this.addEventListener(type, (event) => this.#touched(event), { signal, passive: true });
    }
    this.addEventListener("load", () => this.#pictureCame(), { signal, capture: true });
    this.#parts.scrubber.addEventListener("scrub", ({ detail }) => this.#scrubbed(detail.position), { signal });
    const observer = new ResizeObserver(() => this.#resized());
    observer.observe(this);
    signal.addEventListener("abort", () => observer.disconnect());
    if (this.#timeline && !this.#space) this.#start();
  }

  disconnectedCallback() {
    this.#connection.abort();
    this.#loading?.stop();
    this.#pace.stop();
    clearTimeout(this.#labelTimer);
    clearTimeout(this.#sharpenTimer);
    this.#sharpenTimer = 0;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /**
   * Brings a photo into the window; when it is not loaded yet its place at once, and the photo when it comes.
   * @param {number} rank
   * @param {{ focus?: boolean, align?: "nearest" | "start" | "center" }} [options]
   */
  reveal(rank, { focus = false, align = "nearest" } = {}) {
    this.#target = { rank, focus, align, below: 0, ofPicture: false };
    this.#anchor = null;
    if (this.#space) this.#goToTarget();
  }

  /**
   * Where a photo's tile is in the page's window.
   * @param {number} rank
   * @returns {DOMRect | null} null while it is not near the window
   */
  tileRect(rank) {
    return this.#rows?.tiles.get(rank)?.element.getBoundingClientRect() ?? null;
  }

  /**
   * The thumbnail of a photo's tile.
   * @param {number} rank
   * @returns {HTMLImageElement | null} null while it is not loaded
   */
  tileImage(rank) {
    return this.#rows?.tiles.get(rank)?.image ?? null;
  }

  #draw() {
    if (this.#parts) return;
    this.#parts = { ...drawGrid(this), fold: new FutureFold(() => this.#toggleFold()) };
    this.prepend(this.#parts.fold.element);
    this.#rows = new MountedRows(this.#parts.space);
  }

  // Photos with a date in the future

  get #foldOptions() {
    return { hasFold: this.#timeline.futureCount > 0 };
  }

  async #toggleFold() {
    const timeline = this.#timeline;
    // The page stays at the upper end, where photos appear or go.
    this.reveal(0, { align: "start" });
    try {
      await timeline.setFolded(!timeline.isFolded);
    } catch (error) {
      // The connection's watch reports the failure. The photos stay as they are.
      if (!(error instanceof ServerError)) throw error;
    }
  }

  // Opening, replacing, failing

  /** Asks again for photos and pictures that did not come. */
  retry() {
    if (!this.#space) return;
    for (const tile of this.#rows.tiles.values()) tile.retry();
    this.#loading.retry();
    this.#render();
  }

  /** `retry` asks the page to begin anew, with all that belongs to it; where nobody does, the grid does its part. */
  #startAgain() {
    if (this.dispatchEvent(new Event("retry", { cancelable: true }))) this.#start();
  }

  async #start() {
    const timeline = this.#timeline;
    this.#note(null);
    this.classList.add("is-opening");
    try {
      if (timeline.version === null) await timeline.open();
    } catch {
      // The timeline's owner is told by the library; here it is said in the photos' place.
      if (timeline === this.#timeline) this.#note(failureMessage(() => this.#startAgain()));
      return;
    } finally {
      if (timeline === this.#timeline) this.classList.remove("is-opening");
    }
    if (timeline === this.#timeline && this.isConnected) this.#begin(null);
  }

  /** Forgets all that was known of the timeline's ranks, and what was made of it. */
  #forget() {
    this.#forgetRanks();
    if (!this.#parts) return;
    this.#parts.space.removeAttribute("role");
    for (const name of ["label", "rowcount", "busy", "description", "multiselectable"]) {
      this.#parts.space.removeAttribute(`aria-${name}`);
    }
    this.#parts.space.style.height = "";
    this.#parts.fold.show(null, null);
    this.#parts.scrubber.hidden = true;
    this.classList.remove("has-scrubber", "is-scrolling");
  }

  /**
   * @param {boolean} [keepsTiles] whether what is seen is about to be seen again
   */
  #forgetRanks(keepsTiles = false) {
    this.#rows?.clear(keepsTiles);
    this.#loading?.stop();
    this.#layouts = null;
    this.#space = null;
    this.#note(null);
  }

  /**
   * Makes the space for the timeline and the width.
   * @param {{ rank: number, below: number, ofPicture: boolean } | null} place where a photo's row, or its picture, is
   *   to be seen; null for the upper end
   * @param {BlockHeights | null} [heightsBefore] those of another version in the same width
   */
  #begin(place, heightsBefore = null) {
    const { count } = this.#timeline;
    if (count === 0) {
      this.#note(emptyMessage(this.#timeline.collection.endsWith("000000000209")));
      return;
    }
    if (this.clientHeight === 0 || this.clientWidth === 0) return;
    this.#metrics = gridMetrics(this.clientWidth, this.clientHeight, count, this.#foldOptions);
    const { inset, width, gap, hasScrubber } = this.#metrics;
    this.#layouts = new BlockLayouts(this.#timeline, this.#metrics, this.#layouts);
    this.#loading?.stop();
    this.#loading = new NearLoading(this.#timeline, (isFailed) => {
      this.#note(isFailed ? failureBar(() => this.retry()) : null);
    });
    const blocks = this.#layouts.count;
    const heights = new BlockHeights(
      blocks,
      roughHeight(this.#layouts.size(0), this.#metrics),
      roughHeight(this.#layouts.size(blocks - 1), this.#metrics),
      heightsBefore,
    );
    const scrollTop = this.#space?.scrollTop ?? this.scrollTop;
    this.#space = new ScrollSpace(heights, this.clientHeight);
    this.#space.scrollTop = scrollTop;
    const { space, scrubber } = this.#parts;
    space.setAttribute("role", "grid");
    space.setAttribute("aria-label", words.photos);
    space.setAttribute("aria-rowcount", "-1");
    space.setAttribute("aria-busy", "true");
    this.#describe();
    space.style.width = `${width}px`;
    space.style.marginLeft = `${inset}px`;
    this.style.setProperty("--grid-gap", `${gap}px`);
    this.style.setProperty("--grid-row", `${this.#metrics.rowHeight}px`);
    this.style.setProperty("--grid-heading", `${this.#metrics.headingHeight}px`);
    scrubber.hidden = !hasScrubber;
    this.classList.toggle("has-scrubber", hasScrubber);
    this.#settle();
    this.#showScale();
    if (place) this.#target ??= { focus: false, align: "start", ...place };
    if (this.#target) this.#goToTarget();
    else this.#render();
  }

  #describe() {
    const { space } = this.#parts;
    if (space.getAttribute("role") !== "grid") return;
    space.setAttribute("aria-description", this.#isSelecting ? words.selectionHelp : words.help);
    if (this.#isSelecting) space.setAttribute("aria-multiselectable", "true");
    else space.removeAttribute("aria-multiselectable");
  }

  /** The timeline has another version: what is seen stays where it is. */
  #replaced({ shift }) {
    if (!this.#space && this.classList.contains("is-opening")) return;
    const place = this.#placeAfter(shift);
    const hadFocus = this.#hasFocus;
    const heights = this.#space?.heights;
    const last = this.#timeline.count - 1;
    const active = this.#loadedRankOf(this.#activeRank) ?? this.#activeRank + shift;
    if (hadFocus) this.#parts.space.focus({ preventScroll: true });
    if (last < 0) this.#forget();
    else this.#forgetRanks(true);
    this.#activeRank = Math.max(0, Math.min(active, last));
    if (this.#target) this.#target.rank += shift;
    this.#begin(place, heights);
    this.#rows.forgetKept();
    if (hadFocus) this.#focusTile();
  }

  /** Where what is at the window's upper edge is to be seen with other ranks: a photo that is still there. */
  #placeAfter(shift) {
    // At the upper end the reader sees what is newest.
    if (!this.#space || this.#space.position <= 0.5) return null;
    for (const { rank, identifier } of this.#seenPhotos) {
      const now = this.#timeline.loadedRank(identifier);
      if (now === undefined) continue;
      this.#anchor = identifier;
      const block = Math.floor(rank / windowSize);
      const { rows } = this.#layouts.get(block);
      const row = rows[rowHolding(rows, rank % windowSize)];
      const top = this.#space.y(block) + pictureTop(row);
      return { rank: now, below: top - this.#space.scrollTop, ofPicture: true };
    }
    const { rank, below } = this.#topPlace();
    return { rank: Math.max(0, rank + shift), below, ofPicture: false };
  }

  /** The rank that the photo of a tile has by now, where that is loaded. */
  #loadedRankOf(rank) {
    const tile = this.#rows.tiles.get(rank);
    return tile ? this.#timeline.loadedRank(tile.item.identifier) : undefined;
  }

  /** What is in the window, as the timeline asks for it. */
  get #seen() {
    if (!this.#space) return null;
    const photos = this.#seenPhotos.slice(0, mostAnchors);
    if (photos.length === 0) return null;
    const near = [...ranksNear(this.#space, this.#layouts, this.#space.viewport * mountedMargin)];
    return { photos, first: near[0], last: near.at(-1) };
  }

  /** The photos in the window, that which others were moved for first. */
  get #seenPhotos() {
    const photos = [];
    for (const rank of ranksNear(this.#space, this.#layouts, 0)) {
      const item = this.#rows.tiles.get(rank)?.item;
      if (item?.identifier === this.#anchor) photos.unshift(item);
      else if (item) photos.push(item);
    }
    return photos;
  }

  #resized() {
    this.#parts.layer.style.height = `${this.clientHeight}px`;
    if (!this.#timeline || this.#timeline.version === null || this.classList.contains("is-opening")) return;
    if (this.clientHeight === 0 || this.clientWidth === 0) return;
    if (!this.#space) {
      if (this.#timeline.count > 0) this.#begin(null);
      return;
    }
    const metrics = gridMetrics(this.clientWidth, this.clientHeight, this.#timeline.count, this.#foldOptions);
    this.#anchor = null;
    const top = this.#topPlace();
    const place = top.rank > 0 || top.below < 0 ? { ...top, ofPicture: false } : null;
    if (metrics.width === this.#metrics.width && metrics.hasScrubber === this.#metrics.hasScrubber) {
      this.#space.viewport = this.clientHeight;
      this.#settle();
      this.#showScale();
      this.#render();
      return;
    }
    const hadFocus = this.#hasFocus;
    const pending = this.#target;
    if (hadFocus) this.#parts.space.focus({ preventScroll: true });
    this.#rows.clear();
    this.#target = pending;
    this.#begin(place);
    if (hadFocus) this.#focusTile();
  }

  #note(content) {
    const notes = this.#parts?.notes;
    if (content) notes?.replaceChildren(content);
    else notes?.replaceChildren();
  }

  // Geometry

  /** The photo at the window's upper left, and how far its row is below the upper edge (negative when cut). */
  #topPlace() {
    if (!this.#space) return { rank: 0, below: 0 };
    const { block, fraction } = this.#space.top;
    const layout = this.#layouts.get(block);
    if (!layout) {
      const within = Math.floor(Math.min(0.999, Math.max(0, fraction)) * this.#layouts.size(block));
      return { rank: block * windowSize + within, below: 0 };
    }
    const inBlock = fraction * layout.height;
    const row = layout.rows[Math.min(layout.rows.length - 1, rowBelow(layout.rows, inBlock))];
    return { rank: block * windowSize + row.first, below: row.y - inBlock };
  }

  /** At an end of the library the block there is laid out first, so that the others need not move for it. */
  #mayLayOut() {
    const { position, furthest, heights } = this.#space;
    const end = position <= 0.5 ? 0 : position >= furthest - 0.5 ? heights.count - 1 : null;
    return end === null || this.#layouts.has(end) || this.#layouts.make(end) !== null;
  }

  /** The layout of a block, if it is there or can be made at once. */
  #layoutOf(block) {
    if (block < 0 || block >= this.#space.heights.count) return undefined;
    if (!this.#layouts.has(block)) {
      const made = this.#layouts.make(block);
      if (made) this.#takeLayouts(new Map([[block, made]]));
    }
    return this.#layouts.get(block);
  }

  #takeLayouts(made) {
    const changes = new Map([...made].map(([block, { height }]) => [block, height]));
    this.#space.measured(changes, (block) => this.#layouts.has(block));
    for (const [block, layout] of made) this.#layouts.set(block, layout);
  }

  // Drawing

  #render() {
    if (!this.#space) return;
    const margin = this.#space.viewport * mountedMargin;
    this.#layOutNear(margin);
    if (this.#showTarget()) this.#layOutNear(margin);
    const near = this.#space.near(margin);
    this.#forgetFarLayouts(near);
    this.#mount();
    const { block, fraction } = this.#space.top;
    this.#parts.space.setAttribute("aria-busy", String(!this.#layouts.has(block)));
    this.#dress();
    this.#loadNear();
    this.#parts.scrubber.position = this.#space.furthest > 0
      ? Math.min(1, Math.max(0, this.#space.position / this.#space.furthest)) : 0;
    this.#showDay(block, fraction);
    this.#giveTabStop();
  }

  #goToTarget() {
    const target = this.#target;
    target.rank = Math.min(this.#timeline.count - 1, Math.max(0, target.rank));
    const block = Math.floor(target.rank / windowSize);
    if (!this.#layoutOf(block)) {
      const part = (target.rank % windowSize) / this.#layouts.size(block);
      const below = target.align === "start" ? target.below : this.#space.viewport / 3;
      this.#space.jump(block, part * this.#space.heights.height(block), below);
    }
    this.#render();
    this.#settle();
  }

  /** Lays out what is loaded near the window. True heights bring other blocks near, hence the rounds. */
  #layOutNear(margin) {
    for (let round = 0; round < 6 && this.#mayLayOut(); round++) {
      const made = new Map();
      for (const { block } of this.#space.near(margin)) {
        const layout = this.#layouts.has(block) ? null : this.#layouts.make(block);
        if (layout) made.set(block, layout);
      }
      if (made.size === 0) break;
      this.#takeLayouts(made);
    }
  }

  /**
   * When the photo to reveal can be placed, it is.
   * @returns {boolean} whether it was
   */
  #showTarget() {
    const target = this.#target;
    const block = target ? Math.floor(target.rank / windowSize) : -1;
    const layout = this.#layouts.get(block);
    if (!layout) return false;
    this.#target = null;
    const row = layout.rows[rowHolding(layout.rows, target.rank % windowSize)];
    const { viewport } = this.#space;
    const isTopRow = block === 0 && row === layout.rows[0];
    const below = this.#space.y(block) + row.y - this.#space.scrollTop;
    const isVisible = below >= 0 && below + row.height <= viewport;
    if (isTopRow && target.below === 0 && !target.ofPicture) {
      this.#space.jump(0, 0);
    } else if (target.align === "start") {
      this.#space.jump(block, target.ofPicture ? pictureTop(row) : row.y, target.below);
    } else if (target.align === "center" || below < -viewport || below > 2 * viewport) {
      this.#space.jump(block, row.y, Math.max(0, (viewport - row.height) / 2));
    } else if (!isVisible) {
      const edge = this.#metrics.gap * 2;
      this.#space.jump(block, row.y, below < 0 ? edge : Math.max(0, viewport - row.height - edge));
    }
    if (target.focus) {
      this.#activeRank = target.rank;
      queueMicrotask(() => this.#focusTile());
    }
    return true;
  }

  #focusTile() {
    this.#rows.tiles.get(this.#activeRank)?.element.focus({ preventScroll: true });
  }

  get #hasFocus() {
    return this.#parts.space.contains(document.activeElement);
  }

  get #focusedRank() {
    return this.#rows.tileOf(document.activeElement)?.rank ?? -1;
  }

  #mount() {
    const margin = this.#space.viewport * mountedMargin;
    const wanted = rowsNear(this.#space, this.#layouts, margin, this.#focusedRank);
    this.#rows.update(wanted, this.#timeline, windowSize);
    const first = wanted.find(({ block }) => block === 0);
    this.#parts.fold.show(first ? { y: first.y, inset: this.#metrics.inset } : null, this.#timeline);
  }

  #forgetFarLayouts(near) {
    const focused = Math.floor(this.#focusedRank / windowSize);
    this.#layouts.forgetOthers(new Set(near.map(({ block }) => block)).add(focused));
  }

  /** Marks and pictures for the tiles in the window, and for some beyond once the reader scrolls. */
  #dress() {
    const margin = this.#hasScrolled && !this.#pace.isFast ? this.#space.viewport * pictureMargin : 0;
    const wish = {
      loadsPicture: !this.#pace.isFast,
      sharpens: !this.#pace.isMoving,
      pixelRatio: globalThis.devicePixelRatio || 1,
    };
    const visible = new Set(ranksNear(this.#space, this.#layouts, margin));
    for (const [rank, tile] of this.#rows.tiles) {
      if (visible.has(rank)) tile.dress(this.#timeline.library, wish);
      else if (tile.isDressed) this.#undressFar(rank, tile);
    }
  }

  /** On a fine screen the sharper picture is asked for when the thumbnails are there and the reader rests. */
  #pictureCame() {
    if (globalThis.devicePixelRatio < 1.5 || this.#sharpenTimer !== 0) return;
    this.#sharpenTimer = setTimeout(() => {
      this.#sharpenTimer = 0;
      if (this.#space) this.#dress();
    }, sharpenMilliseconds);
  }

  /** A thumbnail that came stays while its row is mounted; one that did not is cancelled. */
  #undressFar(rank, tile) {
    if (!tile.image) tile.undress();
  }

  #showDay(block, fraction) {
    const layout = this.#layouts.get(block);
    const { dayLabel } = this.#parts;
    const { rank, below } = this.#topPlace();
    const isAtHeading = below >= 0 && rank === 0;
    dayLabel.hidden = !layout || isAtHeading || fraction < 0;
    if (!dayLabel.hidden) dayLabel.textContent = formatDay(this.#timeline.dayNear(rank));
  }

  #showScale() {
    if (!this.#metrics.hasScrubber) return;
    const { count, marks, isByDate } = this.#timeline;
    this.#parts.scrubber.show({
      marks: isByDate ? marks : [],
      count,
      height: this.clientHeight - 24,
      screen: Math.min(1, this.#space.viewport / Math.max(1, this.#space.furthest)),
      dayAt: (position) => this.#timeline.dayNear(Math.min(count - 1, Math.floor(position * count))),
    });
  }

  /** One tile can be reached with Tab: that which had the focus last, else the first in the window. */
  #giveTabStop() {
    const { tiles } = this.#rows;
    const [firstVisible] = ranksNear(this.#space, this.#layouts, 0);
    const stop = tiles.has(this.#activeRank) ? this.#activeRank : firstVisible;
    for (const [rank, { element }] of tiles) {
      const index = rank === stop ? 0 : -1;
      if (element.tabIndex !== index) element.tabIndex = index;
    }
  }

  // Loading

  #windowLoaded(loaded) {
    if (!this.#space) return;
    this.#layouts.loaded(loaded);
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#render();
      if (this.#touches === 0 && !this.#pace.isMoving) this.#settle();
    });
  }

  #loadNear() {
    if (this.#pace.isJumping) return;
    const near = this.#space.near(this.#space.viewport * loadedMargin);
    if (near.length === 0) return;
    const isFirstDayKnown = this.#layouts.isFirstDayKnown(near[0].block);
    if (isFirstDayKnown && near.every(({ block }) => this.#timeline.item(block * windowSize))) return;
    this.#loading.want(near[0].block - (isFirstDayKnown ? 0 : 1), near.at(-1).block);
  }


  // Scrolling

  #scrolled() {
    const space = this.#space;
    const { scrollTop } = this;
    if (!space || scrollTop === space.scrollTop) return;
    // Beyond the ends is where a page bounces; the photos go with it.
    if (scrollTop < 0 || scrollTop > Math.ceil(space.extent - space.viewport) + 1) return;
    const distance = Math.abs(scrollTop - space.scrollTop);
    space.scrolled(scrollTop);
    if (space.isStuck && this.#touches === 0) this.#settle();
    this.#moved(distance);
  }

  #scrubbed(position) {
    if (!this.#space) return;
    const before = this.#space.position;
    const after = position * this.#space.furthest;
    this.#space.place(after);
    this.#moved(Math.abs(after - before));
  }

  #moved(distance) {
    this.#pace.moved(distance / this.#space.viewport);
    this.#hasScrolled = true;
    this.#target = null;
    this.#anchor = null;
    this.classList.add("is-scrolling");
    clearTimeout(this.#labelTimer);
    this.#labelTimer = setTimeout(() => this.classList.remove("is-scrolling"), dayLabelMilliseconds);
    this.#render();
  }

  #rested() {
    if (!this.#space) return;
    if (this.#touches === 0) this.#settle();
    this.#render();
  }

  #settle() {
    const space = this.#space;
    const { extent, scrollTop } = space.settle();
    this.#parts.space.style.height = `${extent}px`;
    if (this.scrollTop !== scrollTop) this.scrollTop = scrollTop;
    space.corrected(this.scrollTop);
    this.#mount();
  }

  #touched(event) {
    this.#touches = event.touches.length;
  }

  // Keys and clicks

  #pressed(event) {
    const tile = this.#rows.tileOf(event.target);
    if (!tile || !this.#space || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#press(tile, event, event.key);
      return;
    }
    const target = this.#keyboard.target(event.key, tile.rank, {
      count: this.#timeline.count,
      blockSize: windowSize,
      viewport: this.#space.viewport,
      layout: (block) => this.#layoutOf(block),
    });
    if (target === null) return;
    event.preventDefault();
    this.#hasScrolled = true;
    this.reveal(target, { focus: true });
    const detail = { rank: target, from: tile.rank, shiftKey: event.shiftKey };
    this.dispatchEvent(new CustomEvent("photo-step", { detail, bubbles: true }));
  }

  #clicked(event) {
    const tile = this.#rows.tileOf(event.target);
    if (tile) this.#press(tile, event, null);
  }

  #press(tile, { shiftKey, ctrlKey, metaKey }, key) {
    const detail = {
      rank: tile.rank, identifier: tile.item.identifier, key, shiftKey, ctrlKey: ctrlKey || metaKey,
    };
    const event = new CustomEvent("photo-press", { detail, bubbles: true, cancelable: true });
    if (this.dispatchEvent(event)) this.#open(tile);
    else this.#activeRank = tile.rank;
  }

  #open(tile) {
    this.#activeRank = tile.rank;
    const detail = { rank: tile.rank, identifier: tile.item.identifier };
    this.dispatchEvent(new CustomEvent("photo-open", { detail, bubbles: true }));
  }

  #focused(event) {
    const tile = this.#rows.tileOf(event.target);
    if (!tile || tile.rank === this.#activeRank) return;
    this.#activeRank = tile.rank;
    this.#keyboard.reset();
    this.#giveTabStop();
  }
}

customElements.define("photo-grid", PhotoGrid);

/**
 * Makes the elements inside the grid: the space that scrolls, and over it a layer that does not.
 * @param {HTMLElement} grid
 */
function drawGrid(grid) {
  const space = part("div", "grid-space");
  space.tabIndex = -1;
  const dayLabel = part("div", "grid-day");
  dayLabel.ariaHidden = "true";
  const notes = part("div", "grid-notes");
  const scrubber = document.createElement("time-scrubber");
  scrubber.hidden = true;
  const layer = part("div", "grid-layer");
  layer.append(dayLabel, notes, scrubber);
  // It comes after the photos, so that Tab reaches them first, and sticks to the window's lower edge.
  const overlay = part("div", "grid-overlay");
  overlay.append(layer);
  grid.append(space, overlay);
  return { space, layer, dayLabel, scrubber, notes };
}

/** A row's pictures are below the names of its days. */
function pictureTop(row) {
  return row.y + row.height - row.pictureHeight;
}

function part(name, className) {
  const element = document.createElement(name);
  element.className = className;
  return element;
}
