import { pageWords as words } from "../common/words.js";

/**
 * The page as its viewer sees it.
 * @typedef {object} ViewedPage
 * @property {() => import("../grid/timeline.js").Timeline | null} timeline of the album in the grid
 * @property {import("../address/page-history.js").PageHistory} history
 * @property {() => Promise<unknown | null>} loadViewer returns `null`, after a notice, if the viewer fails to load
 * @property {() => boolean} isReplaced whether a notice has replaced the page
 * @property {() => void} entitle writes the title of what is shown
 * @property {(text: string) => void} tell shows a notice
 */

/** Opens and closes photos in the viewer, and keeps the address and the grid at the photo that is shown. */
export class PhotoOpening {
  #parts;
  #page;
  /**
   * The album in the viewer.
   * @type {import("../grid/timeline.js").Timeline | null}
   */
  #viewed = null;
  /**
   * The photo that was chosen last.
   * @type {string | null}
   */
  #wanted = null;

  /**
   * @param {Pick<import("./page-parts.js").PageParts, "grid" | "viewer">} parts
   * @param {ViewedPage} page
   */
  constructor(parts, page) {
    this.#parts = parts;
    this.#page = page;
    parts.grid.addEventListener("photo-open", (event) => this.#photoOpened(event.detail));
    parts.viewer.addEventListener("viewer-step", (event) => this.#stepped(event.detail));
    parts.viewer.addEventListener("viewer-close", (event) => this.#closed(event.detail));
  }

  /** Closes the viewer if it is open. */
  close() {
    return this.#parts.viewer.isOpen ? this.#parts.viewer.close() : undefined;
  }

  /**
   * Shows a photo of the album in the grid.
   * @param {string} asset
   * @param {AbortSignal} signal
   */
  async open(asset, signal) {
    const { grid, viewer } = this.#parts;
    const timeline = this.#page.timeline();
    if (timeline === null || !await this.#page.loadViewer()) return;
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
      this.#page.tell(words.photoNotHere);
      this.#page.history.leavePhoto();
      await this.close();
      return;
    }
    if (viewer.isOpen && viewer.rank === rank) return;
    grid.reveal(rank);
    this.#show(timeline, rank);
  }

  /**
   * @param {import("../grid/timeline.js").Timeline} timeline
   * @param {number} rank
   */
  #show(timeline, rank) {
    const { grid, viewer } = this.#parts;
    viewer.open({ timeline, rank, image: grid.tileImage(rank), rect: grid.tileRect(rank) });
    this.#viewed = timeline;
  }

  /** @param {{ rank: number, identifier: string }} photo */
  async #photoOpened({ rank, identifier }) {
    const timeline = this.#page.timeline();
    this.#wanted = identifier;
    if (!await this.#page.loadViewer() || timeline === null || timeline !== this.#page.timeline()) return;
    // The reader may have chosen another photo while the viewer was loading.
    if (this.#wanted !== identifier || this.#parts.viewer.isOpen) return;
    this.#show(timeline, rank);
    await this.#page.history.pushPhoto(identifier);
    this.#page.entitle();
  }

  /** @param {{ rank: number, identifier: string }} photo */
  #stepped({ rank, identifier }) {
    const { album, asset, search } = this.#page.history.address;
    // While the viewer opens or closes, the address belongs to the grid.
    if (asset === null || asset === identifier) return;
    this.#page.history.replace({ album, asset: identifier, search });
    this.#parts.grid.reveal(rank);
    this.#page.entitle();
  }

  /**
   * Closing takes time, so the page may have another address by now.
   * @param {{ rank: number }} photo
   */
  #closed({ rank }) {
    const { album, asset } = this.#page.history.address;
    const isOther = this.#viewed !== this.#page.timeline() || this.#viewed?.collection !== album;
    if (this.#page.isReplaced() || isOther) return;
    if (asset !== null) this.#page.history.leavePhoto();
    this.#page.entitle();
    this.#parts.grid.reveal(rank, { focus: true });
  }
}
