import { GridKeyboard } from "./grid-keyboard.js";

/**
 * A photo that was pressed.
 * @typedef {object} PhotoPress
 * @property {number} rank
 * @property {string} identifier
 * @property {boolean} shiftKey
 * @property {boolean} ctrlKey Control or Command
 * @property {string | null} key `null` for a pointer
 */

/**
 * Turns clicks, keys and touches on the photos into the grid's events `photo-press`, `photo-open` and `photo-step`.
 *
 * @typedef {object} InputCalls
 * @property {(element: EventTarget | null) => import("./photo-tile.js").PhotoTile | undefined} tileOf
 * @property {() => import("./grid-keyboard.js").Surroundings | null} surroundings `null` if no photos are shown
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
    grid.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    grid.addEventListener("click", (event) => this.#clicked(event), { signal });
    grid.addEventListener("touchstart", (event) => this.#touched(event), { signal, passive: true });
    grid.addEventListener("touchend", (event) => this.#touched(event), { signal, passive: true });
    grid.addEventListener("touchcancel", (event) => this.#touched(event), { signal, passive: true });
  }

  /** Whether a finger is on the grid. */
  get isTouched() {
    return this.#touches > 0;
  }

  /** Forgets the column of the arrow keys, because the focus has moved in another way. */
  forgetColumn() {
    this.#keyboard.reset();
  }

  /** @param {TouchEvent} event */
  #touched(event) {
    this.#touches = event.touches.length;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const tile = this.#calls.tileOf(event.target);
    const surroundings = this.#calls.surroundings();
    if (!tile || !surroundings || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#press(tile, event, event.key);
      return;
    }
    const from = tile.rank;
    const target = this.#keyboard.target(event.key, from, surroundings);
    if (target === null) return;
    event.preventDefault();
    this.#calls.step(target);
    const detail = { rank: target, from, shiftKey: event.shiftKey };
    this.#grid.dispatchEvent(new CustomEvent("photo-step", { detail, bubbles: true }));
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const tile = this.#calls.tileOf(event.target);
    if (tile) this.#press(tile, event, null);
  }

  /**
   * @param {import("./photo-tile.js").PhotoTile} tile
   * @param {MouseEvent | KeyboardEvent} event
   * @param {string | null} key
   */
  #press({ rank, item }, { shiftKey, ctrlKey, metaKey }, key) {
    if (item === null) return;
    const photo = { rank, identifier: item.identifier };
    /** @type {PhotoPress} */
    const detail = { ...photo, key, shiftKey, ctrlKey: ctrlKey || metaKey };
    const press = new CustomEvent("photo-press", { detail, bubbles: true, cancelable: true });
    const isOpened = this.#grid.dispatchEvent(press);
    this.#calls.activate(rank);
    if (isOpened) this.#grid.dispatchEvent(new CustomEvent("photo-open", { detail: photo, bubbles: true }));
  }
}
