import { assetAt } from "./kept-addresses.js";

const cacheName = "albumen-state";
const stateKey = "/offline/removals";

/** After this time, browsers ask again about pictures in their own cache, in milliseconds. */
const cacheMilliseconds = 3600 * 1000;

/**
 * What was removed, as far as the worker knows.
 * @typedef {object} RemovalState
 * @property {string | null} token the state of the library that it knows
 * @property {number} since the server's time at which all copies were deleted
 * @property {[string, number][]} assets photos that were removed, with the server's time, the latest first
 */

/** @type {RemovalState} */
const nothing = { token: null, since: 0, assets: [] };

/**
 * Deletes the answers about photos that were hidden or deleted. Asks the server when a worker first reaches it, and when
 * the page hears of a change.
 */
export class Removals {
  #answers;
  #signedOut;
  /** @type {Promise<RemovalState> | null} */
  #state = null;
  /** @type {Promise<void> | null} */
  #asking = null;
  #isAskedAgain = false;
  /** Whether this worker has asked since it last lost the server. */
  #hasAsked = false;

  /**
   * @param {import("./kept-answers.js").KeptAnswers} answers
   * @param {() => Promise<void>} signedOut is called if the server answers that the device is signed out
   */
  constructor(answers, signedOut) {
    this.#answers = answers;
    this.#signedOut = signedOut;
  }

  /**
   * Asks the server what was removed, unless this worker has done so or is about to.
   * @returns {Promise<boolean>} whether the server has answered. Otherwise, nothing may be kept.
   */
  async askOnce() {
    if (this.#asking !== null) await this.#asking;
    else if (!this.#hasAsked) await this.ask();
    return this.#hasAsked;
  }

  /** Notes that the server doesn't answer. It's asked again when it does. */
  lost() {
    this.#hasAsked = false;
  }

  /** Asks the server what was removed, and deletes it. */
  ask() {
    if (this.#asking !== null) {
      this.#isAskedAgain = true;
      return this.#asking;
    }
    this.#asking = this.#askAll().finally(() => (this.#asking = null));
    return this.#asking;
  }

  /**
   * Whether a picture, which may come from the browser's cache, may be from before a removal.
   * @param {import("./kept-addresses.js").KeptAddress} address
   * @param {Response} answer
   */
  async mayBeOld({ asset }, answer) {
    const { since, assets } = await this.#read();
    const removed = assets.find(([identifier]) => identifier === asset)?.[1] ?? 0;
    return timeOf(answer) <= Math.max(since, removed);
  }

  /** Forgets the library. */
  async forget() {
    this.#hasAsked = false;
    this.#state = null;
    await caches.delete(cacheName);
  }

  async #askAll() {
    do {
      this.#isAskedAgain = false;
      await this.#askServer();
    } while (this.#isAskedAgain);
  }

  async #askServer() {
    const { token, assets: before, since } = await this.#read();
    const address = `/api/removals${token === null ? "" : `?since=${encodeURIComponent(token)}`}`;
    let answer;
    try {
      answer = await fetch(address, { cache: "no-store", headers: { Accept: "application/json" } });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return;
    }
    if (answer.status === 401) {
      await this.#signedOut();
      return;
    }
    // The server doesn't know the token, so this library is another one. Other errors are the server's.
    if (!answer.ok && answer.status !== 400) return;
    const removed = answer.ok ? await answer.json() : { token: null, assets: null };
    const time = timeOf(answer);
    // From here on, what was asked before isn't kept: it may have been answered before the removal.
    if (removed.assets?.length !== 0) this.#answers.dropUnfinished();
    if (removed.assets === null) {
      if (token !== null || !await this.#answers.isEmpty()) await this.#answers.empty();
      await this.#write({ token: removed.token, since: time, assets: [] });
    } else {
      if (removed.assets.length > 0) await this.#deleteAll(new Set(removed.assets));
      const known = before.filter(([, each]) => time - each < cacheMilliseconds);
      const added = removed.assets.map((/** @type {string} */ asset) => [asset, time]);
      await this.#write({ token: removed.token, since, assets: [...added, ...known] });
    }
    this.#hasAsked = answer.ok;
  }

  /**
   * Deletes all answers about photos, and the lists that may contain them.
   * @param {Set<string>} assets
   */
  async #deleteAll(assets) {
    await this.#answers.delete((key) => {
      const asset = assetAt(key);
      return asset === null || assets.has(asset);
    });
  }

  #read() {
    if (this.#state !== null) return this.#state;
    const read = this.#readKept();
    this.#state = read;
    read.catch(() => {
      if (this.#state === read) this.#state = null;
    });
    return read;
  }

  async #readKept() {
    const kept = await (await caches.open(cacheName)).match(stateKey);
    return kept === undefined ? nothing : /** @type {Promise<RemovalState>} */ (kept.json());
  }

  /** @param {RemovalState} state */
  async #write(state) {
    this.#state = Promise.resolve(state);
    await (await caches.open(cacheName)).put(stateKey, new Response(JSON.stringify(state)));
  }
}

/**
 * Returns the server's time of an answer, in milliseconds.
 * @param {Response} answer
 */
function timeOf(answer) {
  const time = Date.parse(answer.headers.get("Date") ?? "");
  // Without a time, an answer counts as old.
  return Number.isNaN(time) ? 0 : time;
}
