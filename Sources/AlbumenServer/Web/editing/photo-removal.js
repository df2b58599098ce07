import { libraryAlbum } from "../address/page-history.js";
import { ServerError } from "../server/server-connection.js";
import { isCountRepeated } from "../dialogs/dialogs.js";
import { words } from "./words.js";

/** @typedef {import("../server/library-changes.js").RemovalOptions} RemovalOptions */

/**
 * What a question shows.
 * @typedef {{ title: string, text: string, confirm: string, isDanger: boolean, isFinal?: boolean }} Question
 */

/**
 * The result of a removal.
 * @typedef {object} Removal
 * @property {boolean} isDone whether all photos were removed
 * @property {number} done the number of photos that were removed
 * @property {string[]} changed the photos among them that were not removed before
 * @property {string} reason why the removal failed
 */

/** The most photos whose removal never needs their count (`Deletion.mostUncountedAssets`). */
const mostUncounted = 100;

/** Removes photos in parts. A removal that is large for the library needs the number of the photos from the reader. */
export class PhotoRemoval {
  #collections;
  #run;
  #left;

  /** @param {Pick<import("./photo-actions.js").PhotoActionCalls, "collections" | "run" | "left">} calls */
  constructor({ collections, run, left }) {
    this.#collections = collections;
    this.#run = run;
    this.#left = left;
  }

  /**
   * Whether the removal of photos needs their count, as the server decides it.
   * @param {number} count
   */
  isLarge(count) {
    const total = this.#collections().find(({ identifier }) => identifier === libraryAlbum)?.count ?? 0;
    return count > mostUncounted && count > Math.floor(total / 100);
  }

  /**
   * Removes photos, after the reader has confirmed their number. If a part fails, the photos before it remain removed.
   * If the library has become so small meanwhile that the removal is a large one, asks once more.
   * @param {readonly string[]} assets
   * @param {Question} question
   * @param {(rest: readonly string[], options: RemovalOptions) => Promise<unknown>} remove
   * @param {import("./change-progress.js").ChangeProgress} progress
   * @returns {Promise<Removal>}
   */
  async remove(assets, question, remove, progress) {
    const total = assets.length;
    /** @type {Removal} */
    const outcome = { isDone: false, done: 0, changed: [], reason: "" };
    const removed = (/** @type {readonly string[]} */ part, /** @type {string[]} */ changed) => {
      outcome.done += part.length;
      outcome.changed.push(...changed);
      this.#left(part);
      progress.add(part.length);
    };
    let isRefused = false;
    const attempt = (/** @type {boolean} */ hasConfirmed) => this.#run(async () => {
      isRefused = false;
      try {
        const { signal } = progress;
        await remove(assets.slice(outcome.done), { total, isConfirmed: hasConfirmed, removed, signal });
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
        outcome.reason = error.message;
        if (error.code !== "needsConfirmation" || hasConfirmed) throw error;
        isRefused = true;
      }
    });
    const isAttempted = await attempt(this.isLarge(total));
    outcome.isDone = isAttempted && !isRefused;
    if (isRefused) {
      const text = `${words.muchRemoved(total)} ${question.text}`;
      outcome.isDone = await isCountRepeated({ ...question, text, count: total }) && await attempt(true);
    }
    progress.end();
    if (progress.isStopped) Object.assign(outcome, { isDone: false, reason: progress.obstacle });
    return outcome;
  }
}
