import "./album-sidebar.js";
import "./grid/photo-grid.js";
import { Timeline } from "./grid/timeline.js";
import { icon } from "./icons.js";
import { Library, ServerError } from "./library.js";
import { KeptPlaces, libraryAlbum, PageHistory } from "./page-history.js";
import { formatShortDay, language, pageWords as words } from "./words.js";

const shortNoticeMilliseconds = 6000;

/** When the reader does nothing at first, what the first screen does without is loaded after this long. */
const laterMilliseconds = 5000;

const millisecondsPerDay = 86_400_000;

/** How long after midnight the page reads the timeline again, in milliseconds. Clocks differ a little. */
const afterMidnight = 60_000;

/**
 * The page of the library: albums, the grid of the one that is chosen, and the viewer over it.
 *
 * The address says what is shown. What the reader does either changes the address, and `#follow` brings the page there,
 * or has been done already and is only written down.
 */
class GalleryPage {
  #library;
  #history = new PageHistory();
  #parts = drawPage(document.body);
  #notice = new ShortNotice(document.body);
  #collections = [];
  /** How often the collections were asked for, and which answer they are. */
  #questions = 0;
  #answered = 0;
  /** The album in the grid. @type {Timeline | null} */
  #timeline = null;
  /** The one in the viewer. @type {Timeline | null} */
  #viewed = null;
  /** The photo that was chosen last. @type {string | null} */
  #wanted = null;
  #places = new KeptPlaces();
  /** What the first screen does without, once it was asked for. @type {Promise<void> | null} */
  #rest = null;
  /** What changes the library, once it is loaded. @type {import("./editing/editing.js").Editing | null} */
  #editing = null;
  /** What tells of changes, once it is loaded. @type {import("./live-changes.js").LiveChanges | null} */
  #live = null;
  /** Runs out when the day ends. */
  #midnight = 0;
  /** Ends what the page was about to show when it has to show something else. */
  #following = new AbortController();

  /** @param {import("./library.js").Library} library */
  constructor(library) {
    this.#library = library;
    const { sidebar, content, skip, showAlbums, select, main, grid, viewer } = this.#parts;
    sidebar.behind = [content, skip];
    showAlbums.addEventListener("click", () => sidebar.open());
    sidebar.addEventListener("album-select", (event) => this.#albumSelected(event.detail.identifier));
    skip.addEventListener("click", (event) => {
      event.preventDefault();
      main.focus();
      if (this.#timeline?.count > 0) grid.reveal(grid.topRank, { focus: true });
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
    this.#loadLater();
    addEventListener("focus", () => this.#live?.isConnected || this.#refresh());
    addEventListener("pagehide", () => this.#keepPlace());
  }

  /** Shows what the address says. */
  async start() {
    await Promise.all([this.#loadCollections(), this.#follow()]);
  }

  /** Loads what the first screen does without, when the reader first moves or has looked at it for a while. */
  #loadLater() {
    const begun = new AbortController();
    const begin = async () => {
      begun.abort();
      clearTimeout(timer);
      if (!await this.#loadRest()) setTimeout(() => this.#loadLater(), laterMilliseconds);
    };
    const timer = setTimeout(begin, laterMilliseconds);
    for (const type of ["pointermove", "pointerdown", "keydown", "wheel", "touchstart"]) {
      addEventListener(type, begin, { signal: begun.signal, passive: true, capture: true });
    }
  }

  /**
   * Loads the viewer, the watch of the connection, what changes the library, and what tells of changes by others.
   * Answers whether they are there; where not, the reader was told.
   */
  async #loadRest() {
    this.#rest ??= Promise.all([
      import("./connection-watch.js"), import("./editing/editing.js"), import("./live-changes.js"),
      import("./viewer/photo-viewer.js"), loadStyle("/web/viewer/viewer.css"), loadStyle("/web/editing/editing.css"),
    ]).then(([{ ConnectionWatch }, { Editing }, { LiveChanges }]) => {
      new ConnectionWatch(this.#library).addEventListener("returned", () => this.#reload());
      this.#parts.viewer.rectOf = (rank) => this.#parts.grid.tileRect(rank);
      this.#editing = new Editing(this.#library, this.#parts, {
        timeline: () => this.#timeline,
        collections: () => this.#collections,
        changed: () => this.#update(everything),
      });
      const isBusy = () => this.#parts.grid.isMoving;
      this.#live = new LiveChanges(this.#library, (touched) => this.#followChanges(touched), { isBusy });
    });
    try {
      await this.#rest;
      return true;
    } catch {
      // Whatever it was, a later try may do better: a server that is gone is the likeliest.
      this.#rest = null;
      this.#notice.show(`${words.unreachable} ${words.unreachableAdvice}`);
      return false;
    }
  }

  /** Does something that changes the library, once that can be done. */
  async #edit(action) {
    if (await this.#loadRest()) action(this.#editing);
  }

  /** A photo that is pressed is selected, where photos are being selected or keys held say so. */
  #photoPressed(event) {
    const { detail } = event;
    if (this.#editing) {
      if (this.#editing.pressed(detail)) event.preventDefault();
    } else if (detail.shiftKey || detail.ctrlKey) {
      event.preventDefault();
      this.#edit((editing) => editing.pressed(detail));
    }
  }

  #keyPressed(event) {
    if (event.key.toLowerCase() !== "a" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    this.#edit((editing) => editing.selectAll());
  }

  #closeViewer() {
    return this.#parts.viewer.isOpen ? this.#parts.viewer.close() : undefined;
  }

  /** Brings the page to where the address is. */
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
      // The grid tells of all other failures in its place, with a way to try again.
      if (error.status === 404 && album !== libraryAlbum) await this.#albumMissing();
    }
  }

  async #openAlbum(album, signal) {
    const { grid, sidebar } = this.#parts;
    this.#keepPlace();
    const timeline = new Timeline(this.#library, album);
    this.#timeline = timeline;
    for (const event of ["load", "replace"]) timeline.addEventListener(event, () => this.#entitle());
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
      if (this.#timeline?.futureCount > 0) this.#reopen(this.#timeline);
    }, left + afterMidnight);
  }

  /** Notes where the reader is in the album that is shown. */
  #keepPlace() {
    if (this.#timeline?.count > 0) this.#places.keep(this.#timeline.collection, this.#parts.grid.topRank);
  }

  async #openPhoto(asset, signal) {
    const { grid, viewer } = this.#parts;
    const timeline = this.#timeline;
    if (!await this.#loadRest()) return;
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
    this.#openViewer(rank);
  }

  #openViewer(rank) {
    const { grid, viewer } = this.#parts;
    viewer.open({ timeline: this.#timeline, rank, image: grid.tileImage(rank), rect: grid.tileRect(rank) });
    this.#viewed = this.#timeline;
  }

  #albumMissing({ isTold = true } = {}) {
    this.#timeline = null;
    if (isTold) this.#notice.show(words.albumNotHere);
    this.#history.replace({ album: libraryAlbum, asset: null });
    return this.#follow();
  }

  #albumSelected(album) {
    const isShown = album === this.#timeline?.collection;
    if (isShown && this.#timeline.count > 0) this.#parts.grid.reveal(0, { align: "start" });
  }

  async #photoOpened({ rank, identifier }) {
    const timeline = this.#timeline;
    this.#wanted = identifier;
    if (!await this.#loadRest() || timeline !== this.#timeline) return;
    // Of several photos that were chosen while the viewer was loading, the last is meant.
    if (this.#wanted !== identifier || this.#parts.viewer.isOpen) return;
    this.#openViewer(rank);
    await this.#history.pushPhoto(identifier);
    this.#entitle();
  }

  #viewerStepped({ rank, identifier }) {
    const { album, asset } = this.#history.address;
    // While the viewer opens and closes the address belongs to the grid.
    if (asset === null || asset === identifier) return;
    this.#history.replace({ album, asset: identifier });
    this.#parts.grid.reveal(rank);
    this.#entitle();
  }

  /** The viewer closes in its own time; by then the page may be elsewhere. */
  #viewerClosed({ rank }) {
    const { album, asset } = this.#history.address;
    if (this.#isReplaced || this.#viewed !== this.#timeline || this.#viewed.collection !== album) return;
    if (asset !== null) this.#history.leavePhoto();
    this.#entitle();
    this.#parts.grid.reveal(rank, { focus: true });
  }

  async #loadCollections() {
    this.#questions += 1;
    const question = this.#questions;
    try {
      const collections = await this.#library.collections();
      // What was asked later may be answered sooner, and is newer.
      if (question < this.#answered) return;
      this.#answered = question;
      this.#collections = collections;
    } catch (error) {
      // The connection's watch tells of it, and looks for its end.
      if (!(error instanceof ServerError)) throw error;
      return;
    }
    this.#parts.sidebar.collections = this.#collections;
    this.#entitle();
  }

  /** Shows what somebody else has changed, or the reader elsewhere. Answers whether it could. */
  async #followChanges(touched) {
    return this.#isReplaced || this.#update(touched, { isByReader: false });
  }

  /**
   * Shows what is true now of what a change touched, and the same photos as before where they are still there. The
   * counts are asked for always.
   * @param {import("./live-changes.js").TouchedThings} touched
   * @param {{ isByReader?: boolean }} [options]
   */
  async #update({ isAll, areAssets, collections, number }, { isByReader = true } = {}) {
    const timeline = this.#timeline;
    const collection = timeline?.collection;
    const isThere = () => this.#collections.some(({ identifier }) => identifier === collection);
    const [isShown, wasThere] = [() => timeline !== null && timeline === this.#timeline, isThere()];
    const counting = this.#loadCollections();
    // The album may have been deleted: then there is nothing to ask for.
    if (this.#collections.find(({ identifier }) => identifier === collection)?.type === "album") await counting;
    if (isShown() && wasThere && !isThere()) {
      await this.#albumMissing({ isTold: !isByReader });
      return true;
    }
    const isTouched = isAll || areAssets || collections.has(collection);
    // What the page has changed itself, and seen since, is not read again.
    const isNews = isTouched && !(Number(timeline?.version) >= number);
    const [, isOpen] = await Promise.all([counting, isNews ? this.#reopen(timeline) : true]);
    if (isAll || areAssets) await this.#parts.viewer.refreshBurst?.();
    return isOpen;
  }

  /** Looks for what changed while the reader was elsewhere, such as an import. The grid and the viewer follow. */
  async #refresh() {
    const timeline = this.#timeline;
    await Promise.all([this.#loadCollections(), this.#reopen(timeline)]);
  }

  /** Answers false where it is to be tried again. */
  async #reopen(timeline) {
    // One that could not be opened is left to the reader, who is told.
    if (timeline === null || (timeline.version === null && !timeline.isOpening)) return true;
    try {
      await timeline.reopen();
      return true;
    } catch (error) {
      // What was seen stays; the connection's watch tells if the library is gone.
      if (!(error instanceof ServerError)) throw error;
      if (error.status !== 404) return false;
      // The album was deleted, and another question saw it first.
      if (timeline === this.#timeline) await this.#albumMissing({ isTold: true });
      return true;
    }
  }

  /** Asks again for what could not be loaded before; what is shown stays. */
  async #reload() {
    if (this.#timeline?.version == null) this.#timeline = null;
    await this.#refresh();
    this.#parts.grid.retry();
    await this.#follow();
  }

  /** Whether a notice stands in the place of the page; the address stays, for when the page comes back. */
  get #isReplaced() {
    return !this.#parts.main.isConnected;
  }

  /** Writes the title and the count, of the header and of the window. */
  #entitle() {
    if (this.#isReplaced) return;
    const { album, asset } = this.#history.address;
    const { title, count, select, viewer } = this.#parts;
    const collection = this.#collections.find(({ identifier }) => identifier === album);
    const isOpen = this.#timeline?.collection === album && this.#timeline.version !== null;
    const total = isOpen ? this.#timeline.total : (collection?.count ?? 0);
    title.textContent = collection?.title ?? "";
    count.textContent = total > 0 ? words.count(total) : "";
    select.hidden = total === 0 && !this.#editing?.isSelecting;
    const item = asset !== null && viewer.isOpen ? this.#timeline?.item(viewer.rank) : undefined;
    const subject = item === undefined ? collection?.title : formatShortDay(item.day);
    document.title = subject ? words.titled(subject) : "Albumen";
  }
}

/** A change of which nobody has told what it touched. */
const everything = { isAll: true, areAssets: true, collections: new Set(), number: Infinity };

/**
 * Draws the page without photos: the way past the albums, the albums, the header, the grid, and the viewer.
 * @param {HTMLElement} body
 */
function drawPage(body) {
  const skip = document.createElement("a");
  skip.className = "button skip-link";
  skip.href = "#photos";
  skip.textContent = words.skipToPhotos;

  const showAlbums = document.createElement("button");
  showAlbums.type = "button";
  showAlbums.className = "icon-button sidebar-button";
  showAlbums.title = words.showAlbums;
  showAlbums.setAttribute("aria-label", words.showAlbums);
  showAlbums.append(icon("menu"));
  const title = document.createElement("h1");
  title.className = "page-title";
  const count = document.createElement("p");
  count.className = "page-count";
  count.setAttribute("role", "status");
  const heading = document.createElement("div");
  heading.className = "page-heading";
  heading.append(title, count);
  const select = document.createElement("button");
  select.type = "button";
  select.className = "text-button page-select";
  select.textContent = words.select;
  select.hidden = true;
  const header = document.createElement("header");
  header.className = "page-header";
  header.append(showAlbums, heading, select);

  const grid = document.createElement("photo-grid");
  const main = document.createElement("main");
  main.className = "page-main";
  main.id = "photos";
  main.tabIndex = -1;
  main.append(grid);
  const content = document.createElement("div");
  content.className = "page-content";
  content.append(header, main);

  const sidebar = document.createElement("album-sidebar");
  const page = document.createElement("div");
  page.className = "page";
  page.append(sidebar, content);
  const viewer = document.createElement("photo-viewer");
  body.replaceChildren(skip, page, viewer);
  return { skip, sidebar, content, showAlbums, title, count, select, main, grid, viewer };
}

/** A sentence at the foot of the page that goes away by itself. */
class ShortNotice {
  #element = document.createElement("div");
  #timer;

  /** @param {HTMLElement} parent where it is kept, empty, from the start: screen readers tell of what changes there */
  constructor(parent) {
    this.#element.className = "short-notice";
    this.#element.setAttribute("role", "status");
    parent.append(this.#element);
  }

  /** @param {string} text */
  show(text) {
    clearTimeout(this.#timer);
    this.#element.textContent = text;
    this.#timer = setTimeout(() => this.hide(), shortNoticeMilliseconds);
  }

  hide() {
    clearTimeout(this.#timer);
    this.#element.textContent = "";
  }
}

/** Adds a style sheet and waits until it counts. */
function loadStyle(address) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      reject(new ServerError(0, "unreachable", words.unreachable));
    });
  });
  document.head.append(link);
  return loaded;
}

document.documentElement.lang = language;
await new GalleryPage(new Library()).start();
