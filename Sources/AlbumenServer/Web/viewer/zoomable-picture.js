import { actualScale, allowedScale, fitted, largestScale, toggledScale, withinLimits, zoomedAbout } from "./zoom.js";

/** The time in which a smooth zoom covers two thirds of the remaining distance, in milliseconds. */
const pace = 55;

/** The difference at which a smooth zoom ends, as a fraction of the scale. */
const nearEnough = 0.002;

/** @typedef {{ x: number, y: number }} Point a place in the stage, from its middle */

/** Holds the zoom of one picture, and applies it to the picture's element as a transform. */
export class ZoomablePicture {
  #element;
  #changed;
  /** @type {import("./zoom.js").Zoom} */
  #zoom = fitted;
  #size = { width: 1, height: 1 };
  #stage = { width: 1, height: 1 };
  /** @type {number | null} */
  #longSide = null;
  /**
   * The end of a smooth zoom.
   * @type {{ scale: number, point: Point } | null}
   */
  #aim = null;
  #frame = 0;

  /**
   * @param {HTMLElement} element is at the fitted place; nothing else sets its transform
   * @param {() => void} changed is called after each change of the zoom
   */
  constructor(element, changed) {
    this.#element = element;
    this.#changed = changed;
  }

  get isZoomed() {
    return this.#zoom.scale > 1.001;
  }

  get isLargest() {
    return this.#zoom.scale >= this.#largest - 0.001;
  }

  /** The longer side on the screen, in device pixels. */
  get shownLongSide() {
    return Math.max(this.#size.width, this.#size.height) * this.#zoom.scale * devicePixelRatio;
  }

  /**
   * @param {{ width: number, height: number }} size when fitted
   * @param {{ width: number, height: number }} stage
   */
  place(size, stage) {
    this.#size = size;
    this.#stage = stage;
    this.#set(this.#zoom);
  }

  /** @param {number | null} longSide of the picture, in its own pixels */
  set longSide(longSide) {
    this.#longSide = longSide;
  }

  /**
   * @param {number} factor
   * @param {Point} point keeps its place
   * @param {{ smoothly?: boolean }} options `smoothly` is for input that comes in steps, such as a wheel's
   */
  zoomBy(factor, point = { x: 0, y: 0 }, { smoothly = false } = {}) {
    this.#zoomTo((this.#aim?.scale ?? this.#zoom.scale) * factor, point, smoothly);
  }

  /** Zooms to the picture's own pixels, or back to the whole picture. */
  toggle(point = { x: 0, y: 0 }) {
    const actual = actualScale(this.#size, this.#longSide, devicePixelRatio);
    this.#zoomTo(toggledScale(this.#aim?.scale ?? this.#zoom.scale, actual), point, true);
  }

  /** Shows the whole picture. */
  fit({ smoothly = false } = {}) {
    this.#zoomTo(1, { x: 0, y: 0 }, smoothly);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  panBy(x, y) {
    this.stop();
    this.#set({ scale: this.#zoom.scale, x: this.#zoom.x + x, y: this.#zoom.y + y });
  }

  /** Ends a smooth zoom. */
  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#aim = null;
  }

  get #largest() {
    return largestScale(this.#size, this.#longSide, devicePixelRatio);
  }

  /**
   * @param {number} scale
   * @param {Point} point
   * @param {boolean} smoothly
   */
  #zoomTo(scale, point, smoothly) {
    const aim = allowedScale(scale, this.#largest);
    if (smoothly && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.#aim = { scale: aim, point };
      if (this.#frame === 0) this.#run(performance.now());
    } else {
      this.stop();
      this.#set(zoomedAbout(this.#zoom, aim, point));
    }
  }

  /**
   * Covers a fraction of the remaining distance in each frame, depending on the time since the last frame. So the aim
   * may change without a jolt.
   * @param {number} before
   */
  #run(before) {
    this.#frame = requestAnimationFrame((now) => {
      if (this.#aim === null) return;
      const { scale, point } = this.#aim;
      const share = 1 - Math.exp(-Math.max(1, now - before) / pace);
      const next = this.#zoom.scale * (scale / this.#zoom.scale) ** share;
      const arrives = Math.abs(next / scale - 1) < nearEnough;
      this.#set(zoomedAbout(this.#zoom, arrives ? scale : next, point));
      if (arrives) this.stop();
      else this.#run(now);
    });
  }

  /** @param {import("./zoom.js").Zoom} zoom */
  #set(zoom) {
    this.#zoom = withinLimits(zoom, this.#size, this.#stage);
    const { scale, x, y } = this.#zoom;
    this.#element.style.transform = scale === 1 ? "" : `translate(${x}px, ${y}px) scale(${scale})`;
    this.#changed();
  }
}
