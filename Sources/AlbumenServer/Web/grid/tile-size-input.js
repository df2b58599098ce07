/** How far a wheel or two fingers on a touchpad turn for a step, in CSS pixels. A notch of a wheel is a step. */
const wheelStep = 40;

const pixelsPerLine = 16;

/** How long a wheel rests until it begins anew, in milliseconds. */
const wheelRest = 300;

/** How much farther apart two fingers are after a step. As the next step begins there, trembling causes none. */
const pinchStep = 1.3;

/** How much farther apart fingers are at least that began close to each other, in CSS pixels. */
const leastPinch = 48;

/**
 * Changes the size of the photos by a wheel with Control, which is also a pinch on a touchpad, and by two fingers.
 */
export class TileSizeInput {
  #grid;
  #change;
  #isSingle;
  #wheel = { sum: 0, time: 0, isSpent: false };
  /**
   * How far apart the fingers were at the last step; `null` while there are not two.
   * @type {number | null}
   */
  #spread = null;
  /** Ends listening to the moves of two fingers. */
  #pinch = new AbortController();
  /** The scale of Safari's pinch at the last step. */
  #scale = 1;

  /**
   * @param {HTMLElement} grid
   * @param {(step: 1 | -1, point: { x: number, y: number }) => void} change is called with 1 for larger photos, and
   *   with the point between the fingers from the grid's upper left corner
   * @param {{ isSingle?: boolean }} options `isSingle`: whether a gesture is at most one step
   */
  constructor(grid, change, { isSingle = false } = {}) {
    this.#grid = grid;
    this.#change = change;
    this.#isSingle = isSingle;
  }

  /** @param {AbortSignal} signal ends listening */
  listen(signal) {
    const grid = this.#grid;
    grid.addEventListener("wheel", (event) => this.#turned(event), { signal, passive: false });
    grid.addEventListener("touchstart", (event) => this.#touched(event), { signal, passive: true });
    grid.addEventListener("gesturestart", (event) => this.#gestureStarted(event), { signal });
    grid.addEventListener("gesturechange", (event) => this.#gestureChanged(event), { signal });
    signal.addEventListener("abort", () => this.#pinch.abort());
  }

  /** @param {WheelEvent} event */
  #turned(event) {
    if (!event.ctrlKey) return;
    // Otherwise, the browser enlarges the whole page.
    event.preventDefault();
    const wheel = this.#wheel;
    if (event.timeStamp - wheel.time > wheelRest) Object.assign(wheel, { sum: 0, isSpent: false });
    wheel.time = event.timeStamp;
    if (wheel.isSpent) return;
    wheel.sum += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * pixelsPerLine;
    if (Math.abs(wheel.sum) < wheelStep) return;
    const step = wheel.sum < 0 ? 1 : -1;
    wheel.sum = 0;
    wheel.isSpent = this.#isSingle;
    this.#step(step, event.clientX, event.clientY);
  }

  /** @param {Event} event */
  #touched(event) {
    const { touches } = /** @type {TouchEvent} */ (event);
    if (touches.length !== 2) {
      this.#spread = null;
      this.#pinch.abort();
      return;
    }
    this.#spread = distance(touches);
    this.#pinch.abort();
    this.#pinch = new AbortController();
    const { signal } = this.#pinch;
    // Touches send events to the tiles where they began, which may leave the document when the photos are resized.
    for (const target of new Set([touches[0].target, touches[1].target])) {
      target.addEventListener("touchmove", (move) => this.#pinched(move), { signal, passive: false });
      for (const type of ["touchend", "touchcancel"]) {
        target.addEventListener(type, (end) => this.#touched(end), { signal, passive: true });
      }
    }
  }

  /** @param {Event} event */
  #pinched(event) {
    const { touches } = /** @type {TouchEvent} */ (event);
    if (this.#spread === null || touches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    const spread = distance(touches);
    const factor = spread / Math.max(1, this.#spread);
    if ((factor < pinchStep && factor > 1 / pinchStep) || Math.abs(spread - this.#spread) < leastPinch) return;
    this.#spread = spread;
    if (this.#isSingle) this.#pinch.abort();
    const [one, other] = touches;
    this.#step(factor > 1 ? 1 : -1, (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
  }

  /** @param {GestureEvent} event */
  #gestureStarted(event) {
    event.preventDefault();
    this.#scale = 1;
  }

  /** @param {GestureEvent} event */
  #gestureChanged(event) {
    event.preventDefault();
    // Fingers on a screen are touches, too.
    if (this.#spread !== null) return;
    const factor = event.scale / this.#scale;
    // After the only step of a gesture, the factor is not a number.
    if (!(factor >= pinchStep || factor <= 1 / pinchStep)) return;
    this.#scale = this.#isSingle ? NaN : event.scale;
    this.#step(factor > 1 ? 1 : -1, event.clientX, event.clientY);
  }

  /**
   * @param {1 | -1} step
   * @param {number} clientX
   * @param {number} clientY
   */
  #step(step, clientX, clientY) {
    const { left, top } = this.#grid.getBoundingClientRect();
    this.#change(step, { x: clientX - left, y: clientY - top });
  }
}

/** @param {TouchList} touches */
function distance([one, other]) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}
