import { icon } from "../icons.js";
import { words } from "./words.js";

/** Gives up a video: its download stops, and the decoder and the memory are free at once. */
function release(video) {
  video.pause();
  video.removeAttribute("src");
  video.load();
}

/**
 * Whether a video that failed may have failed on the way, and not for what it is: browsers tell an answer that was an
 * error as a source which is not supported.
 * @param {MediaError | null} error
 */
export function mayComeYet(error) {
  return error?.code === MediaError.MEDIA_ERR_NETWORK || error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED;
}

/** A video as it was taken, with the browser's own controls and a large button to begin with. */
export class Movie {
  #video = document.createElement("video");
  #button = document.createElement("button");
  #listening = new AbortController();

  /**
   * @param {object} parts
   * @param {string} parts.address
   * @param {string} parts.poster
   * @param {string} parts.label
   * @param {(error: MediaError | null) => void} parts.failed is called when it does not come or cannot be played
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
    // A browser that knows only the sound plays it, over a picture without size.
    video.addEventListener("loadedmetadata", () => video.videoWidth === 0 && failed(null), { signal });
    video.addEventListener("play", () => (this.#button.hidden = true), { signal });
    video.addEventListener("playing", () => video.classList.add("is-begun"), { signal });
    // Asked when the focus comes, because any key makes a focus visible later.
    video.addEventListener("focus", () => {
      video.classList.toggle("is-focused-by-key", video.matches(":focus-visible"));
    }, { signal });

    this.#button.type = "button";
    this.#button.className = "viewer-play";
    this.#button.setAttribute("aria-label", words.playVideo);
    this.#button.append(icon("play"));
    this.#button.addEventListener("click", (event) => {
      // The button goes away. A keyboard goes on with the video's controls, a pointer's user with the viewer's keys.
      const next = event.detail === 0 ? video : video.closest("[tabindex]");
      next?.focus({ preventScroll: true });
      this.toggle();
    }, { signal });
    video.src = address;
    this.elements = [video, this.#button];
  }

  toggle() {
    if (this.#video.paused) play(this.#video);
    else this.#video.pause();
  }

  /** Cannot be used again. */
  release() {
    this.#listening.abort();
    release(this.#video);
    for (const element of this.elements) element.remove();
  }
}

/** The moving part of a Live Photo: plays once over the still, and fades back to it. */
export class LiveMovie {
  #video = document.createElement("video");
  #address;
  #listening = new AbortController();
  #isWanted = false;

  /**
   * @param {object} parts
   * @param {string} parts.address
   * @param {() => void} parts.ended is called when it has played to its end
   * @param {() => void} parts.failed is called when it does not come or cannot be played
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
    video.addEventListener("loadedmetadata", () => video.videoWidth === 0 && failed(), { signal });
    video.addEventListener("ended", ended, { signal });
    video.addEventListener("playing", () => video.classList.toggle("is-playing", this.#isWanted), { signal });
    video.addEventListener("transitionend", () => this.#isWanted || video.pause(), { signal });
    this.element = video;
  }

  /** @param {{ withSound: boolean }} options sound needs that the reader has asked for it by a key, click or tap */
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
    // Where nothing fades, no transition's end comes to pause it.
    if (this.#video.getAnimations().length === 0) this.#video.pause();
  }

  get isPlaying() {
    return this.#isWanted;
  }

  /** Cannot be used again. */
  release() {
    this.#listening.abort();
    this.#isWanted = false;
    release(this.#video);
    this.#video.remove();
  }
}

/**
 * Plays, without sound where the browser wants to be asked for it. That a video cannot be played is told by its `error`
 * event; that it was stopped while it began is nothing to tell.
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
