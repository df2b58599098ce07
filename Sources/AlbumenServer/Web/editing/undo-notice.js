import { words } from "./words.js";

/** How long there is time to undo, in milliseconds. */
const noticeTime = 10_000;

/**
 * A sentence at the foot of the page about what was done, with a button that takes it back. It goes away by itself,
 * unless a pointer or the focus is on it.
 */
export class UndoNotice {
  #element = document.createElement("div");
  #timer = 0;
  #undo = null;
  #place;

  /** @param {() => HTMLElement} place where it is seen: what lies over the page has its own */
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
   * @param {(() => Promise<void>) | null} [undo] null where it cannot be taken back
   */
  show(text, undo = null) {
    this.settle();
    this.#undo = undo;
    const sentence = document.createElement("span");
    sentence.textContent = text;
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

  /** Takes back what is told of; false where nothing is. */
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

  /** Goes to where it is seen now. */
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
