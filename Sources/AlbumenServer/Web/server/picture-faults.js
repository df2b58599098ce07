/** The server's status for a file that it can't decode. Another try doesn't help. */
const undecodable = 422;

/** @typedef {import("./server-connection.js").ServerError} ServerError */

/**
 * The pictures that can't be decoded, by their content, so that the page requests each of them once per visit.
 *
 * Failures that may end, such as a busy or unreachable server, are not kept.
 */
export class PictureFaults {
  /** @type {Map<string, ServerError>} */
  #faults = new Map();
  /** @type {Map<string, Promise<ServerError | null>>} */
  #asked = new Map();

  /**
   * Returns why a picture can't be decoded, or `null` if nothing is known against it.
   * @param {string} content
   * @returns {ServerError | null}
   */
  of(content) {
    return this.#faults.get(content) ?? null;
  }

  /**
   * Returns why a picture failed to load. Asks once for all callers that ask meanwhile.
   * @param {string} content
   * @param {() => Promise<ServerError | null>} ask returns the server's reason
   */
  reason(content, ask) {
    const known = this.#faults.get(content);
    if (known) return Promise.resolve(known);
    const asked = this.#asked.get(content) ?? this.#ask(content, ask);
    this.#asked.set(content, asked);
    return asked;
  }

  /**
   * @param {string} content
   * @param {() => Promise<ServerError | null>} ask
   */
  async #ask(content, ask) {
    try {
      const reason = await ask();
      if (reason?.status === undecodable) this.#faults.set(content, reason);
      return reason;
    } finally {
      this.#asked.delete(content);
    }
  }
}
