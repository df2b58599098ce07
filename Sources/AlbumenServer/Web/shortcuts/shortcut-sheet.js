import { keysOf, keyText, spokenKey } from "./key-names.js";
import { actionOf, shortcuts } from "./shortcuts.js";
import { words } from "./words.js";

/** @typedef {import("./shortcuts.js").ShortcutContext} ShortcutContext */

/** @type {ShortcutContext[]} */
const gridOrder = ["grid", "selection", "albums", "page", "viewer", "burst", "editor"];
/** @type {ShortcutContext[]} */
const viewerOrder = ["viewer", "burst", "editor", "page", "grid", "selection", "albums"];

/**
 * Shows all shortcuts in a dialog. Esc, `?`, a click beside the dialog and its button close it.
 * @param {{ isViewerOpen: boolean }} options whether the shortcuts of the viewer come first
 */
export function showShortcuts({ isViewerOpen }) {
  const dialog = document.createElement("dialog");
  dialog.className = "ask shortcut-sheet";
  const heading = document.createElement("h2");
  heading.id = "shortcuts-title";
  heading.textContent = words.title;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "text-button";
  close.textContent = words.close;
  close.addEventListener("click", () => dialog.close());
  const head = document.createElement("div");
  head.className = "shortcut-head";
  head.append(heading, close);
  const list = document.createElement("div");
  list.className = "shortcut-list";
  // Without a tab stop, keys couldn't scroll the list.
  list.tabIndex = 0;
  list.setAttribute("role", "group");
  list.setAttribute("aria-labelledby", heading.id);
  list.append(...(isViewerOpen ? viewerOrder : gridOrder).map((context) => section(context)));
  dialog.setAttribute("aria-labelledby", heading.id);
  dialog.append(head, list);
  dialog.addEventListener("keydown", (event) => {
    // Keys belong to the dialog while it is open.
    event.stopPropagation();
    if (actionOf(event, "page") !== "help") return;
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}

/** @param {ShortcutContext} context */
function section(context) {
  const element = document.createElement("section");
  const heading = document.createElement("h3");
  heading.textContent = words.contexts[context];
  const lines = document.createElement("dl");
  for (const [text, keys] of linesOf(context)) {
    const name = document.createElement("dt");
    name.textContent = text;
    const value = document.createElement("dd");
    value.append(...combinations(keys));
    const line = document.createElement("div");
    line.append(name, value);
    lines.append(line);
  }
  element.append(heading, lines);
  return element;
}

/**
 * Returns the texts of a context with the keys of all actions that have the text.
 * @param {ShortcutContext} context
 * @returns {Map<string, string[]>}
 */
function linesOf(context) {
  /** @type {Map<string, string[]>} */
  const lines = new Map();
  const texts = /** @type {Record<string, string>} */ (words.actions[context]);
  for (const [action, keys] of Object.entries(shortcuts[context])) {
    lines.set(texts[action], [...lines.get(texts[action]) ?? [], ...keys]);
  }
  return lines;
}

/**
 * Returns shortcuts as caps of keys. Shortcuts with the same modifiers show these once.
 * @param {string[]} keys
 */
function combinations(keys) {
  /** @type {Map<string, string[]>} */
  const byModifiers = new Map();
  for (const shortcut of keys) {
    const pressed = keysOf(shortcut);
    const modifiers = pressed.slice(0, -1).join("+");
    byModifiers.set(modifiers, [...byModifiers.get(modifiers) ?? [], ...pressed.slice(-1)]);
  }
  return [...byModifiers].map(([modifiers, last]) => {
    const element = document.createElement("span");
    element.className = "shortcut-keys";
    for (const modifier of modifiers.split("+").filter(Boolean)) element.append(cap(modifier), " ");
    element.append(...last.flatMap((key, index) => (index > 0 ? [separator(), cap(key)] : [cap(key)])));
    return element;
  });
}

/** Returns a word that only screen readers read, between keys of which one is pressed. */
function separator() {
  const element = document.createElement("span");
  element.className = "visually-hidden";
  element.textContent = ` ${words.or} `;
  return element;
}

/** @param {string} key */
function cap(key) {
  const element = document.createElement("kbd");
  const spoken = spokenKey(key);
  if (spoken === null) {
    element.textContent = keyText(key);
    return element;
  }
  const sign = document.createElement("span");
  sign.ariaHidden = "true";
  sign.textContent = keyText(key);
  const name = document.createElement("span");
  name.className = "visually-hidden";
  name.textContent = spoken;
  element.append(sign, name);
  return element;
}
