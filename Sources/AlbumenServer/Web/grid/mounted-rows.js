import { DayHeadings } from "./day-headings.js";
import { dayPlaces } from "./day-places.js";
import { PhotoTile } from "./photo-tile.js";

const keptTiles = 120;

/**
 * A block of which some rows are to exist.
 * @typedef {object} WantedBlock
 * @property {number} block
 * @property {number} y of its top
 * @property {number} height
 * @property {import("./block-layout.js").BlockLayout | null} layout `null` if the block is not loaded
 * @property {number[]} rows indexes of its rows, in their order
 */

/** @typedef {{ element: HTMLElement, tiles: PhotoTile[], headings: Element[] }} RowView */

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
 * until they are laid out (`aria-rowcount` is -1), so each photo's name contains its place among all photos.
 */
export class MountedRows {
  /**
   * The tiles in the document by rank.
   * @type {Map<number, PhotoTile>}
   */
  tiles = new Map();
  headings = new DayHeadings();
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

  /**
   * Returns how a photo takes part in a choice. By default, every photo can be chosen, and none has a number.
   * @type {(identifier: string) => import("./photo-tile.js").TileChoice}
   */
  choiceOf = () => ({});

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

  /** Updates the marks of selected photos and days. */
  markSelected() {
    this.headings.mark();
    for (const tile of this.tiles.values()) {
      if (tile.item) this.#mark(tile, tile.item.identifier);
    }
  }

  /**
   * @param {PhotoTile} tile
   * @param {string} identifier
   */
  #mark(tile, identifier) {
    tile.markSelected(this.isSelected(identifier));
    tile.markChoice(this.choiceOf(identifier));
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
    const dayAt = (/** @type {number} */ place) => timeline.item(firstRank + place)?.day ?? null;
    const headings = row.labels.map((label) => {
      const days = { first: dayAt(label.place), last: dayAt(label.last), rank: firstRank + label.place };
      return this.headings.make(days, label, dayPlaces(timeline, firstRank + label.place, firstRank + label.last));
    });
    element.append(...headings);
    /** @type {PhotoTile[]} */
    const tiles = [];
    for (let place = row.first; place <= row.last; place++) {
      const item = timeline.item(firstRank + place);
      if (!item) continue;
      const tile = this.#tileFor(item.identifier);
      tile.show(item, timeline.count, { x: layout.x[place], width: layout.width[place], height: row.pictureHeight });
      this.#mark(tile, item.identifier);
      this.#byElement.set(tile.element, tile);
      this.tiles.set(item.rank, tile);
      tiles.push(tile);
      element.append(tile.element);
    }
    return { element, tiles, headings };
  }

  /**
   * @param {BlockView} view
   * @param {number} index
   * @param {RowView} row
   */
  #removeRow(view, index, row) {
    row.element.remove();
    view.rows.delete(index);
    this.headings.forget(row.headings);
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
