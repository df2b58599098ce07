import { formatDay, formatShortDay } from "../words.js";
import { PhotoTile } from "./photo-tile.js";
import { context2D } from "./thumbhash.js";

const keptTiles = 120;
const keptTextWidths = 400;

/**
 * A block of which some rows are to exist.
 * @typedef {object} WantedBlock
 * @property {number} block
 * @property {number} y of its top
 * @property {number} height
 * @property {import("./block-layout.js").BlockLayout | null} layout `null` if the block is not loaded
 * @property {number[]} rows indexes of its rows, in their order
 */

/** @typedef {{ element: HTMLElement, tiles: PhotoTile[] }} RowView */

/**
 * A block in the document.
 * @typedef {object} BlockView
 * @property {HTMLElement} element
 * @property {Map<number, RowView>} rows by index
 * @property {number} y
 * @property {number} height
 * @property {import("./block-layout.js").BlockLayout | null | undefined} layout
 */

/**
 * The rows that exist in the document: those near the window, in their blocks.
 *
 * A block that is not loaded is one element that draws empty rows. Elements are added and removed one row at a time and
 * never moved, so the focus stays.
 *
 * The photos have the role `grid`, because it is the only role for which screen readers pass the arrow keys to the
 * page. In lists they would move within the document, which ends with the mounted rows. The number of rows is unknown
 * until they are laid out (`aria-rowcount` is -1), so each photo's name contains its place among all photos. Each name
 * contains the day, so the headings are hidden from screen readers.
 */
export class MountedRows {
  /**
   * The tiles in the document by rank.
   * @type {Map<number, PhotoTile>}
   */
  tiles = new Map();
  /** @type {Map<number, BlockView>} */
  #blocks = new Map();
  /** @type {WeakMap<Element, PhotoTile>} */
  #byElement = new WeakMap();
  /** @type {PhotoTile[]} */
  #pool = [];
  /**
   * Tiles that were removed from the document and may be shown again at once, by identifier.
   * @type {Map<string, PhotoTile>}
   */
  #kept = new Map();

  /**
   * Returns whether a photo is selected; `null` if photos are not being selected.
   * @type {(identifier: string) => boolean | null}
   */
  isSelected = () => null;

  /** @param {HTMLElement} element that holds the blocks */
  constructor(element) {
    this.element = element;
  }

  /**
   * Adds and removes elements until exactly these blocks and rows exist.
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

  /** Updates the marks of selected photos. */
  markSelected() {
    for (const tile of this.tiles.values()) {
      if (tile.item) tile.markSelected(this.isSelected(tile.item.identifier));
    }
  }

  /**
   * Removes all rows.
   * @param {boolean} [keepsTiles] whether most of the photos are about to be shown again. Their tiles keep their
   *   pictures until `forgetKept`.
   */
  clear(keepsTiles = false) {
    if (keepsTiles) {
      for (const tile of this.tiles.values()) if (tile.item) this.#kept.set(tile.item.identifier, tile);
      this.tiles.clear();
    }
    for (const [block, view] of this.#blocks) this.#removeBlock(block, view);
  }

  /** Releases the tiles that `clear` kept and nothing has shown since. */
  forgetKept() {
    for (const tile of this.#kept.values()) this.#release(tile);
    this.#kept.clear();
  }

  /**
   * Returns the tile that an element belongs to.
   * @param {EventTarget | null} element
   */
  tileOf(element) {
    const tile = element instanceof Element ? element.closest(".photo-tile") : null;
    return tile ? this.#byElement.get(tile) : undefined;
  }

  /**
   * @param {BlockView} view
   * @param {WantedBlock} wanted
   * @param {import("./timeline.js").Timeline} timeline
   * @param {number} blockSize
   */

  #updateBlock(view, { block, y, height, layout, rows }, timeline, blockSize) {
    const { element } = view;
    if (view.layout !== layout) {
      for (const [index, row] of view.rows) this.#removeRow(view, index, row);
      view.layout = layout;
      element.className = layout ? "photo-block" : "photo-block is-loading";
      // A group without rows is invalid.
      if (layout) element.setAttribute("role", "rowgroup");
      else element.removeAttribute("role");
    }
    // Far down, browsers place elements exactly only at whole pixels.
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

  /**
   * @param {import("./block-layout.js").BlockLayout} layout
   * @param {import("./block-layout.js").Row} row
   * @param {number} firstRank
   * @param {import("./timeline.js").Timeline} timeline
   * @returns {RowView}
   */
  #makeRow(layout, row, firstRank, timeline) {
    const element = document.createElement("div");
    element.className = "photo-row";
    element.setAttribute("role", "row");
    element.style.top = `${row.y}px`;
    element.style.height = `${row.height}px`;
    for (const label of row.labels) {
      element.append(dayHeading(timeline.item(firstRank + label.place)?.day ?? null, label));
    }
    /** @type {PhotoTile[]} */
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

  /**
   * @param {BlockView} view
   * @param {number} index
   * @param {RowView} row
   */
  #removeRow(view, index, row) {
    row.element.remove();
    view.rows.delete(index);
    for (const tile of row.tiles) {
      if (this.tiles.get(tile.rank) === tile) this.tiles.delete(tile.rank);
      if (!tile.item || this.#kept.get(tile.item.identifier) !== tile) this.#release(tile);
    }
  }

  /** @param {PhotoTile} tile */
  #release(tile) {
    tile.release();
    if (this.#pool.length < keptTiles) this.#pool.push(tile);
  }

  /** @param {string} identifier */
  #tileFor(identifier) {
    const kept = this.#kept.get(identifier);
    this.#kept.delete(identifier);
    return kept ?? this.#pool.pop() ?? new PhotoTile();
  }

  /**
   * @param {number} block
   * @param {BlockView} view
   */
  #removeBlock(block, view) {
    view.element.remove();
    this.#blocks.delete(block);
    for (const [index, row] of view.rows) this.#removeRow(view, index, row);
  }
}

/**
 * @param {number | null} day
 * @param {{ x: number, width: number }} label
 */
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

/** @type {Map<string, number>} */
const textWidths = new Map();
/** @type {CanvasRenderingContext2D | null} */
let measure = null;

/** @param {string} text */
function textWidth(text) {
  const known = textWidths.get(text);
  if (known !== undefined) return known;
  if (!measure) {
    measure = context2D(document.createElement("canvas"));
    measure.font = `600 14px ${getComputedStyle(document.body).fontFamily}`;
  }
  if (textWidths.size > keptTextWidths) textWidths.clear();
  const width = measure.measureText(text).width + 2;
  textWidths.set(text, width);
  return width;
}
