import { cropInPixels, turnedSize } from "../recipe-geometry.js";
import { wholeCrop } from "../recipe.js";
import { CanvasPainter } from "./canvas-painter.js";
import { DrawPace } from "./draw-pace.js";
import { WebGLPainter } from "./webgl-painter.js";

/** How long nothing may move before all pixels are drawn, in milliseconds. */
const restMilliseconds = 160;

/** @typedef {import("../recipe.js").Recipe} Recipe */
/** @typedef {import("../recipe-geometry.js").Size} Size */

/**
 * Shows a photo with a recipe, drawn in the browser. A change is drawn in the next frame.
 *
 * Event: `layout` when the photo has another place in the stage.
 */
export class PhotoPreview extends EventTarget {
  element = document.createElement("div");
  /** Where the photo is in the element, in CSS pixels. */
  place = { left: 0, top: 0, width: 0, height: 0 };
  /** @type {WebGLPainter | CanvasPainter} */
  #painter;
  /** Draws small pictures. WebGL would have to wait for each of them. */
  #smallPainter = new CanvasPainter();
  /** @type {HTMLImageElement | null} */
  #image = null;
  /** @type {Size} */
  #size = { width: 1, height: 1 };
  /** @type {Recipe} */
  #recipe = {};
  #showsWhole = false;
  #frame = 0;
  #timer = 0;
  #pace;
  #observer = new ResizeObserver(() => this.#request());

  /** @param {{ hasWebGL?: boolean }} options `hasWebGL` is `false` in tests of browsers without it */
  constructor({ hasWebGL = true } = {}) {
    super();
    this.element.className = "editor-preview";
    this.#painter = (hasWebGL ? WebGLPainter.create(() => this.#lost()) : null) ?? new CanvasPainter();
    this.#pace = new DrawPace(this.#painter);
    this.element.append(this.#painter.canvas);
    this.#observer.observe(this.element);
  }

  /** Whether WebGL draws the photo. */
  get isAccelerated() {
    return this.#painter instanceof WebGLPainter;
  }

  /**
   * @param {HTMLImageElement} image the upright photo without the recipe
   * @param {Size} size of the photo that the recipe applies to, in pixels
   */
  setPhoto(image, size) {
    this.#image = image;
    this.#size = size;
    this.#painter.photo = image;
    this.#smallPainter.photo = image;
    this.#request();
  }

  /**
   * @param {Recipe} recipe
   * @param {{ isWhole?: boolean }} options whether the part outside of the crop is shown
   */
  show(recipe, { isWhole = false } = {}) {
    this.#recipe = recipe;
    this.#showsWhole = isWhole;
    this.#request();
  }

  /** The shape of the turned photo: width divided by height. */
  get turnedRatio() {
    const { width, height } = turnedSize(this.#recipe, this.#size);
    return width / height;
  }

  /**
   * Draws the middle of the photo with other recipes into small squares.
   * @param {readonly { recipe: Recipe, canvas: HTMLCanvasElement }[]} pictures
   */
  drawSquares(pictures) {
    if (this.#image === null) return;
    for (const { recipe, canvas } of pictures) {
      const { width, height } = turnedSize(recipe, this.#size);
      const crop = this.#part(recipe, false);
      const side = Math.min(crop.width * width, crop.height * height);
      const part = {
        x: crop.x + (crop.width - side / width) / 2, y: crop.y + (crop.height - side / height) / 2,
        width: side / width, height: side / height,
      };
      this.#smallPainter.paint({ recipe, size: this.#size, part, width: canvas.width, height: canvas.height });
      canvas.getContext("2d")?.drawImage(this.#smallPainter.canvas, 0, 0, canvas.width, canvas.height);
    }
  }

  /** @param {number} share of the pixels of a side */
  #draw(share) {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = 0;
    if (share < 1) this.#timer = setTimeout(() => this.#draw(1), restMilliseconds);
    const { clientWidth, clientHeight } = this.element;
    if (this.#image === null || clientWidth === 0 || clientHeight === 0) return;
    const part = this.#part(this.#recipe, this.#showsWhole);
    const turned = turnedSize(this.#recipe, this.#size);
    const shape = { width: part.width * turned.width, height: part.height * turned.height };
    const scale = Math.min(clientWidth / shape.width, clientHeight / shape.height);
    this.#layOut({
      width: shape.width * scale, height: shape.height * scale,
      left: (clientWidth - shape.width * scale) / 2, top: (clientHeight - shape.height * scale) / 2,
    });
    // More pixels than the picture or the screen has would show nothing more.
    const known = Math.max(this.#image.naturalWidth, this.#image.naturalHeight) / Math.max(turned.width, turned.height);
    const density = Math.min(known, scale * devicePixelRatio);
    const pixels = (/** @type {number} */ length) => Math.max(1, Math.round(length * density * share));
    this.#painter.paint({
      recipe: this.#recipe, size: this.#size, part, width: pixels(shape.width), height: pixels(shape.height),
    });
  }

  close() {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#observer.disconnect();
    this.#image = null;
    this.#painter.close();
    this.#smallPainter.close();
  }

  /**
   * @param {Recipe} recipe
   * @param {boolean} isWhole
   */
  #part(recipe, isWhole) {
    if (isWhole) return wholeCrop;
    const turned = turnedSize(recipe, this.#size);
    const { x, y, width, height } = cropInPixels(recipe, this.#size);
    return {
      x: x / turned.width, y: y / turned.height, width: width / turned.width, height: height / turned.height,
    };
  }

  /** @param {{ left: number, top: number, width: number, height: number }} place */
  #layOut(place) {
    const { canvas } = this.#painter;
    for (const [side, value] of Object.entries(place)) canvas.style.setProperty(side, `${value}px`);
    const before = this.place;
    this.place = place;
    if (before.left !== place.left || before.top !== place.top || before.width !== place.width
      || before.height !== place.height) this.dispatchEvent(new Event("layout"));
  }

  #request() {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#draw(this.#pace.share(now)));
  }

  /** Continues without WebGL. */
  #lost() {
    if (this.#image === null) return;
    const painter = new CanvasPainter();
    painter.photo = this.#image;
    this.#painter.canvas.replaceWith(painter.canvas);
    this.#painter = painter;
    this.#pace = new DrawPace(painter);
    this.#request();
  }
}
