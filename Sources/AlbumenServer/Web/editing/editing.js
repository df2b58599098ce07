import { ServerError } from "../library.js";
import { BurstActions } from "./burst-actions.js";
import { CollectionActions } from "./collection-actions.js";
import { CollectionDrag } from "./collection-drag.js";
import { LibraryChanges } from "./library-changes.js";
import { PhotoActions } from "./photo-actions.js";
import { PhotoDrag } from "./photo-drag.js";
import { placeBeside, placePast } from "./photo-places.js";
import { actionsFor, isArranged, leavesCollection } from "./selection-bar.js";
import { SelectionMode } from "./selection-mode.js";
import { UndoNotice } from "./undo-notice.js";
import { words } from "./words.js";

/**
 * The page as the actions see it.
 * @typedef {object} EditedPage
 * @property {() => import("../grid/timeline.js").Timeline | null} timeline of the album in the grid
 * @property {() => readonly import("../library.js").LibraryCollection[]} collections
 * @property {() => Promise<void>} changed shows the library as it is now
 */

/** Connects everything that changes the library with the page that shows it. */
export class Editing {
  #parts;
  #page;
  #changes;
  #mode;
  #bar = document.createElement("selection-bar");
  #notice;
  #albums;
  #photos;
  #bursts;
  /**
   * The album in the grid.
   * @type {import("../grid/timeline.js").Timeline | null}
   */
  #watched = null;

  /**
   * @param {import("../library.js").Library} library
   * @param {Pick<import("../page-parts.js").PageParts, "sidebar" | "grid" | "viewer" | "content" | "main" | "select">}
   *   parts
   * @param {EditedPage} page
   */
  constructor(library, parts, page) {
    const { grid, sidebar, viewer, content } = parts;
    this.#parts = parts;
    this.#page = page;
    this.#changes = new LibraryChanges(library);
    this.#notice = new UndoNotice(() => (viewer.isOpen && viewer.surface) || document.body);
    /** @type {import("./photo-actions.js").PhotoActionCalls} */
    const calls = {
      collections: page.collections, run: (change) => this.#run(change), notice: this.#notice,
      left: (assets) => this.#mode.selection.remove(assets),
      otherFrames: (assets) => this.#findOtherFrames(assets),
    };
    this.#albums = new CollectionActions(this.#changes, calls);
    this.#photos = new PhotoActions(this.#changes, this.#albums, calls);
    this.#bursts = new BurstActions(this.#changes, this.#photos, calls);
    this.#mode = new SelectionMode(grid, page.timeline);
    this.#mode.addEventListener("change", () => this.#show());
    this.#mode.addEventListener("error", ({ detail }) => this.#notice.show(detail.error.message));
    content.append(this.#bar);
    this.#bar.addEventListener("selection-action", ({ detail }) => this.#actOnSelection(detail.name));
    new PhotoDrag(grid, sidebar, {
      dragged: (identifier) => this.#withSelection(identifier),
      isArranged: () => isArranged(this.#collection),
      addTo: (album, assets) => this.#photos.addTo(album, assets),
      moveTo: (assets, beside) => this.#moveTo(assets, beside),
    });
    new CollectionDrag(sidebar, page.collections, (identifier, place) => this.#albums.place(identifier, place));
    viewer.addEventListener("viewer-action", ({ detail }) => this.#actInViewer(detail));
    viewer.addEventListener("burst-change", ({ detail }) => this.#changeBurst(detail));
    viewer.addEventListener("facts-change", ({ detail }) => this.#writeFacts(detail));
    viewer.addEventListener("viewer-close", () => this.#notice.settle());
    addEventListener("keydown", (event) => this.#keyDown(event));
    this.albumOpened();
  }

  /** Whether photos are being selected. */
  get isSelecting() {
    return this.#mode.isOn;
  }

  /** Follows the timeline that the grid shows now. */
  albumOpened() {
    const timeline = this.#page.timeline();
    if (timeline === this.#watched) return;
    this.#watched = timeline;
    this.#mode.end();
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
   * Carries out a command of the sidebar.
   * @param {import("../sidebar/album-sidebar.js").CollectionCommand} detail
   */
  command(detail) {
    this.#albums.command(detail);
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

  /**
   * Makes a change and shows its result. Returns `false`, after a notice, if the server refuses it.
   * @param {() => Promise<unknown>} change
   */
  async #run(change) {
    try {
      return await this.#try(change);
    } finally {
      await this.#page.changed();
    }
  }

  /**
   * Runs an action. Returns `false`, after a notice, if the server refuses it.
   * @param {() => Promise<unknown>} action
   */
  async #try(action) {
    try {
      await action();
      return true;
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.#notice.show(error.message);
      return false;
    }
  }

  /** @param {import("../viewer/editable-facts.js").FactsChange} change */
  async #writeFacts({ identifier, change, refused }) {
    /** @type {string[]} */
    let undo = [];
    const isDone = await this.#run(async () => (undo = await this.#changes.write([identifier], change)));
    if (!isDone) {
      refused();
      return;
    }
    this.#notice.show(changeInWords(change), undo.length > 0 ? () => this.#undoFacts(undo) : null);
  }

  /** @param {readonly string[]} undo */
  async #undoFacts(undo) {
    /** @type {string[]} */
    let changed = [];
    if (!await this.#run(async () => (changed = await this.#changes.undo(undo)))) return;
    this.#notice.show(changed.length > 0 ? words.undone : words.notUndone);
  }

  /** @param {import("../viewer/viewer-burst.js").BurstChangeRequest} request */
  async #changeBurst({ asset, frames, change, settle }) {
    if ("key" in change) await this.#bursts.makeKeyPhoto(asset, change.key);
    else if (await this.#bursts.keep(asset, frames, change.kept)) settle();
  }

  /**
   * Returns the other frames of the photos' bursts; `null`, after a notice, if the request fails.
   * @param {readonly string[]} assets
   */
  async #findOtherFrames(assets) {
    /** @type {API.OtherFrames | null} */
    let found = null;
    await this.#try(async () => (found = await this.#changes.otherFrames(assets)));
    return found;
  }

  #show() {
    const { select } = this.#parts;
    const { isOn, selection } = this.#mode;
    select.textContent = isOn ? words.done : words.select;
    // The button that ends selecting stays, even if no photos are left.
    select.hidden = !isOn && !this.#hasPhotos;
    if (isOn) this.#bar.show(selection.size, actionsFor(this.#collection, { areFavorites: this.#areFavorites }));
    else this.#bar.hide();
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
   * Returns the photos that are dragged or moved together with one: the selection if it has the photo, or else only the
   * photo.
   * @param {string} identifier
   */
  #withSelection(identifier) {
    const { isOn, selection } = this.#mode;
    return isOn && selection.has(identifier) ? selection.identifiers : [identifier];
  }

  /** @param {import("./selection-bar.js").ActionName} name */
  async #actOnSelection(name) {
    const { selection } = this.#mode;
    const collection = this.#collection;
    const isDone = await this.#photos.perform(name, selection.identifiers, collection);
    if (!isDone) return;
    if (leavesCollection(name, collection)) this.#leaveSelection();
    else this.#show();
  }

  /** Ends selecting. The bar, which may have the focus, disappears. */
  #leaveSelection() {
    const { grid, main } = this.#parts;
    this.#mode.end();
    if (this.#hasPhotos) grid.reveal(grid.activeRank, { focus: true });
    else main.focus();
  }

  /** @param {{ name: import("./selection-bar.js").ActionName, identifier: string }} detail */
  async #actInViewer({ name, identifier }) {
    await this.#photos.perform(name, [identifier], this.#collection);
  }

  /**
   * Moves photos beside another photo of the album.
   * @param {readonly string[]} assets
   * @param {{ identifier: string, isAfter: boolean }} beside
   */
  async #moveTo(assets, beside) {
    const timeline = this.#page.timeline();
    if (timeline === null) return;
    await this.#photos.moveWithin(timeline.collection, assets, () => placeBeside(timeline, beside, assets));
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    const { grid, viewer } = this.#parts;
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
    if (target instanceof Element && target.closest("input, textarea, dialog.ask, .popup-menu")) return;
    if ((ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === "z") {
      if (this.#notice.undo()) event.preventDefault();
      return;
    }
    if (viewer.isOpen) return;
    const photo = grid.photoOf(target);
    if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === "a" && this.#mode.isOn && !event.defaultPrevented) {
      // While the reader selects photos, "all" means photos and not the text of the page, wherever the focus is.
      event.preventDefault();
      this.selectAll();
    } else if (key === "Escape" && this.#mode.isOn && !event.defaultPrevented) {
      event.preventDefault();
      if (photo === null) this.#leaveSelection();
      else this.#mode.end();
    } else if ((key === "Delete" || key === "Backspace") && photo !== null) {
      event.preventDefault();
      this.#deletePressed(photo);
    } else if (altKey && shiftKey && (key === "ArrowLeft" || key === "ArrowRight") && photo !== null) {
      event.preventDefault();
      this.#shift(photo, key === "ArrowLeft" ? -1 : 1);
    }
  }

  /** @param {{ identifier: string }} photo */
  async #deletePressed({ identifier }) {
    const { isOn, selection } = this.#mode;
    const assets = isOn && selection.size > 0 ? selection.identifiers : [identifier];
    const name = actionsFor(this.#collection).includes("purge") ? "purge" : "trash";
    if (await this.#photos.perform(name, assets, this.#collection)) this.#leaveSelection();
  }

  /**
   * Moves a photo, and the selection if it has the photo, past the next photo that is not selected.
   * @param {{ identifier: string }} photo
   * @param {1 | -1} step
   */
  async #shift({ identifier }, step) {
    const timeline = this.#page.timeline();
    if (timeline === null || !isArranged(this.#collection)) return;
    const assets = this.#withSelection(identifier);
    const findPlace = () => placePast(timeline, identifier, assets, step);
    if (!await this.#photos.moveWithin(timeline.collection, assets, findPlace)) return;
    await this.#try(async () => {
      const place = await timeline.rankOf(identifier);
      if (place !== null && timeline === this.#page.timeline()) this.#parts.grid.reveal(place, { focus: true });
    });
  }
}

/**
 * Returns the text of the notice about a change of facts.
 * @param {import("./library-changes.js").AssetChange} change
 */
function changeInWords(change) {
  /** @type {Record<string, string>} */
  const texts = {
    creationDate: words.dateChanged, utcOffset: words.dateChanged, location: words.placeChanged,
    caption: words.captionChanged, keywords: words.keywordsChanged, rating: words.ratingChanged,
  };
  const names = Object.keys(change);
  return (names.length === 1 && texts[names[0]]) || words.factsChanged;
}
