import { icon } from "../common/icons.js";
import { codecName } from "./codec-support.js";
import { LiveMovie } from "./moving-picture.js";
import { words } from "./words.js";

/** How long the pointer rests on the picture before it plays, in milliseconds. */
const restTime = 300;

/** @typedef {NonNullable<API.Asset["video"]>} Video */

/** The badge of a Live Photo, and the moving part, which plays over the still. */
export class LivePhoto {
  #frame;
  #library;
  /** @type {LiveMovie | null} */
  #movie = null;
  #timer = 0;
  /** @type {API.Asset["playbackVariation"]} */
  #variation = "none";
  #label = document.createElement("span");
  /** Marks the photo as a Live Photo, and plays it. */
  badge = document.createElement("button");

  /**
   * @param {HTMLElement} frame holds the still
   * @param {import("../server/library.js").Library} library
   */
  constructor(frame, library) {
    this.#frame = frame;
    this.#library = library;
    this.badge.type = "button";
    this.badge.className = "viewer-live viewer-control";
    this.#makeReady();
    this.badge.setAttribute("aria-keyshortcuts", "L");
    this.badge.append(icon("live"), this.#label);
    this.badge.addEventListener("click", () => this.toggle());
    this.#playWhileHovered(this.badge, 0);
    this.#playWhileHovered(frame, restTime);
  }

  /**
   * A video with the effect Loop or Bounce plays at once, unless the reader prefers less motion.
   * @param {Video} video the moving part
   * @param {API.Asset["playbackVariation"]} variation
   */
  begin(video, variation) {
    this.#variation = variation;
    this.#makeReady();
    this.#movie = new LiveMovie({
      video,
      library: this.#library,
      loops: this.#loops,
      ended: () => this.stop(),
      failed: (error) => this.#failed(video, error),
    });
    this.#frame.append(this.#movie.element);
    if (this.#loops && !this.#prefersLessMotion) this.play({ withSound: false });
  }

  /** Whether the video repeats until the reader stops it. */
  get #loops() {
    return this.#variation === "autoloop" || this.#variation === "mirror";
  }

  get #prefersLessMotion() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
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
    this.#movie?.release();
    this.#movie = null;
  }

  #makeReady() {
    this.badge.title = words.playLive;
    const variation = this.#variation;
    this.#label.textContent = variation === "none" || variation === "unknown" ? words.live : words.liveEffects[variation];
    this.badge.removeAttribute("aria-disabled");
  }

  /**
   * Prepares another try if the server failed. Without an error, the browser can't play the video.
   * @param {Video} video
   * @param {Error | null} error
   */
  #failed(video, error) {
    this.end();
    if (error === null) this.#unplayable(video.codec);
    else {
      // A loop would begin again at once, and fail again.
      this.begin(video, "none");
      this.badge.title = words.withReason(words.noLive, error.message);
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
      if (this.#prefersLessMotion || this.#loops) return;
      this.#timer = setTimeout(() => this.play({ withSound: false }), delay);
    });
    element.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse" && !this.#loops) this.stop();
    });
  }
}
