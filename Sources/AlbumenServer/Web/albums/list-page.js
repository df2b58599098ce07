import "./collection-covers.js";
import { coverItems } from "./cover-items.js";
import { storedListOrder, storeListOrder } from "./list-order.js";
import { emptyListMessage } from "./messages.js";
import { words } from "./words.js";

/** A page of albums in place of the photos: the reader's albums and folders, a folder, or the imports. */
export class ListPage {
  #covers;
  /** @type {string | null} */
  #list = null;
  #order = storedListOrder();
  /**
   * The collections on show.
   * @type {readonly import("../server/library.js").LibraryCollection[]}
   */
  #collections = [];

  /**
   * @param {import("./collection-covers.js").CollectionCovers} covers
   * @param {import("../server/library.js").Library} library
   */
  constructor(covers, library) {
    this.#covers = covers;
    covers.library = library;
    covers.addEventListener("list-order", ({ detail }) => this.#sort(detail.order));
  }

  /**
   * The list that is shown; `null` if the page shows photos.
   */
  get list() {
    return this.#list;
  }

  /**
   * @param {string} list
   * @param {readonly import("../server/library.js").LibraryCollection[]} collections
   * @returns {boolean} `false` if the list is a folder that doesn't exist
   */
  show(list, collections) {
    const items = coverItems(list, collections, this.#order);
    if (items === null) return false;
    this.#list = list;
    this.#collections = collections;
    // Imports are by date.
    this.#covers.order = list === "imports" || items.length < 2 ? null : this.#order;
    this.#covers.hidden = false;
    const { title } = this.heading(collections);
    this.#covers.show(list, title, items, emptyListMessage(list, {
      newAlbum: (anchor) => this.#newAlbum(anchor),
      bringOver: () => this.#covers.dispatchEvent(new CustomEvent("bring-over", { bubbles: true })),
    }));
    return true;
  }

  hide() {
    if (this.#list === null) return;
    this.#list = null;
    this.#covers.hide();
    this.#covers.hidden = true;
  }

  /**
   * Returns the title of the list, and its count as a text.
   * @param {readonly import("../server/library.js").LibraryCollection[]} collections
   */
  heading(collections) {
    const list = this.#list ?? "";
    const items = coverItems(list, collections) ?? [];
    if (list === "imports") {
      return { title: words.imports, count: items.length > 0 ? words.importCount(items.length) : "" };
    }
    const folder = collections.find(({ identifier }) => identifier === list);
    const albums = items.filter(({ type }) => type === "album").length;
    return { title: folder?.title ?? words.albums, count: albums > 0 ? words.albumCount(albums) : "" };
  }

  /** Requests covers again, because the library has changed. */
  refresh() {
    if (this.#list !== null) this.#covers.refresh();
  }

  /** @param {import("./list-order.js").ListOrder} order */
  #sort(order) {
    this.#order = order;
    storeListOrder(order);
    if (this.#list !== null) this.show(this.#list, this.#collections);
  }

  /** @param {HTMLElement} anchor */
  #newAlbum(anchor) {
    const detail = { command: "new", identifier: null, anchor, point: null };
    this.#covers.dispatchEvent(new CustomEvent("collection-command", { bubbles: true, detail }));
  }
}
