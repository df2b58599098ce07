import { photoInWindow } from "../grid/loaded-windows.js";

/** How many frames one request asks for. */
const framesAtOnce = 500;

const tries = 3;

/**
 * The frames of a burst, with the interface of a timeline: rank 0 is the frame that was taken first.
 *
 * Event: `replace` ({shift: 0}) when the burst was read again and has changed.
 */
export class BurstTimeline extends EventTarget {
  /** @type {import("../grid/loaded-windows.js").TimelineItem[]} */
  #items = [];
  #asset;

  /**
   * @param {import("../server/library.js").Library} library
   * @param {string} collection that shows the burst
   * @param {string} asset any frame
   */
  constructor(library, collection, asset) {
    super();
    this.library = library;
    this.collection = collection;
    this.#asset = asset;
    this.count = 0;
    /**
     * The frame that represents the burst.
     * @type {string | null}
     */
    this.key = null;
    /**
     * The frames that the reader keeps.
     * @type {ReadonlySet<string>}
     */
    this.kept = new Set();
  }

  /** The frames in their order. */
  get items() {
    return this.#items;
  }

  /**
   * Returns the frame at a rank, or `undefined`.
   * @param {number} rank
   * @returns {import("../grid/loaded-windows.js").TimelineItem | undefined}
   */
  item(rank) {
    return this.#items[rank];
  }

  /**
   * Returns the rank of a frame, or -1.
   * @param {string} identifier
   */
  rankIn(identifier) {
    return this.#items.findIndex((item) => item.identifier === identifier);
  }

  /**
   * Returns at once, because all frames are loaded.
   * @param {number} _first
   * @param {number} _last
   * @param {{ signal?: AbortSignal }} [_options]
   */
  async load(_first, _last, _options) {}

  /**
   * Returns the ranks of some frames; `null` for photos that are not frames of the burst.
   * @param {readonly string[]} identifiers
   * @param {{ signal?: AbortSignal }} [_options]
   */
  async ranksOf(identifiers, _options) {
    return identifiers.map((identifier) => {
      const rank = this.rankIn(identifier);
      return rank < 0 ? null : rank;
    });
  }

  /**
   * Reads all frames, or reads them again. If that fails, the frames stay as they were.
   * @param {{ signal?: AbortSignal }} options
   */
  async read({ signal } = {}) {
    const { items, key, kept } = await this.#readAll(signal);
    const before = this.#print();
    this.#items = items;
    this.count = items.length;
    this.key = key;
    this.kept = new Set(kept);
    // Any frame leads to the others, so the next request names one that still exists.
    this.#asset = key ?? items[0]?.identifier ?? this.#asset;
    if (this.#print() !== before) this.dispatchEvent(new CustomEvent("replace", { detail: { shift: 0 } }));
  }

  /** Returns a text that is equal for equal bursts. */
  #print() {
    return JSON.stringify([this.key, [...this.kept], this.#items]);
  }

  /**
   * Reads all parts, and reads them again if the burst changes between two of them.
   * @param {AbortSignal} [signal]
   */
  async #readAll(signal) {
    for (let left = tries; ; left--) {
      const parts = [await this.#part(0, signal)];
      while (parts[parts.length - 1].window.identifiers.length === framesAtOnce) {
        parts.push(await this.#part(parts.length * framesAtOnce, signal));
      }
      const isOne = parts.every(({ window }) => window.version === parts[0].window.version);
      if (isOne || left === 1) return merged(parts);
    }
  }

  /**
   * @param {number} from
   * @param {AbortSignal} [signal]
   */
  #part(from, signal) {
    return this.library.burst(this.#asset, from, framesAtOnce, { signal });
  }
}

/** @param {API.Burst[]} parts */
function merged(parts) {
  /** @type {import("../grid/loaded-windows.js").TimelineItem[]} */
  const items = [];
  /** @type {string[]} */
  const kept = [];
  for (const { window, kept: marks } of parts) {
    for (const [place, identifier] of window.identifiers.entries()) {
      if (marks[place]) kept.push(identifier);
      items.push(photoInWindow(window, place, items.length));
    }
  }
  return { items, kept, key: parts[0].key };
}
