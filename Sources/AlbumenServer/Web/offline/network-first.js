/** How long a request waits if there is a kept answer, in milliseconds. */
const patience = 6000;

/** After a request without an answer, the next ones wait for a shorter time, in milliseconds. */
const shortPatience = 1500;

/** Sends requests, and says whether the server answers. */
export class Network {
  /** Whether the last request had no answer. */
  isLost = false;
  #lost;

  /** @param {() => void} lost is called when a request has no answer */
  constructor(lost) {
    this.#lost = lost;
  }

  /**
   * Waits for an answer. One that comes too late can still be kept.
   * @param {Promise<Response>} answer of `send`
   * @param {boolean} hasKept whether there is a kept answer. Otherwise, this waits as long as the browser does.
   * @returns {Promise<Response>}
   */
  async inTime(answer, hasKept) {
    if (!hasKept) return answer;
    let timer = 0;
    /** @type {Promise<never>} */
    const end = new Promise((_, reject) => {
      timer = setTimeout(() => {
        this.#lose();
        reject(new TypeError("The server didn't answer in time."));
      }, this.isLost ? shortPatience : patience);
    });
    try {
      return await Promise.race([answer, end]);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Returns the server's answer. A proxy's answer for a server that it can't reach counts as none.
   * @param {Request} request
   * @returns {Promise<Response>}
   */
  async send(request) {
    try {
      const answer = await fetch(request);
      if ([502, 504].includes(answer.status)) throw new TypeError(`The proxy answered with ${answer.status}.`);
      this.isLost = false;
      return answer;
    } catch (error) {
      // Otherwise, the page no longer wants the answer.
      if (!request.signal.aborted) this.#lose();
      throw error;
    }
  }

  #lose() {
    this.isLost = true;
    this.#lost();
  }
}
