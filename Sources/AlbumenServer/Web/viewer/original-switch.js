import { nameCommand } from "./viewer-keys.js";
import { words } from "./words.js";

/** Chooses which file of a photo that was taken as RAW and JPEG is shown. */
export class OriginalSwitch {
  element = document.createElement("div");
  #choose;
  /** @type {HTMLButtonElement[]} */
  #buttons = [];

  /** @param {(isAlternate: boolean) => void} choose */
  constructor(choose) {
    this.#choose = choose;
    this.element.className = "viewer-originals viewer-control";
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", words.originals);
    this.element.hidden = true;
  }

  /**
   * @param {readonly [current: string, alternate: string]} names
   * @param {boolean} isAlternate whether the second is shown
   */
  show(names, isAlternate) {
    if (this.#buttons.length === 0) {
      this.#buttons = names.map((_, index) => {
        const button = document.createElement("button");
        button.type = "button";
        button.addEventListener("click", () => this.#choose(index === 1));
        return button;
      });
      this.element.replaceChildren(...this.#buttons);
    }
    for (const [index, button] of this.#buttons.entries()) {
      nameCommand(button, "originals", words.showOriginal(names[index]));
      button.textContent = names[index];
      button.setAttribute("aria-pressed", String(isAlternate === (index === 1)));
    }
    this.element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
  }
}
