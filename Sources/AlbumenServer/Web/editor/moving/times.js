/** The shortest video that a trim keeps, in seconds. */
const shortest = 0.1;

/** @typedef {{ start: number, end: number }} Span in seconds */

/**
 * Returns a time such as "1:05.3".
 * @param {number} seconds
 */
export function formatTime(seconds) {
  const tenths = Math.max(0, Math.round(seconds * 10));
  const pair = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60];
  const rest = `${pair(Math.floor(tenths / 10) % 60)}.${tenths % 10}`;
  return hours > 0 ? `${hours}:${pair(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/**
 * Returns the part that a recipe keeps of a video.
 * @param {Span | undefined} trim
 * @param {number} duration
 * @returns {Span}
 */
export function keptSpan(trim, duration) {
  if (trim === undefined) return { start: 0, end: duration };
  return { start: Math.min(trim.start, duration), end: Math.min(trim.end, duration) };
}

/**
 * Returns the part after one of its ends has moved. The ends keep a distance.
 * @param {Span} span
 * @param {"start" | "end"} end
 * @param {number} time
 * @param {number} duration
 * @returns {Span}
 */
export function spanWith(span, end, time, duration) {
  const gap = Math.min(shortest, duration);
  const moved = rounded(time);
  return end === "start"
    ? { start: Math.max(0, Math.min(moved, span.end - gap)), end: span.end }
    : { start: span.start, end: Math.min(duration, Math.max(moved, span.start + gap)) };
}

/**
 * Returns the `trim` of a recipe, or `undefined` if the part is the whole video.
 * @param {Span} span
 * @param {number} duration
 */
export function trimOf(span, duration) {
  return span.start <= 0 && span.end >= duration ? undefined : span;
}

/**
 * Returns the time of the key photo within a part.
 * @param {number} time
 * @param {Span} span
 */
export function timeWithin(time, { start, end }) {
  return Math.min(end, Math.max(start, rounded(time)));
}

/** @param {number} seconds */
function rounded(seconds) {
  return Math.round(seconds * 100) / 100;
}
