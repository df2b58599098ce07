import { icon } from "../common/icons.js";
import { MovieBar } from "./movie/movie-bar.js";
import { MovieSource } from "./movie/movie-source.js";
import { MovieStatus } from "./movie/movie-status.js";
import { words } from "./words.js";

/** @typedef {NonNullable<API.Asset["video"]>} Video */

/** A video with its controls, and a large button that starts it. */
export class Movie {
  #video = document.createElement("video");
  #button = document.createElement("button");
  #source;
  #listening = new AbortController();

  /**
   * @param {object} parts
   * @param {Video} parts.video
   * @param {import("../server/library.js").Library} parts.library
   * @param {string} parts.poster
   * @param {string} parts.label
   * @param {number} parts.ratio of the video's width to its height
   * @param {boolean} parts.isRemote whether the video's file is only in the library's place
   * @param {(error: Error | null) => void} parts.failed is called if the video can't be loaded or played; the error is
   *   `null` if the browser can't play it
   */
  constructor({ video: facts, library, poster, label, ratio, isRemote, failed }) {
    const { signal } = this.#listening;
    const video = this.#video;
    video.playsInline = true;
    video.preload = "metadata";
    video.poster = poster;
    video.setAttribute("aria-label", label);
    video.className = "viewer-video";
    video.addEventListener("play", () => (this.#button.hidden = true), { signal });
    video.addEventListener("playing", () => video.classList.add("is-begun"), { signal });
    // A seek shows the frame instead of the poster.
    video.addEventListener("seeked", () => video.classList.add("is-begun"), { signal });
    // A tap shows and hides the controls.
    video.addEventListener("click", (event) => {
      if (!(event instanceof PointerEvent) || event.pointerType === "mouse") this.toggle();
    }, { signal });

    this.#button.type = "button";
    this.#button.className = "viewer-play";
    this.#button.setAttribute("aria-label", words.playVideo);
    this.#button.append(icon("play"));
    const bar = new MovieBar(video, facts, { ratio, isRemote, toggle: () => this.toggle() }, signal);
    this.#button.addEventListener("click", (event) => {
      // The button disappears. After a key, the position gets the focus; after a click, the viewer does.
      const next = event.detail === 0 ? bar.element.querySelector("[role=slider]") : video.closest("[tabindex]");
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
      this.toggle();
    }, { signal });
    const status = new MovieStatus(video, () => this.#source.hasParts, signal);
    this.#source = new MovieSource({ element: video, video: facts, library, failed });
    /** The elements over the picture, in its frame. */
    this.elements = [video, this.#button];
    /** The elements over the slide. */
    this.controls = [bar.element, status.element];
  }

  toggle() {
    if (this.#video.paused) play(this.#video);
    else this.#video.pause();
  }

  /** Releases the video, which can't be used again. */
  release() {
    this.#listening.abort();
    this.#source.release();
    for (const element of [...this.elements, ...this.controls]) element.remove();
  }
}

/** The moving part of a Live Photo, which plays over the still: once, and then fades back to it, or repeatedly. */
export class LiveMovie {
  #video = document.createElement("video");
  #facts;
  #library;
  #failed;
  /** @type {MovieSource | null} */
  #source = null;
  #listening = new AbortController();
  #isWanted = false;

  /**
   * @param {object} parts
   * @param {Video} parts.video
   * @param {import("../server/library.js").Library} parts.library
   * @param {boolean} parts.loops whether the video repeats
   * @param {() => void} parts.ended is called at the end of a video that doesn't repeat
   * @param {(error: Error | null) => void} parts.failed is called if the video can't be loaded or played; the error is
   *   `null` if the browser can't play it
   */
  constructor({ video: facts, library, loops, ended, failed }) {
    const { signal } = this.#listening;
    this.#facts = facts;
    this.#library = library;
    this.#failed = failed;
    const video = this.#video;
    video.playsInline = true;
    video.preload = "auto";
    video.disableRemotePlayback = true;
    video.loop = loops;
    video.className = "viewer-video viewer-live-video";
    video.setAttribute("aria-hidden", "true");
    video.addEventListener("ended", ended, { signal });
    video.addEventListener("playing", () => video.classList.toggle("is-playing", this.#isWanted), { signal });
    video.addEventListener("transitionend", () => {
      if (!this.#isWanted) video.pause();
    }, { signal });
    this.element = video;
  }

  /** @param {{ withSound: boolean }} options browsers play sound only after a key, click or tap */
  play({ withSound }) {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#source ??= new MovieSource({
      element: this.#video, video: this.#facts, library: this.#library, failed: this.#failed,
    });
    this.#video.muted = !withSound;
    if (this.#video.readyState > 0) this.#video.currentTime = 0;
    play(this.#video);
  }

  stop() {
    if (!this.#isWanted) return;
    this.#isWanted = false;
    this.#source?.stop();
    this.#video.autoplay = false;
    this.#video.classList.remove("is-playing");
    // Without a transition, there is no `transitionend`.
    if (this.#video.getAnimations().length === 0) this.#video.pause();
  }

  get isPlaying() {
    return this.#isWanted;
  }

  /** Releases the video, which can't be used again. */
  release() {
    this.#listening.abort();
    this.#isWanted = false;
    this.#source?.release();
    this.#video.remove();
  }
}

/**
 * Plays a video, without sound if the browser requires a key or click for sound. The video's `error` event reports that
 * it can't be played. Stopping a video that has not begun is not an error.
 * @param {HTMLVideoElement} video
 */
async function play(video) {
  try {
    await video.play();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name !== "NotAllowedError" || video.muted) return;
    video.muted = true;
    await play(video);
  }
}
