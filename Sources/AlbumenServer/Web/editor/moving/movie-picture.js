import { WebGLPainter } from "../preview/webgl-painter.js";
import { cropInPixels, turnedSize } from "../recipe-geometry.js";

/** @typedef {import("../recipe.js").Recipe} Recipe */

/** The keys of a recipe that change no pixels. */
const movingKeys = new Set(["trim", "keyPhoto", "muted"]);

/** The most pixels of a side. Without a graphics processor, a frame with more takes too long. */
const [mostPixels, mostInSoftware] = [1440, 480];

/**
 * Draws the adjustments of light, colors and shape on each frame of a video. Without WebGL, the video is shown without
 * them.
 */
export class MoviePicture {
  /** Covers the video while there are adjustments. */
  element = document.createElement("div");
  #video;
  /** @type {WebGLPainter | null} */
  #painter = null;
  #hasWebGL = true;
  /** @type {Recipe} */
  #recipe = {};
  #signal;

  /**
   * @param {HTMLVideoElement} video
   * @param {AbortSignal} signal ends it
   */
  constructor(video, signal) {
    this.#video = video;
    this.#signal = signal;
    this.element.className = "moving-picture";
    this.element.hidden = true;
    for (const type of ["loadeddata", "seeked"]) video.addEventListener(type, () => this.refresh(), { signal });
    video.addEventListener("play", () => this.#follow(), { signal });
    signal.addEventListener("abort", () => this.#painter?.close(), { once: true });
  }

  /** @param {Recipe} recipe */
  show(recipe) {
    this.#recipe = Object.fromEntries(Object.entries(recipe).filter(([key]) => !movingKeys.has(key)));
    this.refresh();
  }

  /** Draws the frame again, unless the video is hidden. */
  refresh() {
    if (this.#video.clientWidth === 0) return;
    const isAdjusted = Object.keys(this.#recipe).length > 0;
    if (isAdjusted && this.#painter === null) this.#begin();
    this.#cover(isAdjusted && this.#painter !== null);
    this.#draw();
  }

  #begin() {
    if (!this.#hasWebGL) return;
    this.#painter = WebGLPainter.create(() => this.#lost());
    this.#hasWebGL = this.#painter !== null;
    if (this.#painter !== null) this.element.replaceChildren(this.#painter.canvas);
  }

  #lost() {
    this.#hasWebGL = false;
    this.#painter = null;
    this.#cover(false);
  }

  /** @param {boolean} isCovered whether the drawn picture covers the video */
  #cover(isCovered) {
    this.element.hidden = !isCovered;
    this.#video.classList.toggle("is-covered", isCovered);
  }

  /** Draws each frame while the video plays. */
  #follow() {
    if (this.#signal.aborted || this.#video.paused) return;
    this.#draw();
    this.#video.requestVideoFrameCallback(() => this.#follow());
  }

  #draw() {
    const { videoWidth: width, videoHeight: height, readyState } = this.#video;
    if (this.element.hidden || this.#painter === null || readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    const size = { width, height };
    const turned = turnedSize(this.#recipe, size);
    const crop = cropInPixels(this.#recipe, size);
    const most = this.#painter.isSoftware ? mostInSoftware : mostPixels;
    const scale = Math.min(1, most / Math.max(crop.width, crop.height));
    this.#painter.photo = this.#video;
    this.#painter.paint({
      recipe: this.#recipe, size,
      part: {
        x: crop.x / turned.width, y: crop.y / turned.height, width: crop.width / turned.width,
        height: crop.height / turned.height,
      },
      width: Math.max(1, Math.round(crop.width * scale)), height: Math.max(1, Math.round(crop.height * scale)),
    });
  }
}
