/** As many photos as one request names. */
export const photosAtOnce = 10_000;

/**
 * Changes of the library, asked over HTTP. Each fails with a `ServerError`.
 *
 * What names more photos than one request may is asked in parts, one after the other; where a part fails, those before
 * it stay done.
 */
export class LibraryChanges {
  #library;

  /** @param {import("../library.js").Library} library */
  constructor(library) {
    this.#library = library;
  }

  /**
   * Changes what is told of photos.
   * @param {readonly string[]} assets
   * @param {object} change as the server takes it: `isFavorite`, `isHidden`, `caption`, `keywords`, `rating`,
   *   `creationDate`, `utcOffset`, `location`
   * @returns {Promise<string[]>} those that are different now
   */
  async set(assets, change) {
    const answers = await this.#inParts(assets, (part) => ["PATCH", "/api/assets", { assets: part, ...change }]);
    return answers.flatMap((answer) => answer.assets);
  }

  /**
   * Changes facts of photos like `set`, in a way that `undo` can take back.
   * @returns {Promise<string[]>} the argument of `undo`; empty if the change is too large to be undone
   */
  async write(assets, change) {
    const answers = await this.#inParts(assets, (part) => ["PATCH", "/api/assets", { assets: part, ...change }]);
    const undo = answers.map((answer) => answer.undo);
    return undo.includes(null) ? [] : undo;
  }

  /**
   * Restores the values from before `write`. Values that were changed again since stay.
   * @param {readonly string[]} undo
   * @returns {Promise<string[]>} the photos that are different now
   */
  async undo(undo) {
    const changed = [];
    for (const part of undo.toReversed()) {
      changed.push(...(await this.#library.change("POST", "/api/undo", { undo: part })).assets);
    }
    return changed;
  }

  /**
   * Keeps exactly these frames of a burst, or chooses its key photo.
   * @param {string} asset any frame of the burst
   * @param {{ kept?: readonly string[], key?: string | null }} change if `key` is null, the library chooses
   * @returns {Promise<{ assets: string[], former: { kept: string[], key: string | null } }>} `former`: the choice before
   */
  setBurst(asset, change) {
    return this.#library.change("PATCH", `/api/assets/${encodeURIComponent(asset)}/burst`, change);
  }

  /**
   * Returns the other frames of the bursts that photos belong to.
   * @param {readonly string[]} assets
   * @returns {Promise<{ bursts: number, frames: string[] }>}
   */
  async otherFrames(assets) {
    const answers = await this.#inParts(assets, (part) => ["POST", "/api/bursts/frames", { assets: part }]);
    // Frames of one burst may be named in several parts.
    const named = new Set(assets);
    const frames = new Set(answers.flatMap((answer) => answer.frames).filter((frame) => !named.has(frame)));
    return { bursts: answers.reduce((sum, answer) => sum + answer.bursts, 0), frames: [...frames] };
  }

  /**
   * Moves photos to Recently Deleted.
   * @param {readonly string[]} assets
   * @param {RemovalOptions} [options]
   * @typedef {object} RemovalOptions
   * @property {number} [total] how many go in all, where these are the rest of more
   * @property {boolean} [isConfirmed] whether the reader has confirmed the total
   * @property {(part: string[], changed: string[]) => void} [removed] is called after each part: which were asked for,
   *   and which of them were not removed before
   */
  trash(assets, options) {
    return this.#remove("/api/trash", assets, options);
  }

  /** Deletes photos of Recently Deleted for good. */
  purge(assets, options) {
    return this.#remove("/api/trash/purge", assets, options);
  }

  /**
   * Brings photos back from Recently Deleted.
   * @returns {Promise<string[]>} those that were in it
   */
  async restore(assets) {
    const answers = await this.#inParts(assets, (part) => ["POST", "/api/trash/restore", { assets: part }]);
    return answers.flatMap((answer) => answer.assets);
  }

  /**
   * Adds photos at the end of an album.
   * @returns {Promise<string[]>} those that it did not have before
   */
  async add(assets, album) {
    const answers = await this.#inParts(assets, (part) => ["PATCH", membersAddress(album), { add: part }]);
    return answers.flatMap((answer) => answer.assets);
  }

  /**
   * Takes photos out of an album.
   * @returns {Promise<RemovedMembers[]>} what `putBack` needs
   * @typedef {{ assets: string[], ranks: number[] }} RemovedMembers
   */
  remove(assets, album) {
    return this.#inParts(assets, (part) => ["PATCH", membersAddress(album), { remove: part }]);
  }

  /** @param {readonly RemovedMembers[]} removed */
  async putBack(removed, album) {
    for (const { assets, ranks } of removed.toReversed()) {
      if (assets.length === 0) continue;
      await this.#library.change("PATCH", membersAddress(album), { insert: assets, at: ranks });
    }
  }

  /** Moves photos of an album before another of it; null for its end. */
  async move(assets, before, album) {
    await this.#inParts(assets, (part) => ["PATCH", membersAddress(album), { move: part, before }]);
  }

  /**
   * Makes an album or a folder, at the front of its folder or of the top level.
   * @param {{ type: "album" | "folder", title: string, parent?: string | null, assets?: readonly string[] }} collection
   * @returns {Promise<import("../library.js").LibraryCollection>}
   */
  async create({ type, title, parent = null, assets = [] }) {
    const first = assets.slice(0, photosAtOnce);
    const members = first.length > 0 ? { assets: first } : {};
    const made = await this.#library.change("POST", "/api/collections", { type, title, parent, ...members });
    if (assets.length > first.length) await this.add(assets.slice(photosAtOnce), made.identifier);
    return made;
  }

  rename(collection, title) {
    return this.#library.change("PATCH", collectionAddress(collection), { title });
  }

  /**
   * @param {string} collection
   * @param {{ parent: string | null, before: string | null }} place null: the top level, and the end of it
   */
  place(collection, { parent, before }) {
    return this.#library.change("PATCH", collectionAddress(collection), { parent, before });
  }

  /** Deletes an album, or a folder with all that is in it. No photo is deleted. */
  async delete(collection) {
    await this.#library.change("DELETE", collectionAddress(collection));
  }

  /** A removal that is large for the library is refused, whole, until its total is repeated, which the reader did. */
  #remove(address, assets, { total = assets.length, isConfirmed = false, removed } = {}) {
    const confirmed = isConfirmed ? { confirmedRemovals: total } : {};
    return this.#inParts(
      assets, (part) => ["POST", address, { assets: part, of: total, ...confirmed }],
      (part, answer) => removed?.(part, answer.assets));
  }

  async #inParts(assets, request, done) {
    const answers = [];
    for (let first = 0; first < assets.length; first += photosAtOnce) {
      const part = assets.slice(first, first + photosAtOnce);
      const answer = await this.#library.change(...request(part));
      done?.(part, answer);
      answers.push(answer);
    }
    return answers;
  }
}

function collectionAddress(collection) {
  return `/api/collections/${encodeURIComponent(collection)}`;
}

function membersAddress(album) {
  return `${collectionAddress(album)}/members`;
}
