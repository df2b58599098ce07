import { ServerError } from "../../server/server-connection.js";
import { MovieSource } from "../../viewer/movie/movie-source.js";
import { MoviePicture } from "./movie-picture.js";
import { words } from "./words.js";

/** @typedef {import("./times.js").Span} Span */

/** A pause this close before the end counts as the end, in seconds. */
const endLimit = 0.05;

/**
 * The video in the editor's stage, with room for its strip. Plays only the part that the edit keeps.
 *
 * Event: `change` when the position changes, or the video starts or stops.
 */
export class MovieStage extends EventTarget {
  element = document.createElement("div");
  video = document.createElement("video");
  /** @type {Span} */
  #span = { start: 0, end: Infinity };
  /** @type {MovieSource | null} */
  #source = null;
  #library;
  #closing = new AbortController();
  #picture;

  /** @param {import("../../server/library.js").Library} library */
  constructor(library) {
    super();
    this.#library = library;
    const { element, video } = this;
    element.className = "moving-stage";
    this.#picture = new MoviePicture(video, this.#closing.signal);
    element.append(video, this.#picture.element);
    video.className = "moving-video";
    video.playsInline = true;
    video.preload = "auto";
    video.tabIndex = -1;
    video.setAttribute("aria-label", words.video);
    const { signal } = this.#closing;
    for (const type of ["play", "pause", "timeupdate", "seeking", "seeked", "loadedmetadata", "ended"]) {
      video.addEventListener(type, () => this.dispatchEvent(new Event("change")), { signal });
    }
    video.addEventListener("click", () => this.toggle(), { signal });
    video.addEventListener("timeupdate", () => this.#stopAtEnd(), { signal });
  }

  get isPlaying() {
    return !this.video.paused;
  }

  get position() {
    return this.video.currentTime;
  }

  /**
   * Loads a video and waits until it can be shown. Fails with a `ServerError`.
   * @param {NonNullable<API.Asset["video"]>} video
   * @returns {Promise<void>}
   */
  load(video) {
    this.#source?.release();
    const element = this.video;
    return new Promise((resolve, reject) => {
      const over = new AbortController();
      const { signal } = over;
      const finish = (/** @type {Error | null} */ error) => {
        over.abort();
        if (error) reject(error);
        else resolve();
      };
      element.addEventListener("loadeddata", () => finish(null), { signal });
      // Nothing waits for a closed editor.
      this.#closing.signal.addEventListener("abort", () => finish(null), { signal });
      this.#source = new MovieSource({
        element, video, library: this.#library,
        failed: (error) => finish(error ?? new ServerError(0, "unreachable", words.notPlayed)),
      });
    });
  }

  /** @param {Span} span the part to play */
  keep(span) {
    this.#span = span;
  }

  /** @param {import("../recipe.js").Recipe} recipe whose adjustments of light, colors and shape are drawn */
  adjust(recipe) {
    this.#picture.show(recipe);
  }

  /** Shows or hides the video. Pauses a hidden one. */
  set isShown(/** @type {boolean} */ isShown) {
    this.element.hidden = !isShown;
    if (isShown) this.#picture.refresh();
    else this.pause();
  }

  /** @param {number} time */
  seek(time) {
    this.video.pause();
    this.video.currentTime = time;
  }

  pause() {
    this.video.pause();
  }

  toggle() {
    const { video } = this;
    if (this.isPlaying) {
      video.pause();
      return;
    }
    const { start, end } = this.#span;
    if (video.currentTime < start || video.currentTime >= end - endLimit) video.currentTime = start;
    // A browser may refuse to play. The button then still says Play.
    video.play().catch(() => this.dispatchEvent(new Event("change")));
  }

  close() {
    this.#closing.abort();
    this.#source?.release();
    this.element.remove();
  }

  #stopAtEnd() {
    if (!this.isPlaying || this.video.currentTime < this.#span.end) return;
    this.seek(this.#span.start);
  }
}
