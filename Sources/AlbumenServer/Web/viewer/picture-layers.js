import { paintThumbHash } from "../grid/thumbhash.js";
import { pictureOrder } from "./sharp-picture.js";

/**
 * The pictures of one photo, from its blurred placeholder to the whole picture, all in the same rectangle.
 *
 * A picture comes decoded and takes the place of the lesser ones in one frame, so the reader sees it become sharper and
 * nothing else.
 */
export class PictureLayers {
  #element = document.createElement("div");
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

  /** The kind of the picture on show, or null. */
  get shown() {
    return this.#shown;
  }

  /**
   * Shows a decoded picture, unless a better one is there.
   * @param {string} kind one of `pictureOrder`
   * @param {HTMLImageElement} image
   */
  show(kind, image) {
    if (pictureOrder.indexOf(kind) < pictureOrder.indexOf(this.#shown)) return;
    image.alt = this.#description;
    image.decoding = "sync";
    image.dataset.picture = kind;
    this.#element.replaceChildren(image);
    this.#shown = kind;
  }

  /**
   * Goes back to a lesser picture, to free a large one or to stop one that moves.
   * @param {string} kind
   * @param {HTMLImageElement} image
   */
  replace(kind, image) {
    this.#shown = null;
    this.show(kind, image);
  }
}
