import { paintThumbHash } from "../grid/thumbhash.js";
import { pictureOrder } from "./sharp-picture.js";

/** @typedef {import("./sharp-picture.js").PictureKind} PictureKind */

/**
 * The pictures of one photo, from its blurred placeholder to the whole picture, all in the same rectangle.
 *
 * A decoded picture replaces the less sharp picture in one frame, so the reader only sees the photo become sharper.
 */
export class PictureLayers {
  #element = document.createElement("div");
  /** @type {PictureKind | null} */
  #shown = null;
  #description;

  /** @param {{ placeholder: string | null, description: string }} photo */
  constructor({ placeholder, description }) {
    this.#description = description;
    this.#element.className = "viewer-layers";
    const canvas = document.createElement("canvas");
    if (paintThumbHash(canvas, placeholder)) this.#element.append(canvas);
  }

  get element() {
    return this.#element;
  }

  /** The kind of the picture on show, or `null`. */
  get shown() {
    return this.#shown;
  }

  /**
   * Shows a decoded picture, unless a sharper one is shown.
   * @param {PictureKind} kind
   * @param {HTMLImageElement} image
   */
  show(kind, image) {
    if (this.#shown !== null && pictureOrder.indexOf(kind) < pictureOrder.indexOf(this.#shown)) return;
    image.alt = this.#description;
    image.decoding = "sync";
    image.dataset.picture = kind;
    this.#element.replaceChildren(image);
    this.#shown = kind;
  }

  /**
   * Returns to a less sharp picture, to release a large picture or to stop a moving one.
   * @param {PictureKind} kind
   * @param {HTMLImageElement} image
   */
  replace(kind, image) {
    this.#shown = null;
    this.show(kind, image);
  }
}
