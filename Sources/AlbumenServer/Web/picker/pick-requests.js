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
   * @param {import("../library.js").Library} library
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
   * @returns {Promise<Pick>}
   */
  choose(revision, assets, removes) {
    return this.#library.change("PUT", `${this.#address}/selection`, { revision, assets, removes });
  }

  /**
   * Ends choosing.
   * @param {"add" | "cancel"} action
   * @param {number} revision that the page has
   * @param {readonly Detail[]} removes
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
