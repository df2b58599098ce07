/** The most photos that one request names. */
export const photosAtOnce = 10_000;

/** The most photos whose values one request changes, in one commit. */
export const photosPerChange = 20_000;

/** @typedef {Omit<API.AssetChange, "assets">} AssetChange other values of photos */

/** @typedef {API.ChangedMembers} ChangedMembers what `putBack` or `moveBack` needs */

/**
 * How photos are removed.
 * @typedef {object} RemovalOptions
 * @property {number} [total] the number of photos of the whole removal, if this is the rest of one
 * @property {boolean} [isConfirmed] whether the reader has confirmed the total
 * @property {(part: readonly string[], changed: string[]) => void} [removed] is called after each part with the
 *   requested photos, and those of them that were not removed before
 * @property {AbortSignal} [signal] ends the removal before the next part
 */

/**
 * How a change is made in parts.
 * @typedef {object} PartedChange
 * @property {AbortSignal} [signal] ends the change before the next part; the parts before it remain
 * @property {(part: readonly string[], answer: any) => void} [done] is called after each part
 */

/** @typedef {["POST" | "PATCH" | "DELETE", string, object]} ChangeRequest method, address and document */

/**
 * Changes the library over HTTP. Each method fails with a `ServerError`.
 *
 * Changes of more photos than one request may name are made in parts, one after the other. If a part fails, the parts
 * before it remain.
 */
export class LibraryChanges {
  #library;

  /** @param {import("./library.js").Library} library */
  constructor(library) {
    this.#library = library;
  }

  /**
   * Changes values of photos.
   * @param {readonly string[]} assets
   * @param {AssetChange} change
   * @param {PartedChange} [parts]
   * @returns {Promise<string[]>} the photos that changed
   */
  async set(assets, change, parts) {
    /** @type {API.ChangedFacts[]} */
    const answers = await this.#inParts(assets, (part) => ["PATCH", "/api/assets", { assets: part, ...change }], parts);
    return answers.flatMap((answer) => answer.assets);
  }

  /**
   * Changes values of photos like `set`, in a way that `undo` can undo.
   * @param {readonly string[]} assets
   * @param {AssetChange} change
   * @returns {Promise<string[]>} the argument of `undo`; empty if the change is too large to be undone
   */
  async write(assets, change) {
    /** @type {API.ChangedFacts[]} */
    const answers = await this.#inParts(
      assets, (part) => ["PATCH", "/api/assets", { assets: part, ...change }], undefined, photosPerChange);
    const undo = answers.flatMap((answer) => answer.undo ?? []);
    return undo.length < answers.length ? [] : undo;
  }

  /**
   * Returns what photos have in common.
   * @param {readonly string[]} assets at most 100,000
   * @returns {Promise<API.AssetSummary>}
   */
  summary(assets) {
    return this.#library.change("POST", "/api/assets/summary", { assets });
  }

  /**
   * Prepares a download of photos.
   * @param {readonly string[]} assets at most 100,000
   * @param {string | null} title for the name of the file
   * @param {"originals" | "jpeg"} form `jpeg`: as the photos are shown, converted if not all programs read their formats
   * @returns {Promise<API.Download>} the address works once
   */
  prepareDownload(assets, title, form) {
    return this.#library.change("POST", "/api/downloads", { assets, form, ...(title ? { title } : {}) });
  }

  /**
   * Restores the values from before `write`. Values that were changed again since stay.
   * @param {readonly string[]} undo
   * @returns {Promise<string[]>} the photos that changed
   */
  async undo(undo) {
    const changed = [];
    for (const part of undo.toReversed()) {
      /** @type {API.ChangedAssets} */
      const answer = await this.#library.change("POST", "/api/undo", { undo: part });
      changed.push(...answer.assets);
    }
    return changed;
  }

  /**
   * Keeps exactly these frames of a burst, or chooses its key photo.
   * @param {string} asset any frame of the burst
   * @param {{ kept?: readonly string[], key?: string | null }} change if `key` is null, the library chooses
   * @returns {Promise<API.ChangedBurst>} `former`: the choice before
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
    /** @type {API.OtherFrames[]} */
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
   */
  trash(assets, options) {
    return this.#remove("/api/trash", assets, options);
  }

  /**
   * Deletes photos of Recently Deleted permanently.
   * @param {readonly string[]} assets
   * @param {RemovalOptions} [options]
   */
  purge(assets, options) {
    return this.#remove("/api/trash/purge", assets, options);
  }

  /**
   * Restores photos from Recently Deleted.
   * @param {readonly string[]} assets
   * @param {PartedChange} [parts]
   * @returns {Promise<string[]>} the photos that were in it
   */
  async restore(assets, parts) {
    /** @type {API.ChangedAssets[]} */
    const answers = await this.#inParts(assets, (part) => ["POST", "/api/trash/restore", { assets: part }], parts);
    return answers.flatMap((answer) => answer.assets);
  }

  /**
   * Removes the edits of photos.
   * @param {readonly string[]} assets
   * @returns {Promise<string[]>} the argument of `undo`; empty if no photo was edited
   */
  async revert(assets) {
    /** @type {API.ChangedFacts[]} */
    const answers = await this.#inParts(assets, (part) => ["POST", "/api/revert", { assets: part }]);
    return answers.flatMap((answer) => answer.undo ?? []);
  }

  /**
   * Adds photos at the end of an album.
   * @param {readonly string[]} assets
   * @param {string} album
   * @param {PartedChange} [parts]
   * @returns {Promise<string[]>} the photos that the album didn't have before
   */
  async add(assets, album, parts) {
    /** @type {API.ChangedMembers[]} */
    const answers = await this.#inParts(assets, (part) => ["PATCH", membersAddress(album), { add: part }], parts);
    return answers.flatMap((answer) => answer.assets);
  }

  /**
   * Removes photos from an album.
   * @param {readonly string[]} assets
   * @param {string} album
   * @param {PartedChange} [parts]
   * @returns {Promise<ChangedMembers[]>} the argument of `putBack`
   */
  remove(assets, album, parts) {
    return this.#inParts(assets, (part) => ["PATCH", membersAddress(album), { remove: part }], parts);
  }

  /**
   * @param {readonly ChangedMembers[]} removed
   * @param {string} album
   * @param {PartedChange} [parts]
   */
  async putBack(removed, album, parts) {
    for (const { assets, ranks } of removed.toReversed()) {
      if (assets.length === 0) continue;
      const answer = await this.#library.change("PATCH", membersAddress(album), { insert: assets, at: ranks });
      parts?.done?.(assets, answer);
    }
  }

  /**
   * Moves photos of an album.
   * @param {readonly string[]} assets
   * @param {string | null} before the photo that they go before; `null` for the end
   * @param {string} album
   * @returns {Promise<ChangedMembers[]>} the argument of `moveBack`
   */
  move(assets, before, album) {
    return this.#inParts(assets, (part) => ["PATCH", membersAddress(album), { move: part, before }]);
  }

  /**
   * Moves photos of an album to their former positions.
   * @param {readonly ChangedMembers[]} moved
   * @param {string} album
   */
  async moveBack(moved, album) {
    for (const { assets, ranks } of moved.toReversed()) {
      await this.#library.change("PATCH", membersAddress(album), { move: assets, at: ranks });
    }
  }

  /**
   * Creates an album or a folder, at the front of its folder or of the top level.
   * @param {{ type: "album" | "folder", title: string, parent?: string | null, assets?: readonly string[] }} collection
   * @returns {Promise<import("./library.js").LibraryCollection>}
   */
  async create({ type, title, parent = null, assets = [] }) {
    const first = assets.slice(0, photosAtOnce);
    const members = first.length > 0 ? { assets: first } : {};
    /** @type {API.Collection} */
    const made = await this.#library.change("POST", "/api/collections", { type, title, parent, ...members });
    if (assets.length > first.length) await this.add(assets.slice(photosAtOnce), made.identifier);
    return made;
  }

  /**
   * @param {string} collection
   * @param {string} title
   */
  rename(collection, title) {
    return this.#library.change("PATCH", collectionAddress(collection), { title });
  }

  /**
   * @param {string} collection
   * @param {string} description
   */
  describe(collection, description) {
    return this.#library.change("PATCH", collectionAddress(collection), { description });
  }

  /**
   * @param {string} album
   * @param {string | null} cover one of its photos; `null` for the default cover
   */
  setCover(album, cover) {
    return this.#library.change("PATCH", collectionAddress(album), { cover });
  }

  /**
   * @param {string} collection
   * @param {{ parent: string | null, before: string | null }} place `null` for the top level, and for the end
   */
  place(collection, { parent, before }) {
    return this.#library.change("PATCH", collectionAddress(collection), { parent, before });
  }

  /**
   * Deletes an album, or a folder with its contents. Deletes no photo.
   * @param {string} collection
   * @returns {Promise<string[]>} the argument of `undo`; empty if the deletion is too large to be undone
   */
  async delete(collection) {
    /** @type {API.ChangedFacts} */
    const { undo } = await this.#library.change("DELETE", collectionAddress(collection));
    return undo === null ? [] : [undo];
  }

  /**
   * The server refuses each part of a removal that is large for the library, unless the request repeats its total.
   * @param {string} address
   * @param {readonly string[]} assets
   * @param {RemovalOptions} options
   */
  #remove(address, assets, { total = assets.length, isConfirmed = false, removed, signal } = {}) {
    const confirmed = isConfirmed ? { confirmedRemovals: total } : {};
    return this.#inParts(
      assets, (part) => ["POST", address, { assets: part, of: total, ...confirmed }],
      { signal, done: (part, answer) => removed?.(part, answer.assets) });
  }

  /**
   * @param {readonly string[]} assets
   * @param {(part: readonly string[]) => ChangeRequest} request
   * @param {PartedChange} [parts]
   * @param {number} [size] the most photos of a part
   * @returns {Promise<any[]>} the documents that the route answers with in openapi.json
   */
  async #inParts(assets, request, parts = {}, size = photosAtOnce) {
    const { signal, done } = parts;
    const answers = [];
    for (let first = 0; first < assets.length; first += size) {
      if (signal?.aborted) break;
      const part = assets.slice(first, first + size);
      const answer = await this.#library.change(...request(part));
      done?.(part, answer);
      answers.push(answer);
    }
    return answers;
  }
}

/** @param {string} collection */
function collectionAddress(collection) {
  return `/api/collections/${encodeURIComponent(collection)}`;
}

/** @param {string} album */
function membersAddress(album) {
  return `${collectionAddress(album)}/members`;
}
