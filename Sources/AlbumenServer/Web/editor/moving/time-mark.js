import { formatTime } from "./times.js";

/** The steps of keys in seconds. */
const steps = /** @type {Record<string, number>} */ ({
  ArrowLeft: -0.1, ArrowDown: -0.1, ArrowRight: 0.1, ArrowUp: 0.1, PageDown: -1, PageUp: 1,
});

/**
 * A time in a strip of frames, as a slider: an end of the trim, the key photo, or the position of the playback.
 *
 * Event: `slide` ({time, isSettled}) when the reader moves it, and when the reader has let go of it.
 */
export class TimeMark extends EventTarget {
  element = document.createElement("div");
  #time = 0;
  #least = 0;
  #most = 0;

  /**
   * @param {string} name of the class
   * @param {string} label
   */
  constructor(name, label) {
    super();
    const { element } = this;
    element.className = `time-mark ${name}`;
    element.tabIndex = 0;
    element.setAttribute("role", "slider");
    element.setAttribute("aria-label", label);
    element.addEventListener("keydown", (event) => this.#keyDown(event));
    element.addEventListener("keyup", (event) => {
      if (steps[event.key] !== undefined) this.#report(this.#time, true);
    });
  }

  get time() {
    return this.#time;
  }

  /**
   * @param {number} time
   * @param {{ least: number, most: number, duration: number }} range in which the reader can move it
   */
  show(time, { least, most, duration }) {
    [this.#time, this.#least, this.#most] = [time, least, most];
    const { element } = this;
    element.style.insetInlineStart = `${duration > 0 ? (time / duration) * 100 : 0}%`;
    element.setAttribute("aria-valuemin", String(least));
    element.setAttribute("aria-valuemax", String(most));
    element.setAttribute("aria-valuenow", String(time));
    element.setAttribute("aria-valuetext", formatTime(time));
  }

  /**
   * Follows the pointer that has pressed the mark or the strip.
   * @param {PointerEvent} pressed
   * @param {(clientX: number) => number} timeAt
   */
  drag(pressed, timeAt) {
    if (pressed.button !== 0) return;
    pressed.preventDefault();
    const { element } = this;
    element.focus({ preventScroll: true });
    element.setPointerCapture(pressed.pointerId);
    const over = new AbortController();
    const { signal } = over;
    // The mark stays under the pointer where it was pressed.
    const offset = pressed.target === element ? this.#time - timeAt(pressed.clientX) : 0;
    const move = (/** @type {PointerEvent} */ event, /** @type {boolean} */ isSettled) =>
      this.#report(timeAt(event.clientX) + offset, isSettled);
    if (offset === 0) move(pressed, false);
    element.addEventListener("pointermove", (event) => move(event, false), { signal });
    element.addEventListener("pointerup", (event) => {
      over.abort();
      move(event, true);
    }, { signal });
    element.addEventListener("pointercancel", () => {
      over.abort();
      this.#report(this.#time, true);
    }, { signal });
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    if (step === undefined && event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Home") this.#report(this.#least, true);
    else if (event.key === "End") this.#report(this.#most, true);
    else this.#report(this.#time + step * (event.shiftKey ? 10 : 1), false);
  }

  /**
   * @param {number} time
   * @param {boolean} isSettled
   */
  #report(time, isSettled) {
    const limited = Math.min(this.#most, Math.max(this.#least, time));
    this.dispatchEvent(new CustomEvent("slide", { detail: { time: limited, isSettled } }));
  }
}
