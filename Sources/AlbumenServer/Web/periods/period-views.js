import { printAddress } from "../address/page-history.js";
import { periodIndex, periodName, periodsOf } from "./periods.js";
import { ViewSwitch } from "./view-switch.js";

/** @typedef {import("./period-overview.js").PeriodOverview} PeriodOverview */

/**
 * The parts of the page that the views use.
 * @typedef {object} PeriodViewParts
 * @property {HTMLElement} content
 * @property {HTMLElement} controls
 * @property {import("../grid/photo-grid.js").PhotoGrid} grid
 * @property {HTMLElement} main
 */

/**
 * What the views call of their page.
 * @typedef {object} PeriodViewCalls
 * @property {() => import("../grid/timeline.js").Timeline | null} timeline of the album in the grid
 * @property {(here: import("./periods.js").PeriodPlace | undefined, there: import("./periods.js").PeriodPlace) => void}
 *   leave goes to another view; `here`: the place that Back leads to, if it is not that of the current address
 * @property {() => Promise<PeriodOverview>} load loads the modules of the overview, and makes it
 * @property {() => void} failed reports that the server does not answer
 */

/** Shows the years and months of an album in place of its photos, and leads back to them. */
export class PeriodViews {
  #parts;
  #calls;
  #switch = new ViewSwitch((unit) => this.#choose(unit));
  /** @type {import("./periods.js").PeriodUnit} */
  #unit = "days";
  /**
   * Made on first use.
   * @type {Promise<PeriodOverview | null> | null}
   */
  #loading = null;
  /** @type {PeriodOverview | null} */
  #overview = null;

  /**
   * @param {PeriodViewParts} parts
   * @param {PeriodViewCalls} calls
   */
  constructor(parts, calls) {
    this.#parts = parts;
    this.#calls = calls;
    parts.controls.prepend(this.#switch.element);
  }

  /** @param {boolean} isByDate whether the album has years and months */
  set isByDate(isByDate) {
    this.#switch.element.hidden = !isByDate;
  }

  /**
   * Shows the view of an address.
   * @param {import("./periods.js").PeriodPlace | undefined} place `undefined` for all photos
   * @param {AbortSignal} signal
   */
  async show(place, signal) {
    const timeline = this.#calls.timeline();
    if (!place || place.unit === "days" || !timeline?.isByDate || timeline.count === 0) {
      this.#showPhotos();
      if (place?.at && timeline?.isByDate) await this.#goTo(timeline, place.at, signal);
      return;
    }
    const { content, grid, main } = this.#parts;
    const overview = await this.#load();
    signal.throwIfAborted();
    if (overview === null) return;
    if (!overview.isConnected) main.append(overview);
    this.#unit = this.#switch.unit = place.unit;
    grid.inert = true;
    content.classList.add("shows-periods");
    const finer = finerUnit(place.unit);
    overview.addressOf = (at) =>
      printAddress({ album: timeline.collection, asset: null, period: { unit: finer, at } });
    await overview.show(timeline, place, signal);
  }

  #showPhotos() {
    if (this.#unit === "days") return;
    const hadFocus = this.#overview?.contains(document.activeElement) ?? false;
    this.#unit = this.#switch.unit = "days";
    this.#overview?.hide();
    this.#parts.grid.inert = false;
    this.#parts.content.classList.remove("shows-periods");
    if (hadFocus) this.#parts.grid.takeFocus();
  }

  /**
   * Brings the first photo of a year or month into the window.
   * @param {import("../grid/timeline.js").Timeline} timeline
   * @param {string} at
   * @param {AbortSignal} signal
   */
  async #goTo(timeline, at, signal) {
    const periods = periodsOf(await timeline.dates.months({ signal }), "months");
    signal.throwIfAborted();
    const period = periods[periodIndex(periods, at)];
    if (period) this.#parts.grid.reveal(period.first, { align: "start", focus: true });
  }

  /** Returns the view of years and months, or `null`, after a notice, if it fails to load. */
  #load() {
    this.#loading ??= this.#calls.load().then((overview) => {
      this.#overview = overview;
      overview.addEventListener("period-open", ({ detail }) => {
        this.#calls.leave({ unit: this.#unit, at: detail.name }, { unit: finerUnit(this.#unit), at: detail.name });
      });
      overview.addEventListener("period-leave", () => this.#choose("years"));
      return overview;
    }, () => {
      // Whatever the reason, a later try may succeed: most likely, the server doesn't answer.
      this.#loading = null;
      this.#calls.failed();
      return null;
    });
    return this.#loading;
  }

  /**
   * Goes to another view at the same place.
   * @param {import("./periods.js").PeriodUnit} unit
   */
  #choose(unit) {
    const timeline = this.#calls.timeline();
    if (unit === this.#unit || timeline === null) return;
    const day = timeline.dayNear(this.#parts.grid.topRank);
    if (this.#unit === "days" || this.#overview === null) {
      this.#calls.leave(undefined, { unit, at: periodName(day, unit) });
      return;
    }
    const { at } = this.#overview;
    // If the photos are at that place already, they stay where the reader has left them.
    const isThere = unit === "days" && at === periodName(day, this.#unit);
    const there = unit === "years" ? at?.replace(/-\d\d$/, "") ?? null : at;
    this.#calls.leave({ unit: this.#unit, at }, { unit, at: isThere ? null : there });
  }
}

/** @param {import("./periods.js").PeriodUnit} unit */
function finerUnit(unit) {
  return unit === "years" ? "months" : "days";
}
