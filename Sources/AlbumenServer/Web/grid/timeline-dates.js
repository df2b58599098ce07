const identifiersAtOnce = 10_000;

/**
 * A month with photos.
 * @typedef {object} Month
 * @property {number | null} day the first day of the month; `null` for the photos without a date
 * @property {number} first rank of its first photo
 * @property {number} count of its photos
 */

/** The months and days of a timeline that is newest first, also of photos that are not loaded. */
export class TimelineDates {
  #timeline;
  /**
   * The months of one version.
   * @type {{ version: string, origin: number, months: Month[] } | null}
   */
  #known = null;

  /** @param {import("./timeline.js").Timeline} timeline */
  constructor(timeline) {
    this.#timeline = timeline;
  }

  /**
   * Returns the months of the photos that are shown, the newest first.
   * @param {{ signal?: AbortSignal }} options
   * @returns {Promise<Month[]>}
   */
  async months({ signal } = {}) {
    const { library, collection, query } = this.#timeline;
    return this.#timeline.ask(async (version, origin) => {
      if (this.#known?.version !== version || this.#known.origin !== origin) {
        const months = monthsOf(await library.months(collection, version, { ...query, signal }), origin);
        this.#known = { version, origin, months };
      }
      return this.#known.months;
    }, signal);
  }

  /**
   * Returns a few photos that represent parts of the timeline.
   * @param {readonly { first: number, count: number }[]} parts ranks; at most 48 parts
   * @param {number} count of photos for each part; at most 8
   * @param {{ signal?: AbortSignal }} options
   * @returns {Promise<API.TimelineCovers["covers"]>}
   */
  async covers(parts, count, { signal } = {}) {
    const { library, collection, query } = this.#timeline;
    return this.#timeline.ask((version, origin) => {
      const ranks = parts.map((part) => ({ first: origin + part.first, last: origin + part.first + part.count - 1 }));
      return library.covers(collection, version, ranks, count, { ...query, signal });
    }, signal);
  }

  /**
   * Returns the identifiers of all photos of some days that are shown.
   * @param {{ first: number | null, last: number | null }} days the newer one first
   * @param {{ signal?: AbortSignal }} options
   * @returns {Promise<string[]>}
   */
  async identifiers(days, { signal } = {}) {
    const { library, collection, query } = this.#timeline;
    // The ranks and the identifiers are of one version.
    return this.#timeline.ask(async (version, origin) => {
      const lists = rangesOf(days).map((range) => library.days(collection, version, range, { ...query, signal }));
      /** @type {string[]} */
      const found = [];
      for (const { from, count } of (await Promise.all(lists)).flat()) {
        const end = from + count;
        for (let first = Math.max(from, origin); first < end; first += identifiersAtOnce) {
          const size = Math.min(identifiersAtOnce, end - first);
          const part = await library.identifiers(collection, version, first, size, { ...query, signal });
          for (const each of part) found.push(each);
        }
      }
      return found;
    }, signal);
  }

  /**
   * Returns the loaded ranks around one whose photos are of some days.
   * @param {{ first: number | null, last: number | null, rank: number }} days the newer one first
   * @returns {{ first: number, last: number, isComplete: boolean }} `isComplete`: whether the photos beside them are
   *   known to be of other days
   */
  loadedRanks({ first: newest, last: oldest, rank }) {
    const timeline = this.#timeline;
    const isOfDays = (/** @type {number | null} */ day) => isWithin(day, newest, oldest);
    let first = rank;
    while (first > 0) {
      const item = timeline.item(first - 1);
      if (!item || !isOfDays(item.day)) break;
      first -= 1;
    }
    let last = rank;
    while (last < timeline.count - 1) {
      const item = timeline.item(last + 1);
      if (!item || !isOfDays(item.day)) break;
      last += 1;
    }
    const isComplete = (first === 0 || timeline.item(first - 1) !== undefined)
      && (last === timeline.count - 1 || timeline.item(last + 1) !== undefined);
    return { first, last, isComplete };
  }
}

/**
 * @param {API.TimelineMonths} answer
 * @param {number} origin the server's rank of the first photo that is shown
 * @returns {Month[]}
 */
function monthsOf({ ranks, days, count }, origin) {
  return ranks.flatMap((rank, index) => {
    const first = Math.max(0, rank - origin);
    const end = (ranks[index + 1] ?? count) - origin;
    return end > first ? [{ day: days[index], first, count: end - first }] : [];
  });
}

/**
 * Returns the ranges of days between two. The photos without a date follow all others.
 * @param {{ first: number | null, last: number | null }} days the newer one first
 */
function rangesOf({ first, last }) {
  if (first === null) return [null];
  // From a day to the photos without a date, there are only the days of the row, of which this is the newest.
  if (last === null) return [{ first: earliestDay, last: first }, null];
  return [{ first: Math.min(first, last), last: Math.max(first, last) }];
}

/** The first of January of the year 1. */
const earliestDay = -719_162;

/**
 * @param {number | null} day
 * @param {number | null} newest
 * @param {number | null} oldest
 */
function isWithin(day, newest, oldest) {
  if (day === null) return oldest === null;
  if (newest === null) return false;
  const [one, other] = oldest === null ? [earliestDay, newest] : [oldest, newest];
  return day >= Math.min(one, other) && day <= Math.max(one, other);
}
