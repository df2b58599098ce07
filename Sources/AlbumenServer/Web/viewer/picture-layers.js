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
  /** The width of the element in CSS pixels. */
  #width = 0;

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
    this.#placeExactly();
  }

  /**
   * Lays the pictures out for the width of their place.
   * @param {number} width in CSS pixels
   */
  place(width) {
    this.#width = width;
    this.#placeExactly();
  }

  /**
   * Gives the whole picture a CSS pixel for each of its pixels, and then reduces it. Otherwise, browsers would round its
   * size before they enlarge it, and no pixel would be exactly one of the screen.
   */
  #placeExactly() {
    const image = this.#element.firstElementChild;
    if (this.#shown !== "full" || !(image instanceof HTMLImageElement) || image.naturalWidth === 0) return;
    image.classList.add("is-exact");
    image.style.width = `${image.naturalWidth}px`;
    image.style.height = `${image.naturalHeight}px`;
    image.style.transform = `scale(${this.#width / image.naturalWidth})`;
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
