/** The number of ranks in a window. Windows begin at multiples of it. */
export const windowSize = 100;

const keptWindows = 16;

/**
 * A photo or video of a timeline.
 * @typedef {object} TimelineItem
 * @property {number} rank
 * @property {string} identifier
 * @property {number} ratio width / height
 * @property {number} longSide of the picture, in its pixels
 * @property {string | null} placeholder ThumbHash in base64
 * @property {number | null} day days since 1970-01-01, where the photo was taken
 * @property {readonly API.Kind[]} kinds
 * @property {number} duration in seconds
 * @property {string} content a tag that changes with the pixels
 * @property {number} frameCount of the burst that the photo represents; 0 if it represents no burst
 * @property {string | null} [caption] the beginning of the caption
 * @property {readonly string[]} [placeNames] the town, and its part if there is one
 * @property {number} [daysLeft] in Recently Deleted: the days until the photo may be purged
 */

/**
 * The lists that a window has for its photos.
 * @typedef {Omit<API.TimelineWindow, "version" | "count" | "from">} Columns
 */

/**
 * Returns a photo of a window, which has a list for each property.
 * @param {Columns} window
 * @param {number} place in the window
 * @param {number} rank
 * @returns {TimelineItem}
 */
export function photoInWindow(window, place, rank) {
  return {
    rank,
    identifier: window.identifiers[place],
    ratio: window.ratios[place],
    longSide: window.longSides[place],
    placeholder: window.placeholders[place],
    day: window.days[place],
    kinds: window.kinds[place],
    duration: window.durations[place],
    content: window.contents[place],
    frameCount: window.frameCounts[place],
    caption: window.captions?.[place],
    placeNames: window.placeNames?.[window.places?.[place] ?? -1],
    daysLeft: window.daysLeft?.[place],
  };
}

/** The windows of a timeline that were used last, by index. */
export class LoadedWindows {
  /**
   * In the order of their last use.
   * @type {Map<number, Columns>}
   */
  #windows = new Map();
  /** @type {number | null} */
  #newest = null;

  /**
   * Whether a window is loaded. Counts as a use of the window.
   * @param {number} index
   */
  has(index) {
    return this.#use(index) !== undefined;
  }

  /** The indexes, that of the window used last at the end. */
  get indexes() {
    return [...this.#windows.keys()];
  }

  /**
   * Adds a window, and drops those that were not used for longest.
   * @param {number} index
   * @param {Columns} columns
   */
  put(index, columns) {
    const { identifiers, ratios, longSides, placeholders, days, durations, contents, frameCounts } = columns;
    const { daysLeft, captions, places, placeNames } = columns;
    this.#windows.set(index, {
      identifiers, ratios, longSides, placeholders, days, kinds: columns.kinds.map(sharedKinds), durations, contents,
      frameCounts, daysLeft, captions, places, placeNames,
    });
    this.#newest = index;
    for (const oldest of this.#windows.keys()) {
      if (this.#windows.size <= keptWindows) break;
      this.#windows.delete(oldest);
    }
  }

  clear() {
    this.#windows.clear();
    this.#newest = null;
  }

  /**
   * Returns the photo at a rank, or `undefined` if its window is not loaded. Counts as a use of the window.
   * @param {number} rank
   */
  item(rank) {
    const window = this.#use(Math.floor(rank / windowSize));
    const place = rank % windowSize;
    return window && place < window.identifiers.length ? photoInWindow(window, place, rank) : undefined;
  }

  /**
   * Returns the rank of a photo, or `undefined` if its window is not loaded.
   * @param {string} identifier
   */
  rank(identifier) {
    for (const [index, { identifiers }] of this.#windows) {
      const place = identifiers.indexOf(identifier);
      if (place >= 0) return index * windowSize + place;
    }
    return undefined;
  }

  /**
   * Returns the identifiers of some ranks, or `null` if one of them is not loaded.
   * @param {number} first
   * @param {number} last inclusive
   */
  identifiers(first, last) {
    const found = [];
    for (let rank = first; rank <= last; rank++) {
      const identifier = this.#windows.get(Math.floor(rank / windowSize))?.identifiers[rank % windowSize];
      if (identifier === undefined) return null;
      found.push(identifier);
    }
    return found;
  }

  /** @param {number} index */
  #use(index) {
    const window = this.#windows.get(index);
    if (window && this.#newest !== index) {
      this.#windows.delete(index);
      this.#windows.set(index, window);
      this.#newest = index;
    }
    return window;
  }
}

/** @type {Map<string, API.Kind[]>} */
const knownKinds = new Map();

/**
 * Returns one list for all photos of the same kinds. Most photos have none.
 * @param {API.Kind[]} kinds
 */
function sharedKinds(kinds) {
  const key = kinds.join();
  const known = knownKinds.get(key) ?? kinds;
  knownKinds.set(key, known);
  return known;
}
