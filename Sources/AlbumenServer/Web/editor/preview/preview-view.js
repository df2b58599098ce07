import { sourceMap, turnedSize } from "../recipe-geometry.js";
import { wholeCrop } from "../recipe.js";

/** @typedef {import("../recipe.js").Recipe} Recipe */
/** @typedef {import("../recipe-geometry.js").Size} Size */
/** @typedef {import("../crop/crop-rectangle.js").Crop} Crop */

/**
 * What a painter draws.
 * @typedef {object} PreviewView
 * @property {Recipe} recipe
 * @property {Size} size of the upright photo that the recipe applies to
 * @property {Crop} part of the turned photo that is drawn
 * @property {number} width of the target, in pixels
 * @property {number} height
 */

/**
 * Returns the affine map from the target to the upright photo, both in fractions.
 * @param {PreviewView} view
 * @returns {[number, number, number, number, number, number]}
 */
export function targetMap({ recipe, size, part }) {
  const [a, b, c, d, e, f] = sourceMap(recipe, size);
  return [
    a * part.width, b * part.height, a * part.x + b * part.y + c,
    d * part.width, e * part.height, d * part.x + e * part.y + f,
  ];
}

/**
 * Returns the center of the vignette in fractions of the target, and the factors that make a distance in such fractions
 * 1 in the crop's corners.
 * @param {PreviewView} view
 * @returns {[number, number, number, number]}
 */
export function vignettePlace({ recipe, size, part }) {
  const turned = turnedSize(recipe, size);
  const crop = recipe.crop ?? wholeCrop;
  const end = Math.hypot(crop.width * turned.width, crop.height * turned.height) / 2;
  return [
    (crop.x + crop.width / 2 - part.x) / part.width, (crop.y + crop.height / 2 - part.y) / part.height,
    (part.width * turned.width) / end, (part.height * turned.height) / end,
  ];
}

/**
 * Returns the pixels of the target for each pixel of the photo.
 * @param {PreviewView} view
 */
export function targetScale({ recipe, size, part, width }) {
  return width / (part.width * turnedSize(recipe, size).width);
}
