/** @typedef {import("./viewer-burst.js").ViewedTimeline} ViewedTimeline */

/** The photo that the viewer shows. The viewer changes it, and the viewer's components read it. */
export class ViewedPhoto {
  #stage;
  #opening = new AbortController();
  /** @type {ViewedTimeline | null} */
  #timeline = null;
  /** The rank on show; -1 before the first photo. */
  rank = -1;
  /** Whether the closing transition is running. */
  isClosing = false;

  /** @param {import("./viewer-stage.js").ViewerStage} stage */
  constructor(stage) {
    this.#stage = stage;
  }

  /** The timeline on show; `null` if the viewer is closed. */
  get timeline() {
    return this.#timeline;
  }

  /** Aborts when the viewer shows another timeline or is closed. */
  get signal() {
    return this.#opening.signal;
  }

  get isOpen() {
    return this.#timeline !== null && !this.isClosing;
  }

  /** The number of photos of the timeline. */
  get count() {
    return this.#timeline?.count ?? 0;
  }

  get slide() {
    return this.#stage.current;
  }

  /** `undefined` until it's loaded. */
  get item() {
    return this.slide?.item;
  }

  /**
   * Starts to show a timeline. No photo is shown yet.
   * @param {ViewedTimeline} timeline
   */
  begin(timeline) {
    this.#opening.abort();
    this.#opening = new AbortController();
    this.#timeline = timeline;
    this.rank = -1;
  }

  end() {
    this.#timeline = null;
    this.#opening.abort();
  }
}
