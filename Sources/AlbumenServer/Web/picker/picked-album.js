import { Timeline } from "../grid/timeline.js";
import { photoName } from "../grid/words.js";
import { hiddenAlbum, libraryAlbum, PageHistory, trashAlbum } from "../address/page-history.js";
import { noResultsMessage } from "../search/message.js";
import { PageSearch } from "../search/page-search.js";
import { words as searchWords } from "../search/words.js";
import { ServerError } from "../server/server-connection.js";
import { pageWords } from "../common/words.js";

/**
 * @typedef {object} AlbumCalls
 * @property {(identifiers: readonly string[]) => void} shown photos were loaded near the window
 * @property {() => void} replaced all ranks have changed
 */

/** The album or the search that the picker shows. The fragment of the address names it, as in the gallery. */
export class PickedAlbum {
  #library;
  #parts;
  #collections;
  #calls;
  #history = new PageHistory();
  #search;
  /** @type {Timeline | null} */
  #timeline = null;
  #closing = new AbortController();

  /**
   * @param {import("../server/library.js").Library} library
   * @param {import("./picker-parts.js").PickerParts} parts
   * @param {import("../server/collection-list.js").CollectionList} collections
   * @param {AlbumCalls} calls
   */
  constructor(library, parts, collections, calls) {
    this.#library = library;
    this.#parts = parts;
    this.#collections = collections;
    this.#calls = calls;
    this.#search = new PageSearch(library, parts, this.#history, () => this.#follow());
    parts.grid.describeEmpty = () => {
      const { search } = this.#history.address;
      return search === undefined ? null : noResultsMessage(search, (text) => library.correction(text));
    };
    parts.grid.addEventListener("retry", (event) => {
      event.preventDefault();
      this.#timeline = null;
      this.#follow();
    });
    parts.showAll.addEventListener("click", async () => {
      await this.search(null);
      parts.grid.takeFocus();
    });
    this.#history.addEventListener("change", () => this.#follow());
  }

  /** The photos in the grid. */
  get timeline() {
    return this.#timeline;
  }

  /**
   * Shows the address.
   * @param {string | null} initial the photo at which the page begins
   * @param {string | null} search the search with which it begins, unless the address names something else
   */
  async start(initial, search) {
    if (this.#history.address.album === libraryAlbum) this.#searchFor(this.#history.address.search ?? search);
    await this.#follow();
    if (initial !== null) await this.scrollTo(initial);
  }

  /**
   * Shows the results of another search, or all photos. Adds nothing to the browser's history.
   * @param {string | null} search
   */
  async search(search) {
    if (this.#searchFor(search)) await this.#follow();
  }

  /**
   * Puts a search in the address, unless it's there. Returns whether it did.
   * @param {string | null} search
   */
  #searchFor(search) {
    const { address } = this.#history;
    if (address.album === libraryAlbum && (address.search ?? null) === search) return false;
    this.#history.replace({ album: libraryAlbum, asset: null, ...search !== null && { search } });
    return true;
  }

  /** Shows nothing more. */
  close() {
    this.#closing.abort();
  }

  /** Draws the albums. Hidden and deleted photos can't be chosen. */
  showCollections() {
    const shown = this.#collections.items.filter(({ identifier }) => {
      return identifier !== hiddenAlbum && identifier !== trashAlbum;
    });
    this.#parts.sidebar.collections = shown;
    this.#entitle();
  }

  /**
   * Goes to a photo, or to the first one.
   * @param {string | null} identifier
   */
  async scrollTo(identifier) {
    const timeline = this.#timeline;
    if (timeline === null || timeline.count === 0) return;
    let rank = null;
    try {
      rank = identifier === null ? null : await timeline.rankOf(identifier);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
    }
    if (timeline === this.#timeline) this.#parts.grid.reveal(rank ?? 0, { align: rank === null ? "start" : "center" });
  }

  /** Reads photos that came or went while the reader was in another window. */
  async refresh() {
    if (this.#timeline === null || this.#timeline.version === null) return;
    try {
      await this.#timeline.reopen();
    } catch (error) {
      // The photos stay.
      if (!(error instanceof ServerError)) throw error;
    }
  }

  /**
   * Returns the name and the content of a photo; `undefined` if it isn't loaded.
   * @param {string} identifier
   */
  describe(identifier) {
    const timeline = this.#timeline;
    const rank = timeline?.loadedRank(identifier);
    const item = rank === undefined ? undefined : timeline?.item(rank);
    return item && { name: photoName(item, timeline?.count ?? 0), content: item.content };
  }

  async #follow() {
    const { grid, sidebar } = this.#parts;
    const { album, search } = this.#visible;
    this.#search.show();
    if (this.#timeline?.collection === album && this.#timeline.search === (search ?? "")) return;
    const timeline = new Timeline(this.#library, album, "standard", search);
    this.#timeline = timeline;
    const { signal } = this.#closing;
    timeline.addEventListener("load", ({ detail }) => {
      if (timeline !== this.#timeline) return;
      this.#entitle();
      this.#calls.shown(timeline.loadedIdentifiers(detail.first, detail.last) ?? []);
    }, { signal });
    timeline.addEventListener("replace", () => {
      if (timeline !== this.#timeline) return;
      this.#entitle();
      this.#calls.replaced();
    }, { signal });
    this.#calls.replaced();
    sidebar.selected = search === undefined ? album : null;
    this.#entitle();
    grid.timeline = timeline;
    try {
      await timeline.open({ signal });
      this.#entitle();
    } catch (error) {
      if (signal.aborted) return;
      // The grid shows the failure, unless the album is gone.
      if (!(error instanceof ServerError)) throw error;
      if (error.status !== 404 || album === libraryAlbum || timeline !== this.#timeline) return;
      this.#history.replace({ album: libraryAlbum, asset: null });
      await this.#follow();
    }
  }

  /** The address without what the picker doesn't show. */
  get #visible() {
    const { album, search } = this.#history.address;
    const isOpen = album !== hiddenAlbum && album !== trashAlbum;
    return isOpen ? { album, search } : { album: libraryAlbum, search: undefined };
  }

  #entitle() {
    const { album, search } = this.#visible;
    const timeline = this.#timeline;
    const title = this.#collections.find(album)?.title ?? "";
    this.#parts.title.textContent = search === undefined ? title : searchWords.results(search);
    this.#parts.showSearching(search !== undefined);
    const total = timeline !== null && timeline.version !== null ? timeline.total : 0;
    this.#parts.count.textContent = total > 0 ? pageWords.count(total) : "";
  }
}
