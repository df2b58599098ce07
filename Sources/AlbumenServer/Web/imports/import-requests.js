/**
 * What the dialog asks of the server. Every request fails with a `ServerError`.
 */
export class ImportRequests {
  #library;

  /** @param {import("../server/library.js").Library} library */
  constructor(library) {
    this.#library = library;
  }

  /**
   * Returns what can be brought over from the usual places of the computer.
   * @param {AbortSignal} signal
   * @returns {Promise<API.Sources>}
   */
  sources(signal) {
    return this.#library.ask("/api/sources", signal);
  }

  /**
   * Returns the import that runs or ran last; `null` if there was none.
   * @returns {Promise<API.Import | null>}
   */
  async current() {
    /** @type {API.CurrentImport} */
    const answer = await this.#library.ask("/api/import");
    return answer.import;
  }

  /**
   * @param {API.ImportRequest} request
   * @returns {Promise<API.Import | null>}
   */
  async start(request) {
    /** @type {API.CurrentImport} */
    const answer = await this.#library.change("POST", "/api/import", request);
    return answer.import;
  }

  /** Stops the import after the files in progress. */
  stop() {
    return this.#library.change("DELETE", "/api/import");
  }

  /**
   * Returns the folders whose new files are imported by themselves.
   * @returns {Promise<API.WatchedFolders>}
   */
  watchedFolders() {
    return this.#library.ask("/api/watched-folders");
  }

  /**
   * @param {API.WatchedFolderRequest} folder
   * @returns {Promise<API.WatchedFolders>}
   */
  watchFolder(folder) {
    return this.#library.change("POST", "/api/watched-folders", folder);
  }

  /**
   * @param {number} id
   * @returns {Promise<API.WatchedFolders>}
   */
  stopWatching(id) {
    return this.#library.change("DELETE", `/api/watched-folders/${id}`);
  }

  /**
   * Returns how many photos and videos the undo of an import moves to Recently Deleted.
   * @param {string} album
   * @returns {Promise<number>}
   */
  async undoCount(album) {
    /** @type {API.ImportCount} */
    const answer = await this.#library.ask(`/api/import/undo/${encodeURIComponent(album)}`);
    return answer.count;
  }

  /**
   * @param {string} album
   * @param {number} count the number that the reader has confirmed
   * @returns {Promise<API.ChangedAssets>}
   */
  undo(album, count) {
    return this.#library.change("POST", "/api/import/undo", { album, count });
  }
}
