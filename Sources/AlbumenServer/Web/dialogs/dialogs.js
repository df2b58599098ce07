import { formatNumber } from "../common/words.js";
import { words } from "./words.js";

/**
 * Shows a dialog that asks something. Esc, and a click beside the dialog, cancel it.
 * @template T
 * @param {object} content
 * @param {string} content.title
 * @param {string} [content.text]
 * @param {(done: (answer: T) => void) => (Node | string)[]} [content.draw] returns what goes between text and buttons
 * @param {string} [content.confirm] the text of the button that confirms; no button by default
 * @param {string} [content.cancel] the text of the button that closes the dialog
 * @param {boolean} [content.isDanger]
 * @param {boolean} [content.isFinal] whether the action can't be undone. Then the button doesn't have the focus, so
 *   that a key that is pressed too soon doesn't confirm.
 * @param {() => T | null} [content.answer] returns the result of confirming; `null` keeps the dialog open
 * @returns {Promise<T | null>} `null` if the reader cancels
 */
export function ask({
  title, text, draw, confirm, cancel: cancelText = words.cancel, isDanger = false, isFinal = false, answer,
}) {
  const dialog = document.createElement("dialog");
  dialog.className = "ask";
  const heading = document.createElement("h2");
  heading.id = "ask-title";
  heading.textContent = title;
  const form = document.createElement("form");
  /** @type {HTMLElement[]} */
  const parts = [heading];
  if (text) {
    const paragraph = document.createElement("p");
    paragraph.id = "ask-text";
    paragraph.textContent = text;
    dialog.setAttribute("aria-describedby", paragraph.id);
    parts.push(paragraph);
  }
  return new Promise((resolve) => {
    const done = (/** @type {T | null} */ value) => {
      resolve(value);
      dialog.close();
      dialog.remove();
    };
    const cancel = document.createElement("button");
    cancel.type = "button";
    cancel.className = "text-button";
    cancel.textContent = cancelText;
    cancel.addEventListener("click", () => done(null));
    const buttons = document.createElement("div");
    buttons.className = "ask-buttons";
    buttons.append(cancel);
    if (confirm) {
      const button = document.createElement("button");
      button.type = "submit";
      button.className = "button";
      button.classList.toggle("is-danger", isDanger);
      button.textContent = confirm;
      buttons.append(button);
    }
    form.append(...parts, ...(draw?.(done) ?? []), buttons);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const value = answer?.() ?? null;
      if (value !== null) done(value);
    });
    dialog.setAttribute("aria-labelledby", heading.id);
    dialog.append(form);
    // Keys belong to the dialog while it is open.
    dialog.addEventListener("keydown", (event) => event.stopPropagation());
    // Selecting text by dragging beyond the edge is not a click beside the dialog.
    /** @type {EventTarget | null} */
    let pressed = null;
    dialog.addEventListener("pointerdown", ({ target }) => (pressed = target));
    dialog.addEventListener("click", ({ target }) => {
      if (target === dialog && pressed === dialog) done(null);
    });
    dialog.addEventListener("close", () => {
      resolve(null);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
    const first = dialog.querySelector(isFinal ? "[autofocus]" : "[autofocus], .button");
    (first instanceof HTMLElement ? first : cancel).focus();
  });
}

/**
 * Asks the reader to confirm an action.
 * @param {{ title: string, text?: string, confirm: string, cancel?: string, isDanger?: boolean, isFinal?: boolean }}
 *   content
 * @returns {Promise<boolean>}
 */
export async function isConfirmed(content) {
  return (await ask({ ...content, answer: () => true })) === true;
}

/**
 * Asks the reader to choose one of several actions.
 * @param {object} content
 * @param {string} content.title
 * @param {string} [content.text]
 * @param {string} content.legend names the choices to screen readers
 * @param {{ name: string, label: string, detail: string }[]} content.choices
 * @param {string} [content.value] the name of the choice at the start, by default the first
 * @param {string} content.confirm
 * @param {boolean} [content.isDanger]
 * @returns {Promise<string | null>} the name of the choice; null if the reader cancels
 */
export function askChoice({ title, text, legend, choices, value: chosen, confirm, isDanger = false }) {
  const group = document.createElement("div");
  group.className = "ask-choices";
  group.setAttribute("role", "radiogroup");
  group.setAttribute("aria-label", legend);
  const inputs = choices.map(({ name: value, label, detail }, index) => {
    const row = document.createElement("label");
    const input = document.createElement("input");
    input.type = "radio";
    input.name = "choice";
    input.value = value;
    input.checked = chosen === undefined ? index === 0 : value === chosen;
    const name = document.createElement("span");
    name.textContent = label;
    const more = document.createElement("small");
    more.textContent = detail;
    name.append(more);
    row.append(input, name);
    group.append(row);
    return input;
  });
  const answer = () => inputs.find(({ checked }) => checked)?.value ?? null;
  return ask({ title, text, confirm, isDanger, draw: () => [group], answer });
}

/**
 * Asks for a text, which can't be empty.
 * @param {{ title: string, label: string, value?: string, confirm: string }} content
 * @returns {Promise<string | null>}
 */
export function askText({ title, label, value = "", confirm }) {
  const field = textField(label);
  field.input.value = value;
  field.input.maxLength = 500;
  return ask({
    title, confirm,
    draw: () => {
      queueMicrotask(() => field.input.select());
      return [field.element];
    },
    answer: () => field.input.value.trim() || null,
  });
}

/**
 * Asks the reader to type a number, before many photos are deleted.
 * @param {{ title: string, text: string, confirm: string, count: number }} content
 * @returns {Promise<boolean>}
 */
export async function isCountRepeated({ title, text, confirm, count }) {
  const field = textField(words.repeatCount(formatNumber(count)));
  field.input.inputMode = "numeric";
  const answer = () => field.input.value.replace(/[^0-9]/g, "") === String(count) || null;
  return (await ask({ title, text, confirm, isDanger: true, draw: () => [field.element], answer })) === true;
}

/** @param {string} label */
function textField(label) {
  const element = document.createElement("label");
  element.className = "ask-field";
  const name = document.createElement("span");
  name.textContent = label;
  const input = document.createElement("input");
  input.type = "text";
  input.autocomplete = "off";
  input.setAttribute("autofocus", "");
  element.append(name, input);
  return { element, input };
}
