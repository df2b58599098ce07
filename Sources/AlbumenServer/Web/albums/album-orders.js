const storageKey = "albumen.orders";

/** The most albums whose order is remembered. The order that was chosen first is forgotten first. */
const mostAlbums = 500;

/** @typedef {import("../server/library.js").AlbumOrder} AlbumOrder */

/** The orders of albums that the reader has chosen in this browser. */
export class AlbumOrders {
  #storage;
  /** @type {Map<string, AlbumOrder>} */
  #orders;

  /** @param {Storage} [storage] */
  constructor(storage = localStorage) {
    this.#storage = storage;
    this.#orders = new Map(parse(storage.getItem(storageKey)));
  }

  /**
   * @param {string} album
   * @returns {AlbumOrder}
   */
  order(album) {
    return this.#orders.get(album) ?? "standard";
  }

  /**
   * @param {string} album
   * @param {AlbumOrder} order
   */
  set(album, order) {
    this.#orders.delete(album);
    if (order !== "standard") this.#orders.set(album, order);
    for (const oldest of this.#orders.keys()) {
      if (this.#orders.size <= mostAlbums) break;
      this.#orders.delete(oldest);
    }
    const text = [...this.#orders].map(([name, chosen]) => `${name} ${chosen}`).join("\n");
    this.#storage.setItem(storageKey, text);
  }
}

/**
 * @param {string | null} text
 * @returns {[string, AlbumOrder][]}
 */
function parse(text) {
  /** @type {[string, AlbumOrder][]} */
  const found = [];
  for (const line of (text ?? "").split("\n")) {
    const [album, order] = line.split(" ");
    // Another version of the page may have written something else.
    if (order === "newest" || order === "oldest") found.push([album, order]);
  }
  return found;
}
