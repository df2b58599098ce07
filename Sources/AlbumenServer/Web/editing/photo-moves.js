import { placeBeside, placePast } from "./photo-places.js";

/**
 * The page as moves see it.
 * @typedef {object} PhotoMoveCalls
 * @property {() => import("../grid/timeline.js").Timeline | null} timeline of the album in the grid
 * @property {() => boolean} isArranged whether photos can be arranged in the album as it is shown
 * @property {(action: () => Promise<unknown>) => Promise<boolean>} attempt shows a notice if the server refuses the
 *   action
 * @property {(rank: number) => void} reveal scrolls to a photo and gives it the focus
 */

/** Moves photos within the album that is shown. */
export class PhotoMoves {
  #photos;
  #mode;
  #calls;

  /**
   * @param {import("./photo-actions.js").PhotoActions} photos
   * @param {import("./selection-mode.js").SelectionMode} mode
   * @param {PhotoMoveCalls} calls
   */
  constructor(photos, mode, calls) {
    this.#photos = photos;
    this.#mode = mode;
    this.#calls = calls;
  }

  /**
   * Returns the photos that are dragged or moved together with one: the selection if it has the photo, or else only the
   * photo.
   * @param {string} identifier
   */
  withSelection(identifier) {
    const { isOn, selection } = this.#mode;
    return isOn && selection.has(identifier) ? selection.identifiers : [identifier];
  }

  /**
   * Moves photos beside another photo of the album.
   * @param {readonly string[]} assets
   * @param {{ identifier: string, isAfter: boolean }} beside
   */
  async moveBeside(assets, beside) {
    const timeline = this.#calls.timeline();
    if (timeline === null) return;
    await this.#photos.moveWithin(timeline.collection, assets, () => placeBeside(timeline, beside, assets));
  }

  /**
   * Moves a photo, and the selection if it has the photo, past the next photo that is not selected.
   * @param {string} identifier
   * @param {1 | -1} step
   */
  async shift(identifier, step) {
    const timeline = this.#calls.timeline();
    if (timeline === null || !this.#calls.isArranged()) return;
    const assets = this.withSelection(identifier);
    const findPlace = () => placePast(timeline, identifier, assets, step);
    if (!await this.#photos.moveWithin(timeline.collection, assets, findPlace)) return;
    await this.#calls.attempt(async () => {
      const place = await timeline.rankOf(identifier);
      if (place !== null && timeline === this.#calls.timeline()) this.#calls.reveal(place);
    });
  }
}
