import { formatMonth, formatYear } from "../common/words.js";
import { words } from "./words.js";

const labelHeight = 20;

/**
 * Returns the years that fit beside a track, newest first.
 * @param {{ rank: number, day: number | null }[]} marks of the timeline
 * @param {number} count of photos
 * @param {number} height of the track
 * @returns {{ text: string, y: number }[]} `y` of the label's middle; labels are at least their height apart
 */
export function yearLabels(marks, count, height) {
  /** @type {{ text: string, y: number }[]} */
  const labels = [];
  let previous = null;
  for (const { rank, day } of marks) {
    if (day === null) continue;
    const text = formatYear(day);
    if (text === previous) continue;
    previous = text;
    const y = Math.min(height - labelHeight / 2, Math.max(labelHeight / 2, (rank / Math.max(1, count)) * height));
    const last = labels.at(-1);
    if (last === undefined || y - last.y >= labelHeight) labels.push({ text, y });
  }
  return labels;
}

/**
 * `<time-scrubber>`: the track at the right edge, which shows where in time the window is, and scrolls to any time.
 *
 * Event: `scrub` ({position: 0…1}), for each move of the pointer or press of a key.
 */
export class TimeScrubber extends HTMLElement {
  #thumb = document.createElement("span");
  #bubble = document.createElement("span");
  #labels = document.createElement("span");
  #position = 0;
  #screen = 0.01;
  /** @type {(position: number) => number | null} */
  #dayAt = () => null;
  /**
   * How far below the middle of the thumb the pointer holds it; `null` if it is not held.
   * @type {number | null}
   */
  #grip = null;

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.tabIndex = 0;
    this.setAttribute("role", "slider");
    this.setAttribute("aria-orientation", "vertical");
    this.setAttribute("aria-label", words.timeline);
    this.setAttribute("aria-valuemin", "0");
    this.setAttribute("aria-valuemax", "100");
    this.setAttribute("aria-valuenow", "0");
    this.#labels.className = "scrubber-labels";
    this.#thumb.className = "scrubber-thumb";
    this.#bubble.className = "scrubber-bubble";
    this.#thumb.append(this.#bubble);
    this.append(this.#labels, this.#thumb);
    this.addEventListener("pointerdown", (event) => this.#grab(event));
    this.addEventListener("pointermove", (event) => this.#drag(event));
    this.addEventListener("lostpointercapture", () => this.#letGo());
    this.addEventListener("keydown", (event) => this.#press(event));
  }

  /**
   * @param {{ marks: { rank: number, day: number | null }[], count: number, height: number, screen: number,
   *   dayAt: (position: number) => number | null }} scale `screen` is the part of the whole that the window shows
   */
  show({ marks, count, height, screen, dayAt }) {
    this.#dayAt = dayAt;
    this.#screen = screen;
    this.#labels.replaceChildren(...yearLabels(marks, count, height).map(({ text, y }) => {
      const label = document.createElement("span");
      label.textContent = text;
      label.style.top = `${y}px`;
      return label;
    }));
    this.#draw();
  }

  /** The position of the window, from 0 to 1. */
  get position() {
    return this.#position;
  }

  set position(position) {
    if (position === this.#position) return;
    this.#position = position;
    this.#draw();
  }

  #draw() {
    const text = formatMonth(this.#dayAt(this.#position));
    this.#thumb.style.setProperty("--position", this.#position.toFixed(5));
    if (this.#bubble.textContent !== text) this.#bubble.textContent = text;
    this.setAttribute("aria-valuenow", String(Math.round(this.#position * 100)));
    this.setAttribute("aria-valuetext", text);
  }

  /** @param {PointerEvent} event */
  #grab(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.setPointerCapture(event.pointerId);
    const thumb = this.#thumb.getBoundingClientRect();
    const isOnThumb = event.clientY >= thumb.top && event.clientY <= thumb.bottom;
    this.#grip = isOnThumb ? event.clientY - (thumb.top + thumb.bottom) / 2 : 0;
    this.classList.add("is-grabbed");
    this.#drag(event);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (this.#grip === null) return;
    const track = this.getBoundingClientRect();
    const thumb = this.#thumb.offsetHeight;
    this.#scrub((event.clientY - this.#grip - thumb / 2 - track.top) / Math.max(1, track.height - thumb));
  }

  #letGo() {
    this.#grip = null;
    this.classList.remove("is-grabbed");
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {Record<string, number>} */
    const steps = {
      ArrowUp: -this.#screen, ArrowLeft: -this.#screen, ArrowDown: this.#screen, ArrowRight: this.#screen,
      PageUp: -0.1, PageDown: 0.1, Home: -Infinity, End: Infinity,
    };
    if (!(event.key in steps)) return;
    event.preventDefault();
    this.#scrub(this.#position + steps[event.key]);
  }

  /** @param {number} position */
  #scrub(position) {
    this.position = Math.min(1, Math.max(0, position));
    this.dispatchEvent(new CustomEvent("scrub", { detail: { position: this.#position } }));
  }
}

customElements.define("time-scrubber", TimeScrubber);
