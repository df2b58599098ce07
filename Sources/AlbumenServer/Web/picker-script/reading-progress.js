/**
 * How much of a file is made and read, as one number that only rises. If the server makes the file first, the making
 * counts half, and the reading half. If the server downloads the original first, that is half of the making.
 */
export class ReadingProgress {
  #report;
  #isMade;
  #hasDownload = false;
  #last = 0;

  /**
   * @param {(fraction: number) => void} report
   * @param {{ isMade: boolean }} options `isMade`: whether the server makes the file first
   */
  constructor(report, { isMade }) {
    this.#report = report;
    this.#isMade = isMade;
  }

  /**
   * Notes what the server reports about the making.
   * @param {{ phase: "downloading" | "making" | "ready", fraction: number }} state
   */
  make({ phase, fraction }) {
    if (phase === "downloading") this.#hasDownload = true;
    const start = this.#hasDownload && phase !== "downloading" ? 0.5 : 0;
    this.#rise((start + fraction * (this.#hasDownload ? 0.5 : 1)) / 2);
  }

  /**
   * Returns a stream of the same bytes, which notes how many have been read.
   * @param {ReadableStream<Uint8Array>} body
   * @param {number | null} total the file's size, or `null` if it's unknown
   * @returns {ReadableStream<Uint8Array>}
   */
  reading(body, total) {
    let count = 0;
    const start = this.#isMade ? 0.5 : 0;
    return body.pipeThrough(new TransformStream({
      transform: (piece, controller) => {
        count += piece.byteLength;
        controller.enqueue(piece);
        if (total !== null && count < total) this.#rise(start + (1 - start) * (count / total));
      },
      flush: () => this.#rise(1),
    }));
  }

  /** @param {number} fraction */
  #rise(fraction) {
    if (fraction <= this.#last) return;
    this.#last = Math.min(fraction, 1);
    this.#report(this.#last);
  }
}
