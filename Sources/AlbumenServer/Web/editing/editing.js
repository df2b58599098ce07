import { ServerError } from "../library.js";
import { CollectionActions } from "./collection-actions.js";
import { CollectionDrag } from "./collection-drag.js";
import { LibraryChanges } from "./library-changes.js";
import { PhotoActions } from "./photo-actions.js";
import { PhotoDrag } from "./photo-drag.js";
import { actionsFor, isArranged } from "./selection-bar.js";
import { SelectionMode } from "./selection-mode.js";
import { UndoNotice } from "./undo-notice.js";
import { words } from "./words.js";

/** After these the photos are no longer where they were selected. */
const leaving = new Set(["remove", "hide", "unhide", "trash", "restore", "purge"]);

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
    const doing = { collections: page.collections, run: (change) => this.#run(change), notice: this.#notice };
    this.#albums = new CollectionActions(this.#changes, doing);
    this.#photos = new PhotoActions(this.#changes, this.#albums, doing);
    this.#mode = new SelectionMode(grid, page.timeline);
    this.#mode.addEventListener("change", () => this.#show());
    this.#mode.addEventListener("error", ({ detail }) => this.#notice.show(detail.error.message));
    content.append(this.#bar);
    this.#bar.addEventListener("selection-action", ({ detail }) => this.#actOnSelection(detail.name));
    new PhotoDrag(grid, sidebar, {
      dragged: (identifier) => this.#withSelection(identifier),
      isArranged: () => isArranged(this.#collection),
      addTo: (album, assets) => this.#photos.addTo(album, assets),
      moveTo: (assets, rank) => this.#moveTo(assets, rank),
    });
    new CollectionDrag(sidebar, page.collections, (identifier, place) => this.#albums.place(identifier, place));
    viewer.addEventListener("viewer-action", ({ detail }) => this.#actInViewer(detail));
    viewer.addEventListener("facts-change", ({ detail }) => {
      this.#run(() => this.#changes.set([detail.identifier], detail.change));
    });
    viewer.addEventListener("viewer-close", () => this.#notice.settle());
    addEventListener("keydown", (event) => this.#keyDown(event));
    this.albumOpened();
  }

  /** Photos of another album are shown from now on. */
  albumOpened() {
    const timeline = this.#page.timeline();
    if (timeline === this.#watched) return;
    this.#watched = timeline;
    this.#mode.end();
    timeline?.addEventListener("replace", () => this.#mode.forgetRanks());
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

  /** Does a change and shows what came of it; what the server refuses is told. Answers whether it was done. */
  async #run(change) {
    try {
      await change();
      return true;
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.#notice.show(error.message);
      return false;
    } finally {
      await this.#page.changed();
    }
  }

  #show() {
    const { select } = this.#parts;
    const { isOn, selection } = this.#mode;
    select.textContent = isOn ? words.done : words.select;
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
    const isDone = await this.#photos.perform(name, selection.identifiers, this.#collection);
    if (!isDone) return;
    if (leaving.has(name)) this.#leaveSelection();
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

  /** Puts photos before the one at a rank, or before the next that is none of them. */
  async #moveTo(assets, rank) {
    const timeline = this.#page.timeline();
    const last = Math.min(timeline.count - 1, rank + assets.length);
    const moved = new Set(assets);
    const following = rank <= last ? await timeline.identifiers(rank, last) : [];
    const before = following.find((identifier) => !moved.has(identifier)) ?? null;
    await this.#photos.moveWithin(timeline.collection, assets, before);
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
    if (key === "Escape" && this.#mode.isOn && !event.defaultPrevented) {
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
  async #shift({ rank, identifier }, step) {
    if (!isArranged(this.#collection)) return;
    const timeline = this.#page.timeline();
    const assets = this.#withSelection(identifier);
    const moved = new Set(assets);
    let other = rank + step;
    while (moved.has(timeline.item(other)?.identifier)) other += step;
    if (other < 0 || other >= timeline.count) return;
    await this.#moveTo(assets, step < 0 ? other : other + 1);
    const place = await timeline.rankOf(identifier);
    if (place !== null) this.#parts.grid.reveal(place, { focus: true });
  }
}
