/** How long the pointer is still before the controls fade, in milliseconds. */
const stillTime = 2500;

/**
 * Fades the controls of the viewer while the pointer rests. They stay if the reader uses the keyboard, or if the panel
 * is open. On a touch screen, a tap shows or hides them.
 */
export class ControlFading {
  #surface;
  #timer = 0;
  #isByPointer = true;

  /**
   * @param {HTMLElement} surface has the class `is-idle` while the controls are hidden, and `is-touched` after a touch
   * @param {AbortSignal} signal ends it
   */
  constructor(surface, signal) {
    this.#surface = surface;
    const pointerUsed = (/** @type {PointerEvent} */ { pointerType }) => {
      if (pointerType === "mouse") this.#pointerUsed();
    };
    surface.addEventListener("pointermove", pointerUsed, { signal });
    surface.addEventListener("pointerdown", pointerUsed, { signal });
    // The last pointer decides, because some computers have a touch screen and a mouse.
    const noteTouch = (/** @type {PointerEvent} */ { pointerType }) => {
      surface.classList.toggle("is-touched", pointerType === "touch");
    };
    surface.addEventListener("pointerdown", noteTouch, { signal, capture: true });
    surface.addEventListener("pointermove", noteTouch, { signal, capture: true });
    surface.addEventListener("keydown", ({ key }) => {
      if (key === "Tab") this.keyboardUsed();
    }, { signal });
    surface.addEventListener("focusin", () => this.show(), { signal });
    signal.addEventListener("abort", () => this.#wake(), { once: true });
  }

  /** Shows the controls. They may fade later. */
  show() {
    this.#wake();
    this.#timer = setTimeout(() => this.#rest(), stillTime);
  }

  /** Shows the controls until a pointer moves. */
  keyboardUsed() {
    this.#isByPointer = false;
    this.#wake();
  }

  toggle() {
    if (this.#surface.classList.contains("is-idle")) this.show();
    else this.#rest();
  }

  #pointerUsed() {
    this.#isByPointer = true;
    this.show();
  }

  #wake() {
    clearTimeout(this.#timer);
    this.#surface.classList.remove("is-idle");
  }

  #rest() {
    clearTimeout(this.#timer);
    const isKept = !this.#isByPointer || this.#surface.matches(".has-panel")
      || this.#surface.querySelector(":focus-visible, :popover-open");
    this.#surface.classList.toggle("is-idle", !isKept);
  }
}
