import { words } from "./words.js";

/** A line above the photos that stands for photos with a date in the future, and shows or folds them. */
export class FutureFold {
  element = document.createElement("div");
  #button = document.createElement("button");
  #text = document.createElement("span");
  #action = document.createElement("span");

  /** @param {() => void} toggle is called when the reader shows or folds the photos */
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
   * @param {{ y: number, inset: number } | null} place of the first block; `null` if it is not near the window
   * @param {import("./timeline.js").Timeline | null} timeline
   */
  show(place, timeline) {
    const isShown = place !== null && timeline !== null && timeline.futureCount > 0;
    this.element.hidden = !isShown;
    if (!isShown) return;
    this.element.style.top = `${Math.round(place.y)}px`;
    this.element.style.insetInlineStart = `${place.inset}px`;
    const { futureCount, isFolded } = timeline;
    this.#text.textContent = words.future(futureCount);
    this.#action.textContent = isFolded ? words.showFuture : words.foldFuture;
    this.#button.setAttribute("aria-expanded", String(!isFolded));
  }
}
