import { loadPicture, PictureError } from "./picture-loading.js";
import { levelFor } from "./sharp-picture.js";

/** How far beyond the stage tiles are loaded, in tiles. */
const margin = 0.25;

/** The most tiles that stay in the document. Beyond it, those outside of the stage are removed. */
const mostTiles = 64;

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Part from 0 to 1 in both directions */

/**
 * The tiles of a large picture, over its less sharp pictures.
 *
 * Each level has its own layer, in which a CSS pixel is a pixel of the level, so that tiles have whole coordinates.
 * Browsers round the places of elements before they enlarge them.
 */
export class PictureTiles {
  element = document.createElement("div");
  /** @type {API.Tiles | null} */
  #tiles = null;
  /** The width of the element in CSS pixels. */
  #width = 0;
  #level = -1;
  /** @type {Map<number, HTMLElement>} */
  #layers = new Map();
  /**
   * The tiles of the level on show, by `column row`. Each promise settles with the tile, or `null` if it is missing.
   * @type {Map<string, Promise<HTMLImageElement | null>>}
   */
  #shown = new Map();
  /** Cancels the tiles of the level on show. */
  #loading = new AbortController();

  constructor() {
    this.element.className = "viewer-tiles";
    this.element.setAttribute("aria-hidden", "true");
  }

  /** Whether the sizes of the picture are known. */
  get isOpen() {
    return this.#tiles !== null;
  }

  /** @param {API.Tiles} tiles */
  open(tiles) {
    this.#tiles = tiles;
  }

  /**
   * Lays the layers out for the width of the picture's place.
   * @param {number} width in CSS pixels
   */
  place(width) {
    this.#width = width;
    for (const [level, layer] of this.#layers) this.#placeLayer(level, layer);
  }

  /**
   * Shows a part of the picture.
   * @param {number} shownLongSide of the whole picture, in device pixels
   * @param {Part} part
   * @returns {Promise<boolean>} `false` if tiles are missing; settles when all are loaded, or another level is wanted
   */
  async show(shownLongSide, part) {
    if (this.#tiles === null) return false;
    const level = levelFor(shownLongSide, this.#tiles.levels);
    if (level !== this.#level) this.#change(level);
    const { signal } = this.#loading;
    const places = this.#placesIn(part);
    const images = await Promise.all(places.map(({ column, row }) => this.#tile(column, row, signal)));
    if (signal.aborted) return true;
    if (images.includes(null)) return false;
    // The part is complete, so no other level is seen there.
    for (const [other, layer] of this.#layers) if (other !== level) this.#remove(other, layer);
    this.#forgetAllBut(places);
    return true;
  }

  /** Removes all tiles. The sizes stay known. */
  clear() {
    this.#loading.abort();
    this.#level = -1;
    this.#shown.clear();
    for (const [level, layer] of this.#layers) this.#remove(level, layer);
  }

  /** @param {number} level */
  #change(level) {
    this.#loading.abort();
    this.#loading = new AbortController();
    this.#shown.clear();
    this.#level = level;
    this.#layers.get(level)?.remove();
    const layer = document.createElement("div");
    layer.className = "viewer-tile-layer";
    this.#layers.set(level, layer);
    this.#placeLayer(level, layer);
    this.element.append(layer);
  }

  /**
   * @param {number} level
   * @param {HTMLElement} layer
   */
  #placeLayer(level, layer) {
    const size = this.#tiles?.levels[level];
    if (size) layer.style.transform = `scale(${this.#width / size.width})`;
  }

  /** @param {Part} part */
  #placesIn({ left, top, right, bottom }) {
    const { side, levels } = /** @type {API.Tiles} */ (this.#tiles);
    const { width, height } = levels[this.#level];
    /** @type {(start: number, end: number, length: number) => number[]} */
    const span = (start, end, length) => {
      const last = Math.ceil(length / side) - 1;
      const first = Math.max(0, Math.floor((start * length) / side - margin));
      const count = Math.min(last, Math.floor((end * length) / side + margin)) - first + 1;
      return Array.from({ length: Math.max(0, count) }, (_, index) => first + index);
    };
    const columns = span(left, right, width);
    return span(top, bottom, height).flatMap((row) => columns.map((column) => ({ column, row })));
  }

  /**
   * @param {number} column
   * @param {number} row
   * @param {AbortSignal} signal
   */
  #tile(column, row, signal) {
    const key = `${column} ${row}`;
    const tile = this.#shown.get(key) ?? this.#load(column, row, signal);
    this.#shown.set(key, tile);
    return tile;
  }

  /**
   * @param {number} column
   * @param {number} row
   * @param {AbortSignal} signal
   * @returns {Promise<HTMLImageElement | null>} `null` if the tile failed to load, or is no longer wanted
   */
  async #load(column, row, signal) {
    const key = `${column} ${row}`;
    const { address, side } = /** @type {API.Tiles} */ (this.#tiles);
    const level = this.#level;
    try {
      const image = await loadPicture(`${address}&level=${level}&column=${column}&row=${row}`, signal);
      if (!this.#shown.has(key)) return null;
      image.decoding = "sync";
      image.style.left = `${column * side}px`;
      image.style.top = `${row * side}px`;
      this.#layers.get(level)?.append(image);
      return image;
    } catch (error) {
      if (signal.aborted) return null;
      // It is requested again when its part is shown again.
      this.#shown.delete(key);
      if (!(error instanceof PictureError)) throw error;
      return null;
    }
  }

  /**
   * Removes tiles beyond the limit, except those of some places.
   * @param {{ column: number, row: number }[]} places
   */
  #forgetAllBut(places) {
    const kept = new Set(places.map(({ column, row }) => `${column} ${row}`));
    for (const [key, tile] of this.#shown) {
      if (this.#shown.size <= mostTiles) return;
      if (kept.has(key)) continue;
      this.#shown.delete(key);
      tile.then((image) => image?.remove());
    }
  }

  /**
   * @param {number} level
   * @param {HTMLElement} layer
   */
  #remove(level, layer) {
    layer.remove();
    this.#layers.delete(level);
  }
}
