/** @typedef {import("./recipe.js").Recipe} Recipe */

/**
 * The adjustments of an asset as the server has them.
 * @typedef {object} Adjustments
 * @property {string} asset
 * @property {"photo" | "livePhoto" | "video"} kind
 * @property {Recipe} recipe
 * @property {string} revision goes back with the recipe, so that the server detects an edit by another program
 * @property {{ editor: string | null } | null} edit the edit that the library shows, whichever app made it
 * @property {API.Adjustments["base"]} base the picture and the video that the recipe applies to
 */

/**
 * @typedef {object} SavedAdjustments
 * @property {"edited" | "unchanged" | "reverted"} outcome
 * @property {string[]} assets that changed
 * @property {string} revision
 * @property {string | null} undo the argument of `LibraryChanges.undo`
 */

/**
 * @typedef {object} PastedAdjustments
 * @property {string[]} assets that changed
 * @property {string[]} undo the argument of `LibraryChanges.undo`
 * @property {{ asset: string, code: string, message: string }[]} failures
 */

/** The number of photos of a request that edits several. The server renders them one after the other. */
const photosAtOnce = 4;

/** Reads and saves adjustments over HTTP. Each method fails with a `ServerError`. */
export class AdjustmentRequests {
  #library;

  /** @param {Pick<import("../server/library.js").Library, "ask" | "change">} library */
  constructor(library) {
    this.#library = library;
  }

  /**
   * @param {string} asset
   * @param {AbortSignal} [signal]
   * @returns {Promise<Adjustments>}
   */
  read(asset, signal) {
    return this.#library.ask(addressOf(asset), signal);
  }

  /**
   * Saves a recipe as one change.
   * @param {string} asset
   * @param {Recipe} recipe replaces all adjustments
   * @param {string} revision
   * @param {AbortSignal} [signal] cancels the change on the server, too
   * @returns {Promise<SavedAdjustments>}
   */
  save(asset, recipe, revision, signal) {
    return this.#library.change("POST", addressOf(asset), { recipe, revision }, signal);
  }

  /**
   * Replaces the adjustments of photos. Photos that can't be edited are in `failures`. If a request fails, the photos
   * before it remain changed.
   * @param {readonly string[]} assets
   * @param {Recipe} recipe
   * @param {{ signal?: AbortSignal, progress?: (done: number, pasted: PastedAdjustments) => void }} options `progress`
   *   is called after each request
   * @returns {Promise<PastedAdjustments>}
   */
  async paste(assets, recipe, { signal, progress } = {}) {
    /** @type {PastedAdjustments} */
    const pasted = { assets: [], undo: [], failures: [] };
    for (let first = 0; first < assets.length; first += photosAtOnce) {
      const part = assets.slice(first, first + photosAtOnce);
      /** @type {{ assets: string[], undo: string | null, failures: PastedAdjustments["failures"] }} */
      const answer = await this.#library.change("POST", "/api/adjustments", { assets: part, recipe }, signal);
      pasted.assets.push(...answer.assets);
      if (answer.undo !== null) pasted.undo.push(answer.undo);
      pasted.failures.push(...answer.failures);
      progress?.(first + part.length, pasted);
    }
    return pasted;
  }
}

/** @param {string} asset */
function addressOf(asset) {
  return `/api/assets/${encodeURIComponent(asset)}/adjustments`;
}
