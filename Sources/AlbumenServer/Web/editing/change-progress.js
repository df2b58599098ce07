import { ServerError } from "../server/server-connection.js";
import { photosAtOnce } from "../server/library-changes.js";
import { words } from "./words.js";

/**
 * The progress of a change that is made in parts. A change of more photos than one request takes shows its progress,
 * and the reader can stop it between two requests.
 */
export class ChangeProgress {
  /** The photos of the parts that were made. */
  done = 0;
  /** The server's reason if a part failed. */
  reason = "";
  #notice;
  #total;
  #stopping = new AbortController();

  /**
   * @param {import("../dialogs/undo-notice.js").UndoNotice} notice
   * @param {number} total number of photos
   * @param {{ canStop?: boolean }} options
   */
  constructor(notice, total, { canStop = true } = {}) {
    this.#notice = notice;
    this.#total = total;
    if (!this.#isShown) return;
    notice.showWork(words.changing(0, total), canStop ? async () => this.#stopping.abort() : null);
  }

  /** Whether the reader has stopped the change before its end. */
  get isStopped() {
    return this.signal.aborted && this.done < this.#total;
  }

  /** Aborts when the reader stops the change. */
  get signal() {
    return this.#stopping.signal;
  }

  /** Why the change is not complete; empty if it is. */
  get obstacle() {
    return this.isStopped ? words.stopped : this.reason;
  }

  /**
   * Returns how the change is made.
   * @param {(part: readonly string[], answer: any) => void} [made] is called after each part
   * @returns {import("../server/library-changes.js").PartedChange}
   */
  parts(made) {
    return {
      signal: this.signal,
      done: (part, answer) => {
        made?.(part, answer);
        this.add(part.length);
      },
    };
  }

  /** @param {number} count of photos of a part that was made */
  add(count) {
    this.done += count;
    if (this.#isShown) this.#notice.update(words.changing(this.done, this.#total));
  }

  /**
   * Makes the change, and keeps the reason if it fails.
   * @param {() => Promise<unknown>} change
   */
  async run(change) {
    try {
      await change();
    } catch (error) {
      if (error instanceof ServerError) this.reason = error.message;
      throw error;
    }
  }

  /** Removes the progress if no other notice has replaced it. */
  end() {
    if (this.#isShown) this.#notice.endWork();
  }

  get #isShown() {
    return this.#total > photosAtOnce;
  }
}
