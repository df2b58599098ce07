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
  #admit;

  /**
   * @param {(wanted: Set<string>, before: ReadonlySet<string>) => Set<string>} admit returns the selection that takes
   *   the place of the wanted one, for example without photos that are too many
   */
  constructor(admit = (wanted) => wanted) {
    super();
    this.#admit = admit;
  }

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
    const wanted = new Set(this.#identifiers);
    if (!wanted.delete(identifier)) wanted.add(identifier);
    this.#take(wanted);
  }

  /**
   * Adds a range to the selection, or removes it. Replaces the last range with the same start.
   * @param {Iterable<string>} identifiers
   * @param {{ isRemoved?: boolean }} options
   */
  extend(identifiers, { isRemoved = false } = {}) {
    this.#base ??= new Set(this.#identifiers);
    const wanted = new Set(this.#base);
    for (const identifier of identifiers) {
      if (isRemoved) wanted.delete(identifier);
      else wanted.add(identifier);
    }
    this.#take(wanted);
  }

  /** Ends the range: the next call of `extend` begins another. */
  endRange() {
    this.#base = null;
  }

  /** @param {Iterable<string>} identifiers */
  replace(identifiers) {
    this.#base = null;
    this.#take(new Set(identifiers));
  }

  /**
   * Adds photos to the selection.
   * @param {Iterable<string>} identifiers
   */
  add(identifiers) {
    this.#base = null;
    this.#take(new Set([...this.#identifiers, ...identifiers]));
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

  /** @param {Set<string>} wanted */
  #take(wanted) {
    this.#identifiers = this.#admit(wanted, this.#identifiers);
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
