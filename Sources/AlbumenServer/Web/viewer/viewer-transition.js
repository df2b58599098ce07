import { animateTogether, calmTime, isInWindow, transformTo } from "./tile-transition.js";

/** Opens the viewer out of a tile, and closes it into one. Where there is no tile to be seen it fades. */
export class ViewerTransition {
  #surface;
  #stage;
  #backdrop;
  #running = null;

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.surface gets the class `is-flying` on the way
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
   * @returns {Promise<boolean>} false where it was ended before; else all stays unseen until `end`
   */
  close(tile) {
    const parts = this.#faded.map((element) => [element, [{ opacity: 0 }]]);
    const { current } = this.#stage;
    if (current && isInWindow(tile)) {
      parts.push([current.frame, [{ transform: transformTo(this.#stage.placeInWindow(current), tile) }]]);
    } else parts.push([this.#stage.element, [{ opacity: 0 }]]);
    return this.#run(parts);
  }

  /** Ends what is under way, and undoes what it has brought about. */
  end() {
    this.#running?.cancel();
    this.#running = null;
    this.#surface.classList.remove("is-flying");
  }

  /** All but the photo. */
  get #faded() {
    return [this.#backdrop, ...[...this.#surface.children].filter((element) => element !== this.#stage.element)];
  }

  #run(parts) {
    this.end();
    this.#surface.classList.add("is-flying");
    this.#running = animateTogether(parts, calmTime(this.#surface));
    return this.#running.finished;
  }
}
