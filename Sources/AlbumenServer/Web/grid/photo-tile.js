import { reasonFor } from "../server/picture-reason.js";
import { formatNumber } from "../common/words.js";
import { paintThumbHash, thumbHashCanvas } from "./thumbhash.js";
import { TileMarks } from "./tile-marks.js";
import { neededPicture, pictureAddress, pictureSizes } from "./tile-pictures.js";
import { photoName, words } from "./words.js";

/** From this number of device pixels per CSS pixel on, all tiles want more than the thumbnail. */
const fineScreen = 1.5;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * How a photo takes part in a choice.
 * @typedef {object} TileChoice
 * @property {number} [number] the photo's place among the chosen ones, from 1
 * @property {string} [obstacle] the reason why the photo can't be chosen
 */

/**
 * One photo of the grid. Tiles are used again for other photos.
 *
 * `show` puts the tile in its place with the photo's ThumbHash; if it shows the photo already, the picture stays.
 * `dress` adds the marks and requests the thumbnail, for tiles in or near the window. `undress` removes them, and
 * cancels a request in flight. The canvas is removed when the thumbnail covers it, so a tile has two to five elements.
 */
export class PhotoTile {
  rank = -1;
  /** @type {import("./loaded-windows.js").TimelineItem | null} */
  item = null;
  /** @type {HTMLCanvasElement | null} */
  #canvas = null;
  /** @type {HTMLImageElement | null} */
  #image = null;
  /** The long side of the picture. */
  #size = 0;
  /**
   * A picture that replaces the other once it is decoded.
   * @type {{ image: HTMLImageElement, size: number } | null}
   */
  #sharper = null;
  /** The long side of the largest picture that did not fail to load. */
  #largest = Infinity;
  #marks;
  isDressed = false;
  /** Whether the tile shows a choice. */
  #hasChoice = false;
  #longSide = 0;

  constructor() {
    this.element = document.createElement("div");
    this.element.className = "photo-tile";
    this.element.setAttribute("role", "gridcell");
    this.element.tabIndex = -1;
    this.#marks = new TileMarks(this.element);
  }

  /** The thumbnail, or `null` if it is not loaded. */
  get image() {
    return this.#image?.classList.contains("is-loaded") ? this.#image : null;
  }

  /**
   * @param {import("./loaded-windows.js").TimelineItem} item
   * @param {number} count of the timeline
   * @param {{ x: number, width: number, height: number }} place in its row
   */
  show(item, count, { x, width, height }) {
    const { element } = this;
    const before = this.item;
    const keepsPicture = before?.identifier === item.identifier && before.content === item.content;
    if (before && !keepsPicture) this.undress();
    this.item = item;
    this.rank = item.rank;
    this.#longSide = Math.max(width, height);
    element.style.left = `${x}px`;
    element.style.width = `${width}px`;
    element.style.height = `${height}px`;
    element.ariaLabel = photoName(item, count);
    element.classList.toggle("is-stack", item.frameCount > 1);
    if (keepsPicture) this.#keepPicture();
    else this.#paint();
  }

  /** The marks may have changed. A picture that was fading in when its tile moved is shown at once. */
  #keepPicture() {
    this.#marks.clear();
    this.isDressed = false;
    if (this.element.classList.contains("is-broken")) this.#marks.showBroken();
    if (!this.image) return;
    this.image.classList.remove("is-appearing");
    this.#canvas?.remove();
  }

  /**
   * @param {import("../server/library.js").Library} library
   * @param {{ loadsPicture: boolean, sharpens: boolean, pixelRatio: number }} wish
   */
  dress(library, { loadsPicture, sharpens, pixelRatio }) {
    if (!this.isDressed && this.item) this.#marks.show(this.item);
    this.isDressed = true;
    if (!this.item || !loadsPicture || this.element.classList.contains("is-broken")) return;
    const photo = this.item;
    if (!this.#image && library.faults.of(photo.content)) {
      this.#setBroken();
      return;
    }
    const size = Math.min(this.#largest, neededPicture(this.#longSide * pixelRatio));
    const address = (/** @type {number} */ each) => pictureAddress(library, photo, each);
    if (!this.#image) {
      // Thumbnails exist since the import. Larger pictures are made or read on request. On fine screens, where all
      // tiles want a larger picture, the thumbnail comes first; on others it would only be a second request.
      const first = pixelRatio < fineScreen ? size : pictureSizes[0];
      this.#load(library, address(first), first, first > pictureSizes[0] ? address(pictureSizes[0]) : null);
    } else if (sharpens && this.image && size > Math.max(this.#size, this.#sharper?.size ?? 0)) {
      this.#sharpen(library, address(size), size);
    }
  }

  /** Requests a picture again that failed to load. */
  retry() {
    if (this.element.classList.contains("is-broken")) this.undress();
  }

  undress() {
    this.#marks.clear();
    this.isDressed = false;
    this.element.classList.remove("is-broken");
    this.#sharper?.image.removeAttribute("src");
    this.#sharper = null;
    this.#largest = Infinity;
    if (!this.#image) return;
    this.#image.removeAttribute("src");
    this.#image.remove();
    this.#image = null;
    if (!this.#canvas?.isConnected) this.#paint();
  }

  /**
   * @param {boolean | null} isSelected `null` if photos are not being selected
   */
  markSelected(isSelected) {
    const { element } = this;
    if (isSelected === null) element.removeAttribute("aria-selected");
    else element.ariaSelected = String(isSelected);
  }

  /**
   * Shows the number of a chosen photo, or why a photo can't be chosen.
   * @param {TileChoice} choice
   */
  markChoice({ number, obstacle }) {
    const hasChoice = number !== undefined || obstacle !== undefined;
    if (!hasChoice && !this.#hasChoice) return;
    this.#hasChoice = hasChoice;
    const { element } = this;
    if (number === undefined) delete element.dataset.number;
    else element.dataset.number = formatNumber(number);
    element.classList.toggle("is-unsuitable", obstacle !== undefined);
    element.ariaDisabled = obstacle === undefined ? null : "true";
    element.title = obstacle ?? "";
    const description = obstacle ?? (number === undefined ? null : words.chosenAs(number));
    if (description === null) element.removeAttribute("aria-description");
    else element.setAttribute("aria-description", description);
  }

  /** Prepares the tile for another photo. */
  release() {
    this.item = null;
    this.rank = -1;
    this.undress();
    this.element.remove();
    this.element.tabIndex = -1;
  }

  #paint() {
    if (!this.item) return;
    const canvas = (this.#canvas ??= thumbHashCanvas());
    if (paintThumbHash(canvas, this.item.placeholder)) this.element.prepend(canvas);
    else canvas.remove();
  }

  /**
   * @param {import("../server/library.js").Library} library
   * @param {string} address
   * @param {number} size
   * @param {string | null} thumbnail to load if this picture fails; `null` if it is the thumbnail
   */
  #load(library, address, size, thumbnail) {
    const image = new Image();
    image.alt = "";
    image.draggable = false;
    image.decoding = "async";
    this.#image = image;
    this.#size = size;
    image.addEventListener("load", () => this.#loaded(image, true), { once: true });
    image.addEventListener("error", () => this.#failed(library, image, thumbnail));
    image.src = address;
    if (this.#canvas?.isConnected) this.#canvas.after(image);
    else this.element.prepend(image);
    if (image.complete && image.naturalWidth > 0) this.#loaded(image, false);
  }

  /**
   * @param {HTMLImageElement} image
   * @param {boolean} fades
   */
  #loaded(image, fades) {
    if (image !== this.#image || image.classList.contains("is-loaded")) return;
    image.classList.add("is-loaded");
    const dropCanvas = () => {
      if (image === this.#image) this.#canvas?.remove();
    };
    if (!fades || reducedMotion.matches) {
      dropCanvas();
      return;
    }
    image.classList.add("is-appearing");
    image.addEventListener("animationend", dropCanvas, { once: true });
  }

  /**
   * Shows the thumbnail instead, unless the picture can't be decoded in any size.
   * @param {import("../server/library.js").Library} library
   * @param {HTMLImageElement} image
   * @param {string | null} thumbnail
   */
  async #failed(library, image, thumbnail) {
    const content = this.item?.content;
    if (image !== this.#image || content === undefined) return;
    const address = image.src;
    const hasThumbnail = thumbnail !== null && !address.endsWith(thumbnail);
    if (!hasThumbnail) this.#setBroken();
    await library.faults.reason(content, () => reasonFor(address));
    if (!hasThumbnail || image !== this.#image) return;
    if (library.faults.of(content)) {
      this.#setBroken();
      return;
    }
    this.#size = this.#largest = pictureSizes[0];
    image.src = thumbnail;
  }

  #setBroken() {
    this.#image?.remove();
    this.#image = null;
    this.element.classList.add("is-broken");
    this.#marks.showBroken();
  }

  /**
   * Shows a sharper picture once it is decoded, so that nothing flickers.
   * @param {import("../server/library.js").Library} library
   * @param {string} address
   * @param {number} size
   */
  async #sharpen(library, address, size) {
    // A thumbnail may be stored of an original that can no longer be decoded.
    const subject = `${this.item?.content} ${size}`;
    if (library.faults.of(subject)) return;
    this.#sharper?.image.removeAttribute("src");
    const image = new Image();
    image.alt = "";
    image.draggable = false;
    this.#sharper = { image, size };
    image.src = address;
    try {
      await image.decode();
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      // The picture stays.
      if (this.#sharper?.image !== image) return;
      this.#sharper = null;
      this.#largest = this.#size;
      await library.faults.reason(subject, () => reasonFor(address));
      return;
    }
    if (this.#sharper?.image !== image || !this.#image) return;
    this.#sharper = null;
    image.classList.add("is-loaded");
    this.#image.replaceWith(image);
    this.#image = image;
    this.#size = size;
  }

}
