/**
 * Carries out the gestures on the viewer's stage.
 * @implements {GestureReceiver}
 * @typedef {import("./stage-gestures.js").GestureReceiver} GestureReceiver
 */
export class ViewerGestures {
  #stage;
  #pull;
  #fading;

  /**
   * @param {import("./viewer-stage.js").ViewerStage} stage
   * @param {import("./viewer-pull.js").ViewerPull} pull
   * @param {import("./control-fading.js").ControlFading} fading
   */
  constructor(stage, pull, fading) {
    this.#stage = stage;
    this.#pull = pull;
    this.#fading = fading;
  }

  get picture() {
    return this.#stage.current?.zoomable ?? null;
  }

  /** @param {number} x */
  swipe(x) {
    return this.#stage.swipe(x);
  }

  /**
   * @param {number} x
   * @param {number} velocity
   */
  swipeEnd(x, velocity) {
    return this.#stage.swipeEnd(x, velocity);
  }

  /** @param {Parameters<import("./viewer-pull.js").ViewerPull["follow"]>[0]} by */
  pull(by) {
    return this.#pull.follow(by);
  }

  /**
   * @param {number} y
   * @param {number} velocity
   */
  pullEnd(y, velocity) {
    return this.#pull.end(y, velocity);
  }

  tap() {
    this.#fading.toggle();
  }

  hold() {
    const { current } = this.#stage;
    return (current?.live?.play({ withSound: true }) || current?.originals.compare()) ?? false;
  }

  holdEnd() {
    this.#stage.current?.live?.stop();
    this.#stage.current?.originals.endComparison();
  }
}
