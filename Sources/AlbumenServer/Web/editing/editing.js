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

/** All that changes the library, in the page that shows it. */
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
  /** The album in the grid. */
  #watched = null;

  /**
   * @param {import("../library.js").Library} library
   * @param {{ sidebar: HTMLElement, grid: HTMLElement, viewer: HTMLElement, content: HTMLElement, main: HTMLElement,
   *   select: HTMLElement }} parts of the page
   * @param {object} page
   * @param {() => import("../grid/timeline.js").Timeline | null} page.timeline of the album in the grid
   * @param {() => import("../library.js").LibraryCollection[]} page.collections
   * @param {() => Promise<void>} page.changed shows what is true now
   */
  constructor(library, parts, page) {
    const { grid, sidebar, viewer, content } = parts;
    this.#parts = parts;
    this.#page = page;
    this.#changes = new LibraryChanges(library);
    this.#notice = new UndoNotice(() => (viewer.isOpen && viewer.surface) || document.body);
    const doing = {
      collections: page.collections, run: (change) => this.#run(change), notice: this.#notice,
      left: (assets) => this.#mode.selection.remove(assets),
      otherFrames: (assets) => this.#findOtherFrames(assets),
    };
    this.#albums = new CollectionActions(this.#changes, doing);
    this.#photos = new PhotoActions(this.#changes, this.#albums, doing);
    this.#bursts = new BurstActions(this.#changes, this.#photos, doing);
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
    viewer.addEventListener("facts-change", ({ detail, target }) => this.#writeFacts(detail, target));
    viewer.addEventListener("viewer-close", () => this.#notice.settle());
    addEventListener("keydown", (event) => this.#keyDown(event));
    this.albumOpened();
  }

  /** Whether photos are being selected. */
  get isSelecting() {
    return this.#mode.isOn;
  }

  /** Photos of another album are shown from now on. */
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

  /** A photo was pressed; false where it is to be opened. */
  pressed(press) {
    return this.#mode.pressed(press);
  }

  selectAll() {
    this.#mode.selectAll();
  }

  /** What the sidebar asks for. */
  command(detail) {
    this.#albums.command(detail);
  }

  get #collection() {
    const shown = this.#page.timeline()?.collection;
    return this.#page.collections().find(({ identifier }) => identifier === shown);
  }

  /** Others may have changed what is selected, or taken some of it away. */
  async #replaced(timeline) {
    this.#mode.forgetRanks();
    if (!this.#mode.isOn) return;
    this.#show();
    try {
      await this.#mode.forgetGone(timeline);
    } catch (error) {
      // Nobody asked for it, and the next change asks again.
      if (!(error instanceof ServerError)) throw error;
    }
  }

  /** Does a change and shows what came of it; what the server refuses is told. Answers whether it was done. */
  async #run(change) {
    try {
      return await this.#try(change);
    } finally {
      await this.#page.changed();
    }
  }

  /** Does something, or tells why the server refuses it. Answers whether it was done. */
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

  async #writeFacts({ identifier, change }, panel) {
    let undo = [];
    const isDone = await this.#run(async () => (undo = await this.#changes.write([identifier], change)));
    if (!isDone) {
      panel.showKnown(identifier);
      return;
    }
    this.#notice.show(changeInWords(change), undo.length > 0 ? () => this.#undoFacts(undo) : null);
  }

  async #undoFacts(undo) {
    let changed = [];
    if (!await this.#run(async () => (changed = await this.#changes.undo(undo)))) return;
    this.#notice.show(changed.length > 0 ? words.undone : words.notUndone);
  }

  async #changeBurst({ asset, frames, kept, key, settle }) {
    const isDone = kept === undefined
      ? await this.#bursts.makeKeyPhoto(asset, key) : await this.#bursts.keep(asset, frames, kept);
    if (isDone && kept !== undefined) settle();
  }

  /** Returns the other frames of the photos' bursts; null, after a notice, if the request fails. */
  async #findOtherFrames(assets) {
    let found = null;
    await this.#try(async () => (found = await this.#changes.otherFrames(assets)));
    return found;
  }

  #show() {
    const { select } = this.#parts;
    const { isOn, selection } = this.#mode;
    select.textContent = isOn ? words.done : words.select;
    // The way out of selecting stays, also where nothing is left to select.
    select.hidden = !isOn && !(this.#page.timeline()?.count > 0);
    if (isOn) this.#bar.show(selection.size, actionsFor(this.#collection, { areFavorites: this.#areFavorites }));
    else this.#bar.hide();
  }

  /** Whether all that are selected are favorites, as far as can be seen: of photos far away nothing is known. */
  get #areFavorites() {
    const { selection } = this.#mode;
    const favorites = this.#parts.grid.shownItems
      .filter(({ identifier, kinds }) => kinds.includes("favorite") && selection.has(identifier));
    return selection.size > 0 && favorites.length === selection.size;
  }

  /** What goes with a photo that is dragged or moved: the selection that it belongs to, else itself. */
  #withSelection(identifier) {
    const { isOn, selection } = this.#mode;
    return isOn && selection.has(identifier) ? selection.identifiers : [identifier];
  }

  async #actOnSelection(name) {
    const { selection } = this.#mode;
    const collection = this.#collection;
    const isDone = await this.#photos.perform(name, selection.identifiers, collection);
    if (!isDone) return;
    if (leavesCollection(name, collection)) this.#leaveSelection();
    else this.#show();
  }

  /** The bar goes, and with it what had the focus. */
  #leaveSelection() {
    const { grid, main } = this.#parts;
    this.#mode.end();
    if (this.#page.timeline()?.count > 0) grid.reveal(grid.activeRank, { focus: true });
    else main.focus();
  }

  async #actInViewer({ name, identifier }) {
    await this.#photos.perform(name, [identifier], this.#collection);
  }

  /** Puts photos beside another of the album. */
  async #moveTo(assets, beside) {
    const timeline = this.#page.timeline();
    await this.#photos.moveWithin(timeline.collection, assets, () => placeBeside(timeline, beside, assets));
  }

  #keyDown(event) {
    const { grid, viewer } = this.#parts;
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
    if (target.closest?.("input, textarea, dialog.ask, .popup-menu")) return;
    if ((ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === "z") {
      if (this.#notice.undo()) event.preventDefault();
      return;
    }
    if (viewer.isOpen) return;
    const photo = grid.photoOf(target);
    if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === "a" && this.#mode.isOn && !event.defaultPrevented) {
      // Wherever the focus is: while photos are being selected, "all" means them and not the text of the page.
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

  async #deletePressed({ identifier }) {
    const { isOn, selection } = this.#mode;
    const assets = isOn && selection.size > 0 ? selection.identifiers : [identifier];
    const name = actionsFor(this.#collection).includes("purge") ? "purge" : "trash";
    if (await this.#photos.perform(name, assets, this.#collection)) this.#leaveSelection();
  }

  /** Moves a photo, and the selection that it belongs to, past the next that is not selected. */
  async #shift({ identifier }, step) {
    if (!isArranged(this.#collection)) return;
    const timeline = this.#page.timeline();
    const assets = this.#withSelection(identifier);
    const findPlace = () => placePast(timeline, identifier, assets, step);
    if (!await this.#photos.moveWithin(timeline.collection, assets, findPlace)) return;
    await this.#try(async () => {
      const place = await timeline.rankOf(identifier);
      if (place !== null && timeline === this.#page.timeline()) this.#parts.grid.reveal(place, { focus: true });
    });
  }
}

/** The text of the notice about a change of facts. */
function changeInWords(change) {
  const told = {
    creationDate: words.dateChanged, utcOffset: words.dateChanged, location: words.placeChanged,
    caption: words.captionChanged, keywords: words.keywordsChanged, rating: words.ratingChanged,
  };
  const names = Object.keys(change);
  return (names.length === 1 && told[names[0]]) || words.factsChanged;
}
