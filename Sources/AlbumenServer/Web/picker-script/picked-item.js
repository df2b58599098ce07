import { pause } from "./pause.js";
import { PickerError } from "./picker-error.js";
import { ReadingProgress } from "./reading-progress.js";
import { request } from "./requests.js";
import { words } from "./words.js";

/** How often the page asks how far the making of a file is, in milliseconds. */
const progressMilliseconds = 300;

/**
 * @typedef {object} Representation
 * @property {string} type a uniform type identifier
 * @property {string} name of the file
 * @property {number | null} bytes `null` if the file is made on request
 */

/**
 * @typedef {object} ItemDocument
 * @property {string} item a token, or empty for a file of the device
 * @property {string | null} identifier
 * @property {string | null} name
 * @property {string | null} kind
 * @property {boolean} isPreselected
 * @property {Representation[]} representations
 * @property {Representation | null} [pairedVideo]
 */

/**
 * @typedef {object} ReadOptions
 * @property {string} [type] one of the item's types, by default the best one
 * @property {AbortSignal} [signal]
 * @property {(fraction: number) => void} [onProgress] receives how much of the file is made and read. It rises to 1.
 */

/** A photo or video that the user has chosen. A library's files can be read for an hour. */
export class PickedItem {
  #address;
  #token;
  #representations;
  #pairedVideo;
  #pairing;

  /**
   * @param {string} address of the item's files
   * @param {string} token
   * @param {ItemDocument} item
   * @param {string} [pairing] what the addresses of a Live Photo's video end with
   */
  constructor(address, token, item, pairing = "") {
    this.#address = address;
    this.#token = token;
    this.#representations = item.representations;
    this.#pairedVideo = item.pairedVideo ?? null;
    this.#pairing = pairing;
    /** Names the asset in all requests of this page's origin. Empty for a file of the device. */
    this.item = item.item;
    /** The file's name without its extension, or `null` for a preselected item. */
    this.name = item.name;
    /** How the item plays: `image`, `video`, `livePhoto`, `imageAnimated` … `null` for a preselected item. */
    this.kind = item.kind;
    /** Whether the page named the item in `preselected`. Then nothing else is known of it, not even that it exists. */
    this.isPreselected = item.isPreselected;
  }

  /** The uniform type identifier of the best file, or `null` if there is none. */
  get type() {
    return this.#representations[0]?.type ?? null;
  }

  /** The files that the item has, the best first. */
  get representations() {
    return this.#representations.map((each) => ({ ...each }));
  }

  /**
   * Reads a file whole.
   * @param {ReadOptions} [options]
   */
  async blob(options = {}) {
    return (await this.#response(options)).blob();
  }

  /**
   * Reads a file whole, with its name.
   * @param {ReadOptions} [options]
   */
  async file(options = {}) {
    const { name } = this.#representation(options.type);
    const blob = await this.blob(options);
    return new File([blob], name, { type: blob.type });
  }

  /**
   * Reads a file in parts, for files that are too large for memory.
   * @param {ReadOptions} [options]
   * @returns {Promise<ReadableStream<Uint8Array>>}
   */
  async stream(options = {}) {
    const { body } = await this.#response(options);
    return body ?? new Blob([]).stream();
  }

  /** Returns the video of a Live Photo; `null` for other items. */
  paired() {
    if (this.#pairedVideo === null) return null;
    const video = {
      item: this.item, identifier: null, name: this.name, kind: "video", isPreselected: false,
      representations: [this.#pairedVideo],
    };
    return new PickedItem(this.#address, this.#token, video, "/paired");
  }

  /** @param {string | undefined} type */
  #representation(type) {
    const found = type === undefined
      ? this.#representations[0] : this.#representations.find((each) => each.type === type);
    if (found === undefined) throw new PickerError("noRepresentation", words.noRepresentation(type ?? ""));
    return found;
  }

  /** @param {ReadOptions} options */
  async #response({ type, signal, onProgress }) {
    const found = this.#representation(type);
    const address = `${this.#address}/${encodeURIComponent(found.type)}${this.#pairing}`;
    // The server answers when the file is made, and reports a failure here. The progress is only for the reader.
    const answered = new AbortController();
    const isMade = found.bytes === null;
    const progress = onProgress ? new ReadingProgress(onProgress, { isMade }) : null;
    if (isMade && progress) this.#watch(address, answered.signal, progress);
    try {
      const response = await request(address, { signal, token: this.#token });
      if (progress === null || response.body === null) return response;
      const size = response.headers.get("Content-Length");
      const body = progress.reading(response.body, size === null ? found.bytes : Number(size));
      return new Response(body, { headers: { "Content-Type": response.headers.get("Content-Type") ?? "" } });
    } finally {
      answered.abort();
    }
  }

  /**
   * Reports how much of a file is made, until the file's request has ended.
   * @param {string} address
   * @param {AbortSignal} signal
   * @param {ReadingProgress} progress
   */
  async #watch(address, signal, progress) {
    try {
      for (;;) {
        await pause(progressMilliseconds, signal);
        const answer = await request(`${address}/progress`, { signal, token: this.#token });
        const state = await answer.json();
        if (!signal.aborted) progress.make(state);
      }
    } catch (error) {
      // The request for the file reports what went wrong.
      if (!signal.aborted && !(error instanceof PickerError)) throw error;
    }
  }
}
