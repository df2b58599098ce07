import { words } from "./words.js";

/** @typedef {keyof typeof commandKeys} Command what the viewer can do */

/** The commands of the viewer, and their keys as in `KeyboardEvent.key`. */
export const commandKeys = Object.freeze({
  close: ["Escape"],
  previous: ["ArrowLeft"],
  next: ["ArrowRight"],
  first: ["Home"],
  last: ["End"],
  zoomIn: ["+", "="],
  zoomOut: ["-", "_"],
  fit: ["0"],
  information: ["i"],
  fullScreen: ["f"],
  live: ["l"],
  favorite: ["."],
  hide: ["h"],
  trash: ["Delete", "Backspace"],
  restore: ["r"],
  play: [" "],
  frames: ["b"],
  choose: ["k"],
  keyPhoto: ["m"],
  keep: ["s"],
});

/** @type {Map<string, Command>} */
const commandByKey = new Map();
for (const command of /** @type {Command[]} */ (Object.keys(commandKeys))) {
  for (const key of commandKeys[command]) commandByKey.set(key, command);
}

/**
 * Returns the command of a key, or `undefined`. Combinations of keys belong to the browser.
 * @param {KeyboardEvent} event
 */
export function commandOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined;
  // The reader is writing.
  if (event.target instanceof Element && event.target.matches("input, textarea")) return undefined;
  return commandByKey.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
}

/**
 * The keys whose names in `aria-keyshortcuts` differ from `KeyboardEvent.key`.
 * @type {Record<string, string>}
 */
const shortcutNames = { "+": "Plus", " ": "Space" };

/**
 * Names an element after its command: label, title with the key, and the key for assistive technology.
 * @param {HTMLElement} element
 * @param {Command} command
 * @param {string} name
 */
export function nameCommand(element, command, name) {
  const [key] = commandKeys[command];
  const keyNames = /** @type {Record<string, string>} */ (words.keys);
  const shown = keyNames[shortcutNames[key] ?? key] ?? key.toUpperCase();
  element.setAttribute("aria-label", name);
  element.title = words.withKey(name, shown);
  element.setAttribute("aria-keyshortcuts", shortcutNames[key] ?? (key.length === 1 ? key.toUpperCase() : key));
}
