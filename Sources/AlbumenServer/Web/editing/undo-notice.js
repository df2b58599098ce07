import { words } from "./words.js";

/** How long the notice is shown, in milliseconds. */
const noticeTime = 10_000;

/**
 * A sentence at the foot of the page about a change, with a button that undoes it. It disappears by itself, unless a
 * pointer or the focus is on it.
 */
export class UndoNotice {
  #element = document.createElement("div");
  #timer = 0;
  /** @type {(() => Promise<unknown>) | null} */
  #undo = null;
  #place;

  /** @param {() => HTMLElement} place returns the element where the notice is visible: the page or what lies over it */
  constructor(place) {
    this.#place = place;
    this.#element.className = "undo-notice";
    this.#element.setAttribute("role", "status");
    place().append(this.#element);
    for (const type of ["pointerenter", "focusin"]) this.#element.addEventListener(type, () => this.#keep());
    for (const type of ["pointerleave", "focusout"]) this.#element.addEventListener(type, () => this.#wait());
  }

  /**
   * @param {string} text
   * @param {(() => Promise<unknown>) | null} [undo] `null` if the change can't be undone
   */
  show(text, undo = null) {
    this.settle();
    this.#undo = undo;
    const sentence = document.createElement("span");
    sentence.textContent = text;
    /** @type {HTMLElement[]} */
    const parts = [sentence];
    if (undo) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "undo-button";
      button.textContent = words.undo;
      button.addEventListener("click", () => this.undo());
      parts.push(button);
    }
    this.#element.replaceChildren(...parts);
    this.#wait();
  }

  /** Undoes the change. Returns `false` if there is none. */
  undo() {
    const undo = this.#undo;
    this.hide();
    undo?.();
    return undo !== null;
  }

  hide() {
    this.#keep();
    this.#undo = null;
    this.#element.replaceChildren();
  }

  /** Moves to where it is visible now. */
  settle() {
    const place = this.#place();
    if (this.#element.parentElement !== place) place.append(this.#element);
  }

  #keep() {
    clearTimeout(this.#timer);
  }

  #wait() {
    this.#keep();
    this.#timer = setTimeout(() => this.hide(), noticeTime);
  }
}
