import { words } from "../words.js";

/** How long a video may wait before the reader is told, in milliseconds. */
const patience = 300;

/** Shows that a video waits for its content. */
export class MovieStatus {
  element = document.createElement("div");
  #timer = 0;

  /**
   * @param {HTMLVideoElement} video
   * @param {() => boolean} isPrepared returns whether the video's content has to be made
   * @param {AbortSignal} signal ends it
   */
  constructor(video, isPrepared, signal) {
    this.element.className = "movie-status";
    this.element.setAttribute("role", "status");
    this.element.hidden = true;
    for (const type of ["loadstart", "waiting", "seeking"]) {
      video.addEventListener(type, () => this.#wait(isPrepared() ? words.preparingVideo : words.loadingVideo), {
        signal,
      });
    }
    for (const type of ["canplay", "loadeddata", "playing", "seeked", "ended", "error", "emptied"]) {
      video.addEventListener(type, () => this.hide(), { signal });
    }
    // The browser has loaded as much of a file as it wants before playback.
    video.addEventListener("suspend", () => {
      if (!isPrepared()) this.hide();
    }, { signal });
    signal.addEventListener("abort", () => this.hide(), { once: true });
  }

  hide() {
    clearTimeout(this.#timer);
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  /** @param {string} text */
  #wait(text) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const turning = document.createElement("span");
      turning.className = "movie-turning";
      this.element.replaceChildren(turning, text);
      this.element.hidden = false;
    }, patience);
  }
}
