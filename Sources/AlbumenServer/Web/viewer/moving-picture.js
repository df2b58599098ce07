import { icon } from "../icons.js";
import { words } from "./words.js";

/**
 * Stops the download of a video, and releases the decoder and its memory at once.
 * @param {HTMLVideoElement} video
 */
function release(video) {
  video.pause();
  video.removeAttribute("src");
  video.load();
}

/**
 * Whether another try may succeed with a video that failed. Browsers report an error of the server as a source that
 * isn't supported.
 * @param {MediaError | null} error
 */
export function mayComeYet(error) {
  return error?.code === MediaError.MEDIA_ERR_NETWORK || error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED;
}

/** A video with the browser's own controls, and a large button that starts it. */
export class Movie {
  #video = document.createElement("video");
  #button = document.createElement("button");
  #listening = new AbortController();

  /**
   * @param {object} parts
   * @param {string} parts.address
   * @param {string} parts.poster
   * @param {string} parts.label
   * @param {(error: MediaError | null) => void} parts.failed is called if the video can't be loaded or played
   */
  constructor({ address, poster, label, failed }) {
    const { signal } = this.#listening;
    const video = this.#video;
    video.controls = true;
    video.playsInline = true;
    video.preload = "metadata";
    video.poster = poster;
    video.setAttribute("aria-label", label);
    video.className = "viewer-video";
    video.addEventListener("error", () => failed(video.error), { signal });
    // A browser that supports only the sound plays it, with a picture without size.
    video.addEventListener("loadedmetadata", () => {
      if (video.videoWidth === 0) failed(null);
    }, { signal });
    video.addEventListener("play", () => (this.#button.hidden = true), { signal });
    video.addEventListener("playing", () => video.classList.add("is-begun"), { signal });
    // Decided when the video gets the focus, because any key makes the focus visible later.
    video.addEventListener("focus", () => {
      video.classList.toggle("is-focused-by-key", video.matches(":focus-visible"));
    }, { signal });

    this.#button.type = "button";
    this.#button.className = "viewer-play";
    this.#button.setAttribute("aria-label", words.playVideo);
    this.#button.append(icon("play"));
    this.#button.addEventListener("click", (event) => {
      // The button disappears. After a key, the video's controls get the focus; after a click, the viewer does.
      const next = event.detail === 0 ? video : video.closest("[tabindex]");
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
      this.toggle();
    }, { signal });
    video.src = address;
    this.elements = [video, this.#button];
  }

  toggle() {
    if (this.#video.paused) play(this.#video);
    else this.#video.pause();
  }

  /** Releases the video, which can't be used again. */
  release() {
    this.#listening.abort();
    release(this.#video);
    for (const element of this.elements) element.remove();
  }
}

/** The moving part of a Live Photo, which plays once over the still, and fades back to it. */
export class LiveMovie {
  #video = document.createElement("video");
  #address;
  #listening = new AbortController();
  #isWanted = false;

  /**
   * @param {object} parts
   * @param {string} parts.address
   * @param {() => void} parts.ended is called at the end of the video
   * @param {() => void} parts.failed is called if the video can't be loaded or played
   */
  constructor({ address, ended, failed }) {
    const { signal } = this.#listening;
    this.#address = address;
    const video = this.#video;
    video.playsInline = true;
    video.preload = "auto";
    video.disableRemotePlayback = true;
    video.className = "viewer-video viewer-live-video";
    video.setAttribute("aria-hidden", "true");
    video.addEventListener("error", () => failed(), { signal });
    video.addEventListener("loadedmetadata", () => {
      if (video.videoWidth === 0) failed();
    }, { signal });
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
    if (!this.#video.hasAttribute("src")) this.#video.src = this.#address;
    this.#video.muted = !withSound;
    this.#video.currentTime = 0;
    play(this.#video);
  }

  stop() {
    if (!this.#isWanted) return;
    this.#isWanted = false;
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
    release(this.#video);
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
