/** A draw later than this after the one before, in milliseconds, isn't part of the same motion. */
const motionMilliseconds = 200;

/** Slower than two frames at 60 a second, in milliseconds: the next draw has fewer pixels. */
const slowMilliseconds = 32;

/** As fast as the screen: the next draw may have more pixels. */
const fastMilliseconds = 18;

/** The smallest share of the pixels of a side. */
const smallestShare = 0.25;

/** The share at the start if the browser draws without a graphics processor. */
const softwareShare = 0.5;

/**
 * Chooses how many pixels a draw has while something moves, so that each draw is done within a frame or two. When
 * nothing moves, all pixels are drawn.
 */
export class DrawPace {
  #share;
  #last = -Infinity;

  /** @param {{ isSoftware?: boolean }} options whether the browser draws without a graphics processor */
  constructor({ isSoftware = false } = {}) {
    this.#share = isSoftware ? softwareShare : 1;
  }

  /**
   * Returns the share of the pixels of a side for a draw.
   * @param {number} now in milliseconds
   */
  share(now) {
    const interval = now - this.#last;
    this.#last = now;
    // The first draw of a motion has all pixels, because most changes are no motion.
    if (interval > motionMilliseconds) return 1;
    if (interval > slowMilliseconds) this.#share = Math.max(smallestShare, this.#share * 0.8);
    else if (interval < fastMilliseconds) this.#share = Math.min(1, this.#share * 1.02);
    return this.#share;
  }
}
