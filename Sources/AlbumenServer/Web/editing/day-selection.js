import { ServerError } from "../server/server-connection.js";

/**
 * Finds the photos of the days whose checks are in the grid, and keeps the checks up to date.
 *
 * A check counts the loaded photos of its days. If all of them are selected and others are not loaded, it requests the
 * identifiers of the others once.
 */
export class DaySelection {
  #selection;
  #grid;
  #timeline;
  /**
   * The identifiers of days that are not loaded in whole, by the days and the version of the timeline; `null` while
   * they are being loaded.
   * @type {Map<string, readonly string[] | null>}
   */
  #known = new Map();

  /**
   * @param {import("./selection.js").Selection} selection
   * @param {import("../grid/photo-grid.js").PhotoGrid} grid
   * @param {() => import("../grid/timeline.js").Timeline | null} timeline returns the timeline in the grid
   */
  constructor(selection, grid, timeline) {
    this.#selection = selection;
    this.#grid = grid;
    this.#timeline = timeline;
    grid.dayState = (days) => this.#state(days);
  }

  /**
   * Whether all photos of some days are selected.
   * @param {import("../grid/day-headings.js").HeadingDays} days
   */
  isSelected(days) {
    return this.#state(days) === "true";
  }

  /**
   * Returns the identifiers of all photos of some days.
   * @param {import("../grid/timeline.js").Timeline} timeline
   * @param {import("../grid/day-headings.js").HeadingDays} days
   * @param {AbortSignal} [signal]
   * @returns {Promise<readonly string[]>}
   */
  async identifiers(timeline, days, signal) {
    const { first, last, isComplete } = timeline.dates.loadedRanks(days);
    const loaded = isComplete ? timeline.loadedIdentifiers(first, last) : null;
    if (loaded) return loaded;
    const key = keyOf(timeline, days);
    const known = this.#known.get(key);
    if (known) return known;
    const identifiers = await timeline.dates.identifiers(days, { signal });
    // The version may have changed meanwhile, so the next state is computed anew.
    if (key === keyOf(timeline, days)) this.#known.set(key, identifiers);
    return identifiers;
  }

  /**
   * @param {import("../grid/day-headings.js").HeadingDays} days
   * @returns {import("../grid/day-headings.js").CheckState}
   */
  #state(days) {
    const timeline = this.#timeline();
    if (timeline === null || this.#selection.size === 0) {
      this.#known.clear();
      return "false";
    }
    const { first, last, isComplete } = timeline.dates.loadedRanks(days);
    const loaded = timeline.loadedIdentifiers(first, last) ?? [];
    const count = loaded.filter((identifier) => this.#selection.has(identifier)).length;
    if (count === 0) return "false";
    if (count < loaded.length) return "mixed";
    if (isComplete) return "true";
    const all = this.#known.get(keyOf(timeline, days));
    if (all === undefined) this.#load(timeline, days);
    return all?.every((identifier) => this.#selection.has(identifier)) ? "true" : "mixed";
  }

  /**
   * Loads the identifiers of days that seem to be selected, and updates the checks.
   * @param {import("../grid/timeline.js").Timeline} timeline
   * @param {import("../grid/day-headings.js").HeadingDays} days
   */
  async #load(timeline, days) {
    const key = keyOf(timeline, days);
    this.#known.set(key, null);
    try {
      await this.identifiers(timeline, days);
      this.#grid.markDays();
    } catch (error) {
      // The check remains partial until the selection changes.
      this.#known.delete(key);
      if (!(error instanceof ServerError)) throw error;
    }
  }
}

/**
 * @param {import("../grid/timeline.js").Timeline} timeline
 * @param {import("../grid/day-headings.js").HeadingDays} days
 */
function keyOf({ collection, version }, { first, last }) {
  return `${collection} ${version} ${first} ${last}`;
}
