import { CollectionList } from "./collection-list.js";
import "./grid/photo-grid.js";
import { Timeline } from "./grid/timeline.js";
import { loadLaterModules, whenReaderMoves } from "./later-modules.js";
import { ServerError } from "./library.js";
import { KeptPlaces, libraryAlbum, PageHistory } from "./page-history.js";
import { drawPage } from "./page-parts.js";
import { ShortNotice } from "./short-notice.js";
import "./sidebar/album-sidebar.js";
import { formatShortDay, pageWords as words } from "./words.js";

const millisecondsPerDay = 86_400_000;

/** How long after midnight the page reads the timeline again, in milliseconds, because clocks differ a little. */
const afterMidnight = 60_000;

/**
 * The page of the library: the albums, the grid of one album, and the viewer over it.
 *
 * The address determines what the page shows. An action of the reader either changes the address, and `#follow` shows
 * the new address, or it changes the page and then writes the address.
 */
export class GalleryPage {
  #library;
  #history = new PageHistory();
  #parts = drawPage(document.body);
  #notice = new ShortNotice(document.body);
  #collections;
  /**
   * The album in the grid.
   * @type {Timeline | null}
   */
  #timeline = null;
  /**
   * The album in the viewer.
   * @type {Timeline | null}
   */
  #viewed = null;
  /**
   * The photo that was chosen last.
   * @type {string | null}
   */
  #wanted = null;
  #places = new KeptPlaces();
  /**
   * The request for the modules that the first screen does without.
   * @type {Promise<import("./editing/editing.js").Editing> | null}
   */
  #later = null;
  /**
   * Everything that changes the library; `null` until it is loaded.
   * @type {import("./editing/editing.js").Editing | null}
   */
  #editing = null;
  /**
   * The stream of changes; `null` until it is loaded.
   * @type {import("./live-changes.js").LiveChanges | null}
   */
  #live = null;
  /** The timer that ends with the day. */
  #midnight = 0;
  /** Cancels opening an address when the page has to show another. */
  #following = new AbortController();

  /** @param {import("./library.js").Library} library */
  constructor(library) {
    this.#library = library;
    this.#collections = new CollectionList(library);
    const { sidebar, content, skip, showAlbums, select, main, grid, viewer } = this.#parts;
    sidebar.behind = [content, skip];
    showAlbums.addEventListener("click", () => sidebar.open());
    sidebar.addEventListener("album-select", (event) => this.#albumSelected(event.detail.identifier));
    skip.addEventListener("click", (event) => {
      event.preventDefault();
      main.focus();
      if (this.#hasPhotos) grid.reveal(grid.topRank, { focus: true });
    });
    grid.addEventListener("retry", (event) => {
      event.preventDefault();
      this.#reload();
    });
    select.addEventListener("click", () => this.#edit((editing) => editing.toggleSelecting()));
    sidebar.addEventListener("collection-command", ({ detail }) => this.#edit((editing) => editing.command(detail)));
    grid.addEventListener("photo-press", (event) => this.#photoPressed(event));
    grid.addEventListener("keydown", (event) => this.#keyPressed(event));
    grid.addEventListener("photo-open", (event) => this.#photoOpened(event.detail));
    viewer.addEventListener("viewer-step", (event) => this.#viewerStepped(event.detail));
    viewer.addEventListener("viewer-close", (event) => this.#viewerClosed(event.detail));
    this.#history.addEventListener("change", () => this.#follow());
    whenReaderMoves(async () => (await this.#loadLater()) !== null);
    addEventListener("focus", () => {
      if (!this.#live?.isConnected) this.#refresh();
    });
    addEventListener("pagehide", () => this.#keepPlace());
  }

  /** Shows the address. */
  async start() {
    await Promise.all([this.#loadCollections(), this.#follow()]);
  }

  /**
   * Loads the modules that the first screen does without, and connects them. Returns `null`, after a notice, if that
   * fails.
   */
  async #loadLater() {
    this.#later ??= loadLaterModules().then(({ ConnectionWatch, Editing, LiveChanges }) => {
      const { grid, viewer } = this.#parts;
      new ConnectionWatch(this.#library).addEventListener("returned", () => this.#reload());
      viewer.rectOf = (rank) => grid.tileRect(rank);
      this.#editing = new Editing(this.#library, this.#parts, {
        timeline: () => this.#timeline,
        collections: () => this.#collections.items,
        changed: async () => {
          await this.#update(everything);
        },
      });
      const isBusy = () => grid.isMoving;
      this.#live = new LiveChanges(this.#library, (touched) => this.#followChanges(touched), { isBusy });
      return this.#editing;
    });
    try {
      return await this.#later;
    } catch {
      // Whatever the reason, a later try may succeed: most likely, the server doesn't answer.
      this.#later = null;
      this.#notice.show(`${words.unreachable} ${words.unreachableAdvice}`);
      return null;
    }
  }

  /**
   * Calls a function once the modules that change the library are loaded.
   * @param {(editing: import("./editing/editing.js").Editing) => void} action
   */
  async #edit(action) {
    const editing = await this.#loadLater();
    if (editing) action(editing);
  }

  /**
   * Selects the photo that was pressed, if the reader is selecting photos or holds a key for it.
   * @param {CustomEvent<import("./grid/grid-input.js").PhotoPress>} event
   */
  #photoPressed(event) {
    const { detail } = event;
    if (this.#editing) {
      if (this.#editing.pressed(detail)) event.preventDefault();
    } else if (detail.shiftKey || detail.ctrlKey) {
      event.preventDefault();
      this.#edit((editing) => editing.pressed(detail));
    }
  }

  /** @param {KeyboardEvent} event */
  #keyPressed(event) {
    if (event.key.toLowerCase() !== "a" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    this.#edit((editing) => editing.selectAll());
  }

  #closeViewer() {
    return this.#parts.viewer.isOpen ? this.#parts.viewer.close() : undefined;
  }

  /** Shows the address. */
  async #follow() {
    this.#following.abort();
    this.#following = new AbortController();
    const { signal } = this.#following;
    const { album, asset } = this.#history.address;
    try {
      if (asset === null || album !== this.#timeline?.collection) await this.#closeViewer();
      signal.throwIfAborted();
      if (album !== this.#timeline?.collection) await this.#openAlbum(album, signal);
      if (asset !== null) await this.#openPhoto(asset, signal);
      this.#entitle();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ServerError)) throw error;
      // The grid shows all other failures, with a button to try again.
      if (error.status === 404 && album !== libraryAlbum) await this.#albumMissing();
    }
  }

  /**
   * @param {string} album
   * @param {AbortSignal} signal
   */
  async #openAlbum(album, signal) {
    const { grid, sidebar } = this.#parts;
    this.#keepPlace();
    const timeline = new Timeline(this.#library, album);
    this.#timeline = timeline;
    timeline.addEventListener("load", () => this.#entitle());
    timeline.addEventListener("replace", () => this.#entitle());
    this.#followToday();
    sidebar.selected = album;
    this.#entitle();
    grid.timeline = timeline;
    this.#editing?.albumOpened();
    await timeline.open({ signal });
    grid.reveal(this.#places.rank(album), { align: "start" });
  }

  /**
   * Reads the timeline again after midnight (UTC), when the server's bound of the future moves: folded photos may be of
   * today by then.
   */
  #followToday() {
    clearTimeout(this.#midnight);
    const left = millisecondsPerDay - (Date.now() % millisecondsPerDay);
    this.#midnight = setTimeout(() => {
      this.#followToday();
      if (this.#timeline && this.#timeline.futureCount > 0) this.#reopen(this.#timeline);
    }, left + afterMidnight);
  }

  get #hasPhotos() {
    return this.#timeline !== null && this.#timeline.count > 0;
  }

  /** Stores where the reader is in the album that is shown. */
  #keepPlace() {
    if (this.#timeline && this.#hasPhotos) this.#places.keep(this.#timeline.collection, this.#parts.grid.topRank);
  }

  /**
   * @param {string} asset
   * @param {AbortSignal} signal
   */
  async #openPhoto(asset, signal) {
    const { grid, viewer } = this.#parts;
    const timeline = this.#timeline;
    if (timeline === null || !await this.#loadLater()) return;
    signal.throwIfAborted();
    let rank = await timeline.rankOf(asset, { signal });
    signal.throwIfAborted();
    if (rank === null && timeline.isFolded) {
      await timeline.setFolded(false);
      signal.throwIfAborted();
      rank = await timeline.rankOf(asset, { signal });
      signal.throwIfAborted();
    }
    if (rank === null) {
      this.#notice.show(words.photoNotHere);
      this.#history.leavePhoto();
      await this.#closeViewer();
      return;
    }
    if (viewer.isOpen && viewer.rank === rank) return;
    grid.reveal(rank);
    this.#openViewer(timeline, rank);
  }

  /**
   * @param {Timeline} timeline
   * @param {number} rank
   */
  #openViewer(timeline, rank) {
    const { grid, viewer } = this.#parts;
    viewer.open({ timeline, rank, image: grid.tileImage(rank), rect: grid.tileRect(rank) });
    this.#viewed = timeline;
  }

  /** Shows the library in place of an album that doesn't exist, by default with a notice. */
  #albumMissing({ isTold = true } = {}) {
    this.#timeline = null;
    if (isTold) this.#notice.show(words.albumNotHere);
    this.#history.replace({ album: libraryAlbum, asset: null });
    return this.#follow();
  }

  /** @param {string} album */
  #albumSelected(album) {
    if (album === this.#timeline?.collection && this.#hasPhotos) this.#parts.grid.reveal(0, { align: "start" });
  }

  /** @param {{ rank: number, identifier: string }} photo */
  async #photoOpened({ rank, identifier }) {
    const timeline = this.#timeline;
    this.#wanted = identifier;
    if (!await this.#loadLater() || timeline === null || timeline !== this.#timeline) return;
    // The reader may have chosen another photo while the viewer was loading.
    if (this.#wanted !== identifier || this.#parts.viewer.isOpen) return;
    this.#openViewer(timeline, rank);
    await this.#history.pushPhoto(identifier);
    this.#entitle();
  }

  /** @param {{ rank: number, identifier: string }} photo */
  #viewerStepped({ rank, identifier }) {
    const { album, asset } = this.#history.address;
    // While the viewer opens or closes, the address belongs to the grid.
    if (asset === null || asset === identifier) return;
    this.#history.replace({ album, asset: identifier });
    this.#parts.grid.reveal(rank);
    this.#entitle();
  }

  /**
   * Closing takes time, so the page may have another address by now.
   * @param {{ rank: number }} photo
   */
  #viewerClosed({ rank }) {
    const { album, asset } = this.#history.address;
    if (this.#isReplaced || this.#viewed !== this.#timeline || this.#viewed?.collection !== album) return;
    if (asset !== null) this.#history.leavePhoto();
    this.#entitle();
    this.#parts.grid.reveal(rank, { focus: true });
  }

  async #loadCollections() {
    if (!await this.#collections.load()) return;
    this.#parts.sidebar.collections = this.#collections.items;
    this.#entitle();
  }

  /**
   * Shows a change that was not made in this page.
   * @param {import("./live-changes.js").TouchedThings} touched
   * @returns {Promise<boolean>} `false` if that has to be tried again
   */
  async #followChanges(touched) {
    return this.#isReplaced || this.#update(touched, { isByReader: false });
  }

  /**
   * Reads again what a change touched. The photos in the window stay there if they still exist. The counts of albums
   * are always read.
   * @param {import("./live-changes.js").TouchedThings} touched
   * @param {{ isByReader?: boolean }} options
   * @returns {Promise<boolean>} `false` if that has to be tried again
   */
  async #update({ isAll, areAssets, collections, number }, { isByReader = true } = {}) {
    const timeline = this.#timeline;
    const collection = timeline?.collection;
    const exists = () => this.#collections.find(collection) !== undefined;
    const existed = exists();
    const counting = this.#loadCollections();
    // An album may have been deleted, so its timeline is read after the collections.
    if (this.#collections.find(collection)?.type === "album") await counting;
    if (timeline !== null && timeline === this.#timeline && existed && !exists()) {
      await this.#albumMissing({ isTold: !isByReader });
      return true;
    }
    const isTouched = isAll || areAssets || (collection !== undefined && collections.has(collection));
    // Changes of the page itself may be in its timeline already.
    const isNews = isTouched && !(Number(timeline?.version) >= number);
    const [, isOpen] = await Promise.all([counting, isNews ? this.#reopen(timeline) : true]);
    if (isAll || areAssets) await this.#parts.viewer.refreshBurst?.();
    return isOpen;
  }

  /** Shows changes that were made while the page was in the background, such as an import. */
  async #refresh() {
    const timeline = this.#timeline;
    await Promise.all([this.#loadCollections(), this.#reopen(timeline)]);
  }

  /**
   * Reads a timeline again.
   * @param {Timeline | null} timeline
   * @returns {Promise<boolean>} `false` if that has to be tried again
   */
  async #reopen(timeline) {
    // If a timeline failed to open, the grid has a button to try again.
    if (timeline === null || (timeline.version === null && !timeline.isOpening)) return true;
    try {
      await timeline.reopen();
      return true;
    } catch (error) {
      // The photos stay. The connection's watch reports it if the library is gone.
      if (!(error instanceof ServerError)) throw error;
      if (error.status !== 404) return false;
      // The album was deleted.
      if (timeline === this.#timeline) await this.#albumMissing({ isTold: true });
      return true;
    }
  }

  /** Requests again what failed to load. */
  async #reload() {
    if (this.#timeline?.version === null) this.#timeline = null;
    await this.#refresh();
    this.#parts.grid.retry();
    await this.#follow();
  }

  /** Whether a notice has replaced the page. The address stays, because the page may come back. */
  get #isReplaced() {
    return !this.#parts.main.isConnected;
  }

  /** Writes the title and the count in the header, and the title of the window. */
  #entitle() {
    if (this.#isReplaced) return;
    const { album, asset } = this.#history.address;
    const { title, count, select, viewer } = this.#parts;
    const collection = this.#collections.find(album);
    const timeline = this.#timeline?.collection === album && this.#timeline.version !== null ? this.#timeline : null;
    const total = timeline?.total ?? collection?.count ?? 0;
    title.textContent = collection?.title ?? "";
    count.textContent = total > 0 ? words.count(total) : "";
    select.hidden = total === 0 && !this.#editing?.isSelecting;
    const item = asset !== null && viewer.isOpen ? this.#timeline?.item(viewer.rank) : undefined;
    const subject = item === undefined ? collection?.title : formatShortDay(item.day);
    document.title = subject ? words.titled(subject) : "Albumen";
  }
}

/**
 * A change that may have touched anything.
 * @type {import("./live-changes.js").TouchedThings}
 */
const everything = { isAll: true, areAssets: true, collections: new Set(), number: Infinity };
