import { askChoice } from "../dialogs/dialogs.js";
import { words } from "./words.js";

/** The reader's choices among the frames of a burst. Each shows a notice with an undo button. */
export class BurstActions {
  #changes;
  #photos;
  #run;
  #notice;

  /**
   * @param {import("../server/library-changes.js").LibraryChanges} changes
   * @param {import("./photo-actions.js").PhotoActions} photos
   * @param {Pick<import("./collection-actions.js").ActionCalls, "run" | "notice">} calls
   */
  constructor(changes, photos, { run, notice }) {
    this.#changes = changes;
    this.#photos = photos;
    this.#run = run;
    this.#notice = notice;
  }

  /**
   * @param {string} asset any frame of the burst
   * @param {string} key the frame that is to represent it
   * @returns {Promise<boolean>} whether it was done
   */
  async makeKeyPhoto(asset, key) {
    const former = await this.#set(asset, { key });
    if (former) this.#notify(words.keyPhotoMade, () => this.#changes.setBurst(key, { key: former.key }));
    return former !== null;
  }

  /**
   * Keeps frames, after asking whether the other frames stay or go to Recently Deleted.
   * @param {string} asset any frame of the burst
   * @param {readonly string[]} frames all of it
   * @param {readonly string[]} kept
   * @returns {Promise<boolean>} whether it was done
   */
  async keep(asset, frames, kept) {
    const chosen = new Set(kept);
    const others = frames.filter((frame) => !chosen.has(frame));
    const choice = kept.length === 0 || others.length === 0 ? "all" : await this.#askAboutOthers(kept, others);
    if (choice === null) return false;
    const former = await this.#set(asset, { kept });
    if (former === null) return false;
    const restoreChoice = () => this.#changes.setBurst(kept[0] ?? asset, { kept: former.kept });
    if (choice === "all") {
      this.#notify(words.framesKept(kept.length), restoreChoice);
      return true;
    }
    const removal = await this.#photos.trashNow(others, {
      title: words.trashTitle(others.length), text: words.trashText, confirm: words.delete, isDanger: true,
    });
    const text = removal.isDone
      ? words.onlyFramesKept(kept.length, others.length)
      : words.partlyTrashed(removal.done, others.length, removal.reason);
    this.#notify(text, async () => {
      if (removal.changed.length > 0) await this.#changes.restore(removal.changed);
      await restoreChoice();
    });
    return removal.isDone;
  }

  /**
   * Changes the choice of frames. Returns the choice before, or `null` if the server refuses the change.
   * @param {string} asset
   * @param {{ kept?: readonly string[], key?: string }} change
   */
  async #set(asset, change) {
    /** @type {API.ChangedBurst["former"][]} */
    const former = [];
    const isDone = await this.#run(async () => former.push((await this.#changes.setBurst(asset, change)).former));
    return isDone ? former[0] : null;
  }

  /**
   * @param {readonly string[]} kept
   * @param {readonly string[]} others
   */
  #askAboutOthers(kept, others) {
    return askChoice({
      title: words.keepTitle(kept.length),
      legend: words.keepLegend,
      choices: [
        { name: "all", label: words.keepAll(kept.length + others.length), detail: words.keepAllDetail },
        { name: "only", label: words.keepOnly(kept.length), detail: words.keepOnlyDetail(others.length) },
      ],
      confirm: words.keep,
    });
  }

  /**
   * @param {string} text
   * @param {() => Promise<unknown>} undo
   */
  #notify(text, undo) {
    this.#notice.show(text, async () => {
      if (await this.#run(undo)) this.#notice.show(words.undone);
    });
  }
}
