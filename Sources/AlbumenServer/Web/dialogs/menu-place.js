/**
 * Where a menu opens.
 * @typedef {object} MenuPlace
 * @property {HTMLElement} anchor the photo or button that the menu belongs to
 * @property {{ x: number, y: number } | null} [point] of the pointer; `null` for beside the anchor
 */

/**
 * Returns where the menu opens that the reader asks for: at the mouse, or beside the anchor for a key. Returns `null`
 * for a finger or a pen, which selects photos or plays them when it rests.
 * @param {MouseEvent} event a `contextmenu`
 * @param {HTMLElement} anchor
 * @returns {MenuPlace | null}
 */
export function menuPlace(event, anchor) {
  // Some browsers send a `MouseEvent`, without the kind of pointer.
  if (event instanceof PointerEvent && ["touch", "pen"].includes(event.pointerType)) return null;
  return { anchor, point: event.button === 2 ? { x: event.clientX, y: event.clientY } : null };
}
