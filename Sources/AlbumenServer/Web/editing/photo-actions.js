import { pickAlbum } from "./collection-picker.js";
import { ChangeProgress } from "./change-progress.js";
import { askChoice, isConfirmed, isCountRepeated } from "../dialogs/dialogs.js";
import { PhotoRemoval } from "./photo-removal.js";
import { leavesCollection } from "./selection-bar.js";
import { words } from "./words.js";

/**
 * The actions that change one value of photos, with the change that undoes them and the text of the notice.
 * @typedef {import("../server/library-changes.js").AssetChange} AssetChange
 * @type {Record<string, { change: AssetChange, reverse: AssetChange, text: (count: number) => string }>}
 */
const marks = {
  favorite: { change: { isFavorite: true }, reverse: { isFavorite: false }, text: words.favorited },
  unfavorite: { change: { isFavorite: false }, reverse: { isFavorite: true }, text: words.unfavorited },
  hide: { change: { isHidden: true }, reverse: { isHidden: false }, text: words.hidden },
  unhide: { change: { isHidden: false }, reverse: { isHidden: true }, text: words.unhidden },
};

/**
 * What actions for photos need of the page.
 * @typedef {import("./collection-actions.js").ActionCalls & {
 *   left: (assets: readonly string[]) => void, otherFrames: (assets: readonly string[]) => Promise<API.OtherFrames |
 *   null>
 * }} PhotoActionCalls `left` is called with photos that were removed from where they were shown. `otherFrames` returns
 * the
 *   other frames of the photos' bursts, or `null` if the request failed.
 */

/** @typedef {(progress: ChangeProgress) => Promise<unknown>} PartedUndo */

/** Changes photos. After each action, a notice can undo it if that is possible. */
export class PhotoActions {
  #changes;
  #albums;
  #collections;
  #run;
  #notice;
  #left;
  #otherFrames;
  #removal;

  /**
   * @param {import("../server/library-changes.js").LibraryChanges} changes
   * @param {import("./collection-actions.js").CollectionActions} albums
   * @param {PhotoActionCalls} calls
   */
  constructor(changes, albums, { collections, run, notice, left, otherFrames }) {
    this.#otherFrames = otherFrames;
    this.#changes = changes;
    this.#albums = albums;
    this.#collections = collections;
    this.#run = run;
    this.#notice = notice;
    this.#left = left;
    this.#removal = new PhotoRemoval({ collections, run, left });
  }

  /**
   * @param {import("./selection-bar.js").ActionName} name
   * @param {readonly string[]} assets
   * @param {import("../server/library.js").LibraryCollection | undefined} collection that shows them
   * @returns {Promise<boolean>} whether the action was carried out
   */
  async perform(name, assets, collection) {
    if (assets.length === 0) return false;
    switch (name) {
      case "add": return this.#pickAndAdd(assets);
      case "remove": return collection !== undefined && this.#removeFrom(collection, assets);
      case "trash": return this.#trash(assets);
      case "revert": return this.#revert(assets);
      case "restore": return this.#restore(assets);
      case "purge": return this.#purge(assets);
      default: return this.#mark(name, assets, collection);
    }
  }

  /**
   * @param {string} album identifier
   * @param {readonly string[]} assets
   */
  async addTo(album, assets) {
    const title = this.#collections().find(({ identifier }) => identifier === album)?.title;
    if (title === undefined) {
      this.#notice.show(words.albumGone);
      return false;
    }
    /** @type {string[]} */
    const added = [];
    return this.#change(assets, (progress) => {
      return this.#changes.add(assets, album, progress.parts((_, answer) => added.push(...answer.assets)));
    }, () => ({
      text: added.length === 0 ? words.addedAlready(title) : words.added(added.length, title),
      undo: added.length > 0 ? (progress) => this.#changes.remove(added, album, progress.parts()) : null,
      count: added.length,
    }));
  }

  /**
   * Moves photos of an album before another of its photos. A notice can undo it.
   * @param {string} album identifier
   * @param {readonly string[]} assets
   * @param {() => Promise<{ before: string | null } | null>} findPlace returns `null` if the photos don't move
   */
  async moveWithin(album, assets, findPlace) {
    /** @type {import("../server/library-changes.js").ChangedMembers[]} */
    let moved = [];
    const isDone = await this.#run(async () => {
      const place = await findPlace();
      if (place !== null) moved = await this.#changes.move(assets, place.before, album);
    });
    if (isDone && moved.length > 0) {
      this.#notify(words.rearranged(assets.length), () => this.#changes.moveBack(moved, album));
    }
    return isDone;
  }

  /** @param {readonly string[]} assets */
  async #pickAndAdd(assets) {
    const album = await pickAlbum(this.#collections());
    if (album === null) return false;
    if (album.identifier !== null) return this.addTo(album.identifier, assets);
    return await this.#albums.create("album", null, assets) !== null;
  }

  /**
   * @param {import("../server/library.js").LibraryCollection} album
   * @param {readonly string[]} assets
   */
  async #removeFrom({ identifier, title }, assets) {
    /** @type {import("../server/library-changes.js").ChangedMembers[]} */
    const removed = [];
    const note = (/** @type {readonly string[]} */ part, /** @type {API.ChangedMembers} */ answer) => {
      removed.push(answer);
      this.#left(part);
    };
    return this.#change(assets, (progress) => {
      return this.#changes.remove(assets, identifier, progress.parts(note));
    }, (count) => ({
      text: words.removed(count, title), count,
      undo: (progress) => this.#changes.putBack(removed, identifier, progress.parts()),
    }));
  }

  /**
   * @param {import("./selection-bar.js").ActionName} name
   * @param {readonly string[]} assets
   * @param {import("../server/library.js").LibraryCollection | undefined} collection
   */
  async #mark(name, assets, collection) {
    const { change, reverse, text } = marks[name];
    /** @type {string[]} */
    const changed = [];
    return this.#change(assets, (progress) => this.#changes.set(assets, change, progress.parts((part, answer) => {
      changed.push(...answer.assets);
      if (leavesCollection(name, collection)) this.#left(part);
    })), (count) => ({
      text: text(count), count: changed.length,
      undo: changed.length > 0 ? (progress) => this.#changes.set(changed, reverse, progress.parts()) : null,
    }));
  }

  /**
   * Makes a change in parts. If it is stopped or a part fails, the parts before remain, and the notice undoes them.
   * @param {readonly string[]} assets
   * @param {(progress: ChangeProgress) => Promise<unknown>} change
   * @param {(count: number) => { text: string, undo: PartedUndo | null, count: number }} outcome of a number of photos:
   *   the text of the notice, and how many photos undoing it changes
   * @returns {Promise<boolean>} whether the whole change was made
   */
  async #change(assets, change, outcome) {
    const progress = new ChangeProgress(this.#notice, assets.length);
    const isMade = await this.#run(() => progress.run(() => change(progress)));
    const isWhole = isMade && !progress.isStopped;
    // Otherwise, the notice has the reason.
    if (isWhole || progress.isStopped || progress.done > 0) {
      const { text, undo, count } = outcome(isWhole ? assets.length : progress.done);
      const parts = progress.done > 0 || isWhole ? [progress.obstacle, text] : [progress.obstacle];
      this.#notify(parts.filter(Boolean).join(" "), progress.done > 0 || isWhole ? undo : null, { count });
    }
    return isWhole;
  }

  /**
   * Moves photos to Recently Deleted, after the reader was asked.
   * @param {readonly string[]} assets
   * @param {import("./photo-removal.js").Question} question is asked again if the removal is large for the library
   */
  trashNow(assets, question) {
    return this.#removal.remove(
      assets, question, (rest, options) => this.#changes.trash(rest, options),
      new ChangeProgress(this.#notice, assets.length));
  }

  /** @param {readonly string[]} assets */
  async #trash(assets) {
    const others = await this.#otherFrames(assets);
    if (others === null) return false;
    const count = assets.length;
    const question = this.#trashQuestion(count);
    const choice = others.frames.length === 0
      ? (await isConfirmed(question) ? "only" : null) : await this.#askAboutBursts(question, count, others);
    if (choice === null) return false;
    const gone = choice === "whole" ? [...assets, ...others.frames] : assets;
    const { isDone, done, changed, reason } =
      await this.trashNow(gone, { ...question, title: words.trashTitle(gone.length) });
    const rest = choice === "only" ? others : { bursts: 0, frames: [] };
    const text = isDone
      ? words.trashed(gone.length, rest.frames.length, rest.bursts) : words.partlyTrashed(done, gone.length, reason);
    /** @type {PartedUndo | null} */
    const undo = changed.length > 0 ? (progress) => this.#changes.restore(changed, progress.parts()) : null;
    if (done > 0) this.#notify(text, undo, { count: changed.length, undone: words.deletionUndone });
    else if (reason === words.stopped) this.#notice.show(reason);
    return isDone;
  }

  /**
   * Returns the question before photos are deleted. If they are many for the library, it says so, and the button has
   * their count.
   * @param {number} count
   * @returns {import("./photo-removal.js").Question}
   */
  #trashQuestion(count) {
    const isLarge = this.#removal.isLarge(count);
    return {
      title: words.trashTitle(count),
      text: isLarge ? `${words.muchRemoved(count)} ${words.trashText}` : words.trashText,
      confirm: isLarge ? words.deleteCount(count) : words.delete,
      isDanger: true,
      isFinal: isLarge,
    };
  }

  /**
   * Asks whether to delete only these frames or their whole bursts.
   * @param {import("./photo-removal.js").Question} question
   * @param {number} count
   * @param {API.OtherFrames} others
   */
  #askAboutBursts(question, count, { bursts, frames }) {
    const others = frames.length;
    return askChoice({
      ...question,
      title: count === 1 ? words.trashFrameTitle : question.title,
      legend: words.trashLegend,
      choices: [
        { name: "only", label: words.trashFrames(count), detail: words.trashFramesDetail(others, bursts) },
        { name: "whole", label: words.trashBursts(bursts), detail: words.trashBurstsDetail(count + others) },
      ],
    });
  }

  /**
   * Restores everything in Recently Deleted, after the reader was asked.
   * @param {readonly string[]} assets
   */
  async restoreAll(assets) {
    const count = assets.length;
    const question = { title: words.restoreTitle(count), text: words.restoreText, confirm: words.restore };
    return count > 0 && await isConfirmed(question) && this.#restore(assets);
  }

  /**
   * Removes the edits of photos, after the reader was asked.
   * @param {readonly string[]} assets
   */
  async #revert(assets) {
    const count = assets.length;
    const question = {
      title: words.revertTitle(count), text: words.revertText, confirm: words.revert, isDanger: true, isFinal: true,
    };
    if (!await isConfirmed(question)) return false;
    /** @type {string[]} */
    let undo = [];
    const isDone = await this.#run(async () => (undo = await this.#changes.revert(assets)));
    if (isDone) this.#notice.show(words.reverted(count), undo.length > 0 ? () => this.#undo(undo) : null);
    return isDone;
  }

  /**
   * Makes the RAW or the compressed original the base of a photo's pictures. A notice can undo it.
   * @param {string} asset
   * @param {"raw" | "compressed"} choice
   * @param {string} format of that original, for the notice
   */
  async chooseOriginal(asset, choice, format) {
    /** @type {string[]} */
    let undo = [];
    const isDone = await this.#run(async () => (undo = await this.#changes.write([asset], { originalChoice: choice })));
    if (isDone) this.#notice.show(words.originalChosen(format), undo.length > 0 ? () => this.#undo(undo) : null);
    return isDone;
  }

  /** @param {readonly string[]} undo */
  async #undo(undo) {
    /** @type {string[]} */
    let changed = [];
    if (!await this.#run(async () => (changed = await this.#changes.undo(undo)))) return;
    this.#notice.show(changed.length > 0 ? words.undone : words.notUndone);
  }

  /** @param {readonly string[]} assets */
  async #restore(assets) {
    return this.#change(
      assets, (progress) => this.#changes.restore(assets, progress.parts((part) => this.#left(part))),
      (count) => ({ text: words.restored(count), undo: null, count }));
  }

  /** @param {readonly string[]} assets */
  async #purge(assets) {
    const count = assets.length;
    const question = {
      title: words.purgeTitle(count), text: words.purgeText, confirm: words.purge, isDanger: true, isFinal: true,
    };
    const isAllowed = this.#removal.isLarge(count)
      ? await isCountRepeated({ ...question, text: `${words.muchRemoved(count)} ${words.purgeText}`, count })
      : await isConfirmed(question);
    if (!isAllowed) return false;
    const { isDone, done, reason } =
      await this.#removal.remove(
        assets, question, (rest, options) => this.#changes.purge(rest, options),
        new ChangeProgress(this.#notice, count));
    if (isDone) this.#notice.show(words.purged(count));
    else if (done > 0) this.#notice.show(words.partlyPurged(done, count, reason));
    else if (reason === words.stopped) this.#notice.show(reason);
    return isDone;
  }

  /**
   * @param {string} text
   * @param {PartedUndo | null} undo
   * @param {{ count?: number, undone?: string }} options how many photos undoing changes, and the notice after that
   */
  #notify(text, undo, { count = 0, undone = words.undone } = {}) {
    this.#notice.show(text, undo && (async () => {
      // Undoing is always whole.
      const progress = new ChangeProgress(this.#notice, count, { canStop: false });
      if (await this.#run(() => undo(progress))) this.#notice.show(undone);
    }));
  }
}
