/** How far ahead of the position parts are loaded, in seconds. */
const loadedAhead = 14;

/** A place this close before a buffered span plays from the span, in seconds. */
const gapLimit = 1;

/** @typedef {{ start: number, end: number }} Span in seconds */
/** @typedef {import("./part-layout.js").PartLayout} PartLayout */

/**
 * Returns the spans of a browser's list.
 * @param {TimeRanges} ranges
 * @returns {Span[]}
 */
export function spansOf(ranges) {
  return Array.from({ length: ranges.length }, (_, index) => ({ start: ranges.start(index), end: ranges.end(index) }));
}

/**
 * Whether a position is in a span, and not at its end.
 * @param {readonly Span[]} spans
 * @param {number} position
 */
export function isBuffered(spans, position) {
  return spans.some(({ start, end }) => position >= start - 0.01 && position < end - 0.05);
}

/**
 * Returns the position to which to move over a small gap, or `null`. A track can begin a little later than the other.
 * @param {readonly Span[]} spans
 * @param {number} position
 */
export function positionAfterGap(spans, position) {
  if (isBuffered(spans, position)) return null;
  const next = spans.find(({ start }) => start > position && start - position < gapLimit);
  return next ? next.start + 0.01 : null;
}

/**
 * Returns the number of the part to load next, or `null` if enough is loaded.
 *
 * A part with copied packets begins with its first keyframe, so the position can belong to the part before.
 * @param {object} state
 * @param {number} state.position in seconds
 * @param {PartLayout} state.layout
 * @param {ReadonlySet<number>} state.loaded the numbers of loaded parts
 * @param {readonly Span[]} state.spans the buffered spans
 * @param {number} [state.ahead] in seconds
 */
export function nextPart({ position, layout, loaded, spans, ahead = loadedAhead }) {
  const own = layout.numberAt(position);
  if (!loaded.has(own)) return own;
  const isNearGap = positionAfterGap(spans, position) !== null;
  if (own > 0 && !loaded.has(own - 1) && !isBuffered(spans, position) && !isNearGap) return own - 1;
  for (let number = own + 1; number < layout.count && layout.start(number) < position + ahead; number += 1) {
    if (!loaded.has(number)) return number;
  }
  return null;
}
