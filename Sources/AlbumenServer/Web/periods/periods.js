/** @typedef {import("../address/page-history.js").PeriodPlace} PeriodPlace */
/** @typedef {import("../address/page-history.js").PeriodUnit} PeriodUnit */

/**
 * A year or a month with photos.
 * @typedef {object} Period
 * @property {string} name such as "2024" or "2024-05", or "undated"
 * @property {number | null} day its first day, or `null`
 * @property {number} first rank of its first photo
 * @property {number} count of its photos
 */

const millisecondsPerDay = 86_400_000;
const undated = "undated";

/** The units from the coarsest to the finest. */
export const units = Object.freeze(/** @type {const} */ (["years", "months", "days"]));

/**
 * Returns the name of the month or the year of a day.
 * @param {number | null} day
 * @param {PeriodUnit} unit
 */
export function periodName(day, unit) {
  if (day === null) return undated;
  const date = new Date(day * millisecondsPerDay);
  const year = String(date.getUTCFullYear()).padStart(4, "0");
  return unit === "years" ? year : `${year}-${String(date.getUTCMonth() + 1).padStart(2, "0")}`;
}

/**
 * Returns the years or the months of a timeline.
 * @param {readonly import("../grid/timeline-dates.js").Month[]} months the newest first
 * @param {PeriodUnit} unit
 * @returns {Period[]}
 */
export function periodsOf(months, unit) {
  /** @type {Period[]} */
  const periods = [];
  for (const { day, first, count } of months) {
    const name = periodName(day, unit);
    const last = periods[periods.length - 1];
    if (last?.name === name) {
      last.count += count;
      last.day = day;
    } else {
      periods.push({ name, day, first, count });
    }
  }
  return periods;
}

/**
 * Returns the index of the period that a name belongs to. If there is none, returns the next older one, or the last.
 * @param {readonly Period[]} periods the newest first
 * @param {string | null} at of a year or a month; `null` for the first
 * @returns {number} -1 if there are no periods
 */
export function periodIndex(periods, at) {
  if (at === null) return periods.length > 0 ? 0 : -1;
  // A month is in the period of its year, and a year begins with its newest month.
  const index = periods.findIndex(({ name }) => name === at || name.startsWith(`${at}-`) || at.startsWith(`${name}-`));
  if (index >= 0) return index;
  const older = at === undated ? -1 : periods.findIndex(({ name }) => name !== undated && name < at);
  return older >= 0 ? older : periods.length - 1;
}
