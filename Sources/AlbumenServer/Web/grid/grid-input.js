import { menuPlace } from "../dialogs/menu-place.js";
import { actionOf } from "../shortcuts/shortcuts.js";
import { GridKeyboard } from "./grid-keyboard.js";

/** @typedef {import("./grid-keyboard.js").GridAction} GridAction */

/**
 * A photo that was pressed.
 * @typedef {object} PhotoPress
 * @property {number} rank
 * @property {string} identifier
 * @property {boolean} shiftKey
 * @property {boolean} ctrlKey Control or Command
 * @property {boolean} isCheck whether the mouse pressed the check in the photo's corner
 * @property {"open" | "choose" | null} action of the key; `null` for a pointer
 */

/**
 * A photo whose menu the reader asks for.
 * @typedef {{ rank: number, identifier: string, place: import("../dialogs/menu-place.js").MenuPlace }} PhotoMenuRequest
 */

/** The size of the corner with a photo's check, in CSS pixels. */
const checkSize = 36;

/**
 * Turns clicks, keys and touches on the photos into the grid's events `photo-press`, `photo-open`, `photo-menu`
 * and `photo-step`.
 *
 * @typedef {object} InputCalls
 * @property {(element: EventTarget | null) => import("./photo-tile.js").PhotoTile | undefined} tileOf
 * @property {() => import("./grid-keyboard.js").Surroundings | null} surroundings `null` if no photos are shown
 * @property {() => number} entryRank returns the photo that an arrow key goes to if no photo has the focus
 * @property {() => void} takeFocus puts the focus on the grid without a photo
 * @property {(distance: number) => void} scroll in CSS pixels
 * @property {(step: 1 | -1) => void} resize shows the photos in the next size; 1 for larger ones
 * @property {(rank: number) => void} activate notes that the keyboard is at a photo
 * @property {(rank: number) => void} step brings a photo into the window and puts the focus on it
 */
export class GridInput {
  #grid;
  #calls;
  #keyboard = new GridKeyboard();
  #touches = 0;

  /**
   * @param {HTMLElement} grid
   * @param {InputCalls} calls
   */
  constructor(grid, calls) {
    this.#grid = grid;
    this.#calls = calls;
  }

  /** @param {AbortSignal} signal ends listening */
  listen(signal) {
    const grid = this.#grid;
    grid.addEventListener("keydown", (event) => this.keyPressed(event), { signal });
    grid.addEventListener("click", (event) => this.#clicked(event), { signal });
    grid.addEventListener("contextmenu", (event) => this.#menuWanted(event), { signal });
    grid.addEventListener("touchstart", (event) => this.#touched(event), { signal, passive: true });
    signal.addEventListener("abort", () => (this.#touches = 0));
  }

  /** Whether a finger is on the grid. */
  get isTouched() {
    return this.#touches > 0;
  }

  /** Forgets the column of the arrow keys, because the focus has moved in another way. */
  forgetColumn() {
    this.#keyboard.reset();
  }

  /**
   * Counts the fingers. The end of a touch is an event of the tile where it began, which may have left the document.
   * @param {TouchEvent} event
   */
  #touched({ target, touches }) {
    this.#touches = touches.length;
    const ended = new AbortController();
    const { signal } = ended;
    for (const type of /** @type {const} */ (["touchend", "touchcancel"])) {
      target?.addEventListener(type, (event) => {
        const left = /** @type {TouchEvent} */ (event).touches.length;
        this.#touches = left;
        if (left === 0) ended.abort();
      }, { signal, passive: true });
    }
  }

  /**
   * Carries out the action of a key. Without a photo in focus, keys for a page or an end scroll or go there, and arrow
   * keys go to a photo in the window.
   * @param {KeyboardEvent} event
   */
  keyPressed(event) {
    const action = actionOf(event, "grid");
    const surroundings = this.#calls.surroundings();
    if (action === undefined || surroundings === null || event.defaultPrevented) return;
    const tile = this.#calls.tileOf(event.target);
    // Enter and Space press a button, such as the check of a day.
    const isPress = action === "open" || action === "choose";
    if (isPress && tile === undefined && event.target instanceof HTMLButtonElement) return;
    if (tile === undefined && scrolls(action)) {
      // A browser scrolls in steps, which end early if a block is laid out meanwhile.
      event.preventDefault();
      if (event.target instanceof Node && !this.#grid.contains(event.target)) this.#calls.takeFocus();
      const isUp = action === "pageUp" || (action === "choose" && event.shiftKey);
      this.#calls.scroll((isUp ? -1 : 1) * this.#grid.clientHeight * pageShare);
    } else if (action === "menu") {
      const wanted = tile && this.#askForMenu(tile, { anchor: tile.element });
      if (wanted) event.preventDefault();
    } else if (action === "larger" || action === "smaller") {
      event.preventDefault();
      this.#calls.resize(action === "larger" ? 1 : -1);
    } else if (isPress) {
      if (tile === undefined) return;
      event.preventDefault();
      this.#press(tile, event, action);
    } else {
      event.preventDefault();
      this.#step(tile?.rank ?? null, action, surroundings, event);
    }
  }

  /**
   * @param {number | null} from the photo in focus
   * @param {GridAction} action
   * @param {import("./grid-keyboard.js").Surroundings} surroundings
   * @param {KeyboardEvent} event
   */
  #step(from, action, surroundings, event) {
    const entry = this.#calls.entryRank();
    const isEnd = action === "first" || action === "last";
    const target = from === null && !isEnd ? entry : this.#keyboard.target(action, from ?? entry, surroundings);
    if (target === null) return;
    this.#calls.step(target);
    const selecting = actionOf(event, "selection");
    const isExtending = selecting === "extend" || selecting === "extendFar";
    const detail = { rank: target, from: from ?? entry, isExtending };
    this.#grid.dispatchEvent(new CustomEvent("photo-step", { detail, bubbles: true }));
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const tile = this.#calls.tileOf(event.target);
    if (tile) this.#press(tile, event, null);
  }

  /** @param {MouseEvent} event */
  #menuWanted(event) {
    const tile = this.#calls.tileOf(event.target);
    const place = tile ? menuPlace(event, tile.element) : null;
    if (tile && place && this.#askForMenu(tile, place)) event.preventDefault();
  }

  /**
   * Asks for a photo's menu. Returns `false` if there is none; then the browser opens its own.
   * @param {import("./photo-tile.js").PhotoTile} tile
   * @param {import("../dialogs/menu-place.js").MenuPlace} place
   */
  #askForMenu({ rank, item, element }, place) {
    if (item === null) return false;
    /** @type {PhotoMenuRequest} */
    const detail = { rank, identifier: item.identifier, place };
    const menu = new CustomEvent("photo-menu", { detail, bubbles: true, cancelable: true });
    if (this.#grid.dispatchEvent(menu)) return false;
    this.#calls.activate(rank);
    element.focus({ preventScroll: true });
    return true;
  }

  /**
   * @param {import("./photo-tile.js").PhotoTile} tile
   * @param {MouseEvent | KeyboardEvent} event
   * @param {PhotoPress["action"]} action
   */
  #press({ rank, item, element }, event, action) {
    if (item === null) return;
    const { shiftKey, ctrlKey, metaKey } = event;
    const photo = { rank, identifier: item.identifier };
    const isCheck = event instanceof PointerEvent && event.pointerType === "mouse" && isOnCheck(event, element);
    /** @type {PhotoPress} */
    const detail = { ...photo, action, isCheck, shiftKey, ctrlKey: ctrlKey || metaKey };
    const press = new CustomEvent("photo-press", { detail, bubbles: true, cancelable: true });
    const isOpened = this.#grid.dispatchEvent(press);
    this.#calls.activate(rank);
    if (isOpened) this.#grid.dispatchEvent(new CustomEvent("photo-open", { detail: photo, bubbles: true }));
  }
}

/**
 * Whether a point is in the corner with a photo's check.
 * @param {MouseEvent} point
 * @param {HTMLElement} tile
 */
function isOnCheck({ clientX, clientY }, tile) {
  const { right, bottom } = tile.getBoundingClientRect();
  return clientX > right - checkSize && clientY > bottom - checkSize;
}

/** The part of the window that Page Down scrolls. The rest stays to be recognized. */
const pageShare = 0.875;

/**
 * Whether the photos scroll by the key of an action if no photo has the focus.
 * @param {GridAction} action
 */
function scrolls(action) {
  return action === "pageUp" || action === "pageDown" || action === "choose";
}
