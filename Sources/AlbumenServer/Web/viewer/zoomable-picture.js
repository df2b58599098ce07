import { actualScale, allowedScale, fitted, largestScale, toggledScale, withinLimits, zoomedAbout } from "./zoom.js";

/** How soon a smooth zoom has done two thirds of what is left, in milliseconds. */
const pace = 55;

/** How near to its aim a smooth zoom ends, as a share of the scale. */
const nearEnough = 0.002;

/** Holds the zoom of one picture, and moves the element that shows it by a transform. */
export class ZoomablePicture {
  #element;
  #changed;
  #zoom = fitted;
  #size = { width: 1, height: 1 };
  #stage = { width: 1, height: 1 };
  #longSide = null;
  #aim = null;
  #frame = 0;

  /**
   * @param {HTMLElement} element lies at the fitted place; its transform is set here alone
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

  /** The longer side as it is shown, in device pixels. */
  get shownLongSide() {
    return Math.max(this.#size.width, this.#size.height) * this.#zoom.scale * devicePixelRatio;
  }

  /**
   * @param {{ width: number, height: number }} size the fitted one
   * @param {{ width: number, height: number }} stage
   */
  place(size, stage) {
    this.#size = size;
    this.#stage = stage;
    this.#set(this.#zoom);
  }

  /** @param {number | null} longSide the picture's, in its own pixels */
  set longSide(longSide) {
    this.#longSide = longSide;
  }

  /**
   * @param {number} factor
   * @param {{ x: number, y: number }} point stays where it is; from the stage's middle
   * @param {{ smoothly?: boolean }} [options] smoothly: for input that comes in steps, as a wheel's
   */
  zoomBy(factor, point = { x: 0, y: 0 }, { smoothly = false } = {}) {
    this.#zoomTo((this.#aim?.scale ?? this.#zoom.scale) * factor, point, smoothly);
  }

  /** Between the whole picture and its own pixels. */
  toggle(point = { x: 0, y: 0 }) {
    const actual = actualScale(this.#size, this.#longSide, devicePixelRatio);
    this.#zoomTo(toggledScale(this.#aim?.scale ?? this.#zoom.scale, actual), point, true);
  }

  /** The whole picture. */
  fit({ smoothly = false } = {}) {
    this.#zoomTo(1, { x: 0, y: 0 }, smoothly);
  }

  panBy(x, y) {
    this.#stop();
    this.#set({ scale: this.#zoom.scale, x: this.#zoom.x + x, y: this.#zoom.y + y });
  }

  /** Ends what is under way. */
  stop() {
    this.#stop();
  }

  get #largest() {
    return largestScale(this.#size, this.#longSide, devicePixelRatio);
  }

  #zoomTo(scale, point, smoothly) {
    const aim = allowedScale(scale, this.#largest);
    if (smoothly && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.#aim = { scale: aim, point };
      if (this.#frame === 0) this.#run(performance.now());
    } else {
      this.#stop();
      this.#set(zoomedAbout(this.#zoom, aim, point));
    }
  }

  /** Each frame goes a share of what is left, by the time that has passed; so the aim may change without a jolt. */
  #run(before) {
    this.#frame = requestAnimationFrame((now) => {
      const { scale, point } = this.#aim;
      const share = 1 - Math.exp(-Math.max(1, now - before) / pace);
      const next = this.#zoom.scale * (scale / this.#zoom.scale) ** share;
      const arrives = Math.abs(next / scale - 1) < nearEnough;
      this.#set(zoomedAbout(this.#zoom, arrives ? scale : next, point));
      if (arrives) this.#stop();
      else this.#run(now);
    });
  }

  #stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#aim = null;
  }

  #set(zoom) {
    this.#zoom = withinLimits(zoom, this.#size, this.#stage);
    const { scale, x, y } = this.#zoom;
    this.#element.style.transform = scale === 1 ? "" : `translate(${x}px, ${y}px) scale(${scale})`;
    this.#changed();
  }
}
