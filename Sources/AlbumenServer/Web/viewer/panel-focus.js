/**
 * Where the reader is in the panel, so that facts which are drawn anew leave the focus, and what is being written, as
 * they were.
 */
export class PanelFocus {
  #panel;
  #scrollTop;
  #field = null;
  #text = null;
  #selection = null;

  /** @param {HTMLElement} panel */
  constructor(panel) {
    this.#panel = panel;
    this.#scrollTop = panel.scrollTop;
    const focused = panel.querySelector(":focus");
    this.#field = focused?.dataset.field ?? null;
    if (this.#field === null || focused.defaultValue === undefined) return;
    if (focused.value !== focused.defaultValue) this.#text = focused.value;
    this.#selection = [focused.selectionStart, focused.selectionEnd];
  }

  restore() {
    const panel = this.#panel;
    const field = this.#field === null ? null : panel.querySelector(`[data-field="${this.#field}"]`);
    if (this.#text !== null && field) field.value = this.#text;
    field?.focus({ preventScroll: true });
    if (this.#selection && field) field.setSelectionRange(...this.#selection);
    panel.scrollTop = this.#scrollTop;
  }
}
