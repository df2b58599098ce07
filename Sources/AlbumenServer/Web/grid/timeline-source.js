import { ServerError } from "../server/server-connection.js";
import { windowSize } from "./loaded-windows.js";

/** The number of windows, of those used last, that are read with a new version, so that the screen changes at once. */
const rereadWindows = 4;

const identifiersAtOnce = 10_000;
const ranksAtOnce = 100;

/**
 * What the server's ranks refer to.
 * @typedef {object} TimelineState
 * @property {string} version
 * @property {number} origin the server's rank of the first photo that is shown
 */

/** Requests one timeline's photos from the server, by the ranks of the photos that are shown. */
export class TimelineSource {
  #timeline;

  /** @param {import("./timeline.js").Timeline} timeline */
  constructor(timeline) {
    this.#timeline = timeline;
  }

  /**
   * @param {number} first rank
   * @param {number} size
   * @param {TimelineState} state
   * @param {AbortSignal} [signal]
   */
  window(first, size, { version, origin }, signal) {
    const { library, collection } = this.#timeline;
    return library.window(collection, version, origin + first, size, this.#options(signal));
  }

  /**
   * @param {string} identifier
   * @param {TimelineState} state
   * @param {AbortSignal} [signal]
   * @returns {Promise<number | null>} `null` if the collection doesn't hold the photo, or it is folded
   */
  async rank(identifier, { version, origin }, signal) {
    const { library, collection } = this.#timeline;
    return shownRank(await library.rank(collection, version, identifier, this.#options(signal)), origin);
  }

  /**
   * @param {readonly string[]} identifiers
   * @param {TimelineState} state
   * @param {AbortSignal} [signal]
   * @returns {Promise<(number | null)[]>} `null` for photos that the collection doesn't hold, or that are folded
   */
  async ranks(identifiers, { version, origin }, signal) {
    const { library, collection } = this.#timeline;
    const found = [];
    for (let first = 0; first < identifiers.length; first += ranksAtOnce) {
      const part = identifiers.slice(first, first + ranksAtOnce);
      found.push(...await library.ranks(collection, version, part, this.#options(signal)));
    }
    return found.map((rank) => shownRank(rank, origin));
  }

  /**
   * @param {number} first rank
   * @param {number} last inclusive
   * @param {TimelineState} state
   * @param {AbortSignal} [signal]
   */
  async identifiers(first, last, { version, origin }, signal) {
    const { library, collection } = this.#timeline;
    /** @type {string[]} */
    const found = [];
    for (let from = first; from <= last; from += identifiersAtOnce) {
      const size = Math.min(identifiersAtOnce, last - from + 1);
      const part = await library.identifiers(collection, version, origin + from, size, this.#options(signal));
      for (const identifier of part) found.push(identifier);
      if (part.length < size) break;
    }
    return found;
  }

  /**
   * Returns how much larger, in another version, the rank is of the first of the seen photos that the version still
   * has.
   * @param {import("./timeline.js").SeenPhotos} seen
   * @param {TimelineState} state
   */
  async shift({ photos }, state) {
    try {
      const ranks = await this.ranks(photos.map(({ identifier }) => identifier), state);
      const index = ranks.findIndex((rank) => rank !== null);
      return index < 0 ? 0 : (ranks[index] ?? 0) - photos[index].rank;
    } catch (error) {
      // The server may have yet another version by now. The photos then stay at their ranks.
      if (!(error instanceof ServerError)) throw error;
      return 0;
    }
  }

  /**
   * Reads windows of another version. Windows that can't be read are loaded later.
   * @param {readonly number[]} wanted
   * @param {TimelineState} state
   * @param {number} count of photos in that version
   * @param {API.TimelineWindow} [first] the window 0 if it is known
   * @returns {Promise<{ index: number, columns: API.TimelineWindow }[]>}
   */
  async windows(wanted, state, count, first) {
    const windows = await Promise.all(wanted.filter((index) => index * windowSize < count).map(async (index) => {
      if (index === 0 && first) return { index, columns: first };
      const from = index * windowSize;
      try {
        return { index, columns: await this.window(from, Math.min(windowSize, count - from), state) };
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
        return null;
      }
    }));
    return windows.flatMap((window) => (window === null ? [] : [window]));
  }

  /** @param {AbortSignal} [signal] */
  #options(signal) {
    return { ...this.#timeline.query, signal };
  }
}

/**
 * Returns the windows that are read at once with a new version: those in which the seen photos are then, or else those
 * that were used last.
 * @param {import("./timeline.js").SeenPhotos | null} seen
 * @param {number} shift of the seen photos
 * @param {readonly number[]} loaded windows, those used last at the end
 */
export function windowsToReread(seen, shift, loaded) {
  return seen === null ? loaded.slice(-rereadWindows) : windowsAround(seen.first + shift, seen.last + shift);
}

/**
 * @param {number | null} rank
 * @param {number} origin
 */
function shownRank(rank, origin) {
  return rank === null || rank < origin ? null : rank - origin;
}

/**
 * Returns the windows of some ranks, and the window before them: its last day decides how the next window begins.
 * @param {number} first
 * @param {number} last
 */
function windowsAround(first, last) {
  const begin = Math.max(0, Math.floor(first / windowSize) - 1);
  const end = Math.max(begin, Math.floor(last / windowSize));
  return Array.from({ length: Math.min(rereadWindows, end - begin) + 1 }, (_, index) => begin + index);
}
