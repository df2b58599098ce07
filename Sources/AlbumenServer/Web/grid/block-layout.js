import { dayLabels } from "./day-labels.js";
import { windowSize } from "./loaded-windows.js";

// The places of the photos of one block: justified rows with the headings of the days. Lengths are in CSS pixels.

/** The limits of width / height. Narrower and wider photos are cropped, so that each can be seen and pressed. */
export const narrowest = 0.45;
export const widest = 4;

const lowestRow = 0.5;
const highestRow = 1.5;

/**
 * Returns the width / height of a photo in the grid.
 * @param {number} ratio width / height
 */
export function shape(ratio) {
  return Number.isFinite(ratio) && ratio > 0 ? Math.min(widest, Math.max(narrowest, ratio)) : 1;
}

/**
 * Breaks photos into rows whose heights differ least from the wanted height: least squares over all rows, by dynamic
 * programming. Each row fills the width, including the last. Only a single row of too few photos keeps the wanted
 * height and ends early.
 *
 * Looks at some 1,000 rows for 100 photos, which takes well under a millisecond.
 * @param {readonly number[]} shapes width / height of each photo
 * @param {{ width: number, rowHeight: number, gap: number }} metrics
 * @returns {{ first: number, last: number, height: number, isFull: boolean }[]} `last` is inclusive
 */
export function breakRows(shapes, { width, rowHeight, gap }) {
  const count = shapes.length;
  const costs = new Float64Array(count + 1).fill(Infinity);
  const starts = new Int32Array(count + 1);
  const heights = new Float64Array(count + 1);
  costs[0] = 0;
  for (let end = 1; end <= count; end++) {
    let sum = 0;
    for (let start = end - 1; start >= 0; start--) {
      sum += shapes[start];
      const height = Math.max(1, (width - gap * (end - start - 1)) / sum);
      if (height < rowHeight * lowestRow && costs[end] < Infinity) break;
      const cost = costs[start] + (height - rowHeight) ** 2;
      if (cost < costs[end]) {
        costs[end] = cost;
        starts[end] = start;
        heights[end] = height;
      }
    }
  }
  const rows = [];
  for (let end = count; end > 0; end = starts[end]) {
    const isFull = heights[end] <= rowHeight * highestRow;
    rows.push({ first: starts[end], last: end - 1, height: Math.round(isFull ? heights[end] : rowHeight), isFull });
  }
  return rows.toReversed();
}

/**
 * @typedef {object} Metrics
 * @property {number} width of a row
 * @property {number} rowHeight wanted
 * @property {number} gap between photos
 * @property {number} headingHeight of a line of day names
 * @property {number} [headingWidth] that the name of a day needs; `Infinity` for one name in a row
 */

/**
 * @typedef {object} Row
 * @property {number} first place of its first photo in the block
 * @property {number} last place of its last photo
 * @property {number} y of its top, which is that of its heading if it has one
 * @property {number} height of the whole row with heading, without the gap below
 * @property {number} pictureHeight
 * @property {import("./day-labels.js").DayLabel[]} labels the names of its days if one of them begins in it
 */

/**
 * The places of the photos of a block.
 * @typedef {object} BlockLayout
 * @property {number} height
 * @property {Row[]} rows
 * @property {Int32Array} x of each photo
 * @property {Int32Array} width of each photo
 */

/**
 * Lays out a block.
 * @param {readonly number[]} ratios
 * @param {readonly (number | null)[]} days
 * @param {number | null | undefined} previousDay of the photo before the block; `undefined` if there is none
 * @param {Metrics} metrics
 * @param {{ leading?: number, trailing?: number }} insets space above the first row and below the last
 * @returns {BlockLayout}
 */
export function layoutBlock(ratios, days, previousDay, metrics, { leading = 0, trailing = 0 } = {}) {
  const shapes = Array.from(ratios, shape);
  const x = new Int32Array(shapes.length);
  const widths = new Int32Array(shapes.length);
  /** @type {Row[]} */
  const rows = [];
  let y = leading;
  for (const { first, last, height: pictureHeight, isFull } of breakRows(shapes, metrics)) {
    const rowWidth = placeTiles(shapes, first, last, pictureHeight, isFull, metrics, x, widths);
    const dayBefore = first === 0 ? previousDay : days[first - 1];
    const labels = dayLabels({ days, first, last, dayBefore, x, end: Math.max(metrics.width, rowWidth) }, metrics);
    const height = pictureHeight + (labels.length > 0 ? metrics.headingHeight : 0);
    rows.push({ first, last, y, height, pictureHeight, labels });
    y += height + metrics.gap;
  }
  return { height: y + trailing, rows, x, width: widths };
}

/**
 * Places the photos of a row. Ends of tiles are rounded, not widths, so that rounding never adds up and a full row ends
 * exactly at its width.
 * @param {readonly number[]} shapes
 * @param {number} first
 * @param {number} last inclusive
 * @param {number} pictureHeight
 * @param {boolean} isFull
 * @param {Metrics} metrics
 * @param {Int32Array} x is filled
 * @param {Int32Array} widths is filled
 */
function placeTiles(shapes, first, last, pictureHeight, isFull, { width, gap }, x, widths) {
  let sum = 0;
  for (let place = first; place <= last; place++) sum += shapes[place];
  const room = width - gap * (last - first);
  const scale = isFull ? room / sum : Math.min(pictureHeight, room / sum);
  let before = 0;
  for (let place = first; place <= last; place++) {
    const left = Math.round(before * scale);
    before += shapes[place];
    x[place] = left + gap * (place - first);
    widths[place] = Math.max(1, Math.round(before * scale) - left);
  }
  return isFull ? width : x[last] + widths[last];
}

/**
 * Returns the probable height of a block, until the height of one block is known.
 * @param {number} count of photos
 * @param {Metrics} metrics
 */
export function roughHeight(count, { width, rowHeight, gap, headingHeight }) {
  const usualShape = 1.2;
  const usualPhotosPerDay = 20;
  const rows = Math.max(1, (count * (usualShape * rowHeight + gap)) / Math.max(1, width));
  return Math.ceil(rows) * (rowHeight + gap) + Math.min(rows, count / usualPhotosPerDay) * headingHeight;
}

/**
 * Returns the place of the first row that ends below a height, found by binary search.
 * @param {readonly Row[]} rows
 * @param {number} y
 */
export function rowBelow(rows, y) {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].y + rows[middle].height > y) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Returns the rows of a block that are between two heights.
 * @param {BlockLayout} layout
 * @param {number} top
 * @param {number} bottom
 */
export function* rowsWithin({ rows }, top, bottom) {
  for (let row = rowBelow(rows, top); row < rows.length && rows[row].y < bottom; row++) yield row;
}

/**
 * Returns the place of the row that holds a photo.
 * @param {readonly Row[]} rows
 * @param {number} place of the photo in the block
 */
export function rowHolding(rows, place) {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].last < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

const keptLayouts = 12;

/** The layouts of the blocks near the window. A layout that was forgotten can be made again. */
export class BlockLayouts {
  #timeline;
  #metrics;
  /** @type {Map<number, BlockLayout>} */
  #layouts = new Map();
  /**
   * The day of the last photo of each block.
   * @type {Map<number, number | null>}
   */
  #lastDays;

  /**
   * @param {import("./timeline.js").Timeline} timeline
   * @param {import("./grid-metrics.js").GridMetrics} metrics
   * @param {BlockLayouts | null} before layouts of the same ranks at another width
   */
  constructor(timeline, metrics, before) {
    this.#timeline = timeline;
    this.#metrics = metrics;
    this.#lastDays = before ? before.#lastDays : new Map();
  }

  /** The number of blocks. */
  get count() {
    return Math.ceil(this.#timeline.count / windowSize);
  }

  /**
   * Returns the number of photos in a block.
   * @param {number} block
   */
  size(block) {
    return Math.min(windowSize, this.#timeline.count - block * windowSize);
  }

  /** @param {number} block */
  has(block) {
    return this.#layouts.has(block);
  }

  /** @param {number} block */
  get(block) {
    return this.#layouts.get(block);
  }

  /**
   * @param {number} block
   * @param {BlockLayout} layout
   */
  set(block, layout) {
    this.#layouts.set(block, layout);
  }

  /**
   * Whether the day of the last photo before a block is known, which decides whether a day begins with the block.
   * @param {number} block
   */
  isFirstDayKnown(block) {
    return block === 0 || !this.#timeline.isByDate || this.#lastDays.has(block - 1);
  }

  /**
   * Notes the day of the last photo of a window that was loaded.
   * @param {{ first: number, last: number }} ranks
   */
  loaded({ first, last }) {
    this.#lastDays.set(Math.floor(first / windowSize), this.#timeline.item(last)?.day ?? null);
  }

  /**
   * Returns the layout of a block, or `null` if one of its photos is not loaded.
   * @param {number} block
   */
  make(block) {
    const first = block * windowSize;
    if (!this.isFirstDayKnown(block)) {
      const before = this.#timeline.item(first - 1);
      if (!before) return null;
      this.#lastDays.set(block - 1, before.day);
    }
    const items = [];
    for (let rank = first; rank < first + this.size(block); rank++) {
      const item = this.#timeline.item(rank);
      if (!item) return null;
      items.push(item);
    }
    const insets = {
      leading: block === 0 ? this.#metrics.leading : 0,
      trailing: block === this.count - 1 ? this.#metrics.trailing : 0,
    };
    const ratios = items.map(({ ratio }) => ratio);
    // In another order the days don't follow each other, so no day has a heading.
    if (!this.#timeline.isByDate) return layoutBlock(ratios, items.map(() => null), null, this.#metrics, insets);
    const previousDay = block > 0 ? this.#lastDays.get(block - 1) : undefined;
    const days = items.map(({ day }) => day);
    return layoutBlock(ratios, days, previousDay, this.#metrics, insets);
  }

  /**
   * Forgets the oldest.
   * @param {Set<number>} needed blocks that stay
   */
  forgetOthers(needed) {
    for (const block of this.#layouts.keys()) {
      if (this.#layouts.size <= keptLayouts) break;
      if (!needed.has(block)) this.#layouts.delete(block);
    }
  }
}
