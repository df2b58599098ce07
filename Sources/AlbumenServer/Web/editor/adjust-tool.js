import { amountOf, changed } from "./recipe.js";
import { scaleOf } from "./slider-scales.js";
import { ValueSlider } from "./value-slider.js";
import { words } from "./words.js";

/** @typedef {import("./recipe.js").Amount} Amount */

/** @type {readonly { title: string, names: readonly Amount[] }[]} */
const groups = [
  { title: words.light, names: ["exposure", "contrast", "highlights", "shadows"] },
  { title: words.color, names: ["temperature", "tint", "saturation", "vibrance"] },
  { title: words.detail, names: ["sharpness", "vignette"] },
];

/** The sliders of light and colors. */
export class AdjustTool {
  name = "adjust";
  label = words.adjust;
  icon = "adjust";
  element = document.createElement("div");
  #session;
  /** @type {Map<Amount, ValueSlider>} */
  #sliders = new Map();

  /** @param {import("./edit-session.js").EditSession} session */
  constructor(session) {
    this.#session = session;
    this.element.className = "editor-groups";
    for (const [index, { title, names }] of groups.entries()) {
      const group = document.createElement("div");
      group.setAttribute("role", "group");
      const heading = document.createElement("h2");
      heading.id = `editor-group-${index}`;
      heading.textContent = title;
      group.setAttribute("aria-labelledby", heading.id);
      group.append(heading, ...names.map((name) => this.#slider(name)));
      this.element.append(group);
    }
    session.addEventListener("change", () => this.#show());
    this.#show();
  }

  /** @param {Amount} name */
  #slider(name) {
    const slider = new ValueSlider({ name, label: words.amounts[name], scale: scaleOf(name) });
    slider.addEventListener("slide", (event) => {
      const { isSettled } = /** @type {CustomEvent<{ isSettled: boolean }>} */ (event).detail;
      this.#session.change(changed(this.#session.recipe, { [name]: slider.value }), words.amounts[name]);
      if (isSettled) this.#session.endStep();
    });
    this.#sliders.set(name, slider);
    return slider.element;
  }

  #show() {
    for (const [name, slider] of this.#sliders) {
      const value = amountOf(this.#session.recipe, name);
      if (slider.value !== value) slider.value = value;
    }
  }
}
