import { ServerError } from "../server/server-connection.js";
import { ClientSelection } from "./client-selection.js";

/** @typedef {import("./pick-requests.js").Pick} Pick */

/** The most photos that the server accepts in one request. */
const assetsAtOnce = 10_000;

/**
 * The photos that an app sees, while the reader edits them. In contrast to a choice for a pick, the server never sends
 * all of them: the page asks about the photos near the window, and sends only differences. They take effect when the
 * reader ends choosing.
 *
 * Events: `change` when the choice or the pick is another; `refuse` ({text}) when something could not be chosen;
 * `error` ({error}) when the pick can't go on.
 */
export class ClientChoice extends EventTarget {
  isOrdered = false;
  isContinuous = false;
  endsAtOnce = false;
  #requests;
  /** @type {Pick} */
  #pick;
  #selection = new ClientSelection();
  /** @type {Promise<boolean> | null} */
  #sending = null;
  /** @type {Set<string>} */
  #wanted = new Set();
  #isAsking = false;
  /** Counts the changes of what the server has, so that a late answer is asked for again. */
  #version = 0;

  /**
   * @param {import("./pick-requests.js").PickRequests} requests
   * @param {Pick} pick
   */
  constructor(requests, pick) {
    super();
    this.#requests = requests;
    this.#pick = pick;
    this.#selection.count = pick.count;
    this.#selection.addEventListener("change", () => this.#changed());
  }

  /** The chosen photos, which the grid selects. */
  get selection() {
    return this.#selection;
  }

  get pick() {
    return this.#pick;
  }

  /**
   * The details that the app doesn't get: this doesn't apply to access.
   * @type {readonly import("./pick-requests.js").Detail[]}
   */
  get removes() {
    return [];
  }

  set removes(_) {}

  /** @returns {number | undefined} */
  number() {
    return undefined;
  }

  /**
   * Takes another version of the pick. The photos in the window have to be asked about again.
   * @param {Pick} pick
   */
  take(pick) {
    if (pick.revision <= this.#pick.revision && pick.count === this.#pick.count) return;
    this.#pick = pick;
    this.#version += 1;
    this.#selection.count = pick.count;
    for (const identifier of this.#selection.known) this.#wanted.add(identifier);
    this.want([]);
  }

  /**
   * Asks whether photos are chosen that are about to be shown. A failure is forgotten: they are asked about again
   * later.
   * @param {Iterable<string>} identifiers
   */
  async want(identifiers) {
    for (const identifier of identifiers) if (!this.#selection.isKnown(identifier)) this.#wanted.add(identifier);
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      while (this.#wanted.size > 0) {
        const part = [...this.#wanted].slice(0, assetsAtOnce);
        for (const identifier of part) this.#wanted.delete(identifier);
        await this.#ask(part);
      }
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
    } finally {
      this.#isAsking = false;
    }
  }

  /**
   * Returns the photos, once it's known whether they are chosen.
   * @param {readonly string[]} identifiers
   * @param {AbortSignal} signal
   */
  async suitable(identifiers, signal) {
    const unknown = identifiers.filter((identifier) => !this.#selection.isKnown(identifier));
    for (let first = 0; first < unknown.length; first += assetsAtOnce) {
      await this.#ask(unknown.slice(first, first + assetsAtOnce), signal);
    }
    return identifiers;
  }

  /** Apps see no change before the reader ends choosing, so nothing is to be confirmed. */
  async confirm() {}

  /**
   * Waits until the server has the choice.
   * @returns {Promise<boolean>} `false` if it refused the last change
   */
  async settle() {
    return this.#sending ?? true;
  }

  /**
   * @param {readonly string[]} identifiers
   * @param {AbortSignal} [signal]
   */
  async #ask(identifiers, signal) {
    for (;;) {
      const version = this.#version;
      const chosen = await this.#requests.chosen(identifiers, signal);
      if (version === this.#version) {
        this.#selection.learn(identifiers, new Set(chosen));
        return;
      }
    }
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
    if (this.#selection.isSent) return;
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
  }

  /** Sends the changes until the server has them. */
  async #send() {
    let isAccepted = true;
    while (!this.#selection.isSent) {
      const changes = this.#selection.changes(assetsAtOnce);
      try {
        const pick = await this.#requests.change(this.#pick.revision, changes);
        // The answer to another request may have come first.
        if (pick.revision > this.#pick.revision) this.#pick = pick;
        this.#version += 1;
        this.#selection.confirm(changes, this.#pick.count);
        isAccepted = true;
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
        if (!await this.#recover(error)) return false;
        // After a refusal, the server keeps its choice. After a conflict, it gets the changes again.
        isAccepted = error.status === 409;
      }
    }
    return isAccepted;
  }

  /**
   * @param {ServerError} error
   * @returns {Promise<boolean>} whether the changes can be sent again
   */
  async #recover(error) {
    if (error.status === 422) {
      this.dispatchEvent(new CustomEvent("refuse", { detail: { text: error.message } }));
      this.#selection.revert();
      return true;
    }
    if (error.status !== 409) return this.#fail(error);
    try {
      this.take(await this.#requests.read());
      return true;
    } catch (second) {
      if (!(second instanceof ServerError)) throw second;
      return this.#fail(second);
    }
  }

  /** @param {ServerError} error */
  #fail(error) {
    this.#selection.revert();
    this.dispatchEvent(new CustomEvent("error", { detail: { error } }));
    return false;
  }
}
