import { libraryAlbum } from "../address/page-history.js";
import { RecentSearches } from "./recent-searches.js";

/** @typedef {import("../address/page-history.js").PageAddress} PageAddress */

/**
 * Connects the search field with the page's address: a search is an address of the library. The first text adds an
 * entry to the browser's history, and the texts after it replace that entry.
 */
export class PageSearch {
  #field;
  #history;
  #follow;
  /**
   * The address to which the reader returns after the search.
   * @type {PageAddress | null}
   */
  #before = null;

  /**
   * @param {import("../server/library.js").Library} library
   * @param {object} parts
   * @param {import("./search-field.js").SearchField} parts.search
   * @param {{ takeFocus: () => void }} parts.grid
   * @param {import("../address/page-history.js").PageHistory} history
   * @param {() => Promise<void>} follow shows the address
   */
  constructor(library, { search, grid }, history, follow) {
    this.#field = search;
    this.#history = history;
    this.#follow = follow;
    search.complete = (text, signal) => library.completions(text, signal);
    search.recent = new RecentSearches();
    search.addEventListener("search-text", ({ detail }) => this.#searched(detail.text));
    search.addEventListener("search-leave", () => grid.takeFocus());
  }

  /** Writes the text of the address. */
  show() {
    this.#field.text = this.#history.address.search ?? "";
  }

  /** @param {string} text */
  async #searched(text) {
    const { address } = this.#history;
    const isSearching = address.search !== undefined;
    if (text === "") {
      if (!isSearching) return;
      await this.#history.push(this.#before ?? { album: libraryAlbum, asset: null });
    } else if (isSearching) {
      this.#history.replace({ album: libraryAlbum, asset: null, search: text });
    } else {
      this.#before = { ...address, asset: null };
      await this.#history.push({ album: libraryAlbum, asset: null, search: text });
    }
    await this.#follow();
  }
}
