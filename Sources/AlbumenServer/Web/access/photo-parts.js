import { ServerError } from "../server/server-connection.js";
import { arrange, button, element } from "../side-page/elements.js";
import { words } from "./words.js";

/** @typedef {import("./client-requests.js").ChosenAsset} ChosenAsset */
/** @typedef {import("./client-requests.js").ChosenPart} ChosenPart */

const firstCount = 24;
const laterCount = 96;
/** The most photos that the server returns at once. */
const mostAtOnce = 500;

/**
 * Photos that are loaded by parts: the first when the element comes near the window, the others when the reader asks
 * for more.
 *
 * Event: `change` when the selected photos are others.
 */
export class PhotoParts extends EventTarget {
  element = element("div", "photo-parts");
  #load;
  #thumbnail;
  #isSelectable;
  #empty;
  #list = element("ul", "photo-parts-list");
  #note = element("p", "photo-parts-note");
  #more = button(words.more, () => this.#extend(laterCount));
  /** @type {ChosenAsset[]} */
  #assets = [];
  /** @type {Map<string, HTMLLIElement>} */
  #items = new Map();
  /** @type {Set<string>} */
  #selected = new Set();
  /** @type {string | null} */
  #next = null;
  #total = 0;
  /** Counts the requests, so that a late answer changes nothing. */
  #asked = 0;
  #isWanted = false;
  #observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) this.#want();
    // The page scrolls in an element of its own.
  }, /** @type {IntersectionObserverInit} */ ({ rootMargin: "400px", scrollMargin: "400px" }));

  /**
   * @param {object} content
   * @param {string} content.label names the list
   * @param {string} content.empty a sentence in place of photos
   * @param {(after: string | null, count: number) => Promise<ChosenPart>} content.load
   * @param {(identifier: string, content: string) => string} content.thumbnail returns the address of a picture
   * @param {boolean} [content.isSelectable] whether the reader can select photos
   */
  constructor({ label, empty, load, thumbnail, isSelectable = false }) {
    super();
    this.#load = load;
    this.#thumbnail = thumbnail;
    this.#isSelectable = isSelectable;
    this.#empty = empty;
    this.#list.setAttribute("role", "list");
    this.#list.setAttribute("aria-label", label);
    this.#note.setAttribute("role", "status");
    this.#more.hidden = true;
    this.element.append(this.#list, this.#note, this.#more);
    this.#observer.observe(this.element);
  }

  /** The identifiers of the selected photos. */
  get selected() {
    return [...this.#selected];
  }

  clearSelection() {
    for (const identifier of this.#selected) this.#press(identifier, false);
    this.#selected.clear();
    this.dispatchEvent(new Event("change"));
  }

  /** Puts the focus on a photo, if there is one. */
  focus() {
    this.#list.querySelector("button")?.focus();
  }

  /** Reads the photos that are shown again. */
  async refresh() {
    if (!this.#isWanted) return;
    await this.#read(Math.max(firstCount, this.#assets.length), []);
  }

  #want() {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#observer.disconnect();
    this.refresh();
  }

  /** @param {number} count */
  async #extend(count) {
    const shown = this.#assets.length;
    await this.#read(count, this.#assets);
    // The button may be gone. The focus goes on to the first new photo.
    const added = this.#assets[shown];
    if (this.#more.hidden && added) this.#items.get(added.identifier)?.querySelector("button")?.focus();
  }

  /**
   * @param {number} count
   * @param {readonly ChosenAsset[]} before the photos that stay
   */
  async #read(count, before) {
    this.#asked += 1;
    const asked = this.#asked;
    const assets = [...before];
    let after = before.length > 0 ? this.#next : null;
    try {
      for (let left = count; left > 0;) {
        const part = await this.#load(after, Math.min(left, mostAtOnce));
        if (asked !== this.#asked) return;
        assets.push(...part.assets);
        left -= part.assets.length;
        after = part.next;
        this.#total = part.count;
        if (after === null || part.assets.length === 0) break;
      }
      this.#next = after;
      this.#show(assets);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      if (asked !== this.#asked) return;
      this.#note.replaceChildren(words.photosFailed, " ", button(words.tryAgain, () => this.#read(count, before)));
    }
  }

  /** @param {readonly ChosenAsset[]} assets */
  #show(assets) {
    // A photo can come twice if the selection changed between two parts.
    const unique = new Map(assets.map((asset) => [asset.identifier, asset]));
    this.#assets = [...unique.values()];
    for (const identifier of this.#items.keys()) if (!unique.has(identifier)) this.#items.delete(identifier);
    const items = this.#assets.map((asset, index) => this.#item(asset, index));
    arrange(this.#list, items);
    this.#note.textContent = items.length === 0 ? this.#empty : "";
    this.#more.hidden = this.#next === null;
    const gone = [...this.#selected].filter((identifier) => !unique.has(identifier));
    for (const identifier of gone) this.#selected.delete(identifier);
    if (gone.length > 0) this.dispatchEvent(new Event("change"));
  }

  /**
   * Returns the photo's element, which is drawn once.
   * @param {ChosenAsset} asset
   * @param {number} index
   */
  #item(asset, index) {
    const item = this.#items.get(asset.identifier) ?? this.#draw(asset);
    this.#items.set(asset.identifier, item);
    const image = item.querySelector("img");
    if (image) image.alt = words.photo(index + 1, this.#total);
    return item;
  }

  /** @param {ChosenAsset} asset */
  #draw({ identifier, content }) {
    const image = new Image();
    image.loading = "lazy";
    image.decoding = "async";
    image.draggable = false;
    image.src = this.#thumbnail(identifier, content);
    const item = document.createElement("li");
    if (!this.#isSelectable) {
      item.append(image);
      return item;
    }
    const toggle = button("", () => this.#toggle(identifier), "photo-parts-photo");
    toggle.setAttribute("aria-pressed", "false");
    toggle.append(image);
    item.append(toggle);
    return item;
  }

  /** @param {string} identifier */
  #toggle(identifier) {
    const isSelected = !this.#selected.has(identifier);
    if (isSelected) this.#selected.add(identifier);
    else this.#selected.delete(identifier);
    this.#press(identifier, isSelected);
    this.dispatchEvent(new Event("change"));
  }

  /**
   * @param {string} identifier
   * @param {boolean} isSelected
   */
  #press(identifier, isSelected) {
    this.#items.get(identifier)?.querySelector("button")?.setAttribute("aria-pressed", String(isSelected));
  }
}
