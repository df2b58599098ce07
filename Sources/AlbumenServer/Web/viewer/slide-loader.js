/**
 * Decides what is loaded for the photo on show and its neighbours, when, and what is no longer wanted.
 *
 * What is on show comes first: its item, thumbnail, then preview and facts; then thumbnail and preview of each
 * neighbour. Steps that follow each other quickly load thumbnails only, until they stop. What belongs to neither the
 * photo nor a neighbour is cancelled and forgotten.
 */
export class SlideLoader {
  #load;
  #deliver;
  #settled;
  #wait;
  #now;
  #jobs = new Map();
  #turn = new AbortController();
  #lastStep = -Infinity;

  /**
   * @param {object} parts
   * @param {(rank: number, kind: string, signal: AbortSignal) => Promise<unknown>} parts.load kinds: "item",
   *   "thumbnail", "preview", "facts"
   * @param {(rank: number, kind: string, answer: { value?: unknown, error?: Error }) => void} parts.deliver is called
   *   for each answer that is still wanted
   * @param {(rank: number) => void} parts.settled is called when stepping has stopped at a rank
   * @param {(milliseconds: number, signal: AbortSignal) => Promise<void>} [parts.wait] rejects when aborted
   * @param {() => number} [parts.now] in milliseconds
   */
  constructor({ load, deliver, settled, wait = delay, now = () => performance.now() }) {
    this.#load = load;
    this.#deliver = deliver;
    this.#settled = settled;
    this.#wait = wait;
    this.#now = now;
  }

  /** Steps nearer in time than this are quick, in milliseconds. */
  static quickStep = 180;

  /**
   * @param {number} rank
   * @param {number[]} neighbours the likeliest to be shown next first
   * @returns {Promise<void>} is fulfilled when all is loaded, or another photo is shown
   */
  async show(rank, neighbours) {
    this.#turn.abort();
    const { signal } = (this.#turn = new AbortController());
    this.#forgetAllBut([rank, ...neighbours]);
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
    for (const kind of ["thumbnail", "preview"]) {
      for (const neighbour of neighbours) {
        const item = await this.#once(neighbour, "item");
        if (signal.aborted) return;
        if (item) await this.#once(neighbour, kind);
        if (signal.aborted) return;
      }
    }
  }

  /** What has been loaded, or undefined. */
  value(rank, kind) {
    return this.#jobs.get(rank)?.answers.get(kind);
  }

  /** Forgets what was loaded for a rank, so that `show` asks again. */
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

  #forgetAllBut(ranks) {
    for (const rank of [...this.#jobs.keys()]) {
      if (!ranks.includes(rank)) this.forget(rank);
    }
  }

  /** Asks once, and again after a failure; the answer is undefined where it failed or was cancelled. */
  #once(rank, kind) {
    let job = this.#jobs.get(rank);
    if (!job) {
      job = { cancellation: new AbortController(), promises: new Map(), answers: new Map() };
      this.#jobs.set(rank, job);
    }
    if (!job.promises.has(kind)) job.promises.set(kind, this.#ask(rank, kind, job));
    return job.promises.get(kind);
  }

  async #ask(rank, kind, { cancellation: { signal }, promises, answers }) {
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

function delay(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
  });
}
