// The arithmetic of dates with time zones. Times are in seconds since 1970, and readings are those of a clock, as in an
// `<input type="datetime-local">`.

/**
 * The reader's choice.
 * @typedef {object} DateChoice
 * @property {"first" | "shift" | "same"} mode `first` sets the first photo's date and moves the others with it
 * @property {string} reading the new date, for `first` and `same`
 * @property {number} shift in seconds, for `shift`
 * @property {number | null} zone the new offset from UTC in seconds; `null` keeps each photo's own
 * @property {"clockTime" | "moment"} keeps what a new zone keeps
 */

/** @typedef {API.AssetSummary["first"] & {}} DatedAsset */
/** @typedef {import("../server/library-changes.js").AssetChange} AssetChange */

const [earliest, latest] = [-62_135_596_800, 253_402_300_800];

/**
 * Returns the time of a reading in UTC, or `null` if it isn't one of the years 1 to 9999.
 * @param {string} reading
 */
export function timeOf(reading) {
  const time = Date.parse(`${reading}Z`) / 1000;
  return time >= earliest && time < latest ? time : null;
}

/**
 * Returns a reading in whole seconds.
 * @param {number} time
 */
export function readingOf(time) {
  return new Date(Math.floor(time) * 1000).toISOString().slice(0, 19);
}

/** @param {DatedAsset} asset */
function momentOf(asset) {
  return Date.parse(asset.creationDate ?? "") / 1000;
}

/**
 * Returns the offset of the clock in which the reader sets the first date. If a new zone keeps the moment, the clock is
 * the new one.
 * @param {DatedAsset} first
 * @param {Pick<DateChoice, "zone" | "keeps">} choice
 */
function offsetOfFirst(first, { zone, keeps }) {
  return zone !== null && keeps === "moment" ? zone : first.utcOffset ?? 0;
}

/**
 * Returns the first photo's date as it is, on the clock in which the reader sets it.
 * @param {DatedAsset} first
 * @param {Pick<DateChoice, "zone" | "keeps">} choice
 */
export function readingOfFirst(first, choice) {
  return readingOf(momentOf(first) + offsetOfFirst(first, choice));
}

/**
 * Returns the change of all photos. It is empty if nothing changes, and `null` if the date isn't valid.
 * @param {DateChoice} choice
 * @param {DatedAsset | null} first
 * @returns {AssetChange | null}
 */
export function dateChange(choice, first) {
  const { mode, zone, keeps } = choice;
  const timeZone = zone === null ? {} : { timeZone: { utcOffset: zone, keeps } };
  if (mode === "same") {
    return timeOf(choice.reading) === null ? null : { clockTime: withSeconds(choice.reading), ...timeZone };
  }
  const dateShift = shiftOf(choice, first);
  if (dateShift === null) return null;
  return dateShift === 0 ? timeZone : { dateShift, ...timeZone };
}

/**
 * @param {DateChoice} choice
 * @param {DatedAsset | null} first
 */
function shiftOf(choice, first) {
  if (choice.mode === "shift") return Number.isFinite(choice.shift) ? choice.shift : null;
  const time = timeOf(choice.reading);
  if (time === null || first === null) return null;
  return time - (timeOf(readingOfFirst(first, choice)) ?? time);
}

/** @param {string} reading the browser leaves out seconds that are zero */
function withSeconds(reading) {
  return readingOf(timeOf(reading) ?? 0);
}

/**
 * Returns the date of a photo after the change; `null` if it isn't in the years 1 to 9999.
 * @param {DateChoice} choice
 * @param {DatedAsset} asset
 * @param {DatedAsset | null} first
 * @returns {{ reading: string, utcOffset: number | null } | null}
 */
export function changedDate(choice, asset, first) {
  const utcOffset = choice.zone ?? asset.utcOffset ?? null;
  if (choice.mode === "same") {
    return timeOf(choice.reading) === null ? null : { reading: withSeconds(choice.reading), utcOffset };
  }
  const shift = shiftOf(choice, first);
  if (shift === null) return null;
  const isClock = choice.zone === null || choice.keeps === "clockTime";
  const time = momentOf(asset) + shift + (isClock ? asset.utcOffset ?? 0 : utcOffset ?? 0);
  return time >= earliest && time < latest ? { reading: readingOf(time), utcOffset } : null;
}
