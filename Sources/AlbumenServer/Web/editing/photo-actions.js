import { pickAlbum } from "./collection-picker.js";
import { isConfirmed, isCountRepeated } from "./dialogs.js";
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

  /**
   * @param {import("./library-changes.js").LibraryChanges} changes
   * @param {import("./collection-actions.js").CollectionActions} albums
   * @param {object} page as for `CollectionActions`
   */
  constructor(changes, albums, { collections, run, notice }) {
    this.#changes = changes;
    this.#albums = albums;
    this.#collections = collections;
    this.#run = run;
    this.#notice = notice;
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
      default: return this.#mark(marks[name], assets);
    }
  }

  /** @param {string} album identifier */
  async addTo(album, assets) {
    const { title } = this.#collections().find(({ identifier }) => identifier === album);
    let added = [];
    const isDone = await this.#run(async () => (added = await this.#changes.add(assets, album)));
    if (!isDone) return false;
    if (added.length === 0) this.#notice.show(words.addedAlready(title));
    else {
      this.#tell(words.added(added.length, title), () => this.#changes.remove(added, album));
    }
    return true;
  }

  /** Moves photos of an album before another of it. */
  moveWithin(album, assets, before) {
    return this.#run(() => this.#changes.move(assets, before, album));
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
    if (!await this.#run(async () => (removed = await this.#changes.remove(assets, identifier)))) return false;
    this.#tell(words.removed(assets.length, title), () => this.#changes.putBack(removed, identifier));
    return true;
  }

  async #mark({ change, reverse, told }, assets) {
    let changed = [];
    if (!await this.#run(async () => (changed = await this.#changes.set(assets, change)))) return false;
    const undo = changed.length > 0 ? () => this.#changes.set(changed, reverse) : null;
    this.#tell(told(assets.length), undo);
    return true;
  }

  async #trash(assets) {
    const count = assets.length;
    const question = { title: words.trashTitle(count), text: words.trashText, confirm: words.delete, isDanger: true };
    if (!await isConfirmed(question)) return false;
    if (!await this.#remove((options) => this.#changes.trash(assets, options), question, count)) return false;
    this.#tell(words.trashed(count), () => this.#changes.restore(assets));
    return true;
  }

  async #restore(assets) {
    if (!await this.#run(() => this.#changes.restore(assets))) return false;
    this.#notice.show(words.restored(assets.length));
    return true;
  }

  async #purge(assets) {
    const count = assets.length;
    const question = { title: words.purgeTitle(count), text: words.purgeText, confirm: words.purge, isDanger: true };
    if (!await isConfirmed(question)) return false;
    if (!await this.#remove((options) => this.#changes.purge(assets, options), question, count)) return false;
    this.#notice.show(words.purged(count));
    return true;
  }

  /** Removes; where that is much for the library, the reader repeats the number first. */
  async #remove(remove, question, count) {
    let refusal = null;
    const isDone = await this.#run(async () => {
      try {
        await remove({});
      } catch (error) {
        if (error.code !== "needsConfirmation") throw error;
        refusal = error;
      }
    });
    if (refusal === null) return isDone;
    if (!await isCountRepeated({ ...question, text: refusal.message, count })) return false;
    return this.#run(() => remove({ isConfirmed: true }));
  }

  #tell(text, undo) {
    this.#notice.show(text, undo && (async () => {
      if (await this.#run(undo)) this.#notice.show(words.undone);
    }));
  }
}
