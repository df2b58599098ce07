/** @typedef {API.Picker} Pick one pick, as the server describes it to its page */

/** @typedef {API.PickRequester} Requester who asks, as the server knows it */

/** @typedef {Pick["disabled"][number]} Capability */

/** @typedef {Pick["removes"][number]} Detail details that a file can contain */

/** The requests of the picker's page. Every request fails with a `ServerError`. */
export class PickRequests {
  #library;
  #address;
  /** Tells the server whether two requests come from the same page. */
  #page = crypto.randomUUID();

  /**
   * @param {import("../server/library.js").Library} library
   * @param {string} number
   */
  constructor(library, number) {
    this.#library = library;
    this.#address = `/api/picker/${encodeURIComponent(number)}`;
  }

  /**
   * Opens the pick, or reads it again.
   * @returns {Promise<Pick>}
   */
  read() {
    return this.#library.ask(`${this.#address}?page=${this.#page}`);
  }

  /**
   * Returns why some assets can't be chosen.
   * @param {readonly string[]} assets at most 500
   * @param {AbortSignal} [signal]
   * @returns {Promise<API.PickObstacles>} `null` for assets that can be chosen
   */
  eligibility(assets, signal) {
    return this.#library.change("POST", `${this.#address}/eligibility`, { assets }, signal);
  }

  /**
   * Replaces the chosen assets.
   * @param {number} revision that the page has
   * @param {readonly string[]} assets
   * @param {readonly Detail[]} removes the details that the requester doesn't get
   * @param {boolean} confirms whether the reader has confirmed that the requester receives these assets, and each
   *   later change
   * @returns {Promise<Pick>}
   */
  choose(revision, assets, removes, confirms) {
    return this.#library.change("PUT", `${this.#address}/selection`, { revision, assets, removes, confirms });
  }

  /**
   * Returns those assets that an app sees now, with the changes of this session.
   * @param {readonly string[]} assets at most 10,000
   * @param {AbortSignal} [signal]
   * @returns {Promise<string[]>}
   */
  async chosen(assets, signal) {
    /** @type {API.ChosenAssets} */
    const answer = await this.#library.change("POST", `${this.#address}/chosen`, { assets }, signal);
    return answer.chosen;
  }

  /**
   * Changes the photos that an app sees, by differences.
   * @param {number} revision that the page has
   * @param {{ choose: readonly string[], deselect: readonly string[] }} changes at most 10,000 assets each
   * @returns {Promise<Pick>}
   */
  change(revision, { choose, deselect }) {
    return this.#library.change("PATCH", `${this.#address}/selection`, { revision, choose, deselect });
  }

  /**
   * Ends choosing.
   * @param {"add" | "cancel" | "files"} action `files` cancels, and the app shows its dialog for files
   * @param {number} revision that the page has
   * @param {readonly Detail[]} [removes] only for a pick
   */
  end(action, revision, removes) {
    return this.#library.change("POST", `${this.#address}/end`, { action, revision, removes });
  }

  /**
   * Opens the stream of the pick's events: `document`, `scroll`, `zoom` and `ended` ({reason}).
   * @returns {EventSource}
   */
  events() {
    return new EventSource(`${this.#address}/events?page=${this.#page}`);
  }
}
