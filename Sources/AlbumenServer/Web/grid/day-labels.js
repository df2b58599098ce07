/**
 * The name of a day above its photos in a row, or of several days whose photos are too narrow for a name each.
 * @typedef {object} DayLabel
 * @property {number} place of its first photo in the block
 * @property {number} last place of its last photo in the row
 * @property {number} x of its first photo
 * @property {number} width that the name may take
 * @property {boolean} isContinued whether its day has begun in a row above
 */

/** The names of several days need more room than the name of one, by this factor. */
const roomForSeveral = 1.4;

/**
 * Returns the names above a row: those of all its days if one of them begins in the row, or else none.
 * @param {object} row
 * @param {readonly (number | null)[]} row.days of the photos of the block
 * @param {number} row.first place of the row's first photo
 * @param {number} row.last place of its last photo
 * @param {number | null | undefined} row.dayBefore the day of the photo before the row; `undefined` if there is none
 * @param {Int32Array} row.x of the photos of the block
 * @param {number} row.end the right end of the last name
 * @param {{ gap: number, headingWidth?: number }} metrics
 * @returns {DayLabel[]}
 */
export function dayLabels({ days, first, last, dayBefore, x, end }, { gap, headingWidth = 0 }) {
  /** @type {DayLabel[]} */
  const labels = [];
  let previous = dayBefore;
  let hasBeginning = false;
  for (let place = first; place <= last; place++) {
    const begins = days[place] !== previous;
    if (begins || place === first) labels.push({ place, last: place, x: x[place], width: 0, isContinued: !begins });
    labels[labels.length - 1].last = place;
    hasBeginning ||= begins;
    previous = days[place];
  }
  if (!hasBeginning) return [];
  labels.forEach((label, index) => {
    const next = labels[index + 1];
    label.width = Math.max(0, (next ? next.x - 2 * gap : end) - label.x);
  });
  return joinNarrow(labels, days, headingWidth);
}

/**
 * Joins names that have too little room with the next one, and the last one with the name before it.
 * @param {DayLabel[]} labels
 * @param {readonly (number | null)[]} days
 * @param {number} headingWidth
 */
function joinNarrow(labels, days, headingWidth) {
  const isNarrow = (/** @type {DayLabel} */ label) =>
    label.width < headingWidth * (days[label.place] === days[label.last] ? 1 : roomForSeveral);
  /** @type {DayLabel[]} */
  const joined = [];
  for (const label of labels) {
    const before = joined[joined.length - 1];
    if (before && isNarrow(before)) joined[joined.length - 1] = join(before, label);
    else joined.push(label);
  }
  while (joined.length > 1 && isNarrow(joined[joined.length - 1])) {
    const [before, label] = joined.splice(-2);
    joined.push(join(before, label));
  }
  return joined;
}

/**
 * @param {DayLabel} label
 * @param {DayLabel} next
 * @returns {DayLabel}
 */
function join(label, next) {
  return { ...label, last: next.last, width: next.x + next.width - label.x, isContinued: false };
}
