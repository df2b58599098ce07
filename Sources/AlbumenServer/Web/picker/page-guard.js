import { InputGuard } from "../questions/input-guard.js";

/** The attribute of the document while input has no effect. */
const attribute = "data-quiet";

/**
 * Keeps input from the page that was meant for another one. A page of another site can open the picker under a click
 * or a key that it has asked for. So the picker ignores input for a moment after it appears or comes to the front.
 */
export class PageGuard {
  #guard = new InputGuard(window);
  #timer = 0;

  constructor() {
    addEventListener("focus", () => this.restart());
    addEventListener("pageshow", () => this.restart());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.restart();
    });
    this.restart();
  }

  /** Begins the quiet time again, because the page shows something else under the pointer. */
  restart() {
    this.#guard.restart();
    document.documentElement.toggleAttribute(attribute, true);
    this.#wait();
  }

  #wait() {
    clearTimeout(this.#timer);
    if (this.#guard.isOpen) document.documentElement.toggleAttribute(attribute, false);
    else this.#timer = setTimeout(() => this.#wait(), Math.ceil(this.#guard.remainder));
  }
}
