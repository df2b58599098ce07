const noticeMilliseconds = 6000;

/** A sentence at the foot of the page that disappears by itself. */
export class ShortNotice {
  #element = document.createElement("div");
  #parent;
  #timer = 0;

  /** @param {HTMLElement} parent gets the empty element at once: screen readers announce what changes in it */
  constructor(parent) {
    this.#parent = parent;
    this.#element.className = "short-notice";
    this.#element.setAttribute("role", "status");
    parent.append(this.#element);
  }

  /** @param {string | HTMLElement} content */
  show(content) {
    clearTimeout(this.#timer);
    // An open dialog covers the page, and its contents alone are visible.
    const dialogs = document.querySelectorAll("dialog[open]");
    const place = dialogs.item(dialogs.length - 1) ?? this.#parent;
    if (this.#element.parentElement !== place) place.append(this.#element);
    this.#element.replaceChildren(content);
    this.#timer = setTimeout(() => this.hide(), noticeMilliseconds);
  }

  hide() {
    clearTimeout(this.#timer);
    this.#element.replaceChildren();
    if (this.#element.parentElement !== this.#parent) this.#parent.append(this.#element);
  }
}
