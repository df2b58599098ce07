import { rememberPlace, searchesKey } from "../address/remembered-places.js";

const keptSearches = 8;

/** The texts that were searched for last. Only this browser keeps them, and a sign-out of the device forgets them. */
export class RecentSearches {
  #storage;

  constructor(storage = localStorage) {
    this.#storage = storage;
  }

  /**
   * The texts, the last one first.
   * @returns {string[]}
   */
  get texts() {
    try {
      const stored = JSON.parse(this.#storage.getItem(searchesKey) ?? "[]");
      if (!Array.isArray(stored)) return [];
      return stored.filter((text) => typeof text === "string" && text !== "").slice(0, keptSearches);
    } catch (error) {
      // Something else wrote the item.
      if (!(error instanceof SyntaxError)) throw error;
      return [];
    }
  }

  /** @param {string} text that the reader searched for */
  note(text) {
    if (text === "") return;
    const others = this.texts.filter((other) => other.toLowerCase() !== text.toLowerCase());
    rememberPlace(this.#storage, searchesKey, JSON.stringify([text, ...others].slice(0, keptSearches)));
  }

  clear() {
    this.#storage.removeItem(searchesKey);
  }
}
