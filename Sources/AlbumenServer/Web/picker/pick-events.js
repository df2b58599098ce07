/**
 * What the page does for the app's requests.
 * @typedef {object} PickCalls
 * @property {() => void} changed reads the pick again
 * @property {() => void} scroll goes to the place at which the page began
 * @property {(step: 1 | -1) => void} zoom shows the photos in the next size; 1 for larger ones
 * @property {(reason: string) => void} ended `added`, `cancelled`, `expired`, or `withdrawn` by the app
 */

/** The pauses before the stream is opened again and again. The server cancels a pick two seconds after its last stream. */
const pausesInMilliseconds = [0, 100, 200, 300, 400, 500, 1000];

/** Follows the events of a pick. If the stream ends, it is opened again, and the pick is read again. */
export class PickEvents {
  #requests;
  #calls;
  /** @type {EventSource | null} */
  #source = null;
  #timer = 0;
  /** How many streams in a row have failed before they opened. */
  #failures = 0;

  /**
   * @param {Pick<import("./pick-requests.js").PickRequests, "events">} requests
   * @param {PickCalls} calls
   */
  constructor(requests, calls) {
    this.#requests = requests;
    this.#calls = calls;
    this.#open();
  }

  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
  }

  #open() {
    const source = this.#requests.events();
    this.#source = source;
    source.addEventListener("document", () => this.#calls.changed());
    source.addEventListener("scroll", () => this.#calls.scroll());
    source.addEventListener("zoom", ({ data }) => this.#calls.zoom(JSON.parse(data).zoom === "out" ? -1 : 1));
    source.addEventListener("ended", ({ data }) => this.#calls.ended(JSON.parse(data).reason));
    source.addEventListener("open", () => (this.#failures = 0));
    source.addEventListener("error", () => {
      source.close();
      const reopen = () => {
        this.#calls.changed();
        this.#open();
      };
      const pause = pausesInMilliseconds[Math.min(this.#failures, pausesInMilliseconds.length - 1)];
      this.#failures += 1;
      // Timers of hidden pages are late.
      if (pause === 0) reopen();
      else this.#timer = setTimeout(reopen, pause);
    });
  }
}
