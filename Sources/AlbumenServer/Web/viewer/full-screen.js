/** Shows an element on the whole screen. */
export class FullScreen {
  #element;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
  }

  /** Whether the element is on the whole screen. */
  get isOn() {
    return document.fullscreenElement === this.#element;
  }

  /** Leaves the full screen if the element is on it. */
  leave() {
    if (this.isOn) document.exitFullscreen();
  }

  async toggle() {
    if (!document.fullscreenEnabled) return;
    try {
      if (this.isOn) await document.exitFullscreen();
      else await this.#element.requestFullscreen();
    } catch (error) {
      // The browser may refuse, such as if a script pressed the key.
      if (!(error instanceof TypeError)) throw error;
    }
  }
}
