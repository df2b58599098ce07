import { animateTogether, calmTime, isInWindow, transformTo } from "./tile-transition.js";

/** Opens the viewer out of a tile, and closes it into one. If no tile is visible, the viewer fades. */
export class ViewerTransition {
  #surface;
  #stage;
  #backdrop;
  /** @type {ReturnType<typeof animateTogether> | null} */
  #running = null;

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.surface has the class `is-flying` during the transition
   * @param {import("./viewer-stage.js").ViewerStage} parts.stage
   * @param {HTMLElement} parts.backdrop
   */
  constructor({ surface, stage, backdrop }) {
    this.#surface = surface;
    this.#stage = stage;
    this.#backdrop = backdrop;
  }

  /** @param {DOMRect | null} tile from where the photo grows */
  async open(tile) {
    /** @type {import("./tile-transition.js").AnimatedPart[]} */
    const parts = this.#faded.map((element) => [element, [{ opacity: 0 }, { opacity: 1 }]]);
    const { current } = this.#stage;
    if (current && isInWindow(tile)) {
      const begin = transformTo(this.#stage.placeInWindow(current), tile);
      parts.push([current.frame, [{ transform: begin }, { transform: "none" }]]);
    } else parts.push([this.#stage.element, [{ opacity: 0 }, { opacity: 1 }]]);
    if (await this.#run(parts)) this.end();
  }

  /**
   * @param {DOMRect | null} tile into which the photo shrinks
   * @returns {Promise<boolean>} `false` if the transition was ended; otherwise everything stays invisible until `end`
   */
  close(tile) {
    /** @type {import("./tile-transition.js").AnimatedPart[]} */
    const parts = this.#faded.map((element) => [element, [{ opacity: 0 }]]);
    const { current } = this.#stage;
    if (current && isInWindow(tile)) {
      parts.push([current.frame, [{ transform: transformTo(this.#stage.placeInWindow(current), tile) }]]);
    } else parts.push([this.#stage.element, [{ opacity: 0 }]]);
    return this.#run(parts);
  }

  /** Ends the transition, and removes its effect. */
  end() {
    this.#running?.cancel();
    this.#running = null;
    this.#surface.classList.remove("is-flying");
  }

  /** Everything except the photo. */
  get #faded() {
    return [this.#backdrop, ...[...this.#surface.children].filter((element) => element !== this.#stage.element)];
  }

  /** @param {import("./tile-transition.js").AnimatedPart[]} parts */
  #run(parts) {
    this.end();
    this.#surface.classList.add("is-flying");
    this.#running = animateTogether(parts, calmTime(this.#surface));
    return this.#running.finished;
  }
}
