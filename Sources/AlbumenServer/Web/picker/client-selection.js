import { Selection } from "../editing/selection.js";

/**
 * The photos that an app sees, of which the page knows only those that were asked about, and the reader's changes. So
 * it costs as much as the photos on the screen, not as the selection.
 */
export class ClientSelection extends Selection {
  /**
   * Whether the server has a photo in the selection.
   * @type {Map<string, boolean>}
   */
  #known = new Map();
  /**
   * The changes that the server doesn't have yet.
   * @type {Map<string, boolean>}
   */
  #changes = new Map();
  /**
   * The photos of the last range, and whether they were selected before.
   * @type {Map<string, boolean>}
   */
  #range = new Map();
  /** The number of photos that the server has in the selection. */
  #count = 0;

  /** The number of selected photos. */
  get size() {
    let size = this.#count;
    for (const [identifier, isChosen] of this.#changes) {
      if ((this.#known.get(identifier) ?? false) !== isChosen) size += isChosen ? 1 : -1;
    }
    return size;
  }

  /** The photos that the page knows of. */
  get identifiers() {
    const known = [...this.#known.keys()].filter((identifier) => this.has(identifier));
    const added = [...this.#changes].filter(([identifier, isChosen]) => isChosen && !this.#known.has(identifier));
    return [...known, ...added.map(([identifier]) => identifier)];
  }

  /** @param {string} identifier */
  has(identifier) {
    return this.#changes.get(identifier) ?? this.#known.get(identifier) ?? false;
  }

  /**
   * Whether the server was asked about a photo.
   * @param {string} identifier
   */
  isKnown(identifier) {
    return this.#known.has(identifier);
  }

  /**
   * Takes what the server has of some photos.
   * @param {readonly string[]} identifiers
   * @param {ReadonlySet<string>} chosen
   */
  learn(identifiers, chosen) {
    for (const identifier of identifiers) {
      const isChosen = chosen.has(identifier);
      this.#known.set(identifier, isChosen);
      if (this.#changes.get(identifier) === isChosen) this.#changes.delete(identifier);
    }
    this.#tell();
  }

  /** The photos that the server was asked about. */
  get known() {
    return this.#known.keys();
  }

  /**
   * The number of photos that the server has in the selection.
   * @param {number} count
   */
  set count(count) {
    this.#count = count;
    this.#tell();
  }

  /**
   * Returns some of the changes that the server doesn't have yet.
   * @param {number} most
   * @returns {{ choose: string[], deselect: string[] }}
   */
  changes(most) {
    const part = [...this.#changes].slice(0, most);
    return {
      choose: part.filter(([, isChosen]) => isChosen).map(([identifier]) => identifier),
      deselect: part.filter(([, isChosen]) => !isChosen).map(([identifier]) => identifier),
    };
  }

  /** Whether the server has all changes. */
  get isSent() {
    return this.#changes.size === 0;
  }

  /**
   * Takes changes that the server has made. The reader may have changed the photos again meanwhile.
   * @param {{ choose: readonly string[], deselect: readonly string[] }} changes
   * @param {number} count of photos that the server has in the selection
   */
  confirm({ choose, deselect }, count) {
    this.#count = count;
    const parts = /** @type {const} */ ([[choose, true], [deselect, false]]);
    for (const [identifiers, isChosen] of parts) {
      for (const identifier of identifiers) {
        const isWanted = this.has(identifier);
        this.#known.set(identifier, isChosen);
        this.#set(identifier, isWanted);
      }
    }
    this.#tell();
  }

  /** Withdraws all changes that the server doesn't have. */
  revert() {
    this.#range.clear();
    this.#changes.clear();
    this.#tell();
  }

  /** @param {string} identifier */
  toggle(identifier) {
    this.#range.clear();
    this.#set(identifier, !this.has(identifier));
    this.#tell();
  }

  /**
   * @param {Iterable<string>} identifiers
   * @param {{ isRemoved?: boolean }} options
   */
  extend(identifiers, { isRemoved = false } = {}) {
    for (const [identifier, wasSelected] of this.#range) this.#set(identifier, wasSelected);
    this.#range.clear();
    for (const identifier of identifiers) {
      this.#range.set(identifier, this.has(identifier));
      this.#set(identifier, !isRemoved);
    }
    this.#tell();
  }

  endRange() {
    this.#range.clear();
  }

  /**
   * Adds photos. Those that the page doesn't know of stay selected, because the reader doesn't see them.
   * @param {Iterable<string>} identifiers
   */
  replace(identifiers) {
    this.add(identifiers);
  }

  /** @param {Iterable<string>} identifiers */
  add(identifiers) {
    this.#range.clear();
    for (const identifier of identifiers) this.#set(identifier, true);
    this.#tell();
  }

  /** @param {Iterable<string>} identifiers */
  remove(identifiers) {
    for (const identifier of identifiers) {
      this.#range.delete(identifier);
      this.#set(identifier, false);
    }
    this.#tell();
  }

  /** Removes the photos that the page knows of. */
  clear() {
    this.remove(this.identifiers);
  }

  /**
   * @param {string} identifier
   * @param {boolean} isSelected
   */
  #set(identifier, isSelected) {
    if ((this.#known.get(identifier) ?? false) === isSelected) this.#changes.delete(identifier);
    else this.#changes.set(identifier, isSelected);
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}
