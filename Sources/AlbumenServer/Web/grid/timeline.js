import { ServerError } from "../library.js";

/** How many ranks a window has. Windows begin at multiples of it. */
export const windowSize = 100;

const keptWindows = 16;
const requestsAtOnce = 4;
const tries = 3;

/** How many of the windows used last are read with a new version, so that what is on screen changes at once. */
const rereadWindows = 4;

const identifiersAtOnce = 10_000;
const ranksAtOnce = 100;

/**
 * A photo of a window that the server sent, which has a list for each property.
 * @param {object} window
 * @param {number} place in the window
 * @param {number} rank
 */
export function photoInWindow(window, place, rank) {
  return {
    rank,
    identifier: window.identifiers[place],
    ratio: window.ratios[place],
    placeholder: window.placeholders[place],
    day: window.days[place],
    kinds: window.kinds[place],
    duration: window.durations[place],
    content: window.contents[place],
    frameCount: window.frameCounts[place],
  };
}

/**
 * The photos of a collection by rank, in its order, loaded in windows as they are needed.
 *
 * Photos whose date is in the future are folded: they have no ranks until `setFolded(false)`. Rank 0 is the first photo
 * that is shown, although the server counts the folded photos before it.
 *
 * It keeps the windows used last and asks for each at most once at a time, however many want it. When the server no
 * longer has the version it reads the new one by itself.
 *
 * Events: `load` ({first, last}: these ranks can be read now), `replace` ({shift}: another version, all ranks are new;
 * photos near those that are seen have ranks that are larger by so many), `error` ({error}: an answer did not come;
 * whoever asked is told as well).
 */
export class Timeline extends EventTarget {
  /**
   * @typedef {object} SeenPhotos
   * @property {{ rank: number, identifier: string }[]} photos some of them, those first that are to stay in their place
   * @property {number} first rank
   * @property {number} last rank, inclusive
   */

  #windows = new Map();
  #newest = null;
  #requests = new Map();
  #queue = [];
  #running = 0;
  #opening = null;
  /** The server's rank of the first photo that is shown. */
  #origin = 0;
  #isUnfolded = false;
  /** Counts how often all ranks became others. */
  #edition = 0;

  /**
   * @param {import("../library.js").Library} library
   * @param {string} collection identifier
   */
  constructor(library, collection) {
    super();
    this.library = library;
    this.collection = collection;
    this.count = 0;
    /** How many photos have a date in the future, folded or not. */
    this.futureCount = 0;
    /** Whether it is newest first; an album that the reader arranges is not. */
    this.isByDate = true;
    /** @type {string | null} null until it was opened */
    this.version = null;
    /** @type {{ rank: number, day: number | null }[]} */
    this.marks = [];
    /**
     * Tells what is seen of it, so that another version is there for it at once.
     * @type {(() => SeenPhotos | null) | null}
     */
    this.seen = null;
  }

  /**
   * Reads the version, the count and the marks; again when it was open already.
   * @param {{ signal?: AbortSignal }} [options]
   */
  async open({ signal } = {}) {
    signal?.throwIfAborted();
    this.#opening ??= this.#read().finally(() => {
      this.#opening = null;
    });
    await unlessAborted(this.#opening, signal);
  }

  /** Whether the photos with a date in the future are folded. */
  get isFolded() {
    return this.#origin > 0;
  }

  /** The number of photos including the folded ones. */
  get total() {
    return this.count + this.#origin;
  }

  /** Folds the photos with a date in the future, or shows them. Dispatches `replace` when that is done. */
  async setFolded(isFolded) {
    this.#isUnfolded = !isFolded;
    await this.reopen();
  }

  /** Whether the version is being read. */
  get isOpening() {
    return this.#opening !== null;
  }

  /** Reads what is true now, also where the version is being read already: that may be from before a change. */
  async reopen() {
    await this.#opening?.catch(() => undefined);
    await this.open();
  }

  /**
   * The photo at a rank, or undefined while it is not loaded. Never asks the server.
   * @param {number} rank
   */
  item(rank) {
    const window = this.#window(Math.floor(rank / windowSize));
    const place = rank % windowSize;
    if (!window || !(place < window.identifiers.length)) return undefined;
    return photoInWindow(window, place, rank);
  }

  /**
   * The day at a rank: exact where the rank is loaded, else that of the mark before it.
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
   * Loads the windows of these ranks; ranks outside of the timeline are left out.
   * @param {number} first
   * @param {number} last inclusive
   * @param {{ signal?: AbortSignal }} [options] a request ends when all who wait for it have aborted
   */
  async load(first, last, { signal } = {}) {
    signal?.throwIfAborted();
    if (this.version === null) await this.open({ signal });
    const begin = Math.floor(Math.max(0, first) / windowSize);
    const end = Math.floor(Math.min(this.count - 1, last) / windowSize);
    const fresh = [];
    const waiting = [];
    for (let index = begin; index <= end; index++) {
      if (this.#window(index)) continue;
      let request = this.#requests.get(index);
      if (!request) {
        request = new WindowRequest(index);
        this.#requests.set(index, request);
        fresh.push(request);
      }
      waiting.push(request);
    }
    // What is wanted last is most likely still on screen, so it goes first.
    this.#queue.unshift(...fresh);
    const all = Promise.all(waiting.map((request) => this.#wait(request, signal)));
    this.#startNext();
    await all;
  }

  /**
   * @param {string} identifier of an asset
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<number | null>} null where the collection does not hold it, or it is folded
   */
  async rankOf(identifier, { signal } = {}) {
    if (this.version === null) await this.open({ signal });
    for (let left = tries; ; left--) {
      try {
        const rank = await this.library.rank(this.collection, this.version, identifier, { signal });
        return rank === null || rank < this.#origin ? null : rank - this.#origin;
      } catch (error) {
        if (error.status !== 410 || left === 1) throw error;
        await this.open({ signal });
      }
    }
  }

  /**
   * The identifiers of these ranks, also of those that are not loaded.
   * @param {number} first
   * @param {number} last inclusive
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<string[]>}
   */
  async identifiers(first, last, { signal } = {}) {
    const loaded = this.#loadedIdentifiers(first, last);
    if (loaded) return loaded;
    if (this.version === null) await this.open({ signal });
    for (let left = tries; ; left--) {
      try {
        return await this.#fetchIdentifiers(first, last, signal);
      } catch (error) {
        if (error.status !== 410 || left === 1) throw error;
        await this.open({ signal });
      }
    }
  }

  /**
   * The ranks of some photos; null for those that are not there, or folded.
   * @param {readonly string[]} identifiers
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<(number | null)[]>} all of one version
   */
  async ranksOf(identifiers, { signal } = {}) {
    if (this.version === null) await this.open({ signal });
    for (let left = tries; ; left--) {
      try {
        return await this.#fetchRanks(identifiers, this.version, this.#origin, signal);
      } catch (error) {
        if (error.status !== 410 || left === 1) throw error;
        await this.open({ signal });
      }
    }
  }

  async #fetchRanks(identifiers, version, origin, signal) {
    const found = [];
    for (let first = 0; first < identifiers.length; first += ranksAtOnce) {
      const part = identifiers.slice(first, first + ranksAtOnce);
      found.push(...await this.library.ranks(this.collection, version, part, { signal }));
    }
    return found.map((rank) => (rank === null || rank < origin ? null : rank - origin));
  }

  /** The rank of a photo that is loaded, or undefined. Never asks the server. */
  loadedRank(identifier) {
    for (const [index, { identifiers }] of this.#windows) {
      const place = identifiers.indexOf(identifier);
      if (place >= 0) return index * windowSize + place;
    }
    return undefined;
  }

  #loadedIdentifiers(first, last) {
    const found = [];
    for (let rank = first; rank <= last; rank++) {
      const window = this.#windows.get(Math.floor(rank / windowSize));
      const identifier = window?.identifiers[rank % windowSize];
      if (identifier === undefined) return null;
      found.push(identifier);
    }
    return found;
  }

  async #fetchIdentifiers(first, last, signal) {
    const { version } = this;
    const origin = this.#origin;
    const found = [];
    for (let from = first; from <= last; from += identifiersAtOnce) {
      const size = Math.min(identifiersAtOnce, last - from + 1);
      const part = await this.library.identifiers(this.collection, version, origin + from, size, { signal });
      for (const identifier of part) found.push(identifier);
      if (part.length < size) break;
    }
    return found;
  }

  #window(index) {
    const window = this.#windows.get(index);
    if (window && this.#newest !== index) {
      this.#windows.delete(index);
      this.#windows.set(index, window);
      this.#newest = index;
    }
    return window;
  }

  async #read() {
    const before = this.version;
    const size = before === null || this.#windows.has(0) ? windowSize : 0;
    const answer = await this.library.timeline(this.collection, { count: size });
    const { version, futureCount, marks } = answer;
    const origin = this.#isUnfolded ? 0 : futureCount;
    const count = answer.count - origin;
    const window = answer.window?.from === origin ? answer.window : undefined;
    const isReplaced = before !== null && (before !== version || origin !== this.#origin);
    const seen = isReplaced && count > 0 ? this.seen?.() ?? null : null;
    const shift = seen === null ? 0 : await this.#shift(seen, version, origin);
    const wanted = seen === null ? this.#recentWindows : windowsAround(seen.first + shift, seen.last + shift);
    const windows = isReplaced ? await this.#reread({ version, origin, count, first: window, wanted }) : [];
    this.version = version;
    this.#origin = origin;
    this.count = count;
    this.futureCount = futureCount;
    this.isByDate = answer.isByDate;
    this.marks = marks.map(({ rank, day }) => ({ rank: rank - origin, day }));
    if (isReplaced) {
      this.#edition += 1;
      this.#windows.clear();
      this.#newest = null;
      for (const [index, columns] of windows) this.#put(index, columns);
      this.dispatchEvent(new CustomEvent("replace", { detail: { shift } }));
    } else if (window && count > 0 && !this.#windows.has(0)) this.#keep(0, window);
  }

  /** By how many ranks another version has the first of the photos later that is still in it. */
  async #shift({ photos }, version, origin) {
    try {
      const ranks = await this.#fetchRanks(photos.map(({ identifier }) => identifier), version, origin);
      const index = ranks.findIndex((rank) => rank !== null);
      return index < 0 ? 0 : ranks[index] - photos[index].rank;
    } catch (error) {
      // Another version still may be there: what is seen is found as well as it can be.
      if (!(error instanceof ServerError)) throw error;
      return 0;
    }
  }

  get #recentWindows() {
    return [...this.#windows.keys()].slice(-rereadWindows);
  }

  /** Windows as another version has them; one that cannot be read is left for later. */
  async #reread({ version, origin, count, first, wanted }) {
    const there = wanted.filter((index) => index * windowSize < count);
    const windows = await Promise.all(there.map(async (index) => {
      if (index === 0 && first) return [0, first];
      const from = index * windowSize;
      try {
        const size = Math.min(windowSize, count - from);
        return [index, await this.library.window(this.collection, version, origin + from, size)];
      } catch {
        return null;
      }
    }));
    return windows.filter((window) => window !== null);
  }

  async #wait(request, signal) {
    request.waiting += 1;
    try {
      await unlessAborted(request.promise, signal);
    } finally {
      request.waiting -= 1;
      if (request.waiting === 0 && !request.isSettled) {
        request.controller.abort();
        this.#forget(request);
      }
    }
  }

  #forget(request) {
    if (this.#requests.get(request.index) === request) this.#requests.delete(request.index);
    const place = this.#queue.indexOf(request);
    if (place >= 0) this.#queue.splice(place, 1);
  }

  #startNext() {
    while (this.#running < requestsAtOnce && this.#queue.length > 0) {
      const request = this.#queue.shift();
      this.#running += 1;
      this.#fetch(request).then(
        () => request.settle(),
        (error) => {
          request.settle(error);
          if (request.controller.signal.aborted) return;
          this.dispatchEvent(new CustomEvent("error", { detail: { error } }));
        },
      ).finally(() => {
        this.#forget(request);
        this.#running -= 1;
        this.#startNext();
      });
    }
  }

  async #fetch(request) {
    const { signal } = request.controller;
    const first = request.index * windowSize;
    for (let left = tries; left > 0; left--) {
      const version = this.version;
      const edition = this.#edition;
      const size = Math.min(windowSize, this.count - first);
      if (size <= 0) return;
      try {
        const columns = await this.library.window(this.collection, version, this.#origin + first, size, { signal });
        if (edition !== this.#edition) continue;
        this.#keep(request.index, columns);
        return;
      } catch (error) {
        if (error.status !== 410 || left === 1) throw error;
        if (edition === this.#edition) await this.open({ signal });
      }
    }
    throw new Error("The library changes faster than it can be read.");
  }

  #put(index, columns) {
    const { identifiers, ratios, placeholders, days, kinds, durations, contents, frameCounts } = columns;
    this.#windows.set(index, {
      identifiers, ratios, placeholders, days, kinds: kinds.map(sharedKinds), durations, contents, frameCounts,
    });
    this.#newest = index;
    for (const oldest of this.#windows.keys()) {
      if (this.#windows.size <= keptWindows) break;
      this.#windows.delete(oldest);
    }
  }

  #keep(index, columns) {
    this.#put(index, columns);
    const first = index * windowSize;
    const last = first + columns.identifiers.length - 1;
    this.dispatchEvent(new CustomEvent("load", { detail: { first, last } }));
  }
}

/** The windows of some ranks, and the one before them: what comes before a window tells how that begins. */
function windowsAround(first, last) {
  const begin = Math.max(0, Math.floor(first / windowSize) - 1);
  const end = Math.max(begin, Math.floor(last / windowSize));
  return Array.from({ length: Math.min(rereadWindows, end - begin) + 1 }, (_, index) => begin + index);
}

const knownKinds = new Map();

/** Photos of the same kinds share one list, as most have none. */
function sharedKinds(kinds) {
  const key = kinds.join();
  if (!knownKinds.has(key)) knownKinds.set(key, Object.freeze(kinds));
  return knownKinds.get(key);
}

class WindowRequest {
  waiting = 0;
  isSettled = false;
  controller = new AbortController();
  #resolve;
  #reject;

  constructor(index) {
    this.index = index;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Nobody may be waiting any longer when it fails.
    this.promise.catch(() => undefined);
  }

  settle(error) {
    this.isSettled = true;
    if (error) this.#reject(error);
    else this.#resolve();
  }
}

function unlessAborted(promise, signal) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Loads the blocks near the window, and lets go of those that were wanted before and did not come yet. */
export class NearLoading {
  #timeline;
  #tell;
  #current = null;
  #failed = null;

  /**
   * @param {import("./timeline.js").Timeline} timeline
   * @param {(isFailed: boolean) => void} tell called when blocks could not be loaded, and when that is over
   */
  constructor(timeline, tell) {
    this.#timeline = timeline;
    this.#tell = tell;
  }

  /**
   * Wants these blocks and no others. Blocks that failed are asked for again after `retry` only.
   * @param {number} first
   * @param {number} last inclusive
   */
  want(first, last) {
    const key = `${first}-${last}`;
    if (this.#current?.key === key || this.#failed === key) return;
    const before = this.#current;
    const current = { key, controller: new AbortController() };
    this.#current = current;
    const { signal } = current.controller;
    this.#timeline.load(first * windowSize, last * windowSize + windowSize - 1, { signal }).then(
      () => this.#ended(current, null),
      () => {
        if (!signal.aborted) this.#ended(current, key);
      },
    );
    // After the new request, which may share windows with the old.
    before?.controller.abort();
  }

  /** Allows what failed to be asked for again. */
  retry() {
    this.#failed = null;
    this.#tell(false);
  }

  /** Wants nothing any more. */
  stop() {
    this.#current?.controller.abort();
    this.#current = null;
  }

  #ended(request, failed) {
    if (this.#current !== request) return;
    this.#current = null;
    if (this.#failed !== failed) this.#tell(failed !== null);
    this.#failed = failed;
  }
}
