import { ServerError } from "../../server/server-connection.js";
import { PartBuffer } from "./part-buffer.js";
import { PartLayout } from "./part-layout.js";
import { PartPace } from "./part-pace.js";
import { isBuffered, nextPart, positionAfterGap, spansOf } from "./part-plan.js";

/** The server's status for a part that it can't make. Another try doesn't help. */
const unreadable = 422;
/** The server's status for a part that takes too long or can't be made at the moment. */
const unavailable = 503;

/** Safari on phones has only the second. */
const Source = /** @type {typeof MediaSource | undefined} */ (
  globalThis.MediaSource ?? Reflect.get(globalThis, "ManagedMediaSource")
);

/**
 * Plays a video in parts that the server makes, for a browser that lacks the video's codec or container.
 *
 * Parts near the position are loaded one after another. A seek cancels the part that is being loaded, unless it's
 * still needed.
 */
export class PartedVideo {
  #video;
  #library;
  #calls;
  #ending = new AbortController();
  /** @type {API.MovieParts | null} */
  #parts = null;
  /** @type {PartLayout | null} */
  #layout = null;
  /** @type {PartBuffer | null} */
  #buffer = null;
  /** @type {PartPace | null} */
  #pace = null;
  /** @type {Set<number>} */
  #loaded = new Set();
  /** @type {{ number: number, cancellation: AbortController } | null} */
  #loading = null;
  #address = "";
  /** The first part that can't be made, because the file ends before it. */
  #firstMissing = Infinity;
  /** The part at which the video continues after its file has failed. */
  #firstWanted = 0;

  /**
   * @param {object} parts
   * @param {HTMLVideoElement} parts.video
   * @param {import("../../server/library.js").Library} parts.library
   * @param {string} parts.address of the list of parts
   * @param {() => boolean} [parts.isPlaying] returns whether the video plays, or played when its file failed
   * @param {(error: Error | null) => void} parts.failed is called once if the video can't be played; the error is
   *   `null` if the browser can't read the parts
   */
  constructor({ video, library, address, isPlaying = () => !video.paused, failed }) {
    this.#video = video;
    this.#library = library;
    this.#calls = { isPlaying, failed };
    const { signal } = this.#ending;
    for (const type of ["seeking", "timeupdate", "waiting", "play"]) {
      video.addEventListener(type, () => this.#update(), { signal });
    }
    this.#begin(address);
  }

  static get isSupported() {
    return Source !== undefined;
  }

  /** Cancels all requests. */
  release() {
    this.#ending.abort();
    this.#loading?.cancellation.abort();
    if (this.#address) URL.revokeObjectURL(this.#address);
  }

  /** @param {string} address */
  async #begin(address) {
    const { signal } = this.#ending;
    try {
      const parts = await this.#library.movieParts(address, signal);
      if (!Source?.isTypeSupported(parts.type)) {
        this.#fail(null);
        return;
      }
      const source = new Source();
      const opened = new Promise((resolve) => source.addEventListener("sourceopen", resolve, { once: true }));
      this.#address = URL.createObjectURL(source);
      this.#video.disableRemotePlayback = true;
      // New content pauses the video and moves it to its start.
      const position = this.#video.currentTime;
      this.#video.autoplay = this.#calls.isPlaying();
      this.#video.src = this.#address;
      if (position > 0) this.#video.currentTime = position;
      await opened;
      if (signal.aborted) return;
      this.#parts = parts;
      this.#layout = new PartLayout(parts);
      this.#firstWanted = this.#layout.numberAt(position);
      this.#pace = new PartPace(parts.forms);
      this.#buffer = new PartBuffer(source, parts.type);
      if (parts.duration > 0) source.duration = parts.duration;
      this.#update();
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  /** Loads the part that is needed next, and cancels one that no longer is. */
  #update() {
    const layout = this.#layout;
    if (layout === null || this.#buffer === null || this.#ending.signal.aborted) return;
    const video = this.#video;
    const spans = spansOf(this.#buffer.buffered);
    const position = video.currentTime;
    const after = this.#loading === null ? positionAfterGap(spans, position) : null;
    if (after !== null && this.#loaded.has(layout.numberAt(position))) {
      video.currentTime = after;
      return;
    }
    this.#forgetRemoved(position, spans);
    const isIdle = video.paused && video.played.length === 0 && position === 0;
    const next = nextPart({
      position, spans, layout, loaded: this.#loaded,
      ...isIdle ? { ahead: this.#parts?.partDuration } : {},
    });
    if (next === null || next >= this.#firstMissing) {
      if (this.#loading === null && this.#isWhole) this.#buffer.end();
      return;
    }
    if (this.#loading !== null) {
      const isNeeded = this.#loading.number === next || !video.seeking;
      if (isNeeded) return;
      this.#loading.cancellation.abort();
    }
    this.#load(next);
  }

  /** Whether the last part is loaded. */
  get #isWhole() {
    const count = Math.min(this.#parts?.count ?? 0, this.#firstMissing);
    return this.#loaded.has(count - 1);
  }

  /**
   * Forgets a part that the browser has removed from its memory.
   * @param {number} position
   * @param {readonly import("./part-plan.js").Span[]} spans
   */
  #forgetRemoved(position, spans) {
    const layout = this.#layout;
    if (layout === null || !this.#video.seeking || isBuffered(spans, position)) return;
    const number = layout.numberAt(position);
    const middle = layout.start(number) + layout.duration(number) / 2;
    if (middle < (this.#parts?.duration || Infinity) && !isBuffered(spans, middle)) this.#loaded.delete(number);
  }

  /** @param {number} number */
  async #load(number) {
    const [parts, layout, pace, buffer] = [this.#parts, this.#layout, this.#pace, this.#buffer];
    if (parts === null || layout === null || pace === null || buffer === null) return;
    const loading = { number, cancellation: new AbortController() };
    this.#loading = loading;
    const { signal } = loading.cancellation;
    const { form } = pace;
    const start = performance.now();
    try {
      const bytes = await this.#library.bytes(`${parts.address}&form=${form}&number=${number}`, signal);
      signal.throwIfAborted();
      const elapsed = (performance.now() - start) / 1000;
      pace.note({ form, elapsed, played: layout.duration(number) / (this.#video.playbackRate || 1) });
      await buffer.append(bytes, this.#video.currentTime);
      this.#loaded.add(number);
    } catch (error) {
      if (signal.aborted || this.#ending.signal.aborted) return;
      if (this.#loading === loading) this.#loading = null;
      this.#failed(error, number);
      return;
    }
    if (this.#loading !== loading) return;
    this.#loading = null;
    this.#update();
  }

  /**
   * A damaged file plays up to the damage. A part that takes too long is requested with fewer lines.
   * @param {unknown} error
   * @param {number} number of the part
   */
  #failed(error, number) {
    if (error instanceof ServerError && error.status === unavailable && this.#pace?.reduce()) {
      this.#update();
      return;
    }
    const isDamaged = error instanceof ServerError && error.status === unreadable;
    if (isDamaged && number > 0 && this.#loaded.has(number - 1)) {
      this.#firstMissing = number;
      this.#buffer?.end();
    } else if (isDamaged && number > 0 && number === this.#firstWanted && this.#layout !== null) {
      // The file has played up to here, so the part before can probably be made.
      this.#firstMissing = number;
      this.#video.currentTime = this.#layout.start(number - 1);
      this.#update();
    } else this.#fail(error);
  }

  /** @param {unknown} error */
  #fail(error) {
    this.release();
    if (error === null || error instanceof DOMException) this.#calls.failed(null);
    else if (error instanceof Error) this.#calls.failed(error);
    else throw error;
  }
}
