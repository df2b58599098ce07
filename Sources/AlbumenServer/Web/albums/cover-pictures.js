import { ServerError } from "../server/server-connection.js";

/** The most albums that one request names. */
const albumsAtOnce = 100;

/**
 * The covers of albums, requested as they come into the window: one request at a time, for the albums that are wanted
 * then.
 */
export class CoverPictures {
  #library;
  #arrived;
  /** @type {Map<string, API.Covers["covers"][number]>} */
  #known = new Map();
  /** The albums whose cover may have changed. The former cover stays until the answer. */
  #stale = new Set();
  /** @type {readonly string[]} */
  #wanted = [];
  #isAsking = false;
  #leaving = new AbortController();

  /**
   * @param {import("../server/library.js").Library} library
   * @param {() => void} arrived is called when covers were loaded
   */
  constructor(library, arrived) {
    this.#library = library;
    this.#arrived = arrived;
  }

  /**
   * Returns an album's cover: `null` if it has none, `undefined` if it is not loaded.
   * @param {string} album
   */
  cover(album) {
    return this.#known.get(album);
  }

  /**
   * Requests the covers of albums that are not loaded, in place of those that were wanted before.
   * @param {readonly string[]} albums
   */
  want(albums) {
    this.#wanted = albums;
    this.#ask();
  }

  /** The library has changed: requests the wanted covers again. */
  refresh() {
    for (const album of this.#known.keys()) this.#stale.add(album);
    this.#ask();
  }

  /** Ends the request in flight. */
  stop() {
    this.#wanted = [];
    this.#leaving.abort();
    this.#leaving = new AbortController();
  }

  async #ask() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      for (let missing = this.#missing; missing.length > 0; missing = this.#missing) {
        const { signal } = this.#leaving;
        const before = new Set(missing.filter((album) => this.#stale.delete(album)));
        try {
          const covers = await this.#library.albumCovers(missing, { signal });
          covers.forEach((cover, index) => this.#known.set(missing[index], cover));
        } catch (error) {
          for (const album of before) this.#stale.add(album);
          throw error;
        }
        this.#arrived();
      }
    } catch (error) {
      // The connection's watch reports a failure. The next scroll, or the library's return, asks again.
      if (!(error instanceof ServerError) && !isAbort(error)) throw error;
    } finally {
      this.#isAsking = false;
    }
  }

  get #missing() {
    const missing = this.#wanted.filter((album) => !this.#known.has(album) || this.#stale.has(album));
    return [...new Set(missing)].slice(0, albumsAtOnce);
  }
}

/** @param {unknown} error */
function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}
