/** How long a finger rests on a photo until that selects it, in milliseconds. */
const longPress = 450;

/** How far a resting finger may move, in CSS pixels. Farther, it scrolls. */
const stillness = 10;

/** How many times farther a finger has to move aside than up or down to select photos. */
const asideRatio = 1.5;

/** How near to the upper or lower edge of the grid a finger scrolls, in CSS pixels. */
const scrollEdge = 72;

/** The speed of scrolling at the edge, in CSS pixels per second. */
const scrollSpeed = 1300;

/** The longest time between two frames that is scrolled for, in milliseconds. */
const longestFrame = 50;

/** @typedef {{ x: number, y: number }} Point */

/**
 * Selects photos with a finger or pen: by resting on a photo, and by dragging from there over others. While photos are
 * being selected, moving aside drags at once. Near the upper and lower edge of the grid, a drag scrolls.
 *
 * A finger that moves up or down before it has rested scrolls, and selects nothing.
 */
export class TouchSelection {
  #grid;
  #mode;
  #timer = 0;
  /**
   * The finger on the grid.
   * @type {{ identifier: number, target: Element, start: Point } | null}
   */
  #finger = null;
  /**
   * Where a finger that selects is, and the photo that it reached last.
   * @type {{ point: Point, rank: number } | null}
   */
  #drag = null;
  #animationFrame = 0;
  /** The time of the last frame in which the drag has scrolled. */
  #scrolledAt = 0;
  #preventsClick = false;

  /**
   * @param {import("../grid/photo-grid.js").PhotoGrid} grid
   * @param {import("./selection-mode.js").SelectionMode} mode
   */
  constructor(grid, mode) {
    this.#grid = grid;
    this.#mode = mode;
    grid.addEventListener("pointerdown", (event) => this.#pressed(event));
    grid.addEventListener("pointermove", (event) => this.#moved(event));
    for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) {
      grid.addEventListener(type, (event) => this.#released(event));
    }
    grid.addEventListener("click", (event) => this.#clicked(event), { capture: true });
    grid.addEventListener("contextmenu", (event) => {
      const isHeld = event instanceof PointerEvent && ["touch", "pen"].includes(event.pointerType);
      if (isHeld) event.preventDefault();
    });
    // Always there, because browsers decide at the start of a touch whether it can be prevented from scrolling.
    grid.addEventListener("touchmove", (event) => this.#touchMoved(event), { passive: false });
  }

  /** Whether a finger or pen is selecting photos. */
  get isActive() {
    return this.#drag !== null;
  }

  /** @param {PointerEvent} event */
  #pressed({ pointerType, pointerId, isPrimary, button, clientX, clientY, target }) {
    // A second finger ends it.
    this.#end();
    this.#preventsClick = false;
    if (pointerType === "mouse" || button !== 0 || !isPrimary || !(target instanceof Element)) return;
    if (this.#grid.photoOf(target) === null) return;
    const start = { x: clientX, y: clientY };
    this.#finger = { identifier: pointerId, target, start };
    this.#timer = setTimeout(() => this.#begin(start), longPress);
  }

  /** @param {PointerEvent} event */
  #moved({ pointerId, clientX, clientY }) {
    if (this.#finger?.identifier !== pointerId) return;
    const point = { x: clientX, y: clientY };
    if (this.#drag !== null) {
      this.#drag.point = point;
      this.#select();
      this.#scrollNearEdge();
      return;
    }
    const { start } = this.#finger;
    const [aside, along] = [Math.abs(point.x - start.x), Math.abs(point.y - start.y)];
    if (Math.hypot(aside, along) <= stillness) return;
    clearTimeout(this.#timer);
    if (this.#mode.isOn && aside > along * asideRatio) this.#begin(point);
    else this.#finger = null;
  }

  /** @param {PointerEvent} event */
  #released({ pointerId }) {
    if (this.#finger?.identifier === pointerId) this.#end();
  }

  /** @param {Point} point where the finger is now */
  #begin(point) {
    if (this.#finger === null) return;
    const { identifier, target } = this.#finger;
    const photo = this.#grid.photoOf(target);
    if (photo === null) return;
    this.#drag = { point, rank: photo.rank };
    this.#preventsClick = true;
    // The tile may leave the document while the finger scrolls. Then the touch's events no longer reach the grid.
    target.addEventListener("touchmove", this.#keepTouch, { passive: false });
    this.#grid.setPointerCapture(identifier);
    navigator.vibrate?.(10);
    this.#mode.beginDrag(photo);
    this.#select();
  }

  #end() {
    clearTimeout(this.#timer);
    this.#finger?.target.removeEventListener("touchmove", this.#keepTouch);
    this.#finger = null;
    this.#drag = null;
    cancelAnimationFrame(this.#animationFrame);
    this.#animationFrame = 0;
  }

  /** Selects up to the photo under the finger. */
  #select() {
    if (this.#drag === null) return;
    const photo = this.#grid.photoNear(this.#inGrid(this.#drag.point));
    if (photo === null || photo.rank === this.#drag.rank) return;
    this.#drag.rank = photo.rank;
    if (!this.#mode.dragTo(photo.rank)) this.#end();
  }

  /**
   * Returns the point of the grid that is nearest to a point.
   * @param {Point} point
   */
  #inGrid({ x, y }) {
    const { left, right, top, bottom } = this.#grid.getBoundingClientRect();
    return { x: Math.min(right - 1, Math.max(left, x)), y: Math.min(bottom - 1, Math.max(top, y)) };
  }

  /** Scrolls as long as the finger is near an edge, even if it doesn't move. */
  #scrollNearEdge() {
    if (this.#animationFrame !== 0 || this.#edgeShare === 0) return;
    this.#scrolledAt = performance.now();
    const scroll = () => {
      const share = this.#edgeShare;
      this.#animationFrame = share === 0 ? 0 : requestAnimationFrame(scroll);
      const now = performance.now();
      this.#grid.moveBy((share * scrollSpeed * Math.min(longestFrame, now - this.#scrolledAt)) / 1000);
      this.#scrolledAt = now;
      this.#select();
    };
    this.#animationFrame = requestAnimationFrame(scroll);
  }

  /** How near the finger is to an edge: -1 at the upper edge, 1 at the lower edge, and 0 between them. */
  get #edgeShare() {
    if (this.#drag === null) return 0;
    const { top, bottom } = this.#grid.getBoundingClientRect();
    const { y } = this.#drag.point;
    const [above, below] = [top + scrollEdge - y, y - (bottom - scrollEdge)].map((far) => far / scrollEdge);
    if (above > 0) return -Math.min(1, above);
    return below > 0 ? Math.min(1, below) : 0;
  }

  #keepTouch = (/** @type {Event} */ event) => {
    if (event.cancelable) event.preventDefault();
  };

  /** @param {TouchEvent} event */
  #touchMoved(event) {
    if (this.#drag !== null) this.#keepTouch(event);
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    if (!this.#preventsClick) return;
    this.#preventsClick = false;
    event.stopPropagation();
    event.preventDefault();
  }
}
