import { neededPicture, pictureAddress, pictureSizes } from "../grid/tile-pictures.js";
import { paintThumbHash, thumbHashCanvas } from "../grid/thumbhash.js";
import { formatMonth, formatYear } from "../common/words.js";
import { words } from "./words.js";

/** The part of a card's width that its first picture takes beside others. */
const firstShare = 2 / 3;

/** One year or month: a few of its photos, its name and the number of its photos. */
export class PeriodCard {
  element = document.createElement("div");
  #link = document.createElement("a");
  #pictures = document.createElement("span");
  #hasCovers = false;

  /**
   * @param {import("./periods.js").Period} period
   * @param {object} place
   * @param {import("./periods.js").PeriodUnit} place.unit
   * @param {number} place.index
   * @param {number} place.count of all periods
   * @param {string} place.address to which the card leads
   */
  constructor(period, { unit, index, count, address }) {
    this.period = period;
    this.element.className = "period-item";
    this.element.setAttribute("role", "listitem");
    this.element.setAttribute("aria-setsize", String(count));
    this.element.setAttribute("aria-posinset", String(index + 1));
    const title = unit === "years" ? formatYear(period.day) : formatMonth(period.day);
    this.#link.className = "period-card";
    this.#link.href = address;
    this.#link.draggable = false;
    this.#link.tabIndex = -1;
    this.#link.setAttribute("aria-label", [title, words.count(period.count)].join(words.separator));
    this.#pictures.className = "period-pictures";
    this.#link.append(this.#pictures, text("period-title", title), text("period-count", words.count(period.count)));
    this.element.append(this.#link);
  }

  /** The element that takes the focus. */
  get link() {
    return this.#link;
  }

  get hasCovers() {
    return this.#hasCovers;
  }

  /**
   * @param {{ left: number, top: number, width: number }} place
   */
  place({ left, top, width }) {
    this.element.style.left = `${left}px`;
    this.element.style.top = `${top}px`;
    this.element.style.width = `${width}px`;
  }

  /**
   * Shows the photos that represent the period.
   * @param {API.TimelineCovers["covers"][number]} covers the best first
   * @param {import("../server/library.js").Library} library
   * @param {{ width: number, height: number }} size of the pictures together
   */
  showCovers(covers, library, { width, height }) {
    this.#hasCovers = true;
    this.#pictures.dataset.count = String(covers.length);
    const pixelRatio = globalThis.devicePixelRatio || 1;
    this.#pictures.replaceChildren(...covers.map((cover, index) => {
      const frame = document.createElement("span");
      frame.className = "period-picture";
      const canvas = thumbHashCanvas();
      if (paintThumbHash(canvas, cover.placeholder)) frame.append(canvas);
      const isLarge = index === 0 || covers.length < 3;
      const share = covers.length === 1 ? 1 : isLarge ? firstShare : 1 - firstShare;
      // The picture covers its frame.
      const wide = Math.max(width * share, height * (isLarge ? 1 : 0.5) * cover.ratio);
      const pixels = Math.max(wide, wide / cover.ratio) * pixelRatio;
      frame.append(picture(pictureAddress(library, cover, neededPicture(pixels)), canvas,
        pictureAddress(library, cover, pictureSizes[0])));
      return frame;
    }));
  }

  /** Ends requests in flight. */
  release() {
    for (const image of this.#pictures.querySelectorAll("img")) image.removeAttribute("src");
    this.element.remove();
  }
}

/**
 * @param {string} address
 * @param {HTMLCanvasElement} canvas is removed when the picture covers it
 * @param {string} thumbnail to load if the picture fails
 */
function picture(address, canvas, thumbnail) {
  const image = new Image();
  image.alt = "";
  image.draggable = false;
  image.decoding = "async";
  image.addEventListener("load", () => {
    image.classList.add("is-loaded");
    canvas.remove();
  });
  image.addEventListener("error", () => {
    if (image.src.endsWith(thumbnail)) image.remove();
    else image.src = thumbnail;
  });
  image.src = address;
  return image;
}

/**
 * @param {string} className
 * @param {string} content
 */
function text(className, content) {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = content;
  return element;
}
