import { icon } from "../icons.js";
import { formatDuration, formatNumber } from "../words.js";
import { paintThumbHash, thumbHashCanvas } from "./thumbhash.js";
import { photoName } from "./words.js";

/** A thumbnail has 256 pixels on its long side; beyond this many it would look soft. */
const thumbnailReach = 340;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Icons of the kinds, in the order in which they are shown. Those with words are words only. */
const kindMarks = [
  ["live", "live"], ["burst", "burst"], ["panorama", "panorama"], ["animated", "animated"],
  ["raw", null, "RAW"], ["hdr", null, "HDR"], ["damaged", "damaged"],
];

/**
 * One photo of the grid. Tiles are used again for other photos.
 *
 * It has three states: `show` puts it in its place with the photo's ThumbHash (where it shows the photo already, its
 * picture stays); `dress` adds the marks and asks for the
 * thumbnail, and is for tiles in or near the window; `undress` takes those away again and cancels a thumbnail that did
 * not come yet. The canvas goes when the thumbnail covers it, so a tile has two to five elements.
 */
export class PhotoTile {
  rank = -1;
  item = null;
  #canvas = null;
  #image = null;
  #sharper = null;
  #marks = [];
  isDressed = false;
  #longSide = 0;

  constructor() {
    this.element = document.createElement("div");
    this.element.className = "photo-tile";
    this.element.setAttribute("role", "gridcell");
    this.element.tabIndex = -1;
  }

  /** The thumbnail, once it can be seen. */
  get image() {
    return this.#image?.classList.contains("is-loaded") ? this.#image : null;
  }

  /**
   * @param {object} item of the timeline
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

  /** What was told of the photo may be other now. A picture that was fading in when it was moved is there at once. */
  #keepPicture() {
    this.#forgetMarks();
    if (this.element.classList.contains("is-broken")) this.#markBroken();
    if (!this.image) return;
    this.image.classList.remove("is-appearing");
    this.#canvas?.remove();
  }

  /**
   * @param {import("../library.js").Library} library
   * @param {{ loadsPicture: boolean, sharpens: boolean, pixelRatio: number }} wish
   */
  dress(library, { loadsPicture, sharpens, pixelRatio }) {
    if (!this.isDressed) this.#addMarks();
    this.isDressed = true;
    if (!loadsPicture || this.element.classList.contains("is-broken")) return;
    const { identifier, content } = this.item;
    const wantsMore = this.#longSide * pixelRatio > thumbnailReach;
    if (!this.#image) {
      // The thumbnail is there since the import, a larger picture is drawn when it is asked for. On fine screens, where
      // all tiles want the larger one, the thumbnail comes first; elsewhere it would only be a second request.
      const isLargerAtOnce = wantsMore && pixelRatio < 1.5;
      const thumbnail = library.thumbnailAddress(identifier, content);
      if (isLargerAtOnce) this.#load(library.renditionAddress(identifier, content, 512), thumbnail);
      else this.#load(thumbnail, null);
    } else if (sharpens && wantsMore && pixelRatio >= 1.5 && !this.#sharper && this.image) {
      this.#sharpen(library.renditionAddress(identifier, content, 512));
    }
  }

  /** Lets a picture that did not come be asked for again. */
  retry() {
    if (this.element.classList.contains("is-broken")) this.undress();
  }

  undress() {
    this.#forgetMarks();
    this.element.classList.remove("is-broken");
    this.#sharper?.removeAttribute("src");
    this.#sharper = null;
    if (!this.#image) return;
    this.#image.removeAttribute("src");
    this.#image.remove();
    this.#image = null;
    if (!this.#canvas?.isConnected) this.#paint();
  }

  /**
   * @param {boolean | null} isSelected null while photos are not being selected
   */
  markSelected(isSelected) {
    const { element } = this;
    if (isSelected === null) element.removeAttribute("aria-selected");
    else element.ariaSelected = String(isSelected);
  }

  /** Makes the tile ready for another photo. */
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

  #load(address, fallback) {
    const image = new Image();
    image.alt = "";
    image.draggable = false;
    image.decoding = "async";
    this.#image = image;
    image.addEventListener("load", () => this.#loaded(image, true), { once: true });
    image.addEventListener("error", () => this.#failed(image, fallback));
    image.src = address;
    this.#canvas?.isConnected ? this.#canvas.after(image) : this.element.prepend(image);
    if (image.complete && image.naturalWidth > 0) this.#loaded(image, false);
  }

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

  #failed(image, fallback) {
    if (image !== this.#image) return;
    if (fallback && !image.src.endsWith(fallback)) {
      image.src = fallback;
      return;
    }
    image.remove();
    this.#image = null;
    this.element.classList.add("is-broken");
    this.#markBroken();
  }

  /** Puts the sharper picture in place when it is decoded, so that nothing flickers. */
  async #sharpen(address) {
    const sharper = new Image();
    sharper.alt = "";
    sharper.draggable = false;
    this.#sharper = sharper;
    sharper.src = address;
    try {
      await sharper.decode();
    } catch (error) {
      // The thumbnail stays.
      if (error instanceof DOMException) return;
      throw error;
    }
    if (this.#sharper !== sharper || !this.#image) return;
    sharper.classList.add("is-loaded");
    this.#image.replaceWith(sharper);
    this.#image = sharper;
  }

  #addMarks() {
    const { kinds, duration, frameCount } = this.item;
    const head = [];
    for (const [kind, iconName, text] of kindMarks) {
      if (kinds.includes(kind)) head.push(iconName ? icon(iconName) : textMark(text));
      if (kind === "burst" && frameCount > 1) head.push(textMark(formatNumber(frameCount)));
    }
    if (head.length > 0) this.#mark("tile-kinds", head);
    const foot = [];
    if (kinds.includes("favorite")) foot.push(favoriteMark());
    if (kinds.includes("video")) foot.push(videoMark(duration));
    if (foot.length > 0) this.#mark("tile-foot", foot);
  }

  #markBroken() {
    this.#mark("tile-broken", [icon("damaged")]);
  }

  #forgetMarks() {
    for (const mark of this.#marks) mark.remove();
    this.#marks = [];
    this.isDressed = false;
  }

  #mark(className, content) {
    const mark = document.createElement("span");
    mark.className = className;
    mark.ariaHidden = "true";
    mark.append(...content);
    this.element.append(mark);
    this.#marks.push(mark);
  }
}

function textMark(text) {
  const mark = document.createElement("span");
  mark.className = "tile-word";
  mark.textContent = text;
  return mark;
}

function favoriteMark() {
  const mark = icon("favorite");
  mark.classList.add("tile-favorite");
  return mark;
}

function videoMark(duration) {
  if (!(duration > 0)) return icon("video");
  const mark = document.createElement("span");
  mark.className = "tile-duration";
  mark.textContent = formatDuration(duration);
  return mark;
}
