import { whenGoingBack } from "../common/going-back.js";
import { libraryAlbum } from "../address/page-history.js";
import { ServerError } from "../server/server-connection.js";
import { CollectionDrag } from "./collection-drag.js";
import { isEditAction } from "./edit-actions.js";
import { LibraryActions } from "./library-actions.js";
import { PhotoDrag } from "./photo-drag.js";
import { PhotoPicking } from "./photo-picking.js";
import { PhotoMoves } from "./photo-moves.js";
import { PhotoMenu } from "./photo-menu.js";
import { actionsFor, isArranged, leavesCollection, shortcutOf } from "./selection-bar.js";
import { SelectionMode } from "./selection-mode.js";
import { TouchSelection } from "./touch-selection.js";
import { UndoNotice } from "../dialogs/undo-notice.js";
import { words } from "./words.js";

/** @typedef {import("./library-actions.js").EditedPage} EditedPage */

/**
 * The parts of the page that editing uses.
 * @typedef {object} EditedParts
 * @property {import("../sidebar/album-sidebar.js").AlbumSidebar} sidebar
 * @property {import("../grid/photo-grid.js").PhotoGrid} grid
 * @property {import("../viewer/photo-viewer.js").PhotoViewer} viewer
 * @property {HTMLElement} content
 * @property {HTMLElement} main
 * @property {HTMLButtonElement} select
 */

/** Connects everything that changes the library with the page that shows it. */
export class Editing {
  #parts;
  #page;
  #actions;
  #mode;
  /**
   * Ends that going back ends the selection.
   * @type {(() => void) | null}
   */
  #endGoingBack = null;
  #bar = document.createElement("selection-bar");
  #notice;
  #moves;
  #picking;
  #menu;
  /**
   * The album in the grid.
   * @type {import("../grid/timeline.js").Timeline | null}
   */
  #watched = null;

  /**
   * @param {import("../server/library.js").Library} library
   * @param {EditedParts} parts
   * @param {EditedPage} page
   */
  constructor(library, parts, page) {
    const { grid, sidebar, viewer, content } = parts;
    this.#parts = parts;
    this.#page = page;
    this.#notice = new UndoNotice(
      () => (viewer.isOpen && viewer.surface) || document.body,
      () => (viewer.isOpen ? viewer.surface.focus({ preventScroll: true }) : grid.takeFocus()),
    );
    this.#actions = new LibraryActions(library, page, {
      notice: this.#notice, left: (assets) => this.#mode.selection.remove(assets),
      collection: () => this.#collection,
    });
    this.#mode = new SelectionMode(grid, page.timeline);
    this.#moves = new PhotoMoves(this.#actions.photos, this.#mode, {
      timeline: page.timeline, isArranged: () => this.#isArranged, attempt: (action) => this.#actions.attempt(action),
      reveal: (rank) => grid.reveal(rank, { focus: true }),
    });
    this.#mode.addEventListener("change", () => this.#show());
    this.#mode.addEventListener("change", () => this.#followGoingBack());
    this.#mode.addEventListener("error", ({ detail }) => this.#notice.show(detail.error.message));
    this.#picking = new PhotoPicking(content, {
      add: () => this.#addPicked(),
      cancel: () => this.#mode.end(),
    });
    content.append(this.#bar);
    this.#bar.addEventListener("selection-action", ({ detail }) => this.#selectionAction(detail));
    const touch = new TouchSelection(grid, this.#mode);
    new PhotoDrag(grid, sidebar, {
      canBegin: () => !touch.isActive,
      dragged: (identifier) => this.#moves.withSelection(identifier),
      isArranged: () => this.#isArranged,
      addTo: (album, assets) => this.#actions.photos.addTo(album, assets),
      moveTo: (assets, beside) => this.#moves.moveBeside(assets, beside),
    });
    new CollectionDrag(sidebar, page.collections, (identifier, place) => this.#actions.albums.place(identifier, place));
    this.#menu = new PhotoMenu(grid, this.#actions, {
      timeline: page.timeline, collection: () => this.#collection,
      withSelection: (identifier) => {
        const isSelection = this.#mode.isOn && this.#mode.selection.has(identifier);
        return { assets: this.#moves.withSelection(identifier), isSelection };
      },
      areFavorites: ({ assets, isSelection }) => (isSelection ? this.#areFavorites : this.#isFavorite(assets[0])),
      act: (name, photos) => (photos.isSelection ? this.#actOnSelection(name) : this.#actOnPhoto(name, photos.assets)),
    });
    this.#actions.listen(viewer);
    viewer.addEventListener("viewer-menu", ({ detail }) => this.#menu.openInViewer(detail));
    viewer.addEventListener("viewer-close", () => this.#notice.settle());
    this.albumOpened();
  }

  /** Whether photos are being selected. */
  get isSelecting() {
    return this.#mode.isOn;
  }

  #followGoingBack() {
    if (this.#mode.isOn === (this.#endGoingBack !== null)) return;
    this.#endGoingBack?.();
    this.#endGoingBack = this.#mode.isOn ? whenGoingBack(() => this.endSelecting(null)) : null;
  }

  /** Follows the timeline that the grid shows now. */
  albumOpened() {
    const timeline = this.#page.timeline();
    if (timeline === this.#watched) return;
    this.#watched = timeline;
    // Photos for an album may come from several others.
    const picked = this.isPicking ? this.#mode.selection.identifiers : null;
    if (picked === null) this.#mode.end();
    else this.#mode.forgetRanks();
    timeline?.addEventListener("replace", () => this.#replaced(timeline));
  }

  toggleSelecting() {
    if (this.#mode.isOn) this.#mode.end();
    else this.#mode.start();
  }

  /**
   * Handles a photo that was pressed. Returns `false` if the photo should be opened.
   * @param {import("../grid/grid-input.js").PhotoPress} press
   */
  pressed(press) {
    return this.#mode.pressed(press);
  }

  selectAll() {
    this.#mode.selectAll();
  }

  /**
   * Selects all photos of some days, or none of them if all are selected.
   * @param {import("../grid/day-headings.js").HeadingDays} days
   */
  toggleDays(days) {
    this.#mode.toggleDays(days);
  }

  /**
   * Ends selecting. Returns `false` if no photos are being selected.
   * @param {unknown | null} photo in focus
   */
  endSelecting(photo) {
    if (!this.#mode.isOn) return false;
    if (photo === null) this.#leaveSelection();
    else this.#mode.end();
    return true;
  }

  /** Undoes the change that the notice shows. Returns `false` if there is none. */
  undo() {
    return this.#notice.undo();
  }

  /** Whether photos are selected. */
  get hasSelected() {
    return this.#mode.isOn && this.#mode.selection.size > 0;
  }

  /**
   * Carries out the action of a key for the selected photos or, if none are selected, for the photo in focus.
   * @param {import("../shortcuts/shortcuts.js").ShortcutAction<"selection">} shortcut
   * @param {{ rank: number, identifier: string } | null} photo in focus
   */
  async actByKey(shortcut, photo) {
    // While photos are chosen for an album, no key changes them.
    if (this.isPicking) return;
    if (shortcut === "back" || shortcut === "forward") {
      if (photo !== null) await this.#moves.shift(photo.identifier, shortcut === "back" ? -1 : 1);
      return;
    }
    if (isEditAction(shortcut)) {
      const assets = this.hasSelected ? this.#mode.selection.identifiers : photo === null ? [] : [photo.identifier];
      if (actionsFor(this.#collection).includes("edit")) await this.#actions.edits.perform(shortcut, assets);
    } else if (this.hasSelected) {
      const name = this.#actionFor(shortcut, this.#areFavorites);
      if (name !== undefined) await this.#actOnSelection(name);
    } else if (photo !== null) {
      const name = this.#actionFor(shortcut, this.#isFavorite(photo.identifier));
      const collection = this.#collection;
      if (name === undefined || !await this.#actions.photos.perform(name, [photo.identifier], collection)) return;
      if (leavesCollection(name, collection)) this.#leaveSelection();
    }
  }

  /**
   * Returns the action of a shortcut in the album that is shown, or `undefined` if there is none.
   * @param {import("../shortcuts/shortcuts.js").ShortcutAction<"selection">} shortcut
   * @param {boolean} areFavorites
   */
  #actionFor(shortcut, areFavorites) {
    return actionsFor(this.#collection, { areFavorites }).find((name) => shortcutOf(name) === shortcut);
  }

  /**
   * Carries out a command of the sidebar.
   * @param {import("../sidebar/album-sidebar.js").CollectionCommand} detail
   */
  command(detail) {
    this.#actions.albums.command(detail);
  }

  /** Whether photos are being chosen for an album. */
  get isPicking() {
    return this.#picking.album !== null;
  }

  /**
   * Shows the library, so that the reader chooses photos for an album.
   * @param {string} album identifier
   */
  async pickPhotosFor(album) {
    const collection = this.#page.collections().find(({ identifier }) => identifier === album);
    if (!collection) return;
    this.#mode.end();
    this.#picking.begin(collection);
    this.#mode.start();
    await this.#page.show({ album: libraryAlbum, asset: null });
    if (this.isPicking) this.#parts.grid.takeFocus();
  }

  /**
   * @param {string} album identifier
   * @param {string} text
   * @param {string} before
   */
  describe(album, text, before) {
    this.#actions.albums.describe(album, text, before);
  }

  /**
   * Restores everything in Recently Deleted, or deletes it permanently.
   * @param {"restore" | "purge"} name
   */
  async actOnAll(name) {
    const timeline = this.#page.timeline();
    if (timeline === null || timeline.count === 0) return;
    this.#mode.end();
    /** @type {string[]} */
    let assets = [];
    if (!await this.#actions.attempt(async () => (assets = await timeline.identifiers(0, timeline.count - 1)))) return;
    if (name === "restore") await this.#actions.photos.restoreAll(assets);
    else await this.#actions.photos.perform("purge", assets, this.#collection);
  }

  /** Adds the chosen photos to the album, and shows it. */
  async #addPicked() {
    const { album } = this.#picking;
    const { identifiers } = this.#mode.selection;
    if (album === null || identifiers.length === 0) return;
    if (await this.#actions.photos.addTo(album.identifier, identifiers)) this.#mode.end();
  }

  /** Whether photos that are dragged can be arranged in the album as it is shown. */
  get #isArranged() {
    return isArranged(this.#collection) && this.#page.timeline()?.order === "standard";
  }

  get #collection() {
    const shown = this.#page.timeline()?.collection;
    return this.#page.collections().find(({ identifier }) => identifier === shown);
  }

  /**
   * Selected photos may have been changed or removed.
   * @param {import("../grid/timeline.js").Timeline} timeline
   */
  async #replaced(timeline) {
    this.#mode.forgetRanks();
    if (!this.#mode.isOn) return;
    this.#show();
    try {
      await this.#mode.forgetGone(timeline);
    } catch (error) {
      // The selection is checked again after the next change.
      if (!(error instanceof ServerError)) throw error;
    }
  }

  #show() {
    const { content, select } = this.#parts;
    const { isOn, selection } = this.#mode;
    const { album } = this.#picking;
    content.classList.toggle("selects-photos", isOn);
    select.textContent = isOn ? words.done : words.select;
    // The button that ends selecting stays, even if no photos are left.
    select.hidden = isOn ? album !== null : !this.#hasPhotos;
    if (album !== null) {
      this.#bar.hide();
      if (isOn) this.#picking.show(selection.size);
      else this.#endPicking(album.identifier);
    } else if (isOn) this.#bar.show(selection.size, actionsFor(this.#collection, { areFavorites: this.#areFavorites }));
    else this.#bar.hide();
  }

  /** @param {string} album is shown again */
  #endPicking(album) {
    this.#picking.end();
    this.#page.show({ album, asset: null });
  }

  get #hasPhotos() {
    return (this.#page.timeline()?.count ?? 0) > 0;
  }

  /** Whether all selected photos are favorites. Of photos that are not in the document, that is unknown. */
  get #areFavorites() {
    const { selection } = this.#mode;
    const favorites = this.#parts.grid.shownItems
      .filter(({ identifier, kinds }) => kinds.includes("favorite") && selection.has(identifier));
    return selection.size > 0 && favorites.length === selection.size;
  }

  /**
   * Whether a photo in the document is a favorite.
   * @param {string} photo
   */
  #isFavorite(photo) {
    return this.#parts.grid.shownItems
      .some(({ identifier, kinds }) => identifier === photo && kinds.includes("favorite"));
  }

  /** @param {{ name: import("./selection-bar.js").ActionName, anchor: HTMLElement }} detail */
  #selectionAction({ name, anchor }) {
    this.#menu.perform(name, { assets: this.#mode.selection.identifiers, isSelection: true }, { anchor });
  }

  /**
   * Opens the menu of a photo in the grid.
   * @param {import("../grid/grid-input.js").PhotoMenuRequest} photo
   */
  openMenu(photo) {
    this.#menu.openInGrid(photo);
  }

  /**
   * Carries out an action for a photo that is not selected. The selection stays.
   * @param {import("./selection-bar.js").ActionName} name
   * @param {readonly string[]} assets
   */
  async #actOnPhoto(name, assets) {
    const collection = this.#collection;
    if (!await this.#actions.photos.perform(name, assets, collection)) return;
    if (leavesCollection(name, collection) && !this.#parts.viewer.isOpen) this.#focusPhotos();
  }

  /** @param {import("./selection-bar.js").ActionName} name */
  async #actOnSelection(name) {
    const { selection } = this.#mode;
    const collection = this.#collection;
    const { identifiers } = selection;
    const isDone = await this.#actions.photos.perform(name, identifiers, collection);
    if (!isDone) return;
    if (!leavesCollection(name, collection)) this.#show();
    else {
      this.#leaveSelection();
      const timeline = this.#page.timeline();
      this.#notice.afterUndo(() => {
        if (this.#page.timeline() === timeline) this.#actions.attempt(() => this.#mode.restore(identifiers));
      });
    }
  }

  /** Ends selecting. The bar, which may have the focus, disappears. */
  #leaveSelection() {
    this.#mode.end();
    this.#focusPhotos();
  }

  #focusPhotos() {
    const { grid, main } = this.#parts;
    if (this.#hasPhotos) grid.reveal(grid.activeRank, { focus: true });
    else main.focus();
  }
}
