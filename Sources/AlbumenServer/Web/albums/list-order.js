const storageKey = "albumen.listOrder";

/** @typedef {import("../server/library.js").LibraryCollection} LibraryCollection */
/** @typedef {"custom" | "name" | "newest"} ListOrder by hand, by name, or by the date of creation */

/** @type {readonly ListOrder[]} */
export const listOrders = ["custom", "name", "newest"];

/**
 * Returns the order of albums and folders that the reader has chosen in this browser.
 * @param {Storage} [storage]
 * @returns {ListOrder}
 */
export function storedListOrder(storage = localStorage) {
  const text = storage.getItem(storageKey);
  // Another version of the page may have written something else.
  return listOrders.find((order) => order === text) ?? "custom";
}

/**
 * Stores the order for the next visit.
 * @param {ListOrder} order
 * @param {Storage} [storage]
 */
export function storeListOrder(order, storage = localStorage) {
  storage.setItem(storageKey, order);
}

/**
 * Returns albums and folders in an order. Equal ones keep the reader's own order.
 * @template {LibraryCollection} Collection
 * @param {readonly Collection[]} collections in the reader's own order
 * @param {ListOrder} order
 * @returns {Collection[]}
 */
export function inListOrder(collections, order) {
  switch (order) {
    case "custom": return [...collections];
    case "name": {
      const { compare } = new Intl.Collator(document.documentElement.lang || undefined, { numeric: true });
      return [...collections].toSorted((one, other) => compare(one.title, other.title));
    }
    case "newest": {
      const date = (/** @type {Collection} */ { creationDate }) => creationDate ?? "";
      return [...collections].toSorted((one, other) => date(other).localeCompare(date(one)));
    }
  }
}
