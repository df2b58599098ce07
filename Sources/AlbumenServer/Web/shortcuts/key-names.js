import { shortcuts } from "./shortcuts.js";
import { words } from "./words.js";

/** @typedef {import("./shortcuts.js").ShortcutContext} ShortcutContext */

const modifiers = ["Control", "Alt", "Shift"];

/**
 * The signs of keys, on all systems and on Apple's.
 * @type {Record<string, string>}
 */
const signs = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Backspace: "⌫" };
/** @type {Record<string, string>} */
const appleSigns = { Control: "⌘", Alt: "⌥", Shift: "⇧" };

const isApple = /^(Mac|iPhone|iPad)/.test(navigator.platform);

/**
 * Returns the keys that are pressed together for a shortcut: the modifiers and then the key.
 * @param {string} shortcut
 */
export function keysOf(shortcut) {
  const pressed = [];
  let rest = shortcut;
  for (const modifier of modifiers) {
    if (!rest.startsWith(`${modifier}+`)) continue;
    pressed.push(modifier);
    rest = rest.slice(modifier.length + 1);
  }
  return [...pressed, rest];
}

/**
 * Returns the text or sign on a key.
 * @param {string} key
 */
export function keyText(key) {
  return signs[key] ?? (isApple ? appleSigns[key] : undefined) ?? words.keys[key]
    ?? (key.length === 1 ? key.toUpperCase() : key);
}

/**
 * Returns how a key is read aloud, or `null` if its text is.
 * @param {string} key
 */
export function spokenKey(key) {
  const text = keyText(key);
  return text.length === 1 && !/[A-Z0-9]/.test(text) ? words.spokenKeys[key] ?? null : null;
}

/**
 * The keys whose names in `aria-keyshortcuts` differ from `KeyboardEvent.key`.
 * @type {Record<string, string>}
 */
const ariaNames = { "+": "Plus", " ": "Space" };

/**
 * Names an element after its action: label, title with the key, and the key for assistive technology.
 * @template {ShortcutContext} Context
 * @param {HTMLElement} element
 * @param {Context} context
 * @param {import("./shortcuts.js").ShortcutAction<Context>} action
 * @param {string} name
 */
export function nameAction(element, context, action, name) {
  const byAction = /** @type {Record<string, string[]>} */ (shortcuts[context]);
  const keys = keysOf(byAction[action][0]);
  element.setAttribute("aria-label", name);
  element.title = words.withKey(name, keys.map((key) => keyText(key)).join(" "));
  const ariaKeys = keys.map((key) => ariaNames[key] ?? (key.length === 1 ? key.toUpperCase() : key));
  element.setAttribute("aria-keyshortcuts", ariaKeys.join("+"));
}
