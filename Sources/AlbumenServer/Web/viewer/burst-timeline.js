import { photoInWindow } from "../grid/timeline.js";

/** How many frames one request asks for. */
const framesAtOnce = 500;

const tries = 3;

/**
 * The frames of a burst, to be shown like the photos of a timeline: rank 0 is the frame that was taken first.
 *
 * Event: `replace` when the burst was read again and is another one.
 */
export class BurstTimeline extends EventTarget {
  #items = [];
  #asset;

  /**
   * @param {import("../library.js").Library} library
   * @param {string} collection that the reader looks at
   * @param {string} asset any frame
   */
  constructor(library, collection, asset) {
    super();
    this.library = library;
    this.collection = collection;
    this.#asset = asset;
    this.count = 0;
    /** The frame that represents the burst. @type {string | null} */
    this.key = null;
    /** The frames that the reader keeps. @type {ReadonlySet<string>} */
    this.kept = new Set();
  }

  /** The frames in their order, as a timeline has its photos. */
  get items() {
    return this.#items;
  }

  /** The frame at a rank, or undefined. */
  item(rank) {
    return this.#items[rank];
  }

  /** The rank of a frame, or -1. */
  rankIn(identifier) {
    return this.#items.findIndex((item) => item.identifier === identifier);
  }

  /** Returns at once: all frames are loaded. */
  async load() {}

  /** As a timeline's. */
  async ranksOf(identifiers) {
    return identifiers.map((identifier) => {
      const rank = this.rankIn(identifier);
      return rank < 0 ? null : rank;
    });
  }

  /**
   * Reads all frames, or reads them again. If that fails, the frames stay as they were.
   * @param {{ signal?: AbortSignal }} [options]
   */
  async read({ signal } = {}) {
    const { items, key, kept } = await this.#readAll(signal);
    const before = this.#print();
    this.#items = items;
    this.count = items.length;
    this.key = key;
    this.kept = new Set(kept);
    // Any frame leads to the others, so use one that still exists.
    this.#asset = key ?? items[0]?.identifier ?? this.#asset;
    if (this.#print() !== before) this.dispatchEvent(new CustomEvent("replace", { detail: { shift: 0 } }));
  }

  /** A text that is equal for equal bursts. */
  #print() {
    return JSON.stringify([this.key, [...this.kept], this.#items]);
  }

  /** Reads again if the burst changes between two parts. */
  async #readAll(signal) {
    for (let left = tries; ; left--) {
      const parts = [await this.#part(0, signal)];
      while (parts.at(-1).window.identifiers.length === framesAtOnce) {
        parts.push(await this.#part(parts.length * framesAtOnce, signal));
      }
      const isOne = parts.every(({ window }) => window.version === parts[0].window.version);
      if (isOne || left === 1) return merged(parts);
    }
  }

  #part(from, signal) {
    return this.library.burst(this.#asset, from, framesAtOnce, { signal });
  }
}

function merged(parts) {
  const items = [];
  const kept = [];
  for (const { window, kept: marks } of parts) {
    for (const [place, identifier] of window.identifiers.entries()) {
      if (marks[place]) kept.push(identifier);
      items.push(photoInWindow(window, place, items.length));
    }
  }
  return { items, kept, key: parts[0].key };
}
