/** @typedef {"item" | "thumbnail" | "preview" | "facts"} Kind */
/** @typedef {{ value?: unknown, error?: unknown }} Answer */

/**
 * The requests for one rank.
 * @typedef {object} Job
 * @property {AbortController} cancellation
 * @property {Map<Kind, Promise<unknown>>} promises
 * @property {Map<Kind, unknown>} answers
 */

/**
 * Loads the photo on show and its neighbors, and cancels and forgets all others.
 *
 * The photo on show comes first: its item, thumbnail, then preview and facts. Then come the thumbnail and preview of
 * each neighbor. Quick steps load only thumbnails, until the reader stops.
 */
export class SlideLoader {
  #load;
  #deliver;
  #settled;
  #wait;
  #now;
  #kindsAhead;
  /** @type {Map<number, Job>} */
  #jobs = new Map();
  #turn = new AbortController();
  #lastStep = -Infinity;

  /**
   * @param {object} parts
   * @param {(rank: number, kind: Kind, signal: AbortSignal) => Promise<unknown>} parts.load
   * @param {(rank: number, kind: Kind, answer: Answer) => void} parts.deliver is called for each answer, unless the
   *   request was cancelled
   * @param {(rank: number) => void} parts.settled is called when stepping has stopped at a rank
   * @param {(milliseconds: number, signal: AbortSignal) => Promise<void>} [parts.wait] rejects when aborted
   * @param {() => number} [parts.now] in milliseconds
   * @param {() => Kind[]} [parts.kindsAhead] returns what is loaded of the neighbors
   */
  constructor({
    load, deliver, settled, wait = delay, now = () => performance.now(), kindsAhead = () => ["thumbnail", "preview"],
  }) {
    this.#load = load;
    this.#deliver = deliver;
    this.#settled = settled;
    this.#wait = wait;
    this.#now = now;
    this.#kindsAhead = kindsAhead;
  }

  /** Steps nearer in time than this are quick, in milliseconds. */
  static quickStep = 180;

  /**
   * @param {number} rank
   * @param {number[]} neighbors first the photo that is most likely shown next
   * @returns {Promise<void>} settles when everything is loaded, or another photo is shown
   */
  async show(rank, neighbors) {
    this.#turn.abort();
    const { signal } = (this.#turn = new AbortController());
    this.#forgetAllBut([rank, ...neighbors]);
    const isQuick = this.#now() - this.#lastStep < SlideLoader.quickStep;
    this.#lastStep = this.#now();
    const first = this.#once(rank, "item").then((item) => item && !signal.aborted && this.#once(rank, "thumbnail"));
    if (isQuick) {
      try {
        await this.#wait(SlideLoader.quickStep, signal);
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
    }
    this.#settled(rank);
    await first;
    if (signal.aborted || !this.value(rank, "item")) return;
    await Promise.all([this.#once(rank, "preview"), this.#once(rank, "facts")]);
    for (const kind of this.#kindsAhead()) {
      for (const neighbor of neighbors) {
        const item = await this.#once(neighbor, "item");
        if (signal.aborted) return;
        if (item) await this.#once(neighbor, kind);
        if (signal.aborted) return;
      }
    }
  }

  /**
   * Returns a photo that has been loaded.
   * @param {number} rank
   */
  item(rank) {
    return /** @type {import("../grid/loaded-windows.js").TimelineItem} */ (this.value(rank, "item"));
  }

  /**
   * Returns what has been loaded, or `undefined`.
   * @param {number} rank
   * @param {Kind} kind
   */
  value(rank, kind) {
    return this.#jobs.get(rank)?.answers.get(kind);
  }

  /**
   * Forgets what was loaded for a rank, so that `show` loads it again.
   * @param {number} rank
   */
  forget(rank) {
    this.#jobs.get(rank)?.cancellation.abort();
    this.#jobs.delete(rank);
  }

  /** Cancels and forgets everything. */
  stop() {
    this.#turn.abort();
    this.#forgetAllBut([]);
    this.#lastStep = -Infinity;
  }

  /** @param {number[]} ranks */
  #forgetAllBut(ranks) {
    for (const rank of this.#jobs.keys()) {
      if (!ranks.includes(rank)) this.forget(rank);
    }
  }

  /**
   * Loads once, and again after a failure. The answer is `undefined` if the request failed or was cancelled.
   * @param {number} rank
   * @param {Kind} kind
   * @returns {Promise<unknown>}
   */
  #once(rank, kind) {
    const job = this.#jobs.get(rank)
      ?? { cancellation: new AbortController(), promises: new Map(), answers: new Map() };
    this.#jobs.set(rank, job);
    const promise = job.promises.get(kind) ?? this.#ask(rank, kind, job);
    job.promises.set(kind, promise);
    return promise;
  }

  /**
   * @param {number} rank
   * @param {Kind} kind
   * @param {Job} job
   */
  async #ask(rank, kind, { cancellation: { signal }, promises, answers }) {
    /** @type {Answer} */
    let answer;
    try {
      answer = { value: await this.#load(rank, kind, signal) };
    } catch (error) {
      answer = { error };
    }
    if (signal.aborted) return undefined;
    if (answer.error) promises.delete(kind);
    answers.set(kind, answer.value);
    this.#deliver(rank, kind, answer);
    return answer.value;
  }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function delay(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
  });
}
