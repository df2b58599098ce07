import { icon } from "../icons.js";
import { codecName, mayPlay } from "./codec-support.js";
import { LiveMovie } from "./moving-picture.js";
import { reasonFor } from "./picture-loading.js";
import { words } from "./words.js";

/** How long the pointer rests on the picture before it plays, in milliseconds. */
const restTime = 300;

/** @typedef {{ address: string, codec: string | null }} Video */

/** The badge of a Live Photo, and the moving part, which plays over the still. */
export class LivePhoto {
  #frame;
  /** @type {LiveMovie | null} */
  #movie = null;
  #timer = 0;
  /** Cancels the request for the reason of a failure. */
  #asking = new AbortController();
  /** Marks the photo as a Live Photo, and plays it. */
  badge = document.createElement("button");

  /** @param {HTMLElement} frame holds the still */
  constructor(frame) {
    this.#frame = frame;
    this.badge.type = "button";
    this.badge.className = "viewer-live viewer-control";
    this.#makeReady();
    this.badge.setAttribute("aria-keyshortcuts", "L");
    this.badge.append(icon("live"), words.live);
    this.badge.addEventListener("click", () => this.toggle());
    this.#playWhileHovered(this.badge, 0);
    this.#playWhileHovered(frame, restTime);
  }

  /** @param {Video} video the moving part */
  begin(video) {
    this.#makeReady();
    if (!mayPlay(video.codec, (type) => document.createElement("video").canPlayType(type))) {
      this.#unplayable(video.codec);
      return;
    }
    this.#movie = new LiveMovie({
      address: video.address,
      ended: () => this.stop(),
      failed: () => this.#failed(video),
    });
    this.#frame.append(this.#movie.element);
  }

  /**
   * @param {{ withSound: boolean }} options browsers play sound only after a key, click or touch
   * @returns {boolean} `false` if there is nothing to play
   */
  play(options) {
    if (!this.#movie) return false;
    this.#makeReady();
    this.#movie.play(options);
    this.badge.classList.add("is-playing");
    return true;
  }

  stop() {
    clearTimeout(this.#timer);
    this.#movie?.stop();
    this.badge.classList.remove("is-playing");
  }

  toggle() {
    if (this.#movie?.isPlaying) this.stop();
    else this.play({ withSound: true });
  }

  /** Releases the moving part. `begin` makes it again. */
  end() {
    this.stop();
    this.#asking.abort();
    this.#movie?.release();
    this.#movie = null;
  }

  #makeReady() {
    this.badge.title = words.playLive;
    this.badge.removeAttribute("aria-disabled");
  }

  /**
   * Prepares another try if the server failed. If the server has the video, the browser can't play it.
   * @param {Video} video
   */
  async #failed(video) {
    this.end();
    const { signal } = (this.#asking = new AbortController());
    try {
      const reason = await reasonFor(video.address, signal);
      if (reason === null) this.#unplayable(video.codec);
      else {
        this.begin(video);
        this.badge.title = words.withReason(words.noLive, reason.message);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** @param {string | null} codec */
  #unplayable(codec) {
    const name = codecName(codec);
    this.badge.title = name ? words.liveUnplayable(name) : words.liveUnknown;
    this.badge.setAttribute("aria-disabled", "true");
  }

  /**
   * @param {HTMLElement} element
   * @param {number} delay in milliseconds
   */
  #playWhileHovered(element, delay) {
    element.addEventListener("pointerenter", (event) => {
      clearTimeout(this.#timer);
      if (event.pointerType !== "mouse" || event.buttons !== 0) return;
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      this.#timer = setTimeout(() => this.play({ withSound: false }), delay);
    });
    element.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") this.stop();
    });
  }
}
