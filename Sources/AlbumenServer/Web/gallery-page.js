import { AlbumDetails } from "./albums/album-details.js";
import "./albums/album-head.js";
import { AlbumOrders } from "./albums/album-orders.js";
import { ListPage } from "./albums/list-page.js";
import { emptyAlbumMessage, hiddenMessage } from "./albums/messages.js";
import { CollectionList } from "./collection-list.js";
import { watchDroppedFiles } from "./file-drop.js";
import "./grid/photo-grid.js";
import { Timeline } from "./grid/timeline.js";
import { ServerError } from "./server-connection.js";
import { afterEachMidnight } from "./midnight.js";
import { PageHeading } from "./page-heading.js";
import { hiddenAlbum, isSmartAlbum, KeptPlaces, libraryAlbum, PageHistory } from "./page-history.js";
import { PageEditing } from "./page-editing.js";
import { drawPage } from "./page-parts.js";
import { everything, PageUpdates } from "./page-updates.js";
import { PeriodViews } from "./periods/period-views.js";
import { noResultsMessage } from "./search/message.js";
import { PageSearch } from "./search/page-search.js";
import { words as searchWords } from "./search/words.js";
import { PhotoOpening } from "./photo-opening.js";
import { ShortNotice } from "./short-notice.js";
import "./sidebar/album-sidebar.js";
import { formatShortDay, pageWords as words } from "./words.js";

/**
 * The page of the library: the albums, the grid of one album or a page of albums, and the viewer over it.
 *
 * The address determines what the page shows. An action of the reader either changes the address, and `#follow` shows
 * the new address, or it changes the page and then writes the address.
 */
export class GalleryPage {
  #library;
  #history = new PageHistory();
  #parts = drawPage(document.body);
  #notice = new ShortNotice(document.body);
  #views = new PeriodViews(this.#parts, {
    timeline: () => this.#timeline,
    leave: (here, there) => this.#changeView(here, there),
    failed: () => this.#notice.show(`${words.unreachable} ${words.unreachableAdvice}`),
  });
  #collections;
  /**
   * The album in the grid.
   * @type {Timeline | null}
   */
  #timeline = null;
  #places = new KeptPlaces();
  #orders = new AlbumOrders();
  #details;
  #heading;
  #list;
  #updates;
  #editing;
  #photo;
  #search = new PageSearch(this.#parts, this.#history, () => this.#follow());
  /**
   * The album whose photos wait for the reader's click: Hidden, or `null`.
   * @type {string | null}
   */
  #guarded = null;
  /** Whether the reader has asked for the hidden photos since opening the album. */
  #isHiddenShown = false;
  /** Whether the next list takes the focus, because the reader has chosen it in the sidebar. */
  #takesFocus = false;
  /** Cancels opening an address when the page has to show another. */
  #following = new AbortController();

  /** @param {import("./library.js").Library} library */
  constructor(library) {
    this.#library = library;
    this.#collections = new CollectionList(library);
    this.#details = new AlbumDetails(library, () => this.#entitle());
    this.#heading = new PageHeading(this.#parts);
    const { sidebar, content, skip, showAlbums, head, main, grid, covers, viewer } = this.#parts;
    this.#list = new ListPage(covers, library);
    this.#updates = new PageUpdates({
      timeline: () => this.#timeline,
      collections: this.#collections,
      loadCollections: () => this.#loadCollections(),
      albumMissing: (options) => this.#albumMissing(options),
      albumsTouched: () => this.#albumsTouched(),
      refreshBurst: async () => viewer.refreshBurst?.(),
    });
    const tell = (/** @type {string} */ text) => this.#notice.show(text);
    this.#editing = new PageEditing(library, this.#parts, {
      edited: {
        timeline: () => this.#timeline,
        collections: () => this.#collections.items,
        changed: async () => {
          await this.#updates.update(everything);
        },
        show: (address) => this.#show(address),
      },
      followChanges: (touched) => this.#followChanges(touched),
      returned: () => this.#reload(),
      tell,
    });
    this.#photo = new PhotoOpening(this.#parts, {
      timeline: () => this.#timeline,
      history: this.#history,
      loadViewer: () => this.#editing.load(),
      isReplaced: () => this.#isReplaced,
      entitle: () => this.#entitle(),
      tell,
    });
    sidebar.behind = [content, skip];
    showAlbums.addEventListener("click", () => sidebar.open());
    sidebar.addEventListener("album-select", (event) => this.#albumSelected(event.detail.identifier));
    skip.addEventListener("click", (event) => {
      event.preventDefault();
      main.focus();
      if (this.#hasPhotos) grid.reveal(grid.topRank, { focus: true });
      else covers.focusActive();
    });
    grid.describeEmpty = (album) => {
      const { search } = this.#history.address;
      if (search !== undefined) return noResultsMessage(search);
      return emptyAlbumMessage(album, this.#collections.find(album), () => this.#addPhotos(album));
    };
    grid.addEventListener("retry", (event) => {
      event.preventDefault();
      this.#reload();
    });
    head.addEventListener("album-command", ({ detail }) => this.#albumCommand(detail));
    this.#history.addEventListener("change", () => this.#follow());
    addEventListener("focus", () => {
      if (!this.#editing.isLive) this.#updates.refresh();
    });
    addEventListener("pagehide", () => this.#keepPlace());
    watchDroppedFiles((text) => this.#notice.show(text));
    // Photos with a date in the future may be of today by then.
    afterEachMidnight(() => {
      if (this.#timeline && this.#timeline.futureCount > 0) this.#updates.reopen(this.#timeline);
    });
  }

  /** Shows the address. */
  async start() {
    await Promise.all([this.#loadCollections(), this.#follow()]);
  }

  /**
   * Goes to an album or a list.
   * @param {import("./page-history.js").PageAddress} address
   */
  async #show(address) {
    await this.#history.push(address);
    await this.#follow();
  }

  /** Shows the address. */
  async #follow() {
    this.#following.abort();
    this.#following = new AbortController();
    const { signal } = this.#following;
    const { album, asset, list, period, search } = this.#history.address;
    this.#search.show();
    try {
      const isShown = () => this.#timeline?.collection === album && this.#timeline.search === (search ?? "");
      if (asset === null || !isShown()) await this.#photo.close();
      signal.throwIfAborted();
      if (list !== undefined) {
        await this.#openList(list);
        await this.#views.show(undefined, signal);
        return;
      }
      if (!isShown()) await this.#openAlbum(album, search, signal);
      await this.#views.show(period, signal);
      if (asset !== null && this.#guarded === null) await this.#photo.open(asset, signal);
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
   * @param {string | undefined} search
   * @param {AbortSignal} signal
   */
  async #openAlbum(album, search, signal) {
    const { grid, sidebar } = this.#parts;
    if (album !== hiddenAlbum) this.#isHiddenShown = false;
    if (album === hiddenAlbum && !this.#isHiddenShown) {
      this.#guard(album);
      return;
    }
    this.#leave();
    grid.hidden = false;
    const timeline = new Timeline(this.#library, album, search === undefined ? this.#orders.order(album) : "standard", search);
    this.#timeline = timeline;
    timeline.addEventListener("load", () => this.#entitle());
    timeline.addEventListener("replace", () => this.#entitle());
    sidebar.selected = search === undefined ? album : null;
    this.#loadDetails();
    this.#entitle();
    grid.timeline = timeline;
    this.#editing.loaded?.albumOpened();
    await timeline.open({ signal });
    grid.reveal(this.#places.rank(placeName(timeline)), { align: "start" });
  }

  /**
   * Shows a question in place of an album's photos. Nothing is requested about them before the reader's click.
   * @param {string} album
   */
  #guard(album) {
    if (this.#guarded === album) return;
    const { sidebar, stage } = this.#parts;
    this.#leave();
    this.#guarded = album;
    this.#loadDetails();
    sidebar.selected = album;
    stage.replaceChildren(hiddenMessage(async () => {
      this.#isHiddenShown = true;
      await this.#follow();
      this.#parts.grid.takeFocus();
    }));
    stage.hidden = false;
    this.#editing.loaded?.albumOpened();
    this.#entitle();
  }

  /** @param {string} list */
  async #openList(list) {
    const { sidebar } = this.#parts;
    this.#isHiddenShown = false;
    if (this.#list.list !== list) {
      this.#leave();
      this.#loadDetails();
      sidebar.selected = list;
      this.#editing.loaded?.albumOpened();
    }
    // Every library has collections, so none means that they are loading.
    const isLoaded = this.#collections.items.length > 0;
    if (isLoaded && !this.#list.show(list, this.#collections.items)) await this.#folderMissing();
    if (this.#takesFocus) this.#parts.covers.focusActive();
    this.#takesFocus = false;
    this.#entitle();
  }

  /** Removes what the page shows beside the sidebar, and stores where the reader is. */
  #leave() {
    const { grid, stage } = this.#parts;
    this.#keepPlace();
    this.#timeline = null;
    this.#guarded = null;
    this.#list.hide();
    stage.hidden = true;
    stage.replaceChildren();
    grid.timeline = null;
    grid.hidden = true;
  }

  /** Requests what is shown above the photos of one of the reader's albums. */
  #loadDetails() {
    const album = this.#timeline?.collection ?? null;
    this.#details.load(album === null || isSmartAlbum(album) ? null : album);
  }

  #albumsTouched() {
    this.#list.refresh();
    this.#loadDetails();
  }

  /** @param {import("./albums/album-head.js").AlbumCommand} command */
  #albumCommand(command) {
    const { album } = this.#history.address;
    switch (command.name) {
      case "order": this.#sort(album, command.order); break;
      case "addPhotos": this.#addPhotos(album); break;
      case "describe": {
        const before = this.#details.value?.description ?? "";
        this.#editing.run((editing) => editing.describe(album, command.text, before));
        break;
      }
      case "restoreAll": this.#editing.run((editing) => editing.actOnAll("restore")); break;
      case "deleteAll": this.#editing.run((editing) => editing.actOnAll("purge")); break;
    }
  }

  /**
   * @param {string} album
   * @param {import("./library.js").AlbumOrder} order
   */
  async #sort(album, order) {
    this.#orders.set(album, order);
    this.#timeline = null;
    this.#places.keep(album, 0);
    await this.#follow();
  }

  /** @param {string} album */
  #addPhotos(album) {
    return this.#editing.run((editing) => editing.pickPhotosFor(album));
  }

  get #hasPhotos() {
    return this.#timeline !== null && this.#timeline.count > 0;
  }

  /** Stores where the reader is in the album that is shown. */
  #keepPlace() {
    if (this.#timeline && this.#hasPhotos) this.#places.keep(placeName(this.#timeline), this.#parts.grid.topRank);
  }

  /** Shows all albums in place of a folder that doesn't exist. */
  #folderMissing() {
    this.#notice.show(words.folderNotHere);
    this.#history.replace({ album: libraryAlbum, asset: null, list: "albums" });
    return this.#follow();
  }

  /**
   * Goes from one view of the album to another. Back leads to the place that the reader leaves.
   * @param {import("./periods/periods.js").PeriodPlace | undefined} here
   * @param {import("./periods/periods.js").PeriodPlace} there
   */
  async #changeView(here, there) {
    const { album } = this.#history.address;
    if (here) this.#history.replace({ album, asset: null, period: here });
    await this.#history.push({ album, asset: null, period: there });
    await this.#follow();
  }

  /** Shows the library in place of an album that doesn't exist, by default with a notice. */
  #albumMissing({ isTold = true } = {}) {
    this.#timeline = null;
    if (isTold) this.#notice.show(words.albumNotHere);
    this.#history.replace({ album: libraryAlbum, asset: null });
    return this.#follow();
  }

  /** @param {string} album is empty for a list */
  #albumSelected(album) {
    const { grid, covers } = this.#parts;
    if (album === "") {
      if (!covers.focusActive()) this.#takesFocus = true;
      return;
    }
    if (album === this.#timeline?.collection && this.#hasPhotos) grid.reveal(0, { align: "start" });
    grid.takeFocus();
  }

  async #loadCollections() {
    if (!await this.#collections.load()) return;
    this.#parts.sidebar.collections = this.#collections.items;
    const { list } = this.#history.address;
    // The folder that is shown may have been deleted.
    if (list !== undefined && !this.#list.show(list, this.#collections.items)) await this.#folderMissing();
    this.#entitle();
  }

  /**
   * Shows a change that was not made in this page.
   * @param {import("./live-changes.js").TouchedThings} touched
   * @returns {Promise<boolean>} `false` if that has to be tried again
   */
  async #followChanges(touched) {
    return this.#isReplaced || this.#updates.update(touched, { isByReader: false });
  }

  /** Requests again what failed to load. */
  async #reload() {
    if (this.#timeline?.version === null) this.#timeline = null;
    await this.#updates.refresh();
    this.#parts.grid.retry();
    await this.#follow();
  }

  /** Whether a notice has replaced the page. The address stays, because the page may come back. */
  get #isReplaced() {
    return !this.#parts.main.isConnected;
  }

  /** Writes the header, and what the album shows above its photos. */
  #entitle() {
    if (this.#isReplaced) return;
    const { album, asset, list, search } = this.#history.address;
    const { controls, head, viewer } = this.#parts;
    if (list !== undefined) {
      controls.hidden = true;
      head.show(undefined, { count: 0, order: "standard", details: null });
      const { title, count } = this.#list.heading(this.#collections.items);
      this.#heading.show({ title, count, canSelect: false });
      return;
    }
    const collection = this.#collections.find(album);
    const timeline = this.#timeline?.collection === album && this.#timeline.version !== null ? this.#timeline : null;
    const total = timeline?.total ?? (search === undefined ? collection?.count : undefined) ?? 0;
    const isGuarded = this.#guarded !== null;
    controls.hidden = total === 0 || isGuarded;
    this.#views.isByDate = search === undefined && (timeline?.isByDate ?? true);
    const item = asset !== null && viewer.isOpen ? this.#timeline?.item(viewer.rank) : undefined;
    head.show(isGuarded || search !== undefined ? undefined : collection, {
      count: total, order: this.#orders.order(album), details: this.#details.value,
    });
    this.#heading.show({
      title: search === undefined ? collection?.title : searchWords.results(search),
      count: total > 0 ? words.count(total) : "",
      canSelect: !isGuarded && (total > 0 || this.#editing.loaded?.isSelecting === true) && !this.#editing.loaded?.isPicking,
      subject: item === undefined ? undefined : formatShortDay(item.day),
    });
  }
}

/**
 * Returns the name under which the page keeps the reader's place in a timeline.
 * @param {Timeline} timeline
 */
function placeName({ collection, search }) {
  return search === "" ? collection : `${collection} ${search}`;
}
