import { formatDay, formatShortDay } from "../words.js";
import { rowBelow, rowHolding } from "./block-layout.js";
import { PhotoTile } from "./photo-tile.js";
import { windowSize } from "./timeline.js";

const keptTiles = 120;
const keptTextWidths = 400;

/**
 * The rows that exist in the document: those near the window, in their blocks, and nothing else.
 *
 * A block that is not loaded is one element that draws empty rows. Elements are added and removed one row at a time
 * and never moved, so the focus stays.
 *
 * Roles: the photos are a `grid` because that is the one role with which screen readers hand the arrow keys to the
 * page; lists and plain buttons are walked in the document, which ends where the mounted rows end. How many rows there
 * are is not known before they are laid out (`aria-rowcount` is -1), so each photo's name tells its place among all.
 * The headings are hidden from it, as each name has the day.
 */
export class MountedRows {
  /** @type {Map<number, PhotoTile>} the tiles in the document by rank */
  tiles = new Map();
  #blocks = new Map();
  #byElement = new WeakMap();
  #pool = [];
  /** Tiles that are not in the document and may be soon, by identifier. @type {Map<string, PhotoTile>} */
  #kept = new Map();

  /** Whether a photo is selected; null while none are being selected. @type {(identifier: string) => boolean | null} */
  isSelected = () => null;

  /** @param {HTMLElement} element that holds the blocks */
  constructor(element) {
    this.element = element;
  }

  /**
   * @typedef {object} WantedBlock
   * @property {number} block
   * @property {number} y of its top
   * @property {number} height
   * @property {ReturnType<import("./block-layout.js").layoutBlock> | null} layout null while it is not loaded
   * @property {number[]} rows which of its rows, in their order
   */

  /**
   * Makes the document hold these blocks and rows and no others.
   * @param {WantedBlock[]} wanted in their order
   * @param {import("./timeline.js").Timeline} timeline
   * @param {number} blockSize photos in a block
   */
  update(wanted, timeline, blockSize) {
    const kept = new Set(wanted.map(({ block }) => block));
    for (const [block, view] of this.#blocks) if (!kept.has(block)) this.#removeBlock(block, view);
    let next = this.element.firstElementChild;
    for (const request of wanted) {
      let view = this.#blocks.get(request.block);
      if (!view) {
        view = { element: document.createElement("div"), rows: new Map(), y: NaN, height: NaN, layout: undefined };
        this.element.insertBefore(view.element, next);
        this.#blocks.set(request.block, view);
      }
      next = view.element.nextElementSibling;
      this.#updateBlock(view, request, timeline, blockSize);
    }
  }

  /** Marks again which photos are selected. */
  markSelected() {
    for (const tile of this.tiles.values()) tile.markSelected(this.isSelected(tile.item.identifier));
  }

  /**
   * Removes everything.
   * @param {boolean} [keepsTiles] whether the same photos are about to be shown again: until `forgetKept` their tiles
   *   keep their pictures
   */
  clear(keepsTiles = false) {
    if (keepsTiles) {
      for (const tile of this.tiles.values()) this.#kept.set(tile.item.identifier, tile);
      this.tiles.clear();
    }
    for (const [block, view] of this.#blocks) this.#removeBlock(block, view);
  }

  /** Lets go of what `clear` kept and nobody needed. */
  forgetKept() {
    for (const tile of this.#kept.values()) this.#release(tile);
    this.#kept.clear();
  }

  /** The tile that an element belongs to. */
  tileOf(element) {
    return this.#byElement.get(element?.closest?.(".photo-tile"));
  }

  #updateBlock(view, { block, y, height, layout, rows }, timeline, blockSize) {
    const { element } = view;
    if (view.layout !== layout) {
      for (const [index, row] of view.rows) this.#removeRow(view, index, row);
      view.layout = layout;
      element.className = layout ? "photo-block" : "photo-block is-loading";
      // An empty group would be a fault: it has the role while it has rows.
      if (layout) element.setAttribute("role", "rowgroup");
      else element.removeAttribute("role");
    }
    // Far down, browsers keep places exact only in whole pixels.
    if (view.y !== y) element.style.top = `${Math.round(y)}px`;
    if (view.height !== height) element.style.height = `${Math.round(height)}px`;
    view.y = y;
    view.height = height;
    if (!layout) return;
    const wanted = new Set(rows);
    for (const [index, row] of view.rows) if (!wanted.has(index)) this.#removeRow(view, index, row);
    let next = element.firstElementChild;
    for (const index of rows) {
      let row = view.rows.get(index);
      if (!row) {
        row = this.#makeRow(layout, layout.rows[index], block * blockSize, timeline);
        view.rows.set(index, row);
        element.insertBefore(row.element, next);
      }
      next = row.element.nextElementSibling;
    }
  }

  #makeRow(layout, row, firstRank, timeline) {
    const element = document.createElement("div");
    element.className = "photo-row";
    element.setAttribute("role", "row");
    element.style.top = `${row.y}px`;
    element.style.height = `${row.height}px`;
    for (const label of row.labels) {
      element.append(dayHeading(timeline.item(firstRank + label.place)?.day ?? null, label));
    }
    const tiles = [];
    for (let place = row.first; place <= row.last; place++) {
      const item = timeline.item(firstRank + place);
      if (!item) continue;
      const tile = this.#tileFor(item.identifier);
      tile.show(item, timeline.count, { x: layout.x[place], width: layout.width[place], height: row.pictureHeight });
      tile.markSelected(this.isSelected(item.identifier));
      this.#byElement.set(tile.element, tile);
      this.tiles.set(item.rank, tile);
      tiles.push(tile);
      element.append(tile.element);
    }
    return { element, tiles };
  }

  #removeRow(view, index, row) {
    row.element.remove();
    view.rows.delete(index);
    for (const tile of row.tiles) {
      if (this.tiles.get(tile.rank) === tile) this.tiles.delete(tile.rank);
      if (this.#kept.get(tile.item.identifier) !== tile) this.#release(tile);
    }
  }

  #release(tile) {
    tile.release();
    if (this.#pool.length < keptTiles) this.#pool.push(tile);
  }

  #tileFor(identifier) {
    const kept = this.#kept.get(identifier);
    this.#kept.delete(identifier);
    return kept ?? this.#pool.pop() ?? new PhotoTile();
  }

  #removeBlock(block, view) {
    view.element.remove();
    this.#blocks.delete(block);
    for (const [index, row] of view.rows) this.#removeRow(view, index, row);
  }
}

function dayHeading(day, { x, width }) {
  const heading = document.createElement("div");
  heading.className = "day-heading";
  heading.ariaHidden = "true";
  heading.style.left = `${x}px`;
  heading.style.maxWidth = `${width}px`;
  const text = [formatDay(day), formatShortDay(day)].find((each) => textWidth(each) <= width) ?? formatShortDay(day);
  heading.textContent = text;
  if (textWidth(text) > width) heading.title = text;
  return heading;
}

const textWidths = new Map();
let measure = null;

function textWidth(text) {
  let width = textWidths.get(text);
  if (width === undefined) {
    if (!measure) {
      measure = document.createElement("canvas").getContext("2d");
      measure.font = `600 14px ${getComputedStyle(document.body).fontFamily}`;
    }
    if (textWidths.size > keptTextWidths) textWidths.clear();
    width = measure.measureText(text).width + 2;
    textWidths.set(text, width);
  }
  return width;
}

/**
 * The blocks near the window with their rows near it, and the row that has the focus wherever it is.
 * @param {import("./scroll-space.js").ScrollSpace} space
 * @param {import("./block-layout.js").BlockLayouts} layouts
 * @param {number} margin above and below the window
 * @param {number} focusedRank -1 where no photo has the focus
 * @returns {import("./mounted-rows.js").WantedBlock[]} in their order
 */
export function rowsNear(space, layouts, margin, focusedRank) {
  const { scrollTop, viewport } = space;
  const focusedBlock = Math.floor(focusedRank / windowSize);
  const focusedLayout = focusedRank >= 0 ? layouts.get(focusedBlock) : undefined;
  const focusedRow = focusedLayout ? rowHolding(focusedLayout.rows, focusedRank % windowSize) : -1;
  const wanted = space.near(margin).map(({ block, y, height }) => {
    const layout = layouts.get(block) ?? null;
    const rows = layout ? [...rowsWithin(layout, scrollTop - margin - y, scrollTop + viewport + margin - y)] : [];
    if (block === focusedBlock && focusedRow >= 0 && !rows.includes(focusedRow)) {
      rows.push(focusedRow);
      rows.sort((one, other) => one - other);
    }
    return { block, y, height, layout, rows };
  });
  if (!focusedLayout || wanted.some(({ block }) => block === focusedBlock)) return wanted;
  // Out of sight, and not so far away that it would make the scrolled element longer.
  const isAbove = wanted.length > 0 && focusedBlock < wanted[0].block;
  const y = scrollTop + (isAbove ? -2 * viewport - focusedLayout.height : 3 * viewport);
  const kept = { block: focusedBlock, y, height: focusedLayout.height, layout: focusedLayout, rows: [focusedRow] };
  return isAbove ? [kept, ...wanted] : [...wanted, kept];
}

/**
 * The ranks of the photos near the window, as far as they are laid out.
 * @param {import("./scroll-space.js").ScrollSpace} space
 * @param {import("./block-layout.js").BlockLayouts} layouts
 * @param {number} margin above and below the window
 */
export function* ranksNear(space, layouts, margin) {
  const { scrollTop, viewport } = space;
  for (const { block, y } of space.near(margin)) {
    const layout = layouts.get(block);
    if (!layout) continue;
    for (const row of rowsWithin(layout, scrollTop - margin - y, scrollTop + viewport + margin - y)) {
      const { first, last } = layout.rows[row];
      for (let place = first; place <= last; place++) yield block * windowSize + place;
    }
  }
}

/** Which rows of a block are between two heights. */
function* rowsWithin({ rows }, top, bottom) {
  for (let row = rowBelow(rows, top); row < rows.length && rows[row].y < bottom; row++) yield row;
}

/**
 * Where a key leads from a photo.
 *
 * @typedef {object} Surroundings
 * @property {number} count of photos
 * @property {number} blockSize photos in a block
 * @property {number} viewport height of the window
 * @property {(block: number) => ReturnType<import("./block-layout.js").layoutBlock> | undefined} layout undefined while
 *   a block is not loaded
 */

/** Remembers the column while the reader goes up and down, as a text editor does. */
export class GridKeyboard {
  #column = null;

  /**
   * @param {string} key as in `KeyboardEvent`
   * @param {number} rank
   * @param {Surroundings} surroundings
   * @returns {number | null} the rank to go to; null where the key means nothing here
   */
  target(key, rank, surroundings) {
    const isVertical = key === "ArrowUp" || key === "ArrowDown" || key === "PageUp" || key === "PageDown";
    if (!isVertical) this.#column = null;
    switch (key) {
      case "ArrowLeft": return Math.max(0, rank - 1);
      case "ArrowRight": return Math.min(surroundings.count - 1, rank + 1);
      case "Home": return 0;
      case "End": return surroundings.count - 1;
      case "ArrowUp": return this.#vertical(rank, -1, surroundings).rank;
      case "ArrowDown": return this.#vertical(rank, 1, surroundings).rank;
      case "PageUp": return this.#page(rank, -1, surroundings);
      case "PageDown": return this.#page(rank, 1, surroundings);
      default: return null;
    }
  }

  /** Forgets the column, because the focus went elsewhere. */
  reset() {
    this.#column = null;
  }

  #page(rank, direction, surroundings) {
    let place = rank;
    for (let distance = 0; distance < surroundings.viewport * 0.85;) {
      const next = this.#vertical(place, direction, surroundings);
      if (next.rank === place) break;
      place = next.rank;
      distance += Math.max(1, next.height);
    }
    return place;
  }

  #vertical(rank, direction, { count, blockSize, layout }) {
    const block = Math.floor(rank / blockSize);
    const here = layout(block);
    if (!here) {
      const far = Math.min(count - 1, Math.max(0, rank + direction * blockSize));
      return { rank: far, height: Infinity };
    }
    const place = rank % blockSize;
    this.#column ??= here.x[place] + here.width[place] / 2;
    const row = rowHolding(here.rows, place) + direction;
    if (row >= 0 && row < here.rows.length) return this.#inRow(here, here.rows[row], block * blockSize);
    const nextBlock = block + direction;
    if (nextBlock < 0 || nextBlock * blockSize >= count) return { rank, height: 0 };
    const next = layout(nextBlock);
    if (next) return this.#inRow(next, next.rows.at(direction > 0 ? 0 : -1), nextBlock * blockSize);
    return { rank: direction > 0 ? nextBlock * blockSize : block * blockSize - 1, height: Infinity };
  }

  #inRow(layout, row, firstRank) {
    const distance = (place) => Math.abs(layout.x[place] + layout.width[place] / 2 - this.#column);
    let best = row.first;
    for (let place = row.first; place <= row.last; place++) {
      const isUnder = layout.x[place] <= this.#column && this.#column < layout.x[place] + layout.width[place];
      if (isUnder) {
        best = place;
        break;
      }
      if (distance(place) < distance(best)) best = place;
    }
    return { rank: firstRank + best, height: row.height };
  }
}
