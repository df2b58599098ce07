import { ServerError } from "./server-connection.js";

/** The collections of the library as the server listed them last. */
export class CollectionList {
  #library;
  /** @type {import("./library.js").LibraryCollection[]} */
  #items = [];
  /** The number of requests so far, and the request that the items are the answer to. */
  #requested = 0;
  #answered = 0;

  /** @param {import("./library.js").Library} library */
  constructor(library) {
    this.#library = library;
  }

  get items() {
    return this.#items;
  }

  /** @param {string | undefined} identifier */
  find(identifier) {
    return this.#items.find((collection) => collection.identifier === identifier);
  }

  /**
   * Reads the collections again.
   * @returns {Promise<boolean>} whether the items are new
   */
  async load() {
    this.#requested += 1;
    const request = this.#requested;
    try {
      const items = await this.#library.collections();
      // A later request may have been answered before.
      if (request < this.#answered) return false;
      this.#answered = request;
      this.#items = items;
      return true;
    } catch (error) {
      // The connection's watch reports it, and waits for the library's return.
      if (!(error instanceof ServerError)) throw error;
      return false;
    }
  }
}
