import { icon } from "../icons.js";
import { codecName, mayPlay } from "./codec-support.js";
import { LiveMovie } from "./moving-picture.js";
import { reasonFor } from "./picture-loading.js";
import { words } from "./words.js";

/** How long the pointer rests on the picture before it plays, in milliseconds. */
const restTime = 300;

/** What makes a still a Live Photo: the badge, and the moving part that plays over the frame. */
export class LivePhoto {
  #frame;
  #movie = null;
  #timer = 0;
  /** Ends asking why the moving part did not come. */
  #asking = new AbortController();
  /** Tells that the photo is live, and plays it. */
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

  /** @param {{ address: string, codec: string | null }} video the moving part */
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
   * @param {{ withSound: boolean }} options sound needs that the reader has asked for it by a key, click or touch
   * @returns {boolean} false where there is nothing to play
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

  /** Gives up the moving part; `begin` makes it anew. */
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

  /** What did not come may come when it is asked for again; what came and does not play never will. */
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

  #unplayable(codec) {
    const name = codecName(codec);
    this.badge.title = name ? words.liveUnplayable(name) : words.liveUnknown;
    this.badge.setAttribute("aria-disabled", "true");
  }

  #playWhileHovered(element, delay) {
    element.addEventListener("pointerenter", (event) => {
      clearTimeout(this.#timer);
      if (event.pointerType !== "mouse" || event.buttons !== 0) return;
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      this.#timer = setTimeout(() => this.play({ withSound: false }), delay);
    });
    element.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.stop());
  }
}
