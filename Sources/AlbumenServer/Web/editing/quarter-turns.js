import { rotated } from "../editor/recipe-geometry.js";
import { words } from "../editor/words.js";
import { ServerError } from "../server/server-connection.js";

/**
 * What the turns need of the page.
 * @typedef {object} TurnCalls
 * @property {(change: () => Promise<unknown>) => Promise<boolean>} run makes a change and shows its result
 * @property {Pick<import("../dialogs/undo-notice.js").UndoNotice, "showWork">} notice
 * @property {(text: string, undo: readonly string[]) => void} notify shows a text with a button to undo
 */

/** Turns photos by quarters. While photos are being turned, further turns are collected. */
export class QuarterTurns {
  #requests;
  #calls;
  /**
   * Quarter turns that wait for those before them, clockwise, by photo.
   * @type {Map<string, number>}
   */
  #waiting = new Map();
  #isTurning = false;

  /**
   * @param {Pick<import("../editor/adjustment-requests.js").AdjustmentRequests, "read" | "save">} requests
   * @param {TurnCalls} calls
   */
  constructor(requests, calls) {
    this.#requests = requests;
    this.#calls = calls;
  }

  /**
   * @param {readonly string[]} assets
   * @param {1 | -1} direction 1 is clockwise
   */
  async turn(assets, direction) {
    for (const asset of assets) this.#waiting.set(asset, (this.#waiting.get(asset) ?? 0) + direction);
    if (this.#isTurning) return;
    this.#isTurning = true;
    /** @type {string[]} */
    const undo = [];
    /** @type {Map<string, string>} */
    const failures = new Map();
    const done = new Set();
    try {
      this.#calls.notice.showWork(words.rotating(assets.length));
      await this.#calls.run(async () => {
        for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
          const [asset, quarters] = next;
          this.#waiting.delete(asset);
          try {
            undo.push(...await this.#save(asset, quarters));
            done.add(asset);
          } catch (error) {
            if (!(error instanceof ServerError)) throw error;
            failures.set(asset, error.message);
            // Without a server, the others would fail, too.
            if (error.status === 0) break;
          }
        }
      });
      const [reason] = failures.values();
      const texts = done.size > 0 ? [words.rotatedAll(done.size)] : [];
      if (failures.size > 0) texts.push(words.notEdited(failures.size, reason));
      this.#calls.notify(texts.join(" "), undo);
    } finally {
      this.#waiting.clear();
      this.#isTurning = false;
    }
  }

  /**
   * @param {string} asset
   * @param {number} quarters clockwise
   * @returns {Promise<string[]>} the argument of `LibraryChanges.undo`
   */
  async #save(asset, quarters) {
    const adjustments = await this.#requests.read(asset);
    let { recipe } = adjustments;
    for (let left = Math.abs(quarters) % 4; left > 0; left -= 1) recipe = rotated(recipe, quarters > 0 ? 1 : -1);
    const { undo } = await this.#requests.save(asset, recipe, adjustments.revision);
    return undo === null ? [] : [undo];
  }
}
