import { icon } from "../icons.js";
import { formatDuration, formatNumber } from "../words.js";
import { paintThumbHash, thumbHashCanvas } from "./thumbhash.js";
import { photoName } from "./words.js";

/** The most device pixels over which a thumbnail, with 256 pixels on its long side, still looks sharp. */
const thumbnailReach = 340;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * The marks of the kinds, in their order: an icon or a text.
 * @type {{ kind: API.Kind, icon?: string, text?: string }[]}
 */
const kindMarks = [
  { kind: "live", icon: "live" }, { kind: "burst", icon: "burst" }, { kind: "panorama", icon: "panorama" },
  { kind: "animated", icon: "animated" }, { kind: "raw", text: "RAW" }, { kind: "hdr", text: "HDR" },
  { kind: "damaged", icon: "damaged" },
];

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
  /** @type {HTMLImageElement | null} */
  #sharper = null;
  /** @type {HTMLElement[]} */
  #marks = [];
  isDressed = false;
  #longSide = 0;

  constructor() {
    this.element = document.createElement("div");
    this.element.className = "photo-tile";
    this.element.setAttribute("role", "gridcell");
    this.element.tabIndex = -1;
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
    if (!this.item || !loadsPicture || this.element.classList.contains("is-broken")) return;
    const { identifier, content } = this.item;
    const wantsMore = this.#longSide * pixelRatio > thumbnailReach;
    if (!this.#image) {
      // Thumbnails exist since the import. A larger picture is made on request. On fine screens, where all tiles want
      // the larger picture, the thumbnail comes first; on others it would only be a second request.
      const isLargerAtOnce = wantsMore && pixelRatio < 1.5;
      const thumbnail = library.thumbnailAddress(identifier, content);
      if (isLargerAtOnce) this.#load(library.renditionAddress(identifier, content, 512), thumbnail);
      else this.#load(thumbnail, null);
    } else if (sharpens && wantsMore && pixelRatio >= 1.5 && !this.#sharper && this.image) {
      this.#sharpen(library.renditionAddress(identifier, content, 512));
    }
  }

  /** Requests a picture again that failed to load. */
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
   * @param {boolean | null} isSelected `null` if photos are not being selected
   */
  markSelected(isSelected) {
    const { element } = this;
    if (isSelected === null) element.removeAttribute("aria-selected");
    else element.ariaSelected = String(isSelected);
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
   * @param {string} address
   * @param {string | null} fallback
   */
  #load(address, fallback) {
    const image = new Image();
    image.alt = "";
    image.draggable = false;
    image.decoding = "async";
    this.#image = image;
    image.addEventListener("load", () => this.#loaded(image, true), { once: true });
    image.addEventListener("error", () => this.#failed(image, fallback));
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
   * @param {HTMLImageElement} image
   * @param {string | null} fallback
   */
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

  /**
   * Shows a sharper picture once it is decoded, so that nothing flickers.
   * @param {string} address
   */
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
    if (!this.item) return;
    const { kinds, duration, frameCount } = this.item;
    const head = [];
    for (const { kind, icon: name, text } of kindMarks) {
      if (kinds.includes(kind)) head.push(name ? icon(name) : textMark(text ?? ""));
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

  /**
   * @param {string} className
   * @param {Element[]} content
   */
  #mark(className, content) {
    const mark = document.createElement("span");
    mark.className = className;
    mark.ariaHidden = "true";
    mark.append(...content);
    this.element.append(mark);
    this.#marks.push(mark);
  }
}

/** @param {string} text */
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

/** @param {number} duration */
function videoMark(duration) {
  if (!(duration > 0)) return icon("video");
  const mark = document.createElement("span");
  mark.className = "tile-duration";
  mark.textContent = formatDuration(duration);
  return mark;
}
