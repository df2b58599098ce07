import { ServerError } from "../server/server-connection.js";

/** What the page of an album shows beside its photos, of the album that is shown. */
export class AlbumDetails {
  #library;
  #arrived;
  /** @type {string | null} */
  #album = null;
  #leaving = new AbortController();

  /**
   * `null` until the details are loaded.
   * @type {API.CollectionDetails | null}
   */
  value = null;

  /**
   * @param {import("../server/library.js").Library} library
   * @param {() => void} arrived is called when details were loaded
   */
  constructor(library, arrived) {
    this.#library = library;
    this.#arrived = arrived;
  }

  /**
   * Requests the details of an album. Until they arrive, the album keeps the former ones.
   * @param {string | null} album `null` if no album with details is shown
   */
  async load(album) {
    this.#leaving.abort();
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    if (album !== this.#album) this.value = null;
    this.#album = album;
    if (album === null) return;
    try {
      const details = await this.#library.collectionDetails(album, { signal });
      if (signal.aborted) return;
      this.value = details;
      this.#arrived();
    } catch (error) {
      // The connection's watch reports a failure, and the page reports a deleted album.
      if (!signal.aborted && !(error instanceof ServerError)) throw error;
    }
  }
}
