/** How long the pointer is still before the controls fade, in milliseconds. */
const stillTime = 2500;

/**
 * Fades the controls of the viewer while a pointer is used and rests. Who uses the keyboard, or has the panel open,
 * always sees them; on a touch screen a tap shows and hides them.
 */
export class ControlFading {
  #surface;
  #timer = 0;
  #isByPointer = true;

  /**
   * @param {HTMLElement} surface gets the class `is-idle`
   * @param {AbortSignal} signal ends it
   */
  constructor(surface, signal) {
    this.#surface = surface;
    const on = (type, handler) => surface.addEventListener(type, handler, { signal });
    on("pointermove", (event) => event.pointerType === "mouse" && this.#pointerUsed());
    on("pointerdown", (event) => event.pointerType === "mouse" && this.#pointerUsed());
    on("keydown", (event) => event.key === "Tab" && this.keyboardUsed());
    on("focusin", () => this.show());
    signal.addEventListener("abort", () => this.#wake(), { once: true });
  }

  /** Shows the controls; they fade later if they may. */
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
