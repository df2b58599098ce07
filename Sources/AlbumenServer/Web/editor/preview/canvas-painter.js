import { colorProgram } from "../colors/color-program.js";
import { computeColor, encodedLight, lightOf } from "../colors/color-steps.js";
import { gaussianWeights, isVisible } from "./gaussian.js";
import { targetMap, targetScale, vignettePlace } from "./preview-view.js";

/** The most pixels that are computed for one picture, so that a slider moves it at once. */
const mostPixels = 250_000;

/** The keys of a recipe that keep the colors. */
const geometry = new Set(["crop", "rotation", "flip", "straightening"]);

const lights = Float64Array.from({ length: 256 }, (_, value) => lightOf(value / 255));

/** Draws an edited photo without WebGL. It has fewer pixels. */
export class CanvasPainter {
  canvas = document.createElement("canvas");
  isSoftware = true;
  /** @type {HTMLImageElement | null} */
  photo = null;
  #context = this.canvas.getContext("2d", { willReadFrequently: true });

  close() {
    this.photo = null;
  }

  /** @param {import("./preview-view.js").PreviewView} wanted */
  paint(wanted) {
    const context = this.#context;
    if (this.photo === null || context === null) return;
    const reduction = Math.min(1, Math.sqrt(mostPixels / (wanted.width * wanted.height)));
    const width = Math.max(1, Math.round(wanted.width * reduction));
    const height = Math.max(1, Math.round(wanted.height * reduction));
    const view = { ...wanted, width, height };
    this.canvas.width = width;
    this.canvas.height = height;
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = "high";
    context.setTransform(photoToTarget(view));
    context.drawImage(this.photo, 0, 0, 1, 1);
    context.resetTransform();
    const image = context.getImageData(0, 0, width, height);
    const colors = computeColors(view, image.data);
    if (colors !== null) context.putImageData(encode(view, colors, image), 0, 0);
  }
}

/**
 * Returns the transform of a square with sides of 1, in which the photo is drawn.
 * @param {import("./preview-view.js").PreviewView} view
 */
function photoToTarget(view) {
  const [a, b, c, d, e, f] = targetMap(view);
  const toFractions = new DOMMatrix([a, d, b, e, c, f]).inverse();
  return new DOMMatrix([view.width, 0, 0, view.height, 0, 0]).multiply(toFractions);
}

/**
 * Returns three numbers of linear light for each pixel, sharpened; `null` if the recipe keeps the colors.
 * @param {import("./preview-view.js").PreviewView} view
 * @param {Uint8ClampedArray} pixels
 */
function computeColors(view, pixels) {
  const program = colorProgram(view.recipe);
  if (Object.keys(view.recipe).every((key) => geometry.has(key))) return null;
  const colors = new Float32Array((pixels.length / 4) * 3);
  /** @type {import("../colors/color-steps.js").Color} */
  const color = [0, 0, 0];
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    for (let band = 0; band < 3; band += 1) color[band] = lights[pixels[from + band]];
    computeColor(program, color);
    colors.set(color, to);
  }
  const deviation = program.sharpeningRadius * targetScale(view);
  if (program.sharpness > 0 && isVisible(deviation)) {
    const across = blurred(colors, view.width, view.height, deviation, 3);
    const smooth = blurred(across, view.width, view.height, deviation, 3 * view.width);
    for (let at = 0; at < colors.length; at += 1) colors[at] += program.sharpness * (colors[at] - smooth[at]);
  }
  return colors;
}

/**
 * Returns the colors blurred along one axis.
 * @param {Float32Array} colors
 * @param {number} width
 * @param {number} height
 * @param {number} deviation
 * @param {number} step between two neighbors in the array
 */
function blurred(colors, width, height, deviation, step) {
  const weights = gaussianWeights(deviation);
  const reach = weights.length - 1;
  const result = new Float32Array(colors.length);
  const isAcross = step === 3;
  for (let at = 0; at < colors.length; at += 1) {
    const pixel = Math.floor(at / 3);
    const place = isAcross ? pixel % width : Math.floor(pixel / width);
    const last = (isAcross ? width : height) - 1;
    let value = 0;
    for (let tap = -reach; tap <= reach; tap += 1) {
      const near = Math.min(last, Math.max(0, place + tap));
      value += weights[Math.abs(tap)] * colors[at + (near - place) * step];
    }
    result[at] = value;
  }
  return result;
}

/**
 * Applies the vignette, and returns the colors in sRGB's encoding.
 * @param {import("./preview-view.js").PreviewView} view
 * @param {Float32Array} colors
 * @param {ImageData} image is changed
 */
function encode(view, colors, image) {
  const { vignette } = colorProgram(view.recipe);
  const [x, y, across, down] = vignettePlace(view);
  for (let at = 0; at < colors.length / 3; at += 1) {
    let gain = 1;
    if (vignette > 0) {
      const column = ((at % view.width) + 0.5) / view.width - x;
      const row = (Math.floor(at / view.width) + 0.5) / view.height - y;
      const t = Math.min(1, Math.hypot(column * across, row * down));
      gain = 1 - vignette * t * t * (3 - 2 * t);
    }
    for (let band = 0; band < 3; band += 1) {
      const light = Math.min(1, Math.max(0, colors[at * 3 + band] * gain));
      image.data[at * 4 + band] = encodedLight(light) * 255;
    }
  }
  return image;
}
