const noticeMilliseconds = 6000;

/** A sentence at the foot of the page that disappears by itself. */
export class ShortNotice {
  #element = document.createElement("div");
  #timer = 0;

  /** @param {HTMLElement} parent gets the empty element at once: screen readers announce what changes in it */
  constructor(parent) {
    this.#element.className = "short-notice";
    this.#element.setAttribute("role", "status");
    parent.append(this.#element);
  }

  /** @param {string} text */
  show(text) {
    clearTimeout(this.#timer);
    this.#element.textContent = text;
    this.#timer = setTimeout(() => this.hide(), noticeMilliseconds);
  }

  hide() {
    clearTimeout(this.#timer);
    this.#element.textContent = "";
  }
}
