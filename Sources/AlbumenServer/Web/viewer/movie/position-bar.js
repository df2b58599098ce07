import { words } from "../words.js";
import { showFrames } from "./frame-strip.js";
import { formatPosition } from "./movie-time.js";

/** The steps of keys in seconds. */
const steps = /** @type {Record<string, number>} */ ({
  ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10,
});

/**
 * The position in a video as a slider over frames of the video. Dragging shows the frames where the pointer is.
 *
 * The frames are one picture, which is requested when the video is ready.
 */
export class PositionBar {
  element = document.createElement("div");
  #video;
  #frames = document.createElement("div");
  #head = document.createElement("div");
  #buffered = document.createElement("div");
  #wasPlaying = false;
  #isDragging = false;

  /**
   * @param {HTMLVideoElement} video
   * @param {{ address: string, count: number } | null} frames
   * @param {number} ratio of the video's width to its height
   * @param {AbortSignal} signal ends it
   */
  constructor(video, frames, ratio, signal) {
    this.#video = video;
    const { element } = this;
    element.className = "movie-position";
    element.tabIndex = 0;
    element.setAttribute("role", "slider");
    element.setAttribute("aria-label", words.moviePosition);
    element.setAttribute("aria-valuemin", "0");
    this.#frames.className = "movie-frames";
    this.#head.className = "movie-head";
    this.#buffered.className = "movie-buffered";
    element.append(this.#frames, this.#buffered, this.#head);
    element.addEventListener("keydown", (event) => this.#keyDown(event), { signal });
    element.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    element.addEventListener("pointermove", (event) => this.#move(event), { signal });
    for (const type of ["pointerup", "pointercancel"]) {
      element.addEventListener(type, () => this.#up(), { signal });
    }
    for (const type of ["timeupdate", "seeking", "durationchange", "progress"]) {
      video.addEventListener(type, () => this.#update(), { signal });
    }
    if (frames) this.#showFrames(frames, ratio, signal);
    this.#update();
  }

  /**
   * @param {{ address: string, count: number }} frames
   * @param {number} ratio
   * @param {AbortSignal} signal
   */
  #showFrames(frames, ratio, signal) {
    const observer = new ResizeObserver(() => showFrames(this.#frames, frames, ratio));
    signal.addEventListener("abort", () => observer.disconnect(), { once: true });
    // The video comes first. The frames would keep a worker from its first part.
    if (this.#video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) observer.observe(this.element);
    else this.#video.addEventListener("loadeddata", () => observer.observe(this.element), { signal, once: true });
  }

  /** The duration in seconds; 0 if it's unknown. */
  get #duration() {
    return Number.isFinite(this.#video.duration) ? this.#video.duration : 0;
  }

  #update() {
    const duration = this.#duration;
    const position = Math.min(this.#video.currentTime, duration);
    const share = duration > 0 ? position / duration : 0;
    this.#head.style.insetInlineStart = `${share * 100}%`;
    this.element.setAttribute("aria-valuemax", String(Math.round(duration)));
    this.element.setAttribute("aria-valuenow", String(Math.round(position)));
    this.element.setAttribute("aria-valuetext", words.positionOf(formatPosition(position), formatPosition(duration)));
    const { buffered } = this.#video;
    const end = Array.from({ length: buffered.length }, (_, index) => index)
      .filter((index) => buffered.start(index) <= position + 0.5)
      .reduce((latest, index) => Math.max(latest, buffered.end(index)), 0);
    this.#buffered.style.inlineSize = `${duration > 0 ? Math.min(1, end / duration) * 100 : 0}%`;
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const step = steps[key];
    if (step === undefined && key !== "Home" && key !== "End") return;
    event.preventDefault();
    event.stopPropagation();
    if (key === "Home") this.#seek(0);
    else if (key === "End") this.#seek(this.#duration);
    else this.#seek(this.#video.currentTime + step);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.element.focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
    this.#isDragging = true;
    this.#wasPlaying = !this.#video.paused;
    this.#video.pause();
    this.#seekTo(event);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#isDragging) return;
    event.stopPropagation();
    this.#seekTo(event);
  }

  #up() {
    if (!this.#isDragging) return;
    this.#isDragging = false;
    if (this.#wasPlaying) this.#video.play().catch(() => this.#update());
  }

  /** @param {PointerEvent} event */
  #seekTo({ clientX }) {
    const { left, width } = this.element.getBoundingClientRect();
    if (width > 0) this.#seek(((clientX - left) / width) * this.#duration);
  }

  /** @param {number} position in seconds */
  #seek(position) {
    if (this.#duration === 0) return;
    this.#video.currentTime = Math.min(this.#duration, Math.max(0, position));
    this.#update();
  }
}
