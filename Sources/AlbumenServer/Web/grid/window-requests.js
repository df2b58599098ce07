const requestsAtOnce = 4;

/**
 * The requests for windows that are in flight or waiting. Each window is requested at most once at a time, whatever the
 * number of callers.
 */
export class WindowRequests {
  #fetch;
  #failed;
  /** @type {Map<number, WindowRequest>} */
  #requests = new Map();
  /** @type {WindowRequest[]} */
  #queue = [];
  #running = 0;

  /**
   * @param {(index: number, signal: AbortSignal) => Promise<void>} fetch loads a window
   * @param {(error: unknown) => void} failed is called for each window that failed to load
   */
  constructor(fetch, failed) {
    this.#fetch = fetch;
    this.#failed = failed;
  }

  /**
   * Loads windows. A request is cancelled when all callers that wait for it have aborted.
   * @param {readonly number[]} indexes
   * @param {AbortSignal} [signal]
   */
  async load(indexes, signal) {
    const waiting = indexes.map((index) => this.#requests.get(index) ?? new WindowRequest(index));
    const fresh = waiting.filter(({ index }) => !this.#requests.has(index));
    for (const request of fresh) this.#requests.set(request.index, request);
    // The windows wanted last are most likely still on screen, so they go first.
    this.#queue.unshift(...fresh);
    const all = Promise.all(waiting.map((request) => this.#wait(request, signal)));
    this.#startNext();
    await all;
  }

  /**
   * @param {WindowRequest} request
   * @param {AbortSignal | undefined} signal
   */
  async #wait(request, signal) {
    request.waiting += 1;
    try {
      await unlessAborted(request.promise, signal);
    } finally {
      request.waiting -= 1;
      if (request.waiting === 0 && !request.isSettled) {
        request.controller.abort();
        this.#forget(request);
      }
    }
  }

  /** @param {WindowRequest} request */
  #forget(request) {
    if (this.#requests.get(request.index) === request) this.#requests.delete(request.index);
    const place = this.#queue.indexOf(request);
    if (place >= 0) this.#queue.splice(place, 1);
  }

  #startNext() {
    while (this.#running < requestsAtOnce) {
      const request = this.#queue.shift();
      if (request === undefined) return;
      this.#running += 1;
      const { signal } = request.controller;
      this.#fetch(request.index, signal).then(
        () => request.fulfill(),
        (error) => {
          request.reject(error);
          if (!signal.aborted) this.#failed(error);
        },
      ).finally(() => {
        this.#forget(request);
        this.#running -= 1;
        this.#startNext();
      });
    }
  }
}

class WindowRequest {
  waiting = 0;
  isSettled = false;
  controller = new AbortController();
  /** @type {() => void} */
  #resolve = () => undefined;
  /** @type {(error: unknown) => void} */
  #reject = () => undefined;

  /** @param {number} index */
  constructor(index) {
    this.index = index;
    /** @type {Promise<void>} */
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // When it fails, all callers may have aborted.
    this.promise.catch(() => undefined);
  }

  fulfill() {
    this.isSettled = true;
    this.#resolve();
  }

  /** @param {unknown} error */
  reject(error) {
    this.isSettled = true;
    this.#reject(error);
  }
}

/**
 * Waits for a promise, and rejects as soon as the signal aborts.
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<T>}
 */
export function unlessAborted(promise, signal) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
