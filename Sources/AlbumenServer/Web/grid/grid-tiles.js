import { savesData } from "../common/link-pace.js";
import { windowSize } from "./loaded-windows.js";
import { MountedRows } from "./mounted-rows.js";

/** How far above and below the window rows exist, in windows. */
export const mountedMargin = 0.6;

/**
 * How far above and below the window pictures are requested, in windows, once the reader scrolls. Before, only pictures
 * in the window are, so that the first screen costs no more than it shows.
 */
const pictureMargin = 0.25;

/** The number of photos of which one keeps its place when others come and go. */
const mostAnchors = 100;

/** The tiles in the document: which exist, what they show, and which has the focus. */
export class GridTiles {
  /** The rank that the keyboard is at, or was at last. */
  activeRank = 0;
  #space;
  #rows;
  /**
   * The photo that keeps its place while others come and go. It is the same until the reader scrolls: rows break
   * elsewhere each time, so that the first photo of the upper row soon would be another.
   * @type {string | null}
   */
  #anchor = null;
  /** Whether the space has the focus in place of a photo. */
  #keepsFocus = false;

  /** @param {HTMLElement} space holds the rows */
  constructor(space) {
    this.#space = space;
    this.#rows = new MountedRows(space);
  }

  /** @param {((identifier: string) => boolean) | null} isSelected `null` if photos are not being selected */
  set isSelected(isSelected) {
    this.#rows.isSelected = (identifier) => isSelected?.(identifier) ?? null;
    this.#rows.markSelected();
  }

  /** @param {(identifier: string) => import("./photo-tile.js").TileChoice} choiceOf */
  set choiceOf(choiceOf) {
    this.#rows.choiceOf = choiceOf;
    this.#rows.markSelected();
  }

  /** Updates the marks of selected photos and days. */
  markPhotos() {
    this.#rows.markSelected();
  }

  /** @param {(days: import("./day-headings.js").HeadingDays) => import("./day-headings.js").CheckState} stateOf */
  set dayState(stateOf) {
    this.#rows.headings.stateOf = stateOf;
    this.#rows.headings.mark();
  }

  /** Updates the checks of the days. */
  markDays() {
    this.#rows.headings.mark();
  }

  /**
   * Returns the days whose check an element belongs to.
   * @param {EventTarget | null} element
   */
  daysOf(element) {
    return this.#rows.headings.daysOf(element);
  }

  /** @param {number} rank */
  at(rank) {
    return this.#rows.tiles.get(rank);
  }

  /** @param {EventTarget | null} element */
  of(element) {
    return this.#rows.tileOf(element);
  }

  /**
   * Returns the tile at a point of the page's window, or else the nearest. Photos of the nearest row come first.
   * @param {{ x: number, y: number }} point
   */
  near({ x, y }) {
    const found = this.of(document.elementFromPoint(x, y));
    if (found) return found;
    const tiles = [...this.#rows.tiles.values()].map((tile) => {
      const { left, right, top, bottom } = tile.element.getBoundingClientRect();
      return { tile, aside: outside(x, left, right), above: outside(y, top, bottom) };
    });
    tiles.sort((one, other) => one.above - other.above || one.aside - other.aside);
    return tiles[0]?.tile;
  }

  /** The photos that are in the document. */
  get items() {
    return [...this.#rows.tiles.values()].flatMap(({ item }) => item ?? []);
  }

  /**
   * Mounts the rows near the window, and removes the others.
   * @param {import("./grid-layout.js").GridLayout} layout
   * @returns {{ y: number } | undefined} the first block of the timeline if it is mounted
   */
  mount(layout) {
    const wanted = layout.rowsNear(layout.space.viewport * mountedMargin, this.focusedRank);
    this.#rows.update(wanted, layout.timeline, windowSize);
    return wanted.find(({ block }) => block === 0);
  }

  /**
   * Adds marks and pictures to the tiles in or near the window.
   * @param {import("./grid-layout.js").GridLayout} layout
   * @param {import("./scroll-pace.js").ScrollPace} pace
   */
  dress(layout, pace) {
    const margin = pace.hasMoved && !pace.isFast ? layout.space.viewport * pictureMargin : 0;
    const wish = {
      loadsPicture: !pace.isFast, sharpens: !pace.isMoving && !savesData(),
      pixelRatio: globalThis.devicePixelRatio || 1,
    };
    const visible = new Set(layout.ranksNear(margin));
    for (const [rank, tile] of this.#rows.tiles) {
      if (visible.has(rank)) tile.dress(layout.timeline.library, wish);
      // A loaded thumbnail stays while its row is mounted. A request in flight is cancelled.
      else if (tile.isDressed && !tile.image) tile.undress();
    }
  }

  /** Requests the pictures again that failed to load. */
  retry() {
    for (const tile of this.#rows.tiles.values()) tile.retry();
  }

  /**
   * Removes all rows.
   * @param {boolean} [keepsTiles] whether most of the photos are about to be shown again
   */
  clear(keepsTiles = false) {
    this.#rows.clear(keepsTiles);
  }

  /** Releases the tiles that `clear` kept and nothing has shown since. */
  forgetKept() {
    this.#rows.forgetKept();
  }

  // Focus

  /** Whether a photo has the focus, or the space in its place. */
  get hasFocus() {
    return this.focusedRank >= 0 || (this.#keepsFocus && document.activeElement === this.#space);
  }

  /** The rank of the photo in focus, or of the first photo of the day in focus, or -1. */
  get focusedRank() {
    const { activeElement } = document;
    return this.of(activeElement)?.rank ?? this.daysOf(activeElement)?.rank ?? -1;
  }

  focusActive() {
    this.#keepsFocus = false;
    this.at(this.activeRank)?.element.focus({ preventScroll: true });
  }

  /** Puts the focus on the space, from where keys scroll and go to photos. */
  focusSpace() {
    this.#keepsFocus = false;
    this.#space.focus({ preventScroll: true });
  }

  /** Moves the focus from a tile that is about to be removed to the space, from where `focusActive` brings it back. */
  keepFocus() {
    if (!this.hasFocus) return;
    this.#keepsFocus = true;
    this.#space.focus({ preventScroll: true });
  }

  /**
   * Lets Tab reach one tile: the tile that had the focus last, or else the first in the window.
   * @param {import("./grid-layout.js").GridLayout} layout
   */
  giveTabStop(layout) {
    const { tiles } = this.#rows;
    const [firstVisible] = layout.ranksNear(0);
    const stop = tiles.has(this.activeRank) ? this.activeRank : firstVisible;
    for (const [rank, { element }] of tiles) {
      const index = rank === stop ? 0 : -1;
      if (element.tabIndex !== index) element.tabIndex = index;
    }
    this.#rows.headings.giveTabStop(stop ?? 0);
  }

  // The photo that keeps its place

  forgetAnchor() {
    this.#anchor = null;
  }

  /**
   * Returns the photos in the window as the timeline asks for them; `null` if there are none.
   * @param {import("./grid-layout.js").GridLayout} layout
   */
  seen(layout) {
    const photos = this.#seenPhotos(layout).slice(0, mostAnchors);
    if (photos.length === 0) return null;
    const near = [...layout.ranksNear(layout.space.viewport * mountedMargin)];
    return { photos, first: near[0], last: near[near.length - 1] };
  }

  /**
   * Returns where the photo at the window's upper edge goes in another version of the timeline; `null` for the upper
   * end, where the reader sees the newest photos.
   * @param {import("./grid-layout.js").GridLayout} layout
   * @param {number} shift
   * @returns {import("./grid-layout.js").GridPlace | null}
   */
  placeAfter(layout, shift) {
    if (layout.space.position <= 0.5) return null;
    for (const { rank, identifier } of this.#seenPhotos(layout)) {
      const now = layout.timeline.loadedRank(identifier);
      if (now === undefined) continue;
      this.#anchor = identifier;
      return { rank: now, below: layout.pictureBelow(rank), ofPicture: true };
    }
    const { rank, below } = layout.topPlace;
    return { rank: Math.max(0, rank + shift), below, ofPicture: false };
  }

  /**
   * Moves the active rank to another version of the timeline.
   * @param {import("./timeline.js").Timeline} timeline
   * @param {number} shift
   */
  followActive(timeline, shift) {
    const item = this.at(this.activeRank)?.item;
    const now = (item && timeline.loadedRank(item.identifier)) ?? this.activeRank + shift;
    this.activeRank = Math.max(0, Math.min(now, timeline.count - 1));
  }

  /**
   * Returns the photos in the window, the anchor first.
   * @param {import("./grid-layout.js").GridLayout} layout
   */
  #seenPhotos(layout) {
    const photos = [];
    for (const rank of layout.ranksNear(0)) {
      const item = this.at(rank)?.item;
      if (item?.identifier === this.#anchor) photos.unshift(item);
      else if (item) photos.push(item);
    }
    return photos;
  }
}

/**
 * Returns how far a place is outside of an interval; 0 if it is inside.
 * @param {number} place
 * @param {number} first
 * @param {number} last
 */
function outside(place, first, last) {
  return Math.max(0, first - place, place - last);
}
