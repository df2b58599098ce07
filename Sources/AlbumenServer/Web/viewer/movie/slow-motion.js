/** The slowest rate that browsers play. */
const slowestRate = 0.0625;

/** @typedef {NonNullable<NonNullable<API.Asset["video"]>["slowMotion"]>} Slowed */

/**
 * Returns the speed at a position.
 * @param {Slowed} slowed
 * @param {number} position in seconds
 */
export function rateAt({ start, end, rate }, position) {
  return position >= start && position < end ? Math.max(slowestRate, rate) : 1;
}

/** Plays a range of a video slowed, with its sound, while it's switched on. */
export class SlowMotion {
  #video;
  #slowed;
  #isOn = true;
  #isFollowing = false;
  #listening = new AbortController();

  /**
   * @param {HTMLVideoElement} video
   * @param {Slowed} slowed
   */
  constructor(video, slowed) {
    this.#video = video;
    this.#slowed = slowed;
    video.preservesPitch = false;
    const { signal } = this.#listening;
    for (const type of ["timeupdate", "seeking", "loadedmetadata"]) {
      video.addEventListener(type, () => this.#update(), { signal });
    }
    video.addEventListener("playing", () => {
      if (!this.#isFollowing) this.#follow();
    }, { signal });
  }

  get isOn() {
    return this.#isOn;
  }

  set isOn(isOn) {
    this.#isOn = isOn;
    this.#update();
  }

  release() {
    this.#listening.abort();
    this.#video.playbackRate = 1;
    this.#video.preservesPitch = true;
  }

  /** Changes the speed in the frame in which the range begins, because the browser's events are rarer. */
  #follow() {
    this.#isFollowing = !this.#listening.signal.aborted && !this.#video.paused;
    if (!this.#isFollowing) return;
    this.#update();
    requestAnimationFrame(() => this.#follow());
  }

  #update() {
    const rate = this.#isOn ? rateAt(this.#slowed, this.#video.currentTime) : 1;
    if (this.#video.playbackRate !== rate) this.#video.playbackRate = rate;
  }
}
