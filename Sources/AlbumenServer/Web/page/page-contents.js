import { AlbumDetails } from "../albums/album-details.js";
import { AlbumOrders } from "../albums/album-orders.js";
import { ListPage } from "../albums/list-page.js";
import { emptyAlbumMessage, hiddenMessage } from "../albums/messages.js";
import { Timeline } from "../grid/timeline.js";
import { isFromHome } from "../address/last-place.js";
import { hiddenAlbum, isSmartAlbum, KeptPlaces } from "../address/page-history.js";
import { noResultsMessage } from "../search/message.js";

/**
 * The page as its contents see it.
 * @typedef {object} ContentsPage
 * @property {import("../server/collection-list.js").CollectionList} collections
 * @property {() => void} albumOpened is called when another album or list is shown
 * @property {() => Promise<void>} follow shows the address again
 * @property {() => void} entitle writes the title of what is shown
 */

/** The part of the page beside the sidebar: the photos of an album, a list of albums, or a question before an album. */
export class PageContents {
  #library;
  #parts;
  #page;
  #places = new KeptPlaces(isFromHome() ? localStorage : sessionStorage);
  #orders = new AlbumOrders();
  #details;
  #list;
  /** @type {Timeline | null} */
  #timeline = null;
  /** @type {string | null} */
  #guarded = null;
  /** Whether the reader has asked for the hidden photos since opening the album. */
  #isHiddenShown = false;
  /** Whether the next list takes the focus, because the reader has chosen it in the sidebar. */
  #takesFocus = false;

  /**
   * @param {import("../server/library.js").Library} library
   * @param {Pick<import("./page-parts.js").PageParts, "grid" | "covers" | "sidebar" | "stage">} parts
   * @param {ContentsPage} page
   */
  constructor(library, parts, page) {
    this.#library = library;
    this.#parts = parts;
    this.#page = page;
    this.#details = new AlbumDetails(library, () => page.entitle());
    this.#list = new ListPage(parts.covers, library);
  }

  /** The album in the grid; `null` if the grid is hidden. */
  get timeline() {
    return this.#timeline;
  }

  /** The album whose photos wait for the reader's click: Hidden, or `null`. */
  get guarded() {
    return this.#guarded;
  }

  /** The details of the album in the grid; `null` until they are loaded. */
  get details() {
    return this.#details.value;
  }

  get hasPhotos() {
    return this.#timeline !== null && this.#timeline.count > 0;
  }

  /** The title and the count of the list that is shown. */
  get listHeading() {
    return this.#list.heading(this.#page.collections.items);
  }

  /**
   * Sets the message of an album without photos.
   * @param {(album: string) => unknown} addPhotos
   */
  describeEmpty(addPhotos) {
    this.#parts.grid.describeEmpty = (album) => {
      const search = this.#timeline?.search;
      if (search) return noResultsMessage(search, (text) => this.#library.correction(text));
      return emptyAlbumMessage(album, this.#page.collections.find(album), () => addPhotos(album));
    };
  }

  /**
   * Whether the grid has this album, or this search in it.
   * @param {string} album
   * @param {string | undefined} search
   */
  isShown(album, search) {
    return this.#timeline?.collection === album && this.#timeline.search === (search ?? "");
  }

  /**
   * @param {string} album
   * @param {string | undefined} search
   * @param {AbortSignal} signal
   */
  async openAlbum(album, search, signal) {
    const { grid, sidebar } = this.#parts;
    if (album !== hiddenAlbum) this.#isHiddenShown = false;
    if (album === hiddenAlbum && !this.#isHiddenShown) {
      this.#guard(album);
      return;
    }
    this.#leave();
    grid.hidden = false;
    const order = search === undefined ? this.#orders.order(album) : "standard";
    const timeline = new Timeline(this.#library, album, order, search);
    this.#timeline = timeline;
    timeline.addEventListener("load", () => this.#page.entitle());
    timeline.addEventListener("replace", () => this.#page.entitle());
    sidebar.selected = search === undefined ? album : null;
    this.#loadDetails();
    this.#page.entitle();
    grid.timeline = timeline;
    this.#page.albumOpened();
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
      await this.#page.follow();
      this.#parts.grid.takeFocus();
    }));
    stage.hidden = false;
    this.#page.albumOpened();
    this.#page.entitle();
  }

  /**
   * @param {string} list
   * @returns {boolean} `false` if the list is a folder that doesn't exist
   */
  openList(list) {
    this.#isHiddenShown = false;
    if (this.#list.list !== list) {
      this.#leave();
      this.#loadDetails();
      this.#parts.sidebar.selected = list;
      this.#page.albumOpened();
    }
    // Every library has collections, so none means that they are loading.
    const isLoaded = this.#page.collections.items.length > 0;
    return !isLoaded || this.showList(list);
  }

  /**
   * Shows the albums of a list.
   * @param {string} list
   * @returns {boolean} `false` if the list is a folder that doesn't exist
   */
  showList(list) {
    return this.#list.show(list, this.#page.collections.items);
  }

  /** Removes what the page shows beside the sidebar, and stores where the reader is. */
  #leave() {
    const { grid, stage } = this.#parts;
    this.keepPlace();
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

  /** Requests covers and details again, because albums have changed. */
  refreshAlbums() {
    this.#list.refresh();
    this.#loadDetails();
  }

  /** Opens the album of the address again when the page next follows it. */
  forget() {
    this.#timeline = null;
  }

  /** Stores where the reader is in the album that is shown. */
  keepPlace() {
    if (this.#timeline && this.hasPhotos) this.#places.keep(placeName(this.#timeline), this.#parts.grid.topRank);
  }

  /**
   * Returns the order that the reader has chosen for an album.
   * @param {string} album
   */
  order(album) {
    return this.#orders.order(album);
  }

  /**
   * Stores the order of an album, which is opened again at its start.
   * @param {string} album
   * @param {import("../server/library.js").AlbumOrder} order
   */
  sort(album, order) {
    this.#orders.set(album, order);
    this.forget();
    this.#places.keep(album, 0);
  }

  /** Gives the focus to the first photo in the window, or to a card. */
  focusHere() {
    const { grid, covers } = this.#parts;
    if (this.hasPhotos) grid.reveal(grid.topRank, { focus: true });
    else covers.focusActive();
  }

  /**
   * Gives the focus to an album or a list that the reader has chosen in the sidebar.
   * @param {string} album is empty for a list
   */
  focusChosen(album) {
    const { grid, covers } = this.#parts;
    if (album === "") {
      if (!covers.focusActive()) this.#takesFocus = true;
      return;
    }
    if (album === this.#timeline?.collection && this.hasPhotos) grid.reveal(0, { align: "start" });
    grid.takeFocus();
  }

  /** Gives the focus to the list if the reader has chosen it in the sidebar before it was loaded. */
  focusOpenedList() {
    if (this.#takesFocus) this.#parts.covers.focusActive();
    this.#takesFocus = false;
  }
}

/**
 * Returns the name under which the page keeps the reader's place in a timeline.
 * @param {Timeline} timeline
 */
function placeName({ collection, search }) {
  return search === "" ? collection : `${collection} ${search}`;
}
