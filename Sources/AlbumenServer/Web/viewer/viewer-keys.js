import { nameAction } from "../shortcuts/key-names.js";
import { actionOf, shortcuts } from "../shortcuts/shortcuts.js";

/** @typedef {import("../shortcuts/shortcuts.js").ShortcutAction<"viewer">} ViewerCommand */
/** @typedef {import("../shortcuts/shortcuts.js").ShortcutAction<"burst">} BurstCommand */
/** @typedef {ViewerCommand | BurstCommand} Command what the viewer can do */

/**
 * Returns the command of a key, or `undefined`.
 * @param {KeyboardEvent} event
 * @returns {Command | undefined}
 */
export function commandOf(event) {
  return actionOf(event, "viewer") ?? actionOf(event, "burst");
}

/**
 * Names an element after its command: label, title with the key, and the key for assistive technology.
 * @param {HTMLElement} element
 * @param {Command} command
 * @param {string} name
 */
export function nameCommand(element, command, name) {
  if (isBurstCommand(command)) nameAction(element, "burst", command, name);
  else nameAction(element, "viewer", command, name);
}

/**
 * @param {Command} command
 * @returns {command is BurstCommand}
 */
function isBurstCommand(command) {
  return Object.hasOwn(shortcuts.burst, command);
}
