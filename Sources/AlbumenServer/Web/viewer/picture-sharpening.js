import { ServerError } from "../server/server-connection.js";
import { savesData } from "../common/link-pace.js";
import { loadPicture, PictureError } from "./picture-loading.js";
import { PictureTiles } from "./picture-tiles.js";
import { pictureFor, pictureOrder } from "./sharp-picture.js";

/**
 * How long the size of a picture stays the same before a sharper picture is loaded, in milliseconds. So one zoom loads
 * one picture, and none of the sizes that it passes.
 */
const settleTime = 150;

/** How long loading takes before the reader is told, in milliseconds. */
const patience = 400;

/**
 * A picture of which sharper forms are loaded.
 * @typedef {object} SharpSource
 * @property {API.Pictures} pictures
 * @property {number} pixelWidth
 * @property {number} pixelHeight
 */

/** @typedef {"none" | "loading" | "failed"} SharpState */

/** Loads the pictures that are as sharp as the zoom needs: a rendition, the whole picture, or its tiles. */
export class PictureSharpening {
  #library;
  #layers;
  #picture;
  #report;
  #tiles = new PictureTiles();
  /** @type {SharpSource | null} */
  #source = null;
  #width = 0;
  #shownLongSide = 0;
  /** The size at which the photo was first shown. */
  #firstLongSide = 0;
  #settling = 0;
  #waiting = 0;
  /** Ends all requests of a source. */
  #ending = new AbortController();
  /**
   * The picture in flight.
   * @type {{ kind: "rendition" | "full", controller: AbortController } | null}
   */
  #loading = null;
  /**
   * The request for the sizes of the source's tiles.
   * @type {Promise<API.Tiles> | null}
   */
  #sizes = null;
  /** The number of the last picture or part that was wanted. */
  #wish = 0;

  /**
   * @param {object} parts
   * @param {import("../server/library.js").Library} parts.library
   * @param {import("./picture-layers.js").PictureLayers} parts.layers
   * @param {import("./zoomable-picture.js").ZoomablePicture} parts.picture
   * @param {(state: SharpState) => void} report is called when loading takes long or fails, and when that ends
   */
  constructor({ library, layers, picture }, report) {
    this.#library = library;
    this.#layers = layers;
    this.#picture = picture;
    this.#report = report;
  }

  /** Holds the tiles, over the layers. */
  get element() {
    return this.#tiles.element;
  }

  /** @param {SharpSource} source */
  begin(source) {
    this.end();
    this.#source = source;
    this.#ending = new AbortController();
    this.#shownLongSide = this.#firstLongSide = this.#picture.shownLongSide;
    this.#sharpen();
  }

  /** Cancels all requests, and removes the tiles. */
  end() {
    clearTimeout(this.#settling);
    this.#settling = 0;
    this.#ending.abort();
    this.#sizes = null;
    this.#cancelLoading();
    this.#settle("none");
    this.#source = null;
    this.#tiles.clear();
    this.#tiles = this.#replacedTiles();
  }

  /** @param {number} width of the picture's place, in CSS pixels */
  place(width) {
    this.#width = width;
    this.#tiles.place(width);
    this.#layers.place(width);
  }

  /** Is called after each change of the zoom. */
  update() {
    if (this.#source === null) return;
    const { shownLongSide, isMoving } = this.#picture;
    if (shownLongSide === this.#shownLongSide && !isMoving) {
      // Panning shows other tiles.
      if (this.#settling === 0) this.#sharpen();
      return;
    }
    this.#shownLongSide = shownLongSide;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.#settling = 0;
      if (this.#picture.isMoving) this.update();
      else this.#sharpen();
    }, settleTime);
  }

  /** Another source has other tiles. */
  #replacedTiles() {
    if (!this.#tiles.isOpen) return this.#tiles;
    const tiles = new PictureTiles();
    tiles.place(this.#width);
    this.#tiles.element.replaceWith(tiles.element);
    return tiles;
  }

  #sharpen() {
    if (this.#source === null) return;
    const { pictures, pixelWidth, pixelHeight } = this.#source;
    const { shownLongSide } = this.#picture;
    // The reader asks for more by enlarging the photo.
    const isEnough = shownLongSide <= this.#firstLongSide && savesData();
    const kind = isEnough ? "preview" : pictureFor(shownLongSide, Math.max(pixelWidth, pixelHeight));
    if (kind === "preview" || pictures.animated || !pictures.full) {
      this.#cancelLoading();
      this.#tiles.clear();
    } else if (kind === "full" && pictures.tiles) this.#showTiles(pictures.tiles);
    else this.#load(kind, kind === "full" ? pictures.full : pictures.rendition);
  }

  /**
   * Loads a picture, unless one as sharp is shown or in flight. A picture in flight that is less sharp is cancelled.
   * @param {"rendition" | "full"} kind
   * @param {string} address
   */
  async #load(kind, address) {
    const order = (/** @type {import("./sharp-picture.js").PictureKind | null} */ other) =>
      (other === null ? -1 : pictureOrder.indexOf(other));
    if (order(this.#layers.shown) >= order(kind)) this.#tiles.clear();
    if (Math.max(order(this.#layers.shown), order(this.#loading?.kind ?? null)) >= order(kind)) return;
    this.#cancelLoading();
    const controller = new AbortController();
    this.#loading = { kind, controller };
    const { signal } = controller;
    const wish = this.#begin();
    try {
      const image = await loadPicture(address, signal);
      signal.throwIfAborted();
      this.#layers.show(kind, image);
      this.#tiles.clear();
      // The picture may have other pixels than the file says, such as the camera's picture in a RAW file.
      if (kind === "full") this.#picture.longSide = Math.max(image.naturalWidth, image.naturalHeight);
      this.#done(wish, true);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof PictureError)) throw error;
      this.#done(wish, false);
    } finally {
      if (this.#loading?.controller === controller) this.#loading = null;
    }
  }

  /** @param {string} address */
  async #showTiles(address) {
    const tiles = this.#tiles;
    const { signal } = this.#ending;
    this.#cancelLoading();
    const wish = this.#begin();
    try {
      this.#sizes ??= this.#library.tiles(address, { signal });
      const sizes = await this.#sizes;
      if (signal.aborted) return;
      if (!tiles.isOpen) {
        tiles.open(sizes);
        tiles.place(this.#width);
        this.#picture.longSide = Math.max(sizes.levels[0].width, sizes.levels[0].height);
      }
      // A later call shows the newest part.
      if (wish !== this.#wish) return;
      const isComplete = await tiles.show(this.#picture.shownLongSide, this.#picture.visiblePart);
      if (!signal.aborted) this.#done(wish, isComplete);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ServerError)) throw error;
      this.#done(wish, false);
    }
  }

  #begin() {
    this.#wish += 1;
    if (this.#waiting === 0) this.#waiting = setTimeout(() => this.#report("loading"), patience);
    return this.#wish;
  }

  /**
   * @param {number} wish
   * @param {boolean} isLoaded
   */
  #done(wish, isLoaded) {
    if (wish === this.#wish) this.#settle(isLoaded ? "none" : "failed");
  }

  /** @param {SharpState} state */
  #settle(state) {
    clearTimeout(this.#waiting);
    this.#waiting = 0;
    this.#report(state);
  }

  #cancelLoading() {
    if (this.#loading === null) return;
    this.#loading.controller.abort();
    this.#loading = null;
    this.#settle("none");
  }
}
