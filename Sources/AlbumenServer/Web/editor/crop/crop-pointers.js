import { moved, resized, scaled } from "./crop-rectangle.js";

/** @typedef {import("./crop-rectangle.js").Crop} Crop */
/** @typedef {{ x: number, y: number }} Point */

/**
 * @typedef {object} CropPointerCalls
 * @property {() => Crop} crop
 * @property {() => number | null} ratio
 * @property {(crop: Crop, isSettled: boolean) => void} change
 * @property {() => { width: number, height: number }} place of the photo, in CSS pixels
 * @property {(target: EventTarget | null) => import("./crop-rectangle.js").Handle | null} handleOf
 */

/** Moves and resizes the crop with the mouse, a pen, or one or two fingers. */
export class CropPointers {
  #calls;
  /**
   * Where each pointer is.
   * @type {Map<number, Point>}
   */
  #pointers = new Map();
  /** @type {import("./crop-rectangle.js").Handle | null} */
  #handle = null;
  /** The crop and the pointers when the first or second pointer came. */
  #start = { crop: { x: 0, y: 0, width: 1, height: 1 }, points: /** @type {Point[]} */ ([]) };

  /**
   * @param {HTMLElement} rectangle
   * @param {CropPointerCalls} calls
   */
  constructor(rectangle, calls) {
    this.#calls = calls;
    rectangle.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || this.#pointers.size === 2) return;
      event.preventDefault();
      rectangle.setPointerCapture(event.pointerId);
      if (event.target instanceof HTMLElement) event.target.focus({ preventScroll: true });
      if (this.#pointers.size === 0) this.#handle = calls.handleOf(event.target);
      this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      this.#begin();
    });
    rectangle.addEventListener("pointermove", (event) => {
      if (!this.#pointers.has(event.pointerId)) return;
      this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      this.#follow();
    });
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
      rectangle.addEventListener(end, (event) => {
        if (!this.#pointers.delete(event.pointerId)) return;
        this.#begin();
        if (this.#pointers.size === 0) calls.change(calls.crop(), true);
      });
    }
  }

  #begin() {
    this.#start = { crop: this.#calls.crop(), points: [...this.#pointers.values()] };
  }

  #follow() {
    const { crop, points } = this.#start;
    const { width, height } = this.#calls.place();
    const now = [...this.#pointers.values()];
    if (now.length === 2) {
      const [from, to] = [middle(points), middle(now)];
      const fixed = { x: crop.x + crop.width / 2, y: crop.y + crop.height / 2 };
      const larger = scaled(crop, distance(now) / distance(points), fixed);
      this.#calls.change(moved(larger, (to.x - from.x) / width, (to.y - from.y) / height), false);
      return;
    }
    const across = (now[0].x - points[0].x) / width;
    const down = (now[0].y - points[0].y) / height;
    const changed = this.#handle === null
      ? moved(crop, across, down) : resized(crop, this.#handle, across, down, this.#calls.ratio());
    this.#calls.change(changed, false);
  }
}

/** @param {Point[]} points */
function distance([one, other]) {
  return Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
}

/**
 * @param {Point[]} points
 * @returns {Point}
 */
function middle([one, other]) {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
