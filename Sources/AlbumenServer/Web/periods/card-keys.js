/**
 * Returns the index of the card that a key moves the focus to.
 * @param {import("../shortcuts/shortcuts.js").ShortcutAction<"grid"> | undefined} action of the key
 * @param {number} index of the card in focus
 * @param {{ count: number, columns: number, rows: number }} cards `rows`: the rows in the window
 * @returns {number | null} `null` if the action moves nowhere
 */
export function cardTarget(action, index, { count, columns, rows }) {
  /** @type {Record<string, number>} */
  const steps = {
    left: -1, right: 1, up: -columns, down: columns, pageUp: -columns * rows, pageDown: columns * rows,
    first: -Infinity, last: Infinity,
  };
  if (count === 0 || action === undefined || !Object.hasOwn(steps, action)) return null;
  const target = Math.min(count - 1, Math.max(0, index + steps[action]));
  // Up and down stay in their column, except that the last row may be shorter.
  const isShort = Math.floor(target / columns) === Math.floor(index / columns);
  return (action === "up" || action === "down") && isShort ? index : target;
}
