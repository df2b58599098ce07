const cacheName = "albumen-answers";

/** The limits of all answers together, and of one. */
const mostBytes = 128 << 20;
const mostAnswers = 5000;
const longestAnswer = 4 << 20;

/** A picture that is seen again within this time isn't written again, in milliseconds. */
const freshMilliseconds = 24 * 3600 * 1000;

/** @typedef {{ bytes: number, date: number }} KeptAnswer */

/** The answers that a device keeps, within limits. The oldest go first. */
export class KeptAnswers {
  /**
   * What is kept, the oldest first. It's read from the cache's keys, which have the sizes in headers.
   * @type {Promise<Map<string, KeptAnswer>> | null}
   */
  #entries = null;
  #bytes = 0;
  /** Grows when answers are deleted. Answers of requests from before aren't kept, and those being written are deleted. */
  generation = 0;

  /**
   * Returns an answer with the date at which it was kept, or `null`.
   * @param {string} key
   * @returns {Promise<Response | null>}
   */
  async answer(key) {
    if (!(await this.#read()).has(key)) return null;
    return await (await caches.open(cacheName)).match(key) ?? null;
  }

  async isEmpty() {
    return (await this.#read()).size === 0;
  }

  /** @param {string} key */
  async has(key) {
    return (await this.#read()).has(key);
  }

  /**
   * Whether an answer was kept so recently that it needn't be written again.
   * @param {string} key
   */
  async isFresh(key) {
    const kept = (await this.#read()).get(key);
    return kept !== undefined && Date.now() - kept.date < freshMilliseconds;
  }

  /**
   * Keeps an answer.
   * @param {string} key
   * @param {Response} answer
   * @param {number} generation when the request was sent
   */
  async keep(key, answer, generation) {
    const body = await answer.blob();
    const entries = await this.#read();
    if (body.size > longestAnswer || this.generation !== generation) return;
    const cache = await caches.open(cacheName);
    const date = Date.now();
    const request = new Request(key, {
      headers: { "Albumen-Bytes": String(body.size), "Albumen-Date": String(date) },
    });
    await cache.put(request, new Response(body, {
      headers: {
        "Content-Type": answer.headers.get("Content-Type") ?? "application/octet-stream",
        "Albumen-Kept": new Date(date).toISOString(),
      },
    }));
    if (this.generation !== generation) {
      // An earlier answer at this address is overwritten by now.
      await this.#deleteOne(key, cache, await this.#read());
      return;
    }
    this.#bytes += body.size - (entries.get(key)?.bytes ?? 0);
    entries.delete(key);
    entries.set(key, { bytes: body.size, date });
    await this.#shrink(cache, entries);
  }

  /** Has the answers to all requests that were sent so far not be kept. */
  dropUnfinished() {
    this.generation += 1;
  }

  /**
   * Deletes the answers that a function chooses.
   * @param {(key: string) => boolean} isDeleted
   */
  async delete(isDeleted) {
    this.dropUnfinished();
    const entries = await this.#read();
    const cache = await caches.open(cacheName);
    for (const key of [...entries.keys()].filter(isDeleted)) await this.#deleteOne(key, cache, entries);
  }

  /** Deletes all answers. */
  async empty() {
    this.dropUnfinished();
    this.#entries = Promise.resolve(new Map());
    this.#bytes = 0;
    await caches.delete(cacheName);
  }

  /**
   * @param {Cache} cache
   * @param {Map<string, KeptAnswer>} entries
   */
  async #shrink(cache, entries) {
    for (const key of entries.keys()) {
      if (entries.size <= mostAnswers && this.#bytes <= mostBytes) return;
      await this.#deleteOne(key, cache, entries);
    }
  }

  /**
   * @param {string} key
   * @param {Cache} cache
   * @param {Map<string, KeptAnswer>} entries
   */
  async #deleteOne(key, cache, entries) {
    this.#bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
    await cache.delete(key);
  }

  #read() {
    if (this.#entries !== null) return this.#entries;
    const read = this.#readKeys();
    this.#entries = read;
    // A failure is the answer to this call alone. The next one reads again.
    read.catch(() => {
      if (this.#entries === read) this.#entries = null;
    });
    return read;
  }

  async #readKeys() {
    const cache = await caches.open(cacheName);
    /** @type {Map<string, KeptAnswer>} */
    const entries = new Map();
    let sum = 0;
    // The keys are in the order in which they were added.
    for (const { url, headers } of await cache.keys()) {
      const { pathname, search } = new URL(url);
      const bytes = Number(headers.get("Albumen-Bytes"));
      entries.set(pathname + search, { bytes, date: Number(headers.get("Albumen-Date")) });
      sum += bytes;
    }
    this.#bytes = sum;
    return entries;
  }
}
