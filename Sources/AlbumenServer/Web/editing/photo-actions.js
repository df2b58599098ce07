import { pickAlbum } from "./collection-picker.js";
import { askChoice, isConfirmed, isCountRepeated } from "./dialogs.js";
import { leavesCollection } from "./selection-bar.js";
import { words } from "./words.js";

/** What changes one fact of photos: what is told afterwards, and what takes it back. */
const marks = {
  favorite: { change: { isFavorite: true }, reverse: { isFavorite: false }, told: words.favorited },
  unfavorite: { change: { isFavorite: false }, reverse: { isFavorite: true }, told: words.unfavorited },
  hide: { change: { isHidden: true }, reverse: { isHidden: false }, told: words.hidden },
  unhide: { change: { isHidden: false }, reverse: { isHidden: true }, told: words.unhidden },
};

/** What the reader does with photos, each told of in a notice that takes it back where that can be. */
export class PhotoActions {
  #changes;
  #albums;
  #collections;
  #run;
  #notice;
  #left;
  #otherFrames;

  /**
   * @param {import("./library-changes.js").LibraryChanges} changes
   * @param {import("./collection-actions.js").CollectionActions} albums
   * @param {object} page as for `CollectionActions`
   * @param {(assets: readonly string[]) => void} page.left is told which photos are no longer where they are shown
   * @param {(assets: readonly string[]) => Promise<{ bursts: number, frames: string[] } | null>} page.otherFrames
   *   returns the other frames of the photos' bursts; null if the request failed
   */
  constructor(changes, albums, { collections, run, notice, left, otherFrames }) {
    this.#otherFrames = otherFrames;
    this.#changes = changes;
    this.#albums = albums;
    this.#collections = collections;
    this.#run = run;
    this.#notice = notice;
    this.#left = left;
  }

  /**
   * @param {string} name as `actionsFor` names actions
   * @param {readonly string[]} assets
   * @param {import("../library.js").LibraryCollection | undefined} collection that they are shown in
   * @returns {Promise<boolean>} whether it was done
   */
  async perform(name, assets, collection) {
    if (assets.length === 0) return false;
    switch (name) {
      case "add": return this.#pickAndAdd(assets);
      case "remove": return this.#removeFrom(collection, assets);
      case "trash": return this.#trash(assets);
      case "restore": return this.#restore(assets);
      case "purge": return this.#purge(assets);
      default: return this.#mark(name, assets, collection);
    }
  }

  /** @param {string} album identifier */
  async addTo(album, assets) {
    const title = this.#collections().find(({ identifier }) => identifier === album)?.title;
    if (title === undefined) {
      this.#notice.show(words.albumGone);
      return false;
    }
    let added = [];
    const isDone = await this.#run(async () => (added = await this.#changes.add(assets, album)));
    if (!isDone) return false;
    if (added.length === 0) this.#notice.show(words.addedAlready(title));
    else {
      this.#tell(words.added(added.length, title), () => this.#changes.remove(added, album));
    }
    return true;
  }

  /**
   * Moves photos of an album before another of it.
   * @param {() => Promise<{ before: string | null } | null>} findPlace answers null where they are there already
   */
  moveWithin(album, assets, findPlace) {
    return this.#run(async () => {
      const place = await findPlace();
      if (place !== null) await this.#changes.move(assets, place.before, album);
    });
  }

  async #pickAndAdd(assets) {
    const album = await pickAlbum(this.#collections());
    if (album === null) return false;
    if (album.identifier !== null) return this.addTo(album.identifier, assets);
    const made = await this.#albums.create("album", null, assets);
    if (made) this.#notice.show(words.added(assets.length, made.title));
    return made !== null;
  }

  async #removeFrom({ identifier, title }, assets) {
    let removed = [];
    const isDone = await this.#run(async () => {
      removed = await this.#changes.remove(assets, identifier);
      this.#left(assets);
    });
    if (!isDone) return false;
    this.#tell(words.removed(assets.length, title), () => this.#changes.putBack(removed, identifier));
    return true;
  }

  async #mark(name, assets, collection) {
    const { change, reverse, told } = marks[name];
    let changed = [];
    const isDone = await this.#run(async () => {
      changed = await this.#changes.set(assets, change);
      if (leavesCollection(name, collection)) this.#left(assets);
    });
    if (!isDone) return false;
    const undo = changed.length > 0 ? () => this.#changes.set(changed, reverse) : null;
    this.#tell(told(assets.length), undo);
    return true;
  }

  /**
   * Moves photos to Recently Deleted. The reader has been asked already.
   * @param {object} question is asked if the removal is large for the library
   */
  trashNow(assets, question) {
    return this.#remove(assets, question, (rest, options) => this.#changes.trash(rest, options));
  }

  async #trash(assets) {
    const others = await this.#otherFrames(assets);
    if (others === null) return false;
    const count = assets.length;
    const question = { title: words.trashTitle(count), text: words.trashText, confirm: words.delete, isDanger: true };
    const choice = others.frames.length === 0
      ? (await isConfirmed(question) ? "only" : null) : await this.#askAboutBursts(question, count, others);
    if (choice === null) return false;
    const gone = choice === "whole" ? [...assets, ...others.frames] : assets;
    const undoing = (changed) => (changed.length > 0 ? () => this.#changes.restore(changed) : null);
    const { isDone, done, changed, reason } =
      await this.trashNow(gone, { ...question, title: words.trashTitle(gone.length) });
    const rest = choice === "only" ? others : { bursts: 0, frames: [] };
    if (isDone) this.#tell(words.trashed(gone.length, rest.frames.length, rest.bursts), undoing(changed));
    else if (done > 0) this.#tell(words.partlyTrashed(done, gone.length, reason), undoing(changed));
    return isDone;
  }

  /** Asks whether to delete only these frames or their whole bursts. */
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

  async #restore(assets) {
    const isDone = await this.#run(async () => {
      await this.#changes.restore(assets);
      this.#left(assets);
    });
    if (isDone) this.#notice.show(words.restored(assets.length));
    return isDone;
  }

  async #purge(assets) {
    const count = assets.length;
    const question = {
      title: words.purgeTitle(count), text: words.purgeText, confirm: words.purge, isDanger: true, isFinal: true,
    };
    if (!await isConfirmed(question)) return false;
    const { isDone, done, reason } =
      await this.#remove(assets, question, (rest, options) => this.#changes.purge(rest, options));
    if (isDone) this.#notice.show(words.purged(count));
    else if (done > 0) this.#notice.show(words.partlyPurged(done, count, reason));
    return isDone;
  }

  /**
   * Removes; where that is much for the library, the reader repeats the number first. What was removed until something
   * failed stays removed.
   * @returns {Promise<{ isDone: boolean, done: number, changed: string[], reason: string }>} how many were asked for,
   *   which of them are removed since, and why not all were
   */
  async #remove(assets, question, remove) {
    const total = assets.length;
    const outcome = { isDone: false, done: 0, changed: [], reason: "" };
    const removed = (part, changed) => {
      outcome.done += part.length;
      outcome.changed.push(...changed);
      this.#left(part);
    };
    let isRefused = false;
    const attempt = (isConfirmed) => this.#run(async () => {
      isRefused = false;
      try {
        await remove(assets.slice(outcome.done), { total, isConfirmed, removed });
      } catch (error) {
        outcome.reason = error.message;
        if (error.code !== "needsConfirmation" || isConfirmed) throw error;
        isRefused = true;
      }
    });
    const isAsked = await attempt(false);
    outcome.isDone = isAsked && !isRefused;
    if (isRefused) {
      const text = `${words.muchRemoved(total)} ${question.text}`;
      outcome.isDone = await isCountRepeated({ ...question, text, count: total }) && await attempt(true);
    }
    return outcome;
  }

  #tell(text, undo) {
    this.#notice.show(text, undo && (async () => {
      if (await this.#run(undo)) this.#notice.show(words.undone);
    }));
  }
}
