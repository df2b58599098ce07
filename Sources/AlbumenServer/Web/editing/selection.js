/**
 * The identifiers of the selected photos.
 *
 * Event: `change` when the selection is another.
 */
export class Selection extends EventTarget {
  /** @type {Set<string>} */
  #identifiers = new Set();
  /**
   * The selection before the last range.
   * @type {Set<string> | null}
   */
  #base = null;

  get size() {
    return this.#identifiers.size;
  }

  /** @param {string} identifier */
  has(identifier) {
    return this.#identifiers.has(identifier);
  }

  /** In the order in which they were selected. */
  get identifiers() {
    return [...this.#identifiers];
  }

  /** @param {string} identifier */
  toggle(identifier) {
    this.#base = null;
    if (!this.#identifiers.delete(identifier)) this.#identifiers.add(identifier);
    this.#changed();
  }

  /**
   * Adds a range to the selection. Replaces the last range with the same start.
   * @param {Iterable<string>} identifiers
   */
  extend(identifiers) {
    this.#base ??= new Set(this.#identifiers);
    this.#identifiers = new Set(this.#base);
    for (const identifier of identifiers) this.#identifiers.add(identifier);
    this.#changed();
  }

  /** Ends the range: the next call of `extend` begins another. */
  endRange() {
    this.#base = null;
  }

  /** @param {Iterable<string>} identifiers */
  replace(identifiers) {
    this.#base = null;
    this.#identifiers = new Set(identifiers);
    this.#changed();
  }

  /**
   * Removes photos from the selection.
   * @param {Iterable<string>} identifiers
   */
  remove(identifiers) {
    const before = this.size;
    for (const identifier of identifiers) {
      this.#identifiers.delete(identifier);
      this.#base?.delete(identifier);
    }
    if (this.size !== before) this.#changed();
  }

  clear() {
    if (this.#identifiers.size > 0) this.replace([]);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
