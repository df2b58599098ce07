/**
 * Which photos are selected, by identifier: what is not selected costs nothing.
 *
 * `change` tells that it is another selection.
 */
export class Selection extends EventTarget {
  #identifiers = new Set();
  /** What was selected before the range that is being drawn. @type {Set<string> | null} */
  #base = null;

  get size() {
    return this.#identifiers.size;
  }

  has(identifier) {
    return this.#identifiers.has(identifier);
  }

  /** In the order in which they were selected. */
  get identifiers() {
    return [...this.#identifiers];
  }

  toggle(identifier) {
    this.#base = null;
    if (!this.#identifiers.delete(identifier)) this.#identifiers.add(identifier);
    this.#told();
  }

  /**
   * Selects a range beside what was selected before; the range that was drawn last from the same start is given up.
   * @param {Iterable<string>} identifiers
   */
  extend(identifiers) {
    this.#base ??= new Set(this.#identifiers);
    this.#identifiers = new Set(this.#base);
    for (const identifier of identifiers) this.#identifiers.add(identifier);
    this.#told();
  }

  /** The next range is drawn from elsewhere. */
  endRange() {
    this.#base = null;
  }

  /** @param {Iterable<string>} identifiers */
  replace(identifiers) {
    this.#base = null;
    this.#identifiers = new Set(identifiers);
    this.#told();
  }

  /**
   * What is no longer there is not selected either.
   * @param {Iterable<string>} identifiers
   */
  remove(identifiers) {
    const before = this.size;
    for (const identifier of identifiers) {
      this.#identifiers.delete(identifier);
      this.#base?.delete(identifier);
    }
    if (this.size !== before) this.#told();
  }

  clear() {
    if (this.#identifiers.size > 0) this.replace([]);
  }

  #told() {
    this.dispatchEvent(new Event("change"));
  }
}
