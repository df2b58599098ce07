import { words } from "./words.js";

/** What the viewer can be told to do, and the keys that do it, as `KeyboardEvent.key` has them. */
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

const commandByKey = new Map(
  Object.entries(commandKeys).flatMap(([command, keys]) => keys.map((key) => [key, command])));

/**
 * The command of a key, or undefined. Keys that are held together with others belong to the browser.
 * @param {KeyboardEvent} event
 */
export function commandOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined;
  // What is being written is no command.
  if (event.target?.matches?.("input, textarea")) return undefined;
  return commandByKey.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
}

/** The keys whose names in `aria-keyshortcuts` are not those of `KeyboardEvent.key`. */
const shortcutNames = { "+": "Plus", " ": "Space" };

/** Names an element after its command: label, title with the key, and the key for assistive technology. */
export function nameCommand(element, command, name) {
  const [key] = commandKeys[command];
  const shown = words.keys[shortcutNames[key] ?? key] ?? key.toUpperCase();
  element.setAttribute("aria-label", name);
  element.title = words.withKey(name, shown);
  element.setAttribute("aria-keyshortcuts", shortcutNames[key] ?? (key.length === 1 ? key.toUpperCase() : key));
}
