import { Momentum } from "./momentum.js";
import {
  actualScale, allowedScale, fitted, largestScale, onDevicePixels, toggledScale, withinLimits, zoomedAbout,
} from "./zoom.js";

/** The time in which a smooth zoom covers two thirds of the remaining distance, in milliseconds. */
const pace = 55;

/** The difference at which a smooth zoom ends, as a fraction of the scale. */
const nearEnough = 0.002;

/** The difference at which a picture is at its own pixels, as a fraction of the scale. */
const sameScale = 0.0005;

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
  #momentum = new Momentum((x, y) => this.#panBy(x, y));

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

  /** Whether a smooth zoom is in progress. */
  get isMoving() {
    return this.#aim !== null;
  }

  /** Whether a pixel of the picture is a pixel of the screen. */
  get isActual() {
    const actual = this.#actual;
    return actual !== null && Math.abs(this.#zoom.scale / actual - 1) < sameScale;
  }

  /** The device pixels for a pixel of the picture, along a side; `null` if the picture's pixels are unknown. */
  get pixelScale() {
    const actual = this.#actual;
    return actual === null ? null : this.#zoom.scale / actual;
  }

  /** The part of the picture that is in the stage, from 0 to 1 in both directions. */
  get visiblePart() {
    const { scale, x, y } = this.#zoom;
    /** @type {(shift: number, room: number, length: number) => [number, number]} */
    const span = (shift, room, length) => {
      const start = (length - room) / 2 - shift;
      return [Math.max(0, start / length), Math.min(1, (start + room) / length)];
    };
    const [left, right] = span(x, this.#stage.width, this.#size.width * scale);
    const [top, bottom] = span(y, this.#stage.height, this.#size.height * scale);
    return { left, top, right, bottom };
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
    const wasActual = this.isZoomed && this.isActual;
    this.#size = size;
    this.#stage = stage;
    this.#set(wasActual ? this.#atActual : this.#zoom);
  }

  /** @param {number | null} longSide of the picture, in its own pixels */
  set longSide(longSide) {
    if (longSide === this.#longSide) return;
    const wasActual = this.isZoomed && this.isActual;
    this.#longSide = longSide;
    // The picture stays at its own pixels, of which there are others than were expected.
    if (wasActual) this.#set(this.#atActual);
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
    this.#zoomTo(toggledScale(this.#aim?.scale ?? this.#zoom.scale, this.#actual), point, true);
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
    this.#panBy(x, y);
  }

  /**
   * Lets the picture move on after a finger has let it go.
   * @param {Point} velocity in CSS pixels a millisecond
   */
  fling(velocity) {
    if (this.isZoomed) this.#momentum.start(velocity);
  }

  /**
   * Shows the fitted picture elsewhere while a finger pulls it. `place` shows it in its place again.
   * @param {Point} by
   * @param {number} scale
   */
  pull({ x, y }, scale) {
    this.stop();
    this.#element.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  }

  /** Ends a pull. */
  release() {
    this.#set(this.#zoom);
  }

  /** Ends a smooth zoom and momentum. */
  stop() {
    this.#momentum.stop();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#aim = null;
  }

  /** The zoom at the picture's own pixels with the same middle. */
  get #atActual() {
    const scale = allowedScale(this.#actual ?? this.#zoom.scale, this.#largest);
    return zoomedAbout(this.#zoom, scale, { x: 0, y: 0 });
  }

  get #actual() {
    return actualScale(this.#size, this.#longSide, devicePixelRatio);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #panBy(x, y) {
    this.#set({ scale: this.#zoom.scale, x: this.#zoom.x + x, y: this.#zoom.y + y });
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
    this.#momentum.stop();
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
    const { scale, x, y } = this.isZoomed && this.isActual
      ? onDevicePixels(this.#zoom, this.#size, this.#stage, devicePixelRatio) : this.#zoom;
    this.#element.style.transform = scale === 1 ? "" : `translate(${x}px, ${y}px) scale(${scale})`;
    this.#changed();
  }
}
