import { icon } from "../common/icons.js";
import { words } from "./words.js";

/** @typedef {import("./cover-items.js").CoverItem} CoverItem */

/** The device pixels of a card's side that a thumbnail, with 256 pixels on its long side, covers well enough. */
const thumbnailReach = 300;

/** An album or a folder on a page of albums: its picture, title and detail, and a button that opens its menu. */
export class CoverCard {
  element = document.createElement("div");
  link = document.createElement("a");
  more = document.createElement("button");
  #picture = document.createElement("span");
  #title = document.createElement("span");
  #detail = document.createElement("span");
  /** What the picture shows, so that the same pictures stay in the document. */
  #shown = "";

  constructor() {
    this.element.className = "cover-card";
    this.element.setAttribute("role", "listitem");
    this.link.className = "cover-link";
    this.link.draggable = false;
    this.#picture.className = "cover-picture";
    this.#title.className = "cover-title";
    this.#detail.className = "cover-detail";
    this.link.append(this.#picture, this.#title, this.#detail);
    this.more.type = "button";
    this.more.className = "icon-button cover-more";
    this.more.setAttribute("aria-haspopup", "menu");
    this.more.append(icon("more"));
    this.element.append(this.link, this.more);
  }

  /**
   * @param {CoverItem} item
   * @param {{ index: number, count: number, x: number, y: number, width: number, height: number }} place
   */
  show({ identifier, type, title, detail, address }, { index, count, x, y, width, height }) {
    const { element, link, more } = this;
    element.dataset.collection = identifier;
    element.dataset.type = type;
    element.setAttribute("aria-posinset", String(index + 1));
    element.setAttribute("aria-setsize", String(count));
    element.style.transform = `translate(${x}px, ${y}px)`;
    element.style.width = `${width}px`;
    element.style.height = `${height}px`;
    this.#picture.style.height = `${width}px`;
    link.href = address;
    link.title = title;
    this.#title.textContent = title;
    this.#detail.textContent = detail;
    more.title = words.actions(title);
    more.setAttribute("aria-label", more.title);
  }

  /**
   * Shows the covers of an album or of the albums in a folder, or an icon if there is none.
   * @param {import("../server/library.js").Library} library
   * @param {CoverItem} item
   * @param {API.Covers["covers"]} covers
   * @param {number} width of the card
   */
  draw(library, { type }, covers, width) {
    const found = covers.flatMap((cover) => (cover === null ? [] : [cover]));
    const shown = `${type} ${found.map(({ asset, content }) => `${asset} ${content}`).join(" ")}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    const isMosaic = type === "folder" && found.length > 1;
    this.#picture.classList.toggle("is-mosaic", isMosaic);
    if (found.length === 0) {
      this.#picture.replaceChildren(icon(type === "folder" ? "folder" : "album"));
      return;
    }
    const isSmall = (isMosaic ? width / 2 : width) * globalThis.devicePixelRatio <= thumbnailReach;
    this.#picture.replaceChildren(...found.slice(0, isMosaic ? 4 : 1).map(({ asset, content }) => {
      const thumbnail = library.thumbnailAddress(asset, content);
      return isSmall
        ? this.#image(thumbnail, null) : this.#image(library.renditionAddress(asset, content, 512), thumbnail);
    }));
  }

  /**
   * @param {string} address
   * @param {string | null} fallback
   */
  #image(address, fallback) {
    const image = new Image();
    image.alt = "";
    image.draggable = false;
    image.decoding = "async";
    image.addEventListener("error", () => {
      if (fallback !== null && !image.src.endsWith(fallback)) image.src = fallback;
      else image.replaceWith(icon("damaged"));
    });
    image.src = address;
    return image;
  }
}
