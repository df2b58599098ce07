import "../albums/album-head.js";
import { CollectionList } from "../server/collection-list.js";
import { FileAdding } from "./file-adding.js";
import "../grid/photo-grid.js";
import { ServerError } from "../server/server-connection.js";
import { loadEditor, loadImports, loadPeriodOverview, loadUploads } from "./later-modules.js";
import { afterEachMidnight } from "./midnight.js";
import { OfflineUse } from "./offline-use.js";
import { PageContents } from "./page-contents.js";
import { PageHeading } from "./page-heading.js";
import { libraryAlbum, PageHistory } from "../address/page-history.js";
import { PageEditing } from "./page-editing.js";
import { drawPage } from "./page-parts.js";
import { everything, PageUpdates } from "./page-updates.js";
import { PeriodViews } from "../periods/period-views.js";
import { PageSearch } from "../search/page-search.js";
import { words as searchWords } from "../search/words.js";
import { PhotoOpening } from "./photo-opening.js";
import { addSharedFiles } from "./shared-files.js";
import { ShortNotice } from "../dialogs/short-notice.js";
import "../sidebar/album-sidebar.js";
import { formatShortDay, pageWords as words } from "../common/words.js";

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
    timeline: () => this.#contents.timeline,
    leave: (here, there) => this.#changeView(here, there),
    load: loadPeriodOverview,
    failed: () => this.#notice.show(`${words.unreachable} ${words.unreachableAdvice}`),
  });
  #collections;
  #offline;
  /** @type {PageContents} */
  #contents;
  #heading;
  #updates;
  /** @type {PageEditing} */
  #editing;
  #photo;
  #search;
  /** @type {import("../uploads/uploads.js").Uploads | null} */
  #uploads = null;
  /** Cancels opening an address when the page has to show another. */
  #following = new AbortController();

  /** @param {import("../server/library.js").Library} library */
  constructor(library) {
    this.#library = library;
    this.#collections = new CollectionList(library);
    this.#offline = new OfflineUse(library, this.#parts.head);
    this.#search = new PageSearch(library, this.#parts, this.#history, () => this.#follow());
    this.#heading = new PageHeading(this.#parts);
    this.#contents = new PageContents(library, this.#parts, {
      collections: this.#collections,
      albumOpened: () => this.#editing.loaded?.albumOpened(),
      follow: () => this.#follow(),
      entitle: () => this.#entitle(),
    });
    const { sidebar, content, skip, showAlbums, head, main, grid, viewer, covers } = this.#parts;
    this.#updates = new PageUpdates({
      timeline: () => this.#contents.timeline,
      collections: this.#collections,
      loadCollections: () => this.#loadCollections(),
      albumMissing: (options) => this.#albumMissing(options),
      albumsTouched: () => this.#contents.refreshAlbums(),
      refreshBurst: async () => viewer.refreshBurst?.(),
    });
    const tell = (/** @type {string} */ text) => this.#notice.show(text);
    this.#editing = new PageEditing(library, this.#parts, {
      edited: {
        timeline: () => this.#contents.timeline,
        collections: () => this.#collections.items,
        changed: async () => {
          await this.#updates.update(everything);
        },
        show: (address) => this.#show(address),
        pushView: (view) => this.#history.pushView(view),
        loadEditor,
      },
      followChanges: (touched) => this.#followChanges(touched),
      returned: () => this.#reload(),
      tell,
    });
    this.#photo = new PhotoOpening(this.#parts, {
      timeline: () => this.#contents.timeline,
      history: this.#history,
      loadViewer: () => this.#editing.load(),
      isReplaced: () => this.#isReplaced,
      entitle: () => this.#entitle(),
      tell,
    });
    sidebar.behind = [content, skip];
    showAlbums.addEventListener("click", () => sidebar.open());
    sidebar.addEventListener("album-select", (event) => this.#contents.focusChosen(event.detail.identifier));
    skip.addEventListener("click", (event) => {
      event.preventDefault();
      main.focus();
      this.#contents.focusHere();
    });
    this.#contents.describeEmpty((album) => this.#addPhotos(album));
    grid.addEventListener("retry", (event) => {
      event.preventDefault();
      this.#reload();
    });
    head.addEventListener("album-command", ({ detail }) => this.#albumCommand(detail));
    covers.addEventListener("bring-over", () => this.#bringOver());
    this.#history.addEventListener("change", () => this.#follow());
    addEventListener("focus", () => {
      if (!this.#editing.isLive) this.#updates.refresh();
    });
    addEventListener("pagehide", () => this.#contents.keepPlace());
    new FileAdding(this.#parts.add, (choice) => this.#addFiles(choice));
    // Photos with a date in the future may be of today by then.
    afterEachMidnight(() => {
      const { timeline } = this.#contents;
      if (timeline && timeline.futureCount > 0) this.#updates.reopen(timeline);
    });
  }

  /** Shows the address. */
  async start() {
    await Promise.all([this.#loadCollections(), this.#follow()]);
    await addSharedFiles({
      ask: async (count) => {
        /** @type {boolean | null} */
        let answer = null;
        await this.#withModules(loadUploads, async ({ isSharingConfirmed }) => {
          answer = await isSharingConfirmed(count);
        });
        return answer;
      },
      // Not to the album that happens to be open.
      add: (choice) => void this.#upload(Promise.resolve(choice), undefined),
      refused: () => this.#notice.show(words.sharedPart),
    });
  }

  /**
   * Goes to an album or a list.
   * @param {import("../address/page-history.js").PageAddress} address
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
      const isShown = () => this.#contents.isShown(album, search);
      if (asset === null || !isShown()) await this.#photo.close();
      signal.throwIfAborted();
      if (list !== undefined) {
        if (!this.#contents.openList(list)) await this.#folderMissing();
        this.#contents.focusOpenedList();
        this.#entitle();
        await this.#views.show(undefined, signal);
        return;
      }
      if (!isShown()) await this.#contents.openAlbum(album, search, signal);
      await this.#views.show(period, signal);
      if (asset !== null && this.#contents.guarded === null) await this.#photo.open(asset, signal);
      this.#entitle();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ServerError)) throw error;
      // The grid shows all other failures, with a button to try again.
      if (error.status === 404 && album !== libraryAlbum) await this.#albumMissing();
    }
  }

  /** @param {import("../albums/album-head.js").AlbumCommand} command */
  #albumCommand(command) {
    const { album } = this.#history.address;
    switch (command.name) {
      case "order": this.#sort(album, command.order); break;
      case "addPhotos": this.#addPhotos(album); break;
      case "undoImport": this.#withImports(async ({ undoImport }) => {
        const isUndone = await undoImport(this.#library, album, (text) => this.#notice.show(text));
        if (isUndone) await this.#show({ album: libraryAlbum, asset: null, list: "imports" });
      }); break;
      case "describe": {
        const before = this.#contents.details?.description ?? "";
        this.#editing.run((editing) => editing.describe(album, command.text, before));
        break;
      }
      case "restoreAll": this.#editing.run((editing) => editing.actOnAll("restore")); break;
      case "deleteAll": this.#editing.run((editing) => editing.actOnAll("purge")); break;
    }
  }

  /**
   * @param {string} album
   * @param {import("../server/library.js").AlbumOrder} order
   */
  async #sort(album, order) {
    this.#contents.sort(album, order);
    await this.#follow();
  }

  /** Opens the dialog that brings photos over from other programs. */
  #bringOver() {
    const show = (/** @type {string} */ album) => void this.#show({ album, asset: null });
    return this.#withImports(({ ImportDialog }) => new ImportDialog(this.#library, show).open());
  }

  /** @param {(modules: Awaited<ReturnType<typeof loadImports>>) => Promise<void>} action */
  #withImports(action) {
    return this.#withModules(loadImports, action);
  }

  /**
   * @template Modules
   * @param {() => Promise<Modules>} load
   * @param {(modules: Modules) => Promise<void>} action
   */
  async #withModules(load, action) {
    let modules;
    try {
      modules = await load();
    } catch {
      // Browsers don't say why a module can't be loaded.
      this.#notice.show(`${words.unreachable} ${words.unreachableAdvice}`);
      return;
    }
    await action(modules);
  }

  /**
   * Adds files of this device to the library, and to the album that is open.
   * @param {Promise<import("./dropped-files.js").FileChoice>} choice
   */
  #addFiles(choice) {
    const { album, list, search } = this.#history.address;
    const collection = list === undefined && search === undefined ? this.#collections.find(album) : undefined;
    return this.#upload(choice, collection?.type === "album" && collection.subtype === 2 ? collection : undefined);
  }

  /**
   * @param {Promise<import("./dropped-files.js").FileChoice>} choice
   * @param {import("../server/library.js").LibraryCollection | undefined} target the album that they join
   */
  #upload(choice, target) {
    // The stream of changes says when photos are in the library.
    this.#editing.load();
    return this.#withModules(loadUploads, async ({ Uploads }) => {
      this.#uploads ??= new Uploads(this.#library, {
        tell: (text) => this.#notice.show(text),
        showAlbum: (address) => void this.#show({ album: address, asset: null }),
      });
      this.#uploads.add(await choice, target);
    });
  }

  /** @param {string} album */
  #addPhotos(album) {
    return this.#editing.run((editing) => editing.pickPhotosFor(album));
  }

  /** Shows all albums in place of a folder that doesn't exist. */
  #folderMissing() {
    this.#notice.show(words.folderNotHere);
    this.#history.replace({ album: libraryAlbum, asset: null, list: "albums" });
    return this.#follow();
  }

  /**
   * Goes from one view of the album to another. Back leads to the place that the reader leaves.
   * @param {import("../periods/periods.js").PeriodPlace | undefined} here
   * @param {import("../periods/periods.js").PeriodPlace} there
   */
  async #changeView(here, there) {
    const { album } = this.#history.address;
    if (here) this.#history.replace({ album, asset: null, period: here });
    await this.#history.push({ album, asset: null, period: there });
    await this.#follow();
  }

  /** Shows the library in place of an album that doesn't exist, by default with a notice. */
  #albumMissing({ isTold = true } = {}) {
    this.#contents.forget();
    if (isTold) this.#notice.show(words.albumNotHere);
    this.#history.replace({ album: libraryAlbum, asset: null });
    return this.#follow();
  }

  async #loadCollections() {
    if (!await this.#collections.load()) return;
    this.#parts.sidebar.collections = this.#collections.items;
    const { list } = this.#history.address;
    // The folder that is shown may have been deleted.
    if (list !== undefined && !this.#contents.showList(list)) await this.#folderMissing();
    this.#entitle();
  }

  /**
   * Shows a change that was not made in this page.
   * @param {import("../server/live-changes.js").TouchedThings} touched
   * @returns {Promise<boolean>} `false` if that has to be tried again
   */
  async #followChanges(touched) {
    if (touched.isAll || touched.areAssets) this.#offline.noteChange();
    return this.#isReplaced || this.#updates.update(touched, { isByReader: false });
  }

  /** Requests again what failed to load. */
  async #reload() {
    if (this.#contents.timeline?.version === null) this.#contents.forget();
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
      const { title, count } = this.#contents.listHeading;
      this.#heading.show({ title, count, canSelect: false });
      return;
    }
    const collection = this.#collections.find(album);
    const shown = this.#contents.timeline;
    const timeline = shown?.collection === album && shown.version !== null ? shown : null;
    const total = timeline?.total ?? (search === undefined ? collection?.count : undefined) ?? 0;
    const isGuarded = this.#contents.guarded !== null;
    controls.hidden = total === 0 || isGuarded;
    this.#views.isByDate = search === undefined && (timeline?.isByDate ?? true);
    const item = asset !== null && viewer.isOpen ? shown?.item(viewer.rank) : undefined;
    head.show(isGuarded || search !== undefined ? undefined : collection, {
      count: total, order: this.#contents.order(album), details: this.#contents.details,
    });
    this.#heading.show({
      title: search === undefined ? collection?.title : searchWords.results(search),
      count: total > 0 ? words.count(total) : "",
      canSelect: !isGuarded && (total > 0 || this.#editing.loaded?.isSelecting === true) && !this.#editing.loaded?.isPicking,
      subject: item === undefined ? undefined : formatShortDay(item.day),
    });
  }
}
