/** @typedef {Pick<import("../grid/timeline.js").Timeline, "identifiers">} IdentifierSource */

/**
 * The identifiers of a range of ranks that grows and shrinks while the reader draws it. Keeps the identifiers that it
 * has loaded, so a range that grows requests only the new ones.
 */
export class GrowingRange {
  #first = 0;
  /** @type {string[]} */
  #identifiers = [];

  /**
   * @param {IdentifierSource} timeline
   * @param {number} first
   * @param {number} last inclusive
   * @param {AbortSignal} signal
   * @returns {Promise<string[]>}
   */
  async identifiers(timeline, first, last, signal) {
    const [knownFirst, knownLast] = [this.#first, this.#first + this.#identifiers.length - 1];
    const isApart = this.#identifiers.length === 0 || first > knownLast + 1 || last < knownFirst - 1;
    if (isApart) {
      const found = await timeline.identifiers(first, last, { signal });
      if (!signal.aborted) this.#keep(first, found);
      return found;
    }
    const before = first < knownFirst ? await timeline.identifiers(first, knownFirst - 1, { signal }) : [];
    const after = last > knownLast ? await timeline.identifiers(knownLast + 1, last, { signal }) : [];
    // A newer request, or another version of the timeline, has begun anew.
    if (signal.aborted) return [];
    if (before.length > 0 || after.length > 0) {
      this.#keep(Math.min(first, knownFirst), [...before, ...this.#identifiers, ...after]);
    }
    return this.#identifiers.slice(first - this.#first, last - this.#first + 1);
  }

  /** Forgets everything, because the ranks have changed or another range begins. */
  forget() {
    this.#identifiers = [];
  }

  /**
   * @param {number} first
   * @param {string[]} identifiers
   */
  #keep(first, identifiers) {
    this.#first = first;
    this.#identifiers = identifiers;
  }
}
