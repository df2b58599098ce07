import { showFrames } from "../../viewer/movie/frame-strip.js";
import { TimeMark } from "./time-mark.js";
import { formatTime } from "./times.js";
import { words } from "./words.js";

/** @typedef {import("./times.js").Span} Span */

/**
 * Frames of a video side by side, with marks: the ends of the part to keep, the position of the playback, and the key
 * photo of a Live Photo.
 *
 * Events: `trim` ({end, time, isSettled}), `key` ({time, isSettled}) and `seek` ({time}).
 */
export class TimeStrip extends EventTarget {
  element = document.createElement("div");
  #track = document.createElement("div");
  #frames = document.createElement("div");
  #kept = document.createElement("div");
  #before = document.createElement("div");
  #after = document.createElement("div");
  #start = new TimeMark("time-start", words.start);
  #end = new TimeMark("time-end", words.end);
  #position = new TimeMark("time-position", words.position);
  /** @type {TimeMark | null} */
  #key = null;
  #duration;

  /**
   * @param {object} options
   * @param {number} options.duration of the video, in seconds
   * @param {{ address: string, count: number }} options.frames
   * @param {number} options.ratio of a frame's width to its height
   * @param {boolean} options.hasKey whether there is a key photo
   * @param {AbortSignal} signal ends it
   */
  constructor({ duration, frames, ratio, hasKey }, signal) {
    super();
    this.#duration = duration;
    this.element.className = "time-strip";
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", words.strip);
    this.#track.className = "time-track";
    this.#frames.className = "time-frames";
    this.#kept.className = "time-kept";
    this.#before.className = "time-shade";
    this.#after.className = "time-shade is-after";
    this.#track.append(this.#frames, this.#before, this.#after, this.#kept, this.#position.element);
    if (hasKey) {
      this.#key = new TimeMark("time-key", words.keyPhoto);
      this.#track.append(this.#key.element);
    }
    this.#track.append(this.#start.element, this.#end.element);
    this.element.append(this.#track);
    this.#listen();
    const observer = new ResizeObserver(() => showFrames(this.#frames, frames, ratio));
    observer.observe(this.#track);
    signal.addEventListener("abort", () => observer.disconnect(), { once: true });
  }

  /**
   * @param {object} state
   * @param {Span} state.span the part to keep
   * @param {number} state.position of the playback
   * @param {number | null} state.key the time of the key photo; `null` if it's the photo itself
   */
  show({ span, position, key }) {
    const duration = this.#duration;
    const share = (/** @type {number} */ time) => (duration > 0 ? (time / duration) * 100 : 0);
    this.#start.show(span.start, { least: 0, most: span.end, duration });
    this.#end.show(span.end, { least: span.start, most: duration, duration });
    this.#position.show(Math.min(duration, position), { least: 0, most: duration, duration });
    this.#key?.show(key ?? span.start, { least: span.start, most: span.end, duration });
    this.#key?.element.classList.toggle("is-chosen", key !== null);
    this.#before.style.inlineSize = `${share(span.start)}%`;
    this.#after.style.inlineSize = `${100 - share(span.end)}%`;
    this.#kept.style.insetInlineStart = `${share(span.start)}%`;
    this.#kept.style.inlineSize = `${share(span.end - span.start)}%`;
    this.#kept.classList.toggle("is-trimmed", span.start > 0 || span.end < duration);
    this.element.dataset.span = `${formatTime(span.start)}-${formatTime(span.end)}`;
  }

  #listen() {
    const timeAt = (/** @type {number} */ clientX) => {
      const { left, width } = this.#track.getBoundingClientRect();
      return width > 0 ? ((clientX - left) / width) * this.#duration : 0;
    };
    const send = (/** @type {string} */ type, /** @type {object} */ detail) =>
      this.dispatchEvent(new CustomEvent(type, { detail }));
    for (const mark of [this.#start, this.#end, this.#position, this.#key]) {
      mark?.element.addEventListener("pointerdown", (event) => {
        event.stopPropagation();
        mark.drag(event, timeAt);
      });
    }
    this.#track.addEventListener("pointerdown", (event) => this.#position.drag(event, timeAt));
    this.#start.addEventListener("slide", (event) => send("trim", { end: "start", ...detailOf(event) }));
    this.#end.addEventListener("slide", (event) => send("trim", { end: "end", ...detailOf(event) }));
    this.#position.addEventListener("slide", (event) => send("seek", detailOf(event)));
    this.#key?.addEventListener("slide", (event) => send("key", detailOf(event)));
  }
}

/**
 * @param {Event} event
 * @returns {{ time: number, isSettled: boolean }}
 */
function detailOf(event) {
  return /** @type {CustomEvent<{ time: number, isSettled: boolean }>} */ (event).detail;
}
