/** How much of the played video is kept, in seconds. */
const keptBehind = 60;
/** How much is kept on both sides if the browser's memory is full, in seconds. */
const keptIfFull = 20;

/** A browser's buffer of a video's parts, with one change at a time. */
export class PartBuffer {
  #source;
  #buffer;

  /**
   * @param {MediaSource} source is open
   * @param {string} type of the parts
   */
  constructor(source, type) {
    this.#source = source;
    this.#buffer = source.addSourceBuffer(type);
  }

  get buffered() {
    return this.#buffer.buffered;
  }

  /**
   * Adds a part.
   * @param {ArrayBuffer} bytes
   * @param {number} position of playback, in seconds
   * @throws {DOMException} if the browser can't read it
   */
  async append(bytes, position) {
    if (position > keptBehind * 2) await this.#remove(0, position - keptBehind);
    try {
      await this.#change(() => this.#buffer.appendBuffer(bytes));
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "QuotaExceededError") throw error;
      if (position > keptIfFull) await this.#remove(0, position - keptIfFull);
      await this.#remove(position + keptIfFull, Infinity);
      await this.#change(() => this.#buffer.appendBuffer(bytes));
    }
  }

  /** Marks the end of the video. */
  end() {
    if (this.#source.readyState === "open" && !this.#buffer.updating) this.#source.endOfStream();
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  async #remove(start, end) {
    if (start < end) await this.#change(() => this.#buffer.remove(start, end));
  }

  /**
   * Runs a change and waits for its end.
   * @param {() => void} change
   * @returns {Promise<void>}
   */
  #change(change) {
    const buffer = this.#buffer;
    return new Promise((resolve, reject) => {
      const over = new AbortController();
      const { signal } = over;
      buffer.addEventListener("updateend", () => {
        over.abort();
        resolve();
      }, { signal });
      buffer.addEventListener("error", () => {
        over.abort();
        reject(new DOMException("The browser could not read a part of the video.", "EncodingError"));
      }, { signal });
      try {
        change();
      } catch (error) {
        over.abort();
        reject(error);
      }
    });
  }
}
