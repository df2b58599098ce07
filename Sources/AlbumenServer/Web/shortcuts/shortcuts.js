/**
 * The keys of each action, by context. A key is a `KeyboardEvent.key`; of a letter, the small one. `Control+` (Control
 * or Command), `Alt+` and `Shift+` before it are in this order.
 *
 * `words.js` has a text for each action, and `?` shows all of them.
 */
export const shortcuts = Object.freeze({
  /** Everywhere, also over the viewer. */
  page: {
    help: ["?"],
    search: ["/"],
    undo: ["Control+z"],
    cancel: ["Escape"],
  },
  /** On the photos, months, years or covers of albums, or if nothing has the focus. */
  grid: {
    left: ["ArrowLeft"],
    right: ["ArrowRight"],
    up: ["ArrowUp"],
    down: ["ArrowDown"],
    pageUp: ["PageUp"],
    pageDown: ["PageDown"],
    first: ["Home"],
    last: ["End"],
    open: ["Enter"],
    choose: [" "],
    larger: ["+", "="],
    smaller: ["-", "_"],
    menu: ["Shift+F10", "ContextMenu"],
  },
  /** For the selected photos or, if none are selected, the photo in focus. */
  selection: {
    all: ["Control+a"],
    extend: ["Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowDown"],
    extendFar: ["Shift+PageUp", "Shift+PageDown", "Shift+Home", "Shift+End"],
    end: ["Escape"],
    add: ["a"],
    favorite: ["."],
    hide: ["h"],
    trash: ["Delete", "Backspace"],
    restore: ["u"],
    rotate: ["r"],
    rotateBack: ["Shift+r"],
    copyEdit: ["Control+c"],
    pasteEdit: ["Control+v"],
    back: ["Alt+Shift+ArrowLeft"],
    forward: ["Alt+Shift+ArrowRight"],
  },
  /** On an album or folder of the sidebar or of the page of albums. */
  albums: {
    rename: ["F2"],
    delete: ["Delete", "Backspace"],
    close: ["Escape"],
  },
  viewer: {
    previous: ["ArrowLeft"],
    next: ["ArrowRight"],
    first: ["Home"],
    last: ["End"],
    close: ["Escape"],
    information: ["i"],
    favorite: ["."],
    hide: ["h"],
    add: ["a"],
    trash: ["Delete", "Backspace"],
    restore: ["u"],
    edit: ["e"],
    rotate: ["r"],
    rotateBack: ["Shift+r"],
    copyEdit: ["Control+c"],
    pasteEdit: ["Control+v"],
    zoomIn: ["+", "="],
    zoomOut: ["-", "_"],
    fit: ["0"],
    actual: ["z"],
    originals: ["o"],
    compare: ["c"],
    fullScreen: ["f"],
    play: [" "],
    live: ["l"],
    menu: ["Shift+F10", "ContextMenu"],
  },
  /** In the viewer, on a photo of a burst. */
  burst: {
    frames: ["b"],
    choose: ["k"],
    keyPhoto: ["m"],
    keep: ["s"],
  },
  /** In the editor of a photo. */
  editor: {
    done: ["Control+Enter"],
    cancel: ["Escape"],
    undo: ["Control+z"],
    redo: ["Control+Shift+z", "Control+y"],
    compare: ["c"],
    rotate: ["r"],
    rotateBack: ["Shift+r"],
    flip: ["f"],
    copy: ["Control+c"],
    paste: ["Control+v"],
  },
});

/**
 * @typedef {keyof typeof shortcuts} ShortcutContext
 */

/**
 * The actions of a context.
 * @template {ShortcutContext} Context
 * @typedef {keyof (typeof shortcuts)[Context] & string} ShortcutAction
 */

/** @type {Map<string, Map<string, string>>} */
const actionsByKey = new Map();
for (const [context, actions] of Object.entries(shortcuts)) {
  const byKey = new Map(Object.entries(actions).flatMap(([action, keys]) => keys.map((key) => [key, action])));
  actionsByKey.set(context, byKey);
}

/**
 * Returns the action of a key in a context, or `undefined`.
 *
 * Keys that a text field receives have none. Shift alone changes nothing unless the table has the key with Shift,
 * because some keyboards need it for characters such as `?`.
 * @template {ShortcutContext} Context
 * @param {KeyboardEvent} event
 * @param {Context} context
 * @returns {ShortcutAction<Context> | undefined}
 */
export function actionOf(event, context) {
  if (event.isComposing || isWriting(event.target)) return undefined;
  const actions = actionsByKey.get(context);
  const key = keyOf(event);
  // With AltGr, Windows reports Control and Alt for a character that needs neither.
  const isCharacter = event.getModifierState("AltGraph");
  const prefix = isCharacter
    ? "" : `${event.ctrlKey || event.metaKey ? "Control+" : ""}${event.altKey ? "Alt+" : ""}`;
  const plain = prefix === "" ? actions?.get(key) : undefined;
  const found = event.shiftKey ? actions?.get(`${prefix}Shift+${key}`) ?? plain : actions?.get(prefix + key);
  return /** @type {ShortcutAction<Context> | undefined} */ (found);
}

const textFields = "input:not([type=range], [type=checkbox], [type=radio], [type=button]), textarea, [contenteditable]";

/**
 * Whether the reader writes text in an element, which then receives all keys.
 * @param {EventTarget | null} target
 */
function isWriting(target) {
  return target instanceof Element && target.closest(textFields) !== null;
}

/**
 * Returns the key in the form of the table. For letters of other scripts, returns the Latin letter of the same key, as
 * browsers do for their own shortcuts.
 * @param {KeyboardEvent} event
 */
function keyOf({ key, code }) {
  if (key.length !== 1) return key;
  const isOtherScript = key > "\u007f" && /^Key[A-Z]$/.test(code);
  return (isOtherScript ? code.slice(3) : key).toLowerCase();
}
