import { units } from "./periods.js";
import { words } from "./words.js";

/** The buttons that choose between years, months and all photos. */
export class ViewSwitch {
  element = document.createElement("div");
  /** @type {Map<import("./periods.js").PeriodUnit, HTMLButtonElement>} */
  #buttons = new Map();

  /** @param {(unit: import("./periods.js").PeriodUnit) => void} choose is called for each press */
  constructor(choose) {
    this.element.className = "view-switch";
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", words.view);
    for (const unit of units) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.unit = unit;
      button.textContent = words[unit];
      button.addEventListener("click", () => choose(unit));
      this.#buttons.set(unit, button);
    }
    this.element.append(...this.#buttons.values());
    this.unit = "days";
  }

  /** @param {import("./periods.js").PeriodUnit} chosen */
  set unit(chosen) {
    for (const [unit, button] of this.#buttons) button.setAttribute("aria-pressed", String(unit === chosen));
  }
}
