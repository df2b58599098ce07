import { animateTogether, calmTime } from "./tile-transition.js";

/** From this fraction of the stage's height, or this speed in CSS pixels a millisecond, a pull has an effect. */
const pullingShare = 0.16;
const pullingSpeed = 0.5;

/** The fraction of a pull that the picture follows if the pull closes nothing. */
const resistance = 0.3;

/** How much smaller the picture gets while it is pulled down over the stage's whole height. */
const shrinking = 0.45;

/**
 * What pulls need of the viewer.
 * @typedef {object} PullCalls
 * @property {() => boolean} hasPanel
 * @property {(isOpen: boolean) => void} showPanel
 * @property {() => void} close
 */

/**
 * Follows a finger that pulls the fitted picture: down closes the viewer, or the panel if that is open; up opens the
 * panel.
 */
export class ViewerPull {
  #surface;
  #stage;
  #backdrop;
  #calls;
  /** @type {import("./zoomable-picture.js").ZoomablePicture | null} */
  #pulled = null;
  /** @type {ReturnType<typeof animateTogether> | null} */
  #returning = null;

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.surface has the class `is-pulled` while the picture follows a finger
   * @param {import("./viewer-stage.js").ViewerStage} parts.stage
   * @param {HTMLElement} parts.backdrop
   * @param {PullCalls} calls
   */
  constructor({ surface, stage, backdrop }, calls) {
    this.#surface = surface;
    this.#stage = stage;
    this.#backdrop = backdrop;
    this.#calls = calls;
  }

  /** @param {{ x: number, y: number }} by in CSS pixels */
  follow(by) {
    const { current } = this.#stage;
    if (!current) return;
    if (this.#pulled !== current.picture) this.reset();
    this.#returning?.cancel();
    this.#returning = null;
    this.#pulled = current.picture;
    const closes = by.y > 0 && !this.#calls.hasPanel();
    const share = closes ? Math.min(1, by.y / this.#height) : 0;
    this.#surface.classList.toggle("is-pulled", closes);
    this.#backdrop.style.opacity = closes ? String(1 - share) : "";
    if (closes) this.#pulled.pull(by, 1 - share * shrinking);
    else this.#pulled.pull({ x: 0, y: by.y * resistance }, 1);
  }

  /**
   * @param {number} y in CSS pixels
   * @param {number} velocity in CSS pixels a millisecond
   */
  async end(y, velocity) {
    if (this.#pulled === null) return;
    const isFar = Math.abs(y) > this.#height * pullingShare;
    const isFast = Math.abs(velocity) > pullingSpeed && Math.sign(velocity) === Math.sign(y);
    // A finger that goes back before it is lifted has changed its mind.
    const isBack = Math.abs(velocity) > pullingSpeed && Math.sign(velocity) !== Math.sign(y);
    const hasEffect = (isFar && !isBack) || isFast;
    const hasPanel = this.#calls.hasPanel();
    if (hasEffect && y > 0 && !hasPanel) {
      this.#calls.close();
      return;
    }
    if (hasEffect && hasPanel === y > 0) this.#calls.showPanel(y < 0);
    await this.#return();
  }

  /** Shows the picture in its place. */
  reset() {
    this.#returning?.cancel();
    this.#returning = null;
    this.#pulled?.release();
    this.#pulled = null;
    this.#surface.classList.remove("is-pulled");
    this.#backdrop.style.opacity = "";
  }

  /** Moves the picture back. */
  async #return() {
    const frame = this.#stage.current?.frame;
    if (!frame) {
      this.reset();
      return;
    }
    const transform = frame.style.transform || "none";
    /** @type {import("./tile-transition.js").AnimatedPart[]} */
    const parts = [
      [frame, [{ transform }, { transform: "none" }]],
      [this.#backdrop, [{ opacity: this.#backdrop.style.opacity || "1" }, { opacity: "1" }]],
    ];
    this.#surface.classList.remove("is-pulled");
    const returning = animateTogether(parts, calmTime(this.#surface));
    this.#returning = returning;
    if (await returning.finished) this.reset();
  }

  get #height() {
    return Math.max(1, this.#stage.element.clientHeight);
  }
}
