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
  /** @type {() => void} */
  #undone = () => undefined;
  #isLasting = false;
  #place;
  #leave;

  /**
   * @param {() => HTMLElement} place returns the element where the notice is visible: the page or what lies over it
   * @param {() => void} leave is called when the notice disappears with the focus, which has to go to where keys work
   */
  constructor(place, leave) {
    this.#place = place;
    this.#leave = leave;
    this.#element.className = "undo-notice";
    this.#element.setAttribute("role", "status");
    place().append(this.#element);
    for (const type of ["pointerenter", "focusin"]) this.#element.addEventListener(type, () => this.#keep());
    for (const type of ["pointerleave", "focusout"]) this.#element.addEventListener(type, () => this.#wait());
  }

  /**
   * @param {string} text
   * @param {(() => Promise<unknown>) | null} [undo] `null` if the change can't be undone
   * @param {string} [label] of the button
   */
  show(text, undo = null, label = words.undo) {
    this.#isLasting = false;
    this.#draw(text, undo, label);
  }

  /**
   * Shows work that continues. The text stays until another one is shown.
   * @param {string} text
   * @param {(() => Promise<unknown>) | null} [cancel] `null` if the work can't be cancelled
   */
  showWork(text, cancel = null) {
    this.#isLasting = true;
    this.#draw(text, cancel, words.cancel);
  }

  /**
   * @param {string} text
   * @param {(() => Promise<unknown>) | null} undo
   * @param {string} label
   */
  #draw(text, undo, label) {
    this.settle();
    this.#undo = undo;
    this.#undone = () => undefined;
    const sentence = document.createElement("span");
    sentence.textContent = text;
    /** @type {HTMLElement[]} */
    const parts = [sentence];
    if (undo) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "undo-button";
      button.textContent = label;
      button.addEventListener("click", () => this.undo());
      parts.push(button);
    }
    this.#element.replaceChildren(...parts);
    this.#wait();
  }

  /**
   * Shows another text for the work on show, unless another notice has replaced it.
   * @param {string} text
   */
  update(text) {
    const sentence = this.#element.querySelector("span");
    if (this.#isLasting && sentence) sentence.textContent = text;
  }

  /** Hides the work on show, unless another notice has replaced it. */
  endWork() {
    if (this.#isLasting) this.hide();
  }

  /** Undoes the change. Returns `false` if there is none. */
  undo() {
    const undo = this.#undo;
    const undone = this.#undone;
    this.hide();
    undo?.().then(undone);
    return undo !== null;
  }

  /**
   * Calls a function after the change on show was undone.
   * @param {() => void} undone
   */
  afterUndo(undone) {
    this.#undone = undone;
  }

  /** Ends the notice before another change, so that undoing never reverts an earlier change than the last. */
  beginChange() {
    if (!this.#isLasting) this.hide();
  }

  hide() {
    this.#keep();
    this.#undo = null;
    this.#undone = () => undefined;
    this.#isLasting = false;
    const hadFocus = this.#element.contains(document.activeElement);
    this.#element.replaceChildren();
    if (hadFocus) this.#leave();
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
    if (this.#isLasting) return;
    this.#timer = setTimeout(() => this.hide(), noticeTime);
  }
}
