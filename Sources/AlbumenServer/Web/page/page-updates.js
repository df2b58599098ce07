import { changeNumber } from "../server/change-number.js";
import { ServerError } from "../server/server-connection.js";

/**
 * The page as its updates see it.
 * @typedef {object} UpdatedPage
 * @property {() => import("../grid/timeline.js").Timeline | null} timeline of the album in the grid
 * @property {import("../server/collection-list.js").CollectionList} collections
 * @property {() => Promise<void>} loadCollections reads and shows the collections
 * @property {(options: { isTold: boolean }) => Promise<void>} albumMissing shows the library in place of the album
 * @property {() => void} albumsTouched shows changed albums beside the photos: their covers and details
 * @property {() => Promise<void>} refreshBurst
 */

/** Reads again what changes of the library touched. */
export class PageUpdates {
  #page;

  /** @param {UpdatedPage} page */
  constructor(page) {
    this.#page = page;
  }

  /**
   * Reads again what a change touched. The photos in the window stay there if they still exist. The counts of albums
   * are always read.
   * @param {import("../server/live-changes.js").TouchedThings} touched
   * @param {{ isByReader?: boolean }} options
   * @returns {Promise<boolean>} `false` if that has to be tried again
   */
  async update({ isAll, areAssets, collections, number }, { isByReader = true } = {}) {
    const page = this.#page;
    const timeline = page.timeline();
    const collection = timeline?.collection;
    const exists = () => page.collections.find(collection) !== undefined;
    const existed = exists();
    const counting = page.loadCollections();
    // An album may have been deleted, so its timeline is read after the collections.
    if (page.collections.find(collection)?.type === "album") await counting;
    if (timeline !== null && timeline === page.timeline() && existed && !exists()) {
      await page.albumMissing({ isTold: !isByReader });
      return true;
    }
    const isTouched = isAll || areAssets || (collection !== undefined && collections.has(collection));
    // Changes of the page itself may be in its timeline already.
    const isNews = isTouched && !(changeNumber(timeline?.version) >= number);
    const [, isOpen] = await Promise.all([counting, isNews ? this.reopen(timeline) : true]);
    page.albumsTouched();
    if (isAll || areAssets) await page.refreshBurst();
    return isOpen;
  }

  /** Shows changes that were made while the page was in the background, such as an import. */
  async refresh() {
    const page = this.#page;
    await Promise.all([page.loadCollections(), this.reopen(page.timeline())]);
    page.albumsTouched();
  }

  /**
   * Reads a timeline again.
   * @param {import("../grid/timeline.js").Timeline | null} timeline
   * @returns {Promise<boolean>} `false` if that has to be tried again
   */
  async reopen(timeline) {
    // If a timeline failed to open, the grid has a button to try again.
    if (timeline === null || (timeline.version === null && !timeline.isOpening)) return true;
    try {
      await timeline.reopen();
      return true;
    } catch (error) {
      // The photos stay. The connection's watch reports it if the library is gone.
      if (!(error instanceof ServerError)) throw error;
      if (error.status !== 404) return false;
      // The album was deleted.
      if (timeline === this.#page.timeline()) await this.#page.albumMissing({ isTold: true });
      return true;
    }
  }
}

/**
 * A change that may have touched anything.
 * @type {import("../server/live-changes.js").TouchedThings}
 */
export const everything = { isAll: true, areAssets: true, collections: new Set(), number: Infinity };
