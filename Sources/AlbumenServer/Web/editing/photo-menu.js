import { openMenu } from "../dialogs/popup-menu.js";
import { actionsFor, isArranged, menuEntryOf } from "./selection-bar.js";
import { words } from "./words.js";

/** @typedef {import("../dialogs/popup-menu.js").MenuEntry} MenuEntry */
/** @typedef {import("./selection-bar.js").ActionName} ActionName */
/** @typedef {import("../dialogs/menu-place.js").MenuPlace} MenuPlace */

/**
 * The photos of a menu.
 * @typedef {object} MenuPhotos
 * @property {readonly string[]} assets
 * @property {boolean} isSelection whether they are the selection
 */

/**
 * What the menus need of the page.
 * @typedef {object} PhotoMenuCalls
 * @property {() => import("../grid/timeline.js").Timeline | null} timeline in the grid
 * @property {() => import("../server/library.js").LibraryCollection | undefined} collection in the grid
 * @property {(identifier: string) => MenuPhotos} withSelection returns the selection if it has the photo, or else only
 *   the photo
 * @property {(photos: MenuPhotos) => boolean} areFavorites
 * @property {(name: ActionName, photos: MenuPhotos) => void} act carries out an action of the bar
 */

/** Opens the menus of photos. Their actions are those of the bars. */
export class PhotoMenu {
  #grid;
  #actions;
  #calls;

  /**
   * @param {import("../grid/photo-grid.js").PhotoGrid} grid
   * @param {import("./library-actions.js").LibraryActions} actions
   * @param {PhotoMenuCalls} calls
   */
  constructor(grid, actions, calls) {
    this.#grid = grid;
    this.#actions = actions;
    this.#calls = calls;
  }

  /**
   * Opens the menu of a photo in the grid, for all selected photos if it is one of them.
   * @param {import("../grid/grid-input.js").PhotoMenuRequest} photo
   */
  openInGrid({ identifier, place }) {
    const photos = this.#calls.withSelection(identifier);
    const entries = this.#entries(photos, place, { areFavorites: this.#calls.areFavorites(photos) });
    if (photos.assets.length === 1) {
      entries.unshift({ label: words.open, icon: "library", perform: () => this.#open(identifier) });
    }
    openMenu(place.anchor, words.photoActions(photos.assets.length), entries, place.point);
  }

  /**
   * Opens the menu of the photo in the viewer.
   * @param {import("../viewer/viewer-menu.js").ViewerMenuRequest} request
   */
  openInViewer({ item: { identifier, kinds }, isFrame, place, otherOriginal, entries }) {
    const photos = { assets: [identifier], isSelection: false };
    const actions = this.#entries(photos, place, {
      areFavorites: kinds.includes("favorite"), areHidden: kinds.includes("hidden"), areFrames: isFrame,
    });
    const originals = this.#originalEntries(identifier, otherOriginal);
    openMenu(place.anchor, words.photoActions(1), [...actions, ...originals, ...entries], place.point);
  }

  /**
   * Returns the entry that makes the other one of a RAW and JPEG the original.
   * @param {string} identifier
   * @param {import("../viewer/facts.js").OtherOriginal | null} other
   * @returns {MenuEntry[]}
   */
  #originalEntries(identifier, other) {
    if (other === null) return [];
    const { choice, format } = other;
    const perform = () => this.#actions.photos.chooseOriginal(identifier, choice, format);
    return [{ label: words.useAsOriginal(format), icon: "raw", perform }];
  }

  /**
   * Carries out an action, or opens the menu with the ways to download or to edit.
   * @param {ActionName} name
   * @param {MenuPhotos} photos
   * @param {MenuPlace} place of that menu
   */
  perform(name, photos, place) {
    if (name === "download") openMenu(place.anchor, words.download, this.#downloadEntries(photos), place.point);
    else if (name === "edit") openMenu(place.anchor, words.edit, this.#editEntries(photos), place.point);
    else this.#calls.act(name, photos);
  }

  /**
   * @param {MenuPhotos} photos
   * @param {MenuPlace} place
   * @param {{ areFavorites: boolean, areHidden?: boolean, areFrames?: boolean }} state `areHidden`: whether they are
   *   known to be hidden, also outside of Hidden. `areFrames`: whether they are frames that may not be in the album
   * @returns {MenuEntry[]}
   */
  #entries(photos, place, { areFavorites, areHidden = false, areFrames = false }) {
    const entries = actionsFor(this.#calls.collection(), { areFavorites })
      .filter((name) => name !== "remove" || !areFrames)
      .map((name) => (name === "hide" && areHidden ? "unhide" : name))
      .map((name) => ({ name, ...menuEntryOf(name), perform: () => this.perform(name, photos, place) }));
    const albumEntries = entries.filter(({ name }) => name === "add" || name === "remove");
    const others = entries.filter((entry) => !albumEntries.includes(entry));
    return [...albumEntries, ...(areFrames || areHidden ? [] : this.#coverEntries(photos)), ...others];
  }

  /**
   * Returns the entry that makes a photo the cover of the album in the grid.
   * @param {MenuPhotos} photos
   * @returns {MenuEntry[]}
   */
  #coverEntries({ assets }) {
    const collection = this.#calls.collection();
    const [photo] = assets;
    if (collection?.type !== "album" || assets.length !== 1 || collection.cover === photo) return [];
    const perform = () => this.#actions.albums.setCover(collection.identifier, photo);
    return [{ label: words.makeCover, icon: "album", perform }];
  }

  /**
   * @param {MenuPhotos} photos
   * @returns {MenuEntry[]}
   */
  #downloadEntries(photos) {
    return [
      { label: words.downloadOriginals, icon: "download", perform: () => this.#actOnFacts("download", photos) },
      { label: words.downloadShown, icon: "download", perform: () => this.#actOnFacts("downloadShown", photos) },
    ];
  }

  /**
   * @param {MenuPhotos} photos
   * @returns {MenuEntry[]}
   */
  #editEntries(photos) {
    const { edits } = this.#actions;
    const { assets } = photos;
    /** @type {MenuEntry} */
    const editor = { label: words.openEditor, icon: "adjust", perform: () => edits.perform("edit", assets) };
    return [
      ...(assets.length === 1 ? [editor] : []),
      { label: words.editDescription, icon: "pencil", perform: () => this.#actOnFacts("editDescription", photos) },
      { label: words.editDate, icon: "calendar", perform: () => this.#actOnFacts("editDate", photos) },
      { label: words.editPlace, icon: "place", perform: () => this.#actOnFacts("editPlace", photos) },
      ...edits.menuEntries(assets),
      { label: words.revert, icon: "restore", perform: () => this.#calls.act("revert", photos) },
    ];
  }

  /**
   * @param {import("../facts-editing/selection-actions.js").SelectionActionName} name
   * @param {MenuPhotos} photos
   */
  #actOnFacts(name, { assets }) {
    const collection = this.#calls.collection();
    const title = collection && isArranged(collection) ? collection.title : null;
    return this.#actions.facts.performOnSelection(name, assets, title);
  }

  /** @param {string} identifier */
  async #open(identifier) {
    const timeline = this.#calls.timeline();
    if (timeline === null) return;
    await this.#actions.attempt(async () => {
      // The photo may have moved while the menu was open.
      const rank = await timeline.rankOf(identifier);
      if (rank === null || timeline !== this.#calls.timeline()) return;
      this.#grid.dispatchEvent(new CustomEvent("photo-open", { detail: { rank, identifier }, bubbles: true }));
    });
  }
}
