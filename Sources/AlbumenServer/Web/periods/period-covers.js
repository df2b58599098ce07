import { ServerError } from "../server/server-connection.js";

const photosOfPeriod = { years: 5, months: 3, days: 3 };

/** The most periods in a request. */
const periodsAtOnce = 48;

const keptPeriods = 400;

/** The photos that represent the periods near the window, loaded as they are needed. */
export class PeriodCovers {
  #timeline;
  #unit;
  #loaded;
  /** @type {Map<string, API.TimelineCovers["covers"][number]>} */
  #covers = new Map();
  #request = new AbortController();

  /**
   * @param {import("../grid/timeline.js").Timeline} timeline
   * @param {import("./periods.js").PeriodUnit} unit
   * @param {() => void} loaded is called when photos have arrived
   */
  constructor(timeline, unit, loaded) {
    this.#timeline = timeline;
    this.#unit = unit;
    this.#loaded = loaded;
  }

  /** @param {import("./periods.js").Period} period */
  get({ name }) {
    return this.#covers.get(name);
  }

  /**
   * Loads the photos of these periods, and cancels requests for others.
   * @param {readonly import("./periods.js").Period[]} periods
   */
  async load(periods) {
    this.#request.abort();
    const missing = periods.filter(({ name }) => !this.#covers.has(name)).slice(0, periodsAtOnce);
    if (missing.length === 0) return;
    this.#request = new AbortController();
    const { signal } = this.#request;
    try {
      const covers = await this.#timeline.dates.covers(missing, photosOfPeriod[this.#unit], { signal });
      if (signal.aborted) return;
      missing.forEach(({ name }, index) => this.#covers.set(name, covers[index] ?? []));
      for (const name of this.#covers.keys()) {
        if (this.#covers.size <= keptPeriods) break;
        this.#covers.delete(name);
      }
      this.#loaded();
    } catch (error) {
      // The cards keep their names. The next move of the reader requests the photos again.
      if (!signal.aborted && !(error instanceof ServerError)) throw error;
    }
  }

  stop() {
    this.#request.abort();
  }
}
