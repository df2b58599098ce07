import { words } from "./words.js";

/**
 * A slider with its name and value. The value's button, a double click and the key Delete reset it.
 *
 * Event: `slide` ({isSettled}) when the reader moves it, and when the reader has let go of it.
 */
export class ValueSlider extends EventTarget {
  element = document.createElement("div");
  #input = document.createElement("input");
  #reset = document.createElement("button");
  #scale;
  #value;

  /**
   * @param {object} options
   * @param {string} options.name identifies the slider
   * @param {string} options.label
   * @param {SliderScale} options.scale
   */
  constructor({ name, label, scale }) {
    super();
    this.#scale = scale;
    this.#value = scale.neutral;
    const title = document.createElement("label");
    title.htmlFor = `editor-${name}`;
    title.textContent = label;
    const input = this.#input;
    input.type = "range";
    input.id = title.htmlFor;
    input.step = String(scale.step);
    this.#reset.type = "button";
    this.#reset.className = "editor-value";
    this.#reset.title = words.reset(label);
    this.#reset.addEventListener("click", () => this.#set(scale.neutral));
    input.addEventListener("input", () => this.#moved(false));
    input.addEventListener("change", () => this.#moved(true));
    input.addEventListener("dblclick", () => this.#set(scale.neutral));
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Delete" && event.key !== "Backspace") return;
      event.preventDefault();
      this.#set(scale.neutral);
    });
    this.element.className = "editor-slider";
    this.element.dataset.value = name;
    this.element.append(title, this.#reset, input);
    this.#resetLabel = label;
    this.value = scale.neutral;
  }

  #resetLabel;

  get value() {
    return this.#value;
  }

  set value(value) {
    const { text, position, neutral, least, most } = this.#scale;
    this.#value = value;
    const place = position ? position(value) : value;
    // A value of another program can be outside of the slider's own range.
    this.#input.min = String(Math.min(least, place));
    this.#input.max = String(Math.max(most, place));
    if (Number(this.#input.value) !== place) this.#input.value = String(place);
    this.#input.setAttribute("aria-valuetext", text(value));
    this.#reset.textContent = text(value);
    this.#reset.setAttribute("aria-label", `${this.#resetLabel}: ${text(value)}. ${words.reset(this.#resetLabel)}`);
    this.#reset.disabled = value === neutral;
    this.element.classList.toggle("is-changed", value !== neutral);
    const [start, end] = [Number(this.#input.min), Number(this.#input.max)];
    const origin = position ? position(neutral) : neutral;
    const share = (/** @type {number} */ at) => `${((at - start) / (end - start)) * 100}%`;
    // The filled part of the track is between the neutral value and this one.
    this.#input.style.setProperty("--from", share(Math.min(origin, place)));
    this.#input.style.setProperty("--to", share(Math.max(origin, place)));
  }

  /** @param {boolean} isSettled */
  #moved(isSettled) {
    const place = Number(this.#input.value);
    this.value = this.#scale.value ? this.#scale.value(place) : place;
    this.#report(isSettled);
  }

  /** @param {number} value */
  #set(value) {
    if (value === this.#value) return;
    const hadFocus = document.activeElement === this.#reset;
    this.value = value;
    // The button is disabled now.
    if (hadFocus) this.#input.focus();
    this.#report(true);
  }

  /** @param {boolean} isSettled */
  #report(isSettled) {
    this.dispatchEvent(new CustomEvent("slide", { detail: { isSettled } }));
  }
}

/**
 * The values of a slider and its positions.
 * @typedef {object} SliderScale
 * @property {number} least position
 * @property {number} most position
 * @property {number} step between positions
 * @property {number} neutral the value that changes nothing
 * @property {(value: number) => string} text
 * @property {(value: number) => number} [position] of a value; by default, the value
 * @property {(position: number) => number} [value] at a position
 */
