/**
 * The heights of all blocks: true heights of blocks that were laid out, and their average for the others.
 *
 * Two binary indexed trees keep the sums. The top of a block, the block at a height and a change take O(log *n*) for
 * *n* blocks: 14 steps for a million photos.
 */
export class BlockHeights {
  #heights;
  #knownHeights;
  #knownCounts;
  #sum = 0;
  #known = 0;

  /**
   * @param {number} count of blocks
   * @param {number} guess the height of a block until one is known
   * @param {number} lastGuess the height of the last block, which has fewer photos
   * @param {BlockHeights | null} before heights of similar blocks, for the average alone
   */
  constructor(count, guess, lastGuess = guess, before = null) {
    this.count = count;
    this.guess = guess;
    this.lastShare = guess > 0 ? lastGuess / guess : 1;
    this.#heights = new Float64Array(count).fill(-1);
    this.#knownHeights = new Float64Array(count + 1);
    this.#knownCounts = new Float64Array(count + 1);
    if (before === null) return;
    this.#sum = before.#sum;
    this.#known = before.#known;
  }

  /** The height of blocks that were never laid out. */
  get estimate() {
    return this.#known > 0 ? this.#sum / this.#known : this.guess;
  }

  get total() {
    return this.top(this.count);
  }

  /** @param {number} block */
  isKnown(block) {
    return this.#heights[block] >= 0;
  }

  /** @param {number} block */
  height(block) {
    if (this.isKnown(block)) return this.#heights[block];
    return block === this.count - 1 ? this.estimate * this.lastShare : this.estimate;
  }

  /**
   * Returns the sum of the heights of all blocks before one.
   * @param {number} block
   */
  top(block) {
    let sum = 0;
    let known = 0;
    for (let node = block; node > 0; node -= node & -node) {
      sum += this.#knownHeights[node];
      known += this.#knownCounts[node];
    }
    const guessed = sum + (block - known) * this.estimate;
    const last = this.count - 1;
    return block > last && last >= 0 && !this.isKnown(last) ? guessed - this.estimate * (1 - this.lastShare) : guessed;
  }

  /**
   * @param {number} block
   * @param {number} height
   */
  set(block, height) {
    const wasKnown = this.isKnown(block);
    const change = height - (wasKnown ? this.#heights[block] : 0);
    this.#heights[block] = height;
    for (let node = block + 1; node <= this.count; node += node & -node) {
      this.#knownHeights[node] += change;
      if (!wasKnown) this.#knownCounts[node] += 1;
    }
    // The last block is smaller than the others, so it would distort their average.
    if (block === this.count - 1 && this.count > 1) return;
    this.#sum += change;
    if (!wasKnown) this.#known += 1;
  }

  /**
   * Returns the block at a height, and how far below its top the height is.
   * @param {number} y
   */
  locate(y) {
    let block = 0;
    let rest = Math.max(0, y);
    for (let step = 2 ** Math.floor(Math.log2(Math.max(1, this.count))); step >= 1; step /= 2) {
      const node = block + step;
      if (node > this.count) continue;
      const height = this.#knownHeights[node] + (step - this.#knownCounts[node]) * this.estimate;
      if (height > rest) continue;
      block = node;
      rest -= height;
    }
    const last = Math.max(0, this.count - 1);
    if (block <= last) return { block, offset: rest };
    return { block: last, offset: Math.max(0, y - this.top(last)) };
  }
}

/** The largest height of an element. Browsers stop placing elements correctly between 17 and 33 million pixels. */
export const largestExtent = 8_000_000;

/**
 * Returns the place of the scroll bar for a position in the photos. Both are equal if all photos fit. In a larger
 * library they are equal near both ends, so that the ends are reached exactly, and proportional between them.
 * @param {number} position of the window's upper edge, from the top of the photos
 * @param {{ total: number, viewport: number, extent: number }} space
 */
export function barPosition(position, { total, viewport, extent }) {
  return stretch(position, Math.max(0, total - viewport), Math.max(0, extent - viewport));
}

/**
 * The inverse of `barPosition`.
 * @param {number} bar
 * @param {{ total: number, viewport: number, extent: number }} space
 */
export function photoPosition(bar, { total, viewport, extent }) {
  return stretch(bar, Math.max(0, extent - viewport), Math.max(0, total - viewport));
}

/**
 * @param {number} value
 * @param {number} from
 * @param {number} to
 */
function stretch(value, from, to) {
  if (from <= 0 || to <= 0) return 0;
  const inside = Math.min(from, Math.max(0, value));
  const end = Math.min(100_000, Math.min(from, to) / 4);
  if (inside <= end) return inside;
  if (inside >= from - end) return to - (from - inside);
  return end + ((inside - end) * (to - 2 * end)) / (from - 2 * end);
}

/**
 * Where the blocks are in the scrolled element.
 *
 * The anchor is the block at the window's upper edge, with its place. The places of all other blocks follow from it,
 * block by block. A scroll event moves no block: it only finds the blocks near the window, starting at the anchor, so
 * its cost doesn't depend on the size of the library. `settle` makes the scroll bar agree when the reader rests. It
 * moves all blocks and the bar by the same amount, which changes nothing on screen.
 */
export class ScrollSpace {
  scrollTop = 0;
  extent = 0;
  #anchor = 0;
  #anchorY = 0;

  /**
   * @param {BlockHeights} heights
   * @param {number} viewport height of the window
   */
  constructor(heights, viewport) {
    this.heights = heights;
    this.viewport = viewport;
  }

  get furthest() {
    return Math.max(0, this.heights.total - this.viewport);
  }

  /** How far the window's upper edge is below the top of all photos. */
  get position() {
    return this.heights.top(this.#anchor) + this.scrollTop - this.#anchorY;
  }

  /** The block at the window's upper edge, and the fraction of the block that is above the edge. */
  get top() {
    const height = this.heights.height(this.#anchor);
    return { block: this.#anchor, fraction: height > 0 ? (this.scrollTop - this.#anchorY) / height : 0 };
  }

  /** Whether the bar is at an end although the photos are not. It can't move on without `settle`. */
  get isStuck() {
    return (this.scrollTop <= 0 && this.position > 0.5)
      || (this.scrollTop >= this.extent - this.viewport - 1 && this.position < this.furthest - 1);
  }

  /**
   * Follows the bar. Less than three windows are a step of as many pixels; more are a place in the library.
   * @param {number} scrollTop
   */
  scrolled(scrollTop) {
    const distance = Math.abs(scrollTop - this.scrollTop);
    this.scrollTop = scrollTop;
    if (distance > 3 * this.viewport) {
      const { total } = this.heights;
      this.place(photoPosition(scrollTop, { total, viewport: this.viewport, extent: this.extent }));
    } else {
      this.#tidy();
    }
  }

  /**
   * Shows a place in a block, without moving the bar.
   * @param {number} block
   * @param {number} offset below the block's top
   * @param {number} [below] how far below the window's upper edge it is shown
   */
  jump(block, offset, below = 0) {
    this.#anchor = block;
    this.#anchorY = this.scrollTop - offset + below;
    this.#tidy();
  }

  /**
   * Shows the photos that far below the top of all, without moving the bar.
   * @param {number} position in pixels
   */
  place(position) {
    const { block, offset } = this.heights.locate(Math.min(position, this.furthest));
    this.jump(block, offset);
  }

  /**
   * Stores true heights. The first block in the window that was laid out before keeps its place. If there is none, the
   * same part of the block at the upper edge stays there.
   * @param {Map<number, number>} changes heights by block
   * @param {(block: number) => boolean} isLaidOut
   */
  measured(changes, isLaidOut) {
    const { fraction, block: topBlock } = this.top;
    const kept = this.near(0).find(({ block }) => !changes.has(block) && isLaidOut(block));
    const wasAtStart = this.position <= 0.5;
    const wasAtEnd = !wasAtStart && this.position >= this.furthest - 0.5;
    for (const [block, height] of changes) this.heights.set(block, height);
    if (wasAtStart && changes.has(0)) {
      this.jump(0, 0);
    } else if (kept) {
      this.#anchor = kept.block;
      this.#anchorY = kept.y;
    } else if (wasAtEnd) {
      this.place(this.furthest);
    } else {
      this.jump(topBlock, fraction * this.heights.height(topBlock));
    }
    this.#tidy();
  }

  /**
   * Returns the blocks in or near the window.
   * @param {number} margin above and below the window
   * @returns {{ block: number, y: number, height: number }[]} `y` in the scrolled element
   */
  near(margin) {
    const found = [];
    let block = this.#anchor;
    let y = this.#anchorY;
    while (block > 0 && y > this.scrollTop - margin) {
      block -= 1;
      y -= this.heights.height(block);
    }
    const end = this.scrollTop + this.viewport + margin;
    for (; block < this.heights.count && y < end; block++) {
      const height = this.heights.height(block);
      if (y + height > this.scrollTop - margin) found.push({ block, y, height });
      y += height;
    }
    return found;
  }

  /**
   * Returns where a block is in the scrolled element.
   * @param {number} block
   */
  y(block) {
    return this.#anchorY + this.heights.top(block) - this.heights.top(this.#anchor);
  }

  /**
   * Makes the bar agree with the photos. The caller sets the extent of the scrolled element and the place of the bar,
   * and then passes the place that the browser chose to `corrected`.
   * @returns {{ extent: number, scrollTop: number }}
   */
  settle() {
    const { total } = this.heights;
    this.extent = Math.max(Math.round(Math.min(total, largestExtent)), this.viewport);
    const place = { total, viewport: this.viewport, extent: this.extent };
    this.corrected(Math.round(barPosition(this.position, place)));
    return { extent: this.extent, scrollTop: this.scrollTop };
  }

  /** @param {number} scrollTop of the bar, which the photos follow */
  corrected(scrollTop) {
    this.#anchorY += scrollTop - this.scrollTop;
    this.scrollTop = scrollTop;
  }

  /** Keeps the window within the photos, and the anchor at its upper edge. */
  #tidy() {
    const { position, furthest } = this;
    if (position < 0) this.#anchorY += position;
    else if (position > furthest) this.#anchorY += position - furthest;
    while (this.#anchor > 0 && this.#anchorY > this.scrollTop) {
      this.#anchor -= 1;
      this.#anchorY -= this.heights.height(this.#anchor);
    }
    while (this.#anchor < this.heights.count - 1) {
      const height = this.heights.height(this.#anchor);
      if (this.#anchorY + height > this.scrollTop) break;
      this.#anchorY += height;
      this.#anchor += 1;
    }
  }
}
