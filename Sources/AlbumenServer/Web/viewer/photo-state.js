/** @typedef {{ isTrashed: boolean, isFavorite: boolean, isHidden: boolean }} PhotoState */
/** @typedef {"edit" | "rotate" | "rotateBack" | "copyEdit" | "pasteEdit"} EditCommand */
/** @typedef {"favorite" | "hide" | "add" | "trash" | "restore" | EditCommand} PhotoCommand */
/**
 * An action that the viewer requests with `viewer-action`.
 * @typedef {PhotoCommand | "unfavorite" | "unhide" | "purge" | "revert"} PhotoAction
 */

/**
 * Returns the state of a photo in an album.
 * @param {import("../grid/loaded-windows.js").TimelineItem} item
 * @param {{ isTrashed: boolean }} album whether the album is Recently Deleted
 * @returns {PhotoState}
 */
export function stateOf({ kinds }, { isTrashed }) {
  return { isTrashed, isFavorite: kinds.includes("favorite"), isHidden: kinds.includes("hidden") };
}

/**
 * Returns the action of a command for a photo, or `null` if it has none.
 * @param {PhotoCommand} command
 * @param {PhotoState} state
 * @returns {PhotoAction | null}
 */
export function actionOf(command, { isTrashed, isFavorite, isHidden }) {
  switch (command) {
    case "favorite": return isTrashed ? null : isFavorite ? "unfavorite" : "favorite";
    case "hide": return isTrashed ? null : isHidden ? "unhide" : "hide";
    case "add": return isTrashed ? null : "add";
    case "trash": return isTrashed ? "purge" : "trash";
    case "restore": return isTrashed ? "restore" : null;
    default: return isTrashed ? null : command;
  }
}
