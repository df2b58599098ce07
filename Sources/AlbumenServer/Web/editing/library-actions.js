import { ServerError } from "../server/server-connection.js";
import { BurstActions } from "./burst-actions.js";
import { CollectionActions } from "./collection-actions.js";
import { EditActions, isEditAction } from "./edit-actions.js";
import { FactActions } from "./fact-actions.js";
import { LibraryChanges } from "../server/library-changes.js";
import { PhotoActions } from "./photo-actions.js";

/**
 * The page as the actions see it.
 * @typedef {object} EditedPage
 * @property {() => import("../grid/timeline.js").Timeline | null} timeline of the album in the grid
 * @property {() => readonly import("../server/library.js").LibraryCollection[]} collections
 * @property {() => Promise<void>} changed shows the library as it is now
 * @property {(address: import("../address/page-history.js").PageAddress) => Promise<void>} show goes to an album
 * @property {(view: import("../address/page-history.js").PageView) => () => void} pushView adds an entry to the history
 * @property {import("./edit-actions.js").EditorLoad} loadEditor loads the modules of the editor
 */

/**
 * What the actions need of the selection.
 * @typedef {object} LibraryActionCalls
 * @property {import("../dialogs/undo-notice.js").UndoNotice} notice
 * @property {(assets: readonly string[]) => void} left is called with photos that left the album
 * @property {() => import("../server/library.js").LibraryCollection | undefined} collection in the grid
 */

/** All actions that change the library. */
export class LibraryActions {
  albums;
  photos;
  facts;
  edits;
  #changes;
  #page;
  #calls;
  #bursts;

  /**
   * @param {import("../server/library.js").Library} library
   * @param {EditedPage} page
   * @param {LibraryActionCalls} calls
   */
  constructor(library, page, calls) {
    this.#page = page;
    this.#calls = calls;
    this.#changes = new LibraryChanges(library);
    const { notice, left } = calls;
    const run = (/** @type {() => Promise<unknown>} */ change) => this.#run(change);
    const attempt = (/** @type {() => Promise<unknown>} */ action) => this.attempt(action);
    /** @type {import("./photo-actions.js").PhotoActionCalls} */
    const photoCalls = {
      collections: page.collections, run, notice, left, otherFrames: (assets) => this.#findOtherFrames(assets),
    };
    this.albums = new CollectionActions(this.#changes, photoCalls);
    this.photos = new PhotoActions(this.#changes, this.albums, photoCalls);
    this.#bursts = new BurstActions(this.#changes, this.photos, photoCalls);
    this.facts = new FactActions(this.#changes, { run, attempt, notice });
    this.edits = new EditActions(library, this.#changes, {
      run, attempt, notice, pushView: page.pushView, loadEditor: page.loadEditor,
      revert: (asset) => this.photos.perform("revert", [asset], calls.collection()),
    });
  }

  /**
   * Carries out the actions of the viewer.
   * @param {import("../viewer/photo-viewer.js").PhotoViewer} viewer
   */
  listen(viewer) {
    viewer.addEventListener("viewer-action", ({ detail: { name, identifier } }) => {
      if (isEditAction(name)) this.edits.perform(name, [identifier]);
      else this.photos.perform(name, [identifier], this.#calls.collection());
    });
    viewer.addEventListener("burst-change", ({ detail }) => this.#changeBurst(detail));
    viewer.addEventListener("facts-change", ({ detail }) => this.facts.write(detail));
  }

  /**
   * Runs an action. Returns `false`, after a notice, if the server refuses it.
   * @param {() => Promise<unknown>} action
   */
  async attempt(action) {
    try {
      await action();
      return true;
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.#calls.notice.show(error.message);
      return false;
    }
  }

  /**
   * Makes a change and shows its result. Returns `false`, after a notice, if the server refuses it.
   * @param {() => Promise<unknown>} change
   */
  async #run(change) {
    this.#calls.notice.beginChange();
    try {
      return await this.attempt(change);
    } finally {
      await this.#page.changed();
    }
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
    await this.attempt(async () => (found = await this.#changes.otherFrames(assets)));
    return found;
  }
}
