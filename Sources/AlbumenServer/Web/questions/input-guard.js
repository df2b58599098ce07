/** How long a new question ignores input, in milliseconds: a click or a key that was on its way doesn't answer it. */
const quietMilliseconds = 500;

/**
 * Keeps input from a dialog that has just appeared. Ignores clicks and keys of the first half second, presses that
 * began in it, and keys that were held down before.
 */
export class InputGuard {
  #now;
  #quiet;
  #begin;
  /** Whether the press that is under way began too early. */
  #isEarly = false;
  /** Whether a key was pressed after the quiet time, so that its repetitions count. */
  #hasKey = false;

  /**
   * @param {HTMLElement} element
   * @param {{ quiet?: number, now?: () => number }} options times in milliseconds
   */
  constructor(element, { quiet = quietMilliseconds, now = () => performance.now() } = {}) {
    this.#now = now;
    this.#quiet = quiet;
    this.#begin = now();
    for (const type of ["pointerdown", "mousedown", "touchstart"]) {
      element.addEventListener(type, (event) => this.#pressed(event), { capture: true });
    }
    element.addEventListener("keydown", (event) => this.#keyDown(event), { capture: true });
    for (const type of ["click", "submit", "cancel", "beforeinput"]) {
      element.addEventListener(type, (event) => this.#acted(event), { capture: true });
    }
    for (const type of ["pointerup", "pointercancel", "keyup"]) {
      // The click comes after these events.
      element.addEventListener(type, () => setTimeout(() => (this.#isEarly = false)), { capture: true });
    }
  }

  /** Whether input has an effect. */
  get isOpen() {
    return this.#now() - this.#begin >= this.#quiet;
  }

  /** Begins the quiet time again, for example because the page was hidden. */
  restart() {
    this.#begin = this.#now();
    this.#hasKey = false;
  }

  /** @param {Event} event */
  #pressed(event) {
    if (this.isOpen) this.#isEarly = false;
    else {
      this.#isEarly = true;
      ignore(event);
    }
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (!this.isOpen || (event.repeat && !this.#hasKey)) {
      this.#isEarly = true;
      this.#hasKey = false;
      ignore(event);
    } else if (!event.repeat) {
      this.#isEarly = false;
      this.#hasKey = true;
    }
  }

  /** @param {Event} event */
  #acted(event) {
    if (this.#isEarly || !this.isOpen) ignore(event);
  }
}

/** @param {Event} event */
function ignore(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
