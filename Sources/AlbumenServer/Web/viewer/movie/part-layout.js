/** The spans of a video's parts. The first ones can be shorter, so that playback starts sooner. */
export class PartLayout {
  #starts = [0];
  #duration;
  #count;

  /**
   * @param {object} parts
   * @param {readonly number[]} parts.firstPartDurations in seconds
   * @param {number} parts.partDuration of all other parts, in seconds
   * @param {number} parts.count
   */
  constructor({ firstPartDurations, partDuration, count }) {
    for (const duration of firstPartDurations) this.#starts.push(this.#starts[this.#starts.length - 1] + duration);
    this.#duration = partDuration;
    this.#count = count;
  }

  /** The number of parts. */
  get count() {
    return this.#count;
  }

  /**
   * Returns the start of a part in seconds.
   * @param {number} number
   */
  start(number) {
    const last = this.#starts.length - 1;
    return number <= last ? this.#starts[number] : this.#starts[last] + (number - last) * this.#duration;
  }

  /**
   * Returns how long a part plays, in seconds. The last part can be shorter or slightly longer.
   * @param {number} number
   */
  duration(number) {
    return this.start(number + 1) - this.start(number);
  }

  /**
   * Returns the number of the part at a position. Behind the end, that's the last part.
   * @param {number} position in seconds
   */
  numberAt(position) {
    const last = this.#starts.length - 1;
    const rest = position - this.#starts[last];
    const number = rest >= 0
      ? last + Math.floor(rest / this.#duration)
      : this.#starts.findIndex((_, index) => position < this.#starts[index + 1]);
    return Math.min(this.#count - 1, Math.max(0, number));
  }
}
