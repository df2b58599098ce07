import { windowSize } from "./loaded-windows.js";

/** Loads the blocks near the window, and cancels requests for blocks that are no longer wanted. */
export class NearLoading {
  #timeline;
  #report;
  /** @type {{ key: string, controller: AbortController } | null} */
  #current = null;
  /** @type {string | null} */
  #failed = null;

  /**
   * @param {import("./timeline.js").Timeline} timeline
   * @param {(isFailed: boolean) => void} report is called when blocks failed to load, and when they no longer do
   */
  constructor(timeline, report) {
    this.#timeline = timeline;
    this.#report = report;
  }

  /**
   * Loads these blocks and no others. Blocks that failed are requested again only after `retry`.
   * @param {number} first
   * @param {number} last inclusive
   */
  want(first, last) {
    const key = `${first}-${last}`;
    if (this.#current?.key === key || this.#failed === key) return;
    const before = this.#current;
    const current = { key, controller: new AbortController() };
    this.#current = current;
    const { signal } = current.controller;
    this.#timeline.load(first * windowSize, last * windowSize + windowSize - 1, { signal }).then(
      () => this.#ended(current, null),
      () => {
        if (!signal.aborted) this.#ended(current, key);
      },
    );
    // After the new request, which may share windows with the old one.
    before?.controller.abort();
  }

  /** Allows blocks that failed to be requested again. */
  retry() {
    this.#failed = null;
    this.#report(false);
  }

  /** Cancels the request in flight. */
  stop() {
    this.#current?.controller.abort();
    this.#current = null;
  }

  /**
   * @param {{ key: string, controller: AbortController }} request
   * @param {string | null} failed
   */
  #ended(request, failed) {
    if (this.#current !== request) return;
    this.#current = null;
    if (this.#failed !== failed) this.#report(failed !== null);
    this.#failed = failed;
  }
}
