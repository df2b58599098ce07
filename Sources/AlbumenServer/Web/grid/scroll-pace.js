const restMilliseconds = 120;

/** The speed, in windows a second, above which pictures aren't requested. */
const fastWindowsPerSecond = 5;

/** A step of more windows is a jump: the photos in between aren't loaded. */
const jumpInWindows = 1;

/** How fast the photos move, and when they come to rest. */
export class ScrollPace {
  isFast = false;
  isJumping = false;
  /** Whether the reader has scrolled since the timeline was opened. */
  hasMoved = false;
  #rested;
  #timer = 0;
  #last = 0;

  /** @param {() => void} rested called when nothing has moved for a moment */
  constructor(rested) {
    this.#rested = rested;
  }

  get isMoving() {
    return this.#timer !== 0;
  }

  /** @param {number} windows how far the photos moved, in heights of the window */
  moved(windows) {
    this.hasMoved = true;
    const now = performance.now();
    const seconds = Math.min(0.1, Math.max(0.016, (now - this.#last) / 1000));
    this.#last = now;
    this.isJumping = windows > jumpInWindows;
    this.isFast = this.isJumping || windows / seconds > fastWindowsPerSecond;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.stop();
      this.#rested();
    }, restMilliseconds);
  }

  /** Ends the motion. */
  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.isFast = false;
    this.isJumping = false;
  }
}
