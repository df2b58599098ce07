/**
 * Where the reader is in the panel: the focus, the text that is being written and the scroll position, so that they can
 * be restored after the facts are drawn again.
 */
export class PanelFocus {
  #panel;
  #scrollTop;
  /** @type {string | null} */
  #field = null;
  /** @type {string | null} */
  #text = null;
  /** @type {[number | null, number | null] | null} */
  #selection = null;

  /** @param {HTMLElement} panel */
  constructor(panel) {
    this.#panel = panel;
    this.#scrollTop = panel.scrollTop;
    const focused = panel.querySelector(":focus");
    this.#field = focused?.getAttribute("data-field") ?? null;
    if (this.#field === null || !isTextField(focused)) return;
    if (focused.value !== focused.defaultValue) this.#text = focused.value;
    this.#selection = [focused.selectionStart, focused.selectionEnd];
  }

  restore() {
    const panel = this.#panel;
    const field = this.#field === null ? null : panel.querySelector(`[data-field="${this.#field}"]`);
    if (this.#text !== null && isTextField(field)) field.value = this.#text;
    if (field instanceof HTMLElement) field.focus({ preventScroll: true });
    if (this.#selection && isTextField(field)) field.setSelectionRange(...this.#selection);
    panel.scrollTop = this.#scrollTop;
  }
}

/**
 * Whether the reader writes text in an element.
 * @param {Element | null} element
 * @returns {element is HTMLInputElement | HTMLTextAreaElement}
 */
export function isTextField(element) {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}
