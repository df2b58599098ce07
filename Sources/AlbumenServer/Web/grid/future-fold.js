import { words } from "./words.js";

/** The line above the photos that those with a date in the future are folded into. It opens them. */
export class FutureFold {
  element = document.createElement("div");
  #button = document.createElement("button");
  #text = document.createElement("span");
  #action = document.createElement("span");

  /** @param {() => void} toggle is called when the reader opens or folds them */
  constructor(toggle) {
    this.element.className = "grid-fold";
    this.element.hidden = true;
    this.#button.type = "button";
    this.#text.className = "grid-fold-text";
    this.#action.className = "grid-fold-action";
    this.#button.append(this.#text, this.#action);
    this.#button.addEventListener("click", toggle);
    this.element.append(this.#button);
  }

  /**
   * @param {{ y: number, inset: number } | null} place of the first block; null while it is not near the window
   * @param {import("./timeline.js").Timeline | null} timeline
   */
  show(place, timeline) {
    const count = timeline?.futureCount ?? 0;
    this.element.hidden = place === null || count === 0;
    if (this.element.hidden) return;
    this.element.style.top = `${Math.round(place.y)}px`;
    this.element.style.insetInlineStart = `${place.inset}px`;
    const { isFolded } = timeline;
    this.#text.textContent = words.future(count);
    this.#action.textContent = isFolded ? words.showFuture : words.foldFuture;
    this.#button.setAttribute("aria-expanded", String(!isFolded));
  }
}
