import { ServerError } from "../server/server-connection.js";
import { LoadedWindows, windowSize } from "./loaded-windows.js";
import { TimelineDates } from "./timeline-dates.js";
import { TimelineSource, windowsToReread } from "./timeline-source.js";
import { unlessAborted, WindowRequests } from "./window-requests.js";

const tries = 3;

/**
 * The photos in the window.
 * @typedef {object} SeenPhotos
 * @property {{ rank: number, identifier: string }[]} photos some of them; first those that are to keep their place
 * @property {number} first rank
 * @property {number} last rank, inclusive
 */

/**
 * The photos of a collection by rank, in its order, loaded in windows as they are needed.
 *
 * Photos whose date is in the future are folded: they have no ranks until `setFolded(false)`. Rank 0 is the first photo
 * that is shown, although the server counts the folded photos before it.
 *
 * The timeline keeps the windows used last, and requests each window at most once at a time. If the server no longer
 * has the version, the timeline reads the new version by itself.
 *
 * Events: `load` ({first, last}) when ranks were loaded; `replace` ({shift}) when the timeline has another version, in
 * which the photos near the window have ranks larger by `shift`; `error` ({error}) when a request failed, in addition
 * to the rejected promise.
 */
export class Timeline extends EventTarget {
  #source;
  #windows = new LoadedWindows();
  #requests = new WindowRequests(
    (index, signal) => this.#fetch(index, signal),
    (error) => this.dispatchEvent(new CustomEvent("error", { detail: { error } })),
  );
  /** @type {Promise<void> | null} */
  #opening = null;
  /** The server's rank of the first photo that is shown. */
  #origin = 0;
  #isUnfolded = false;
  /** Counts how often all ranks were replaced. */
  #edition = 0;

  /**
   * @param {import("../server/library.js").Library} library
   * @param {string} collection identifier
   * @param {import("../server/library.js").AlbumOrder} [order]
   * @param {string} [search] text that the photos match; all photos if it is empty
   */
  constructor(library, collection, order = "standard", search = "") {
    super();
    this.library = library;
    this.collection = collection;
    this.order = order;
    this.search = search;
    this.#source = new TimelineSource(this);
    /** The months and days of the photos. */
    this.dates = new TimelineDates(this);
    this.count = 0;
    /** The number of photos with a date in the future, folded or not. */
    this.futureCount = 0;
    /** Whether the newest photo comes first. Albums that the reader arranges may have another order. */
    this.isByDate = true;
    /**
     * `null` until the timeline is open.
     * @type {string | null}
     */
    this.version = null;
    /** @type {API.Timeline["marks"]} */
    this.marks = [];
    /**
     * Returns the photos in the window, so that a new version is loaded there at once.
     * @type {(() => SeenPhotos | null) | null}
     */
    this.seen = null;
  }

  /**
   * Reads the version, the count and the marks; reads them again if the timeline is open.
   * @param {{ signal?: AbortSignal }} options
   */
  async open({ signal } = {}) {
    signal?.throwIfAborted();
    this.#opening ??= this.#read().finally(() => {
      this.#opening = null;
    });
    await unlessAborted(this.#opening, signal);
  }

  /** Which photos of the collection the timeline has, and in which order. */
  get query() {
    return { order: this.order, search: this.search };
  }

  /** Whether the photos with a date in the future are folded. */
  get isFolded() {
    return this.#origin > 0;
  }

  /** The number of photos including the folded ones. */
  get total() {
    return this.count + this.#origin;
  }

  /**
   * Folds the photos with a date in the future, or shows them. Dispatches `replace` when that is done.
   * @param {boolean} isFolded
   */
  async setFolded(isFolded) {
    this.#isUnfolded = !isFolded;
    await this.reopen();
  }

  /** Whether the version is being read. */
  get isOpening() {
    return this.#opening !== null;
  }

  /** Reads the current version. An answer to a request in flight may be from before a change, so it is not enough. */
  async reopen() {
    await this.#opening?.catch(() => undefined);
    await this.open();
  }

  /**
   * Returns the photo at a rank, or `undefined` if it is not loaded. Makes no request.
   * @param {number} rank
   */
  item(rank) {
    return this.#windows.item(rank);
  }

  /**
   * Returns the day at a rank. If the rank is not loaded, returns the day of the mark before it.
   * @param {number} rank
   * @returns {number | null}
   */
  dayNear(rank) {
    const item = this.item(rank);
    if (item) return item.day;
    let low = 0;
    let high = this.marks.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.marks[middle].rank <= rank) low = middle;
      else high = middle;
    }
    return this.marks[low]?.day ?? null;
  }

  /**
   * Loads the windows of these ranks. Ignores ranks outside of the timeline.
   * @param {number} first
   * @param {number} last inclusive
   * @param {{ signal?: AbortSignal }} options a request is cancelled when all callers that wait for it have aborted
   */
  async load(first, last, { signal } = {}) {
    signal?.throwIfAborted();
    if (this.version === null) await this.open({ signal });
    const begin = Math.floor(Math.max(0, first) / windowSize);
    const end = Math.floor(Math.min(this.count - 1, last) / windowSize);
    const missing = [];
    for (let index = begin; index <= end; index++) if (!this.#windows.has(index)) missing.push(index);
    await this.#requests.load(missing, signal);
  }

  /**
   * @param {string} identifier of an asset
   * @param {{ signal?: AbortSignal }} options
   * @returns {Promise<number | null>} `null` if the collection doesn't hold the asset, or it is folded
   */
  async rankOf(identifier, { signal } = {}) {
    return this.ask((version, origin) => this.#source.rank(identifier, { version, origin }, signal), signal);
  }

  /**
   * Returns the identifiers of these ranks, or `null` if one of them is not loaded. Makes no request.
   * @param {number} first
   * @param {number} last inclusive
   */
  loadedIdentifiers(first, last) {
    return this.#windows.identifiers(first, last);
  }

  /**
   * Returns the identifiers of these ranks. Ranks that are not loaded are requested.
   * @param {number} first
   * @param {number} last inclusive
   * @param {{ signal?: AbortSignal }} options
   * @returns {Promise<string[]>}
   */
  async identifiers(first, last, { signal } = {}) {
    const loaded = this.#windows.identifiers(first, last);
    if (loaded) return loaded;
    return this.ask((version, origin) => this.#source.identifiers(first, last, { version, origin }, signal), signal);
  }

  /**
   * Returns the ranks of some photos; `null` for photos that the collection doesn't hold, or that are folded.
   * @param {readonly string[]} identifiers
   * @param {{ signal?: AbortSignal }} options
   * @returns {Promise<(number | null)[]>} all of one version
   */
  async ranksOf(identifiers, { signal } = {}) {
    return this.ask((version, origin) => this.#source.ranks(identifiers, { version, origin }, signal), signal);
  }

  /**
   * Returns the rank of a photo, or `undefined` if it is not loaded. Makes no request.
   * @param {string} identifier
   */
  loadedRank(identifier) {
    return this.#windows.rank(identifier);
  }

  /**
   * Asks the server about the version. If the server no longer has it, reads the new version and asks again.
   * @template T
   * @param {(version: string, origin: number) => Promise<T>} question `origin` is the server's rank of the first photo
   * @param {AbortSignal} [signal]
   * @returns {Promise<T>}
   */
  async ask(question, signal) {
    if (this.version === null) await this.open({ signal });
    for (let left = tries; ; left--) {
      try {
        return await question(this.#openVersion, this.#origin);
      } catch (error) {
        if (!isVersionGone(error) || left === 1) throw error;
        await this.open({ signal });
      }
    }
  }

  get #openVersion() {
    if (this.version === null) throw new Error("The timeline is not open.");
    return this.version;
  }

  async #read() {
    const before = this.version;
    const size = before === null || this.#windows.has(0) ? windowSize : 0;
    const answer = await this.library.timeline(this.collection, { count: size, ...this.query });
    const { version, futureCount, marks } = answer;
    const origin = this.#isUnfolded ? 0 : futureCount;
    const count = answer.count - origin;
    const window = answer.window?.from === origin ? answer.window : undefined;
    const isReplaced = before !== null && (before !== version || origin !== this.#origin);
    const seen = isReplaced && count > 0 ? this.seen?.() ?? null : null;
    const shift = seen === null ? 0 : await this.#source.shift(seen, { version, origin });
    const wanted = windowsToReread(seen, shift, this.#windows.indexes);
    const windows = isReplaced ? await this.#source.windows(wanted, { version, origin }, count, window) : [];
    this.version = version;
    this.#origin = origin;
    this.count = count;
    this.futureCount = futureCount;
    this.isByDate = answer.isByDate;
    this.marks = marks.map(({ rank, day }) => ({ rank: rank - origin, day }));
    if (isReplaced) {
      this.#edition += 1;
      this.#windows.clear();
      for (const { index, columns } of windows) this.#windows.put(index, columns);
      this.dispatchEvent(new CustomEvent("replace", { detail: { shift } }));
    } else if (window && count > 0 && !this.#windows.has(0)) this.#keep(0, window);
  }

  /**
   * @param {number} index
   * @param {AbortSignal} signal
   */
  async #fetch(index, signal) {
    const first = index * windowSize;
    for (let left = tries; left > 0; left--) {
      const edition = this.#edition;
      const size = Math.min(windowSize, this.count - first);
      if (size <= 0) return;
      try {
        const state = { version: this.#openVersion, origin: this.#origin };
        const columns = await this.#source.window(first, size, state, signal);
        if (edition !== this.#edition) continue;
        this.#keep(index, columns);
        return;
      } catch (error) {
        if (!isVersionGone(error) || left === 1) throw error;
        if (edition === this.#edition) await this.open({ signal });
      }
    }
    throw new Error("The library changes faster than it can be read.");
  }

  /**
   * @param {number} index
   * @param {API.TimelineWindow} columns
   */
  #keep(index, columns) {
    this.#windows.put(index, columns);
    const first = index * windowSize;
    const last = first + columns.identifiers.length - 1;
    this.dispatchEvent(new CustomEvent("load", { detail: { first, last } }));
  }
}

/** @param {unknown} error */
function isVersionGone(error) {
  return error instanceof ServerError && error.status === 410;
}
