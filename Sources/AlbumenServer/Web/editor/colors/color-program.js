import { amountOf, amounts } from "../recipe.js";
import { identity, mixed, multiplied, product } from "./matrices.js";
import { photoEffects, sepia } from "./photo-effects.js";
import { whiteAdaptation } from "./white-adaptation.js";

/** @typedef {import("./matrices.js").Matrix} Matrix */

/** The deviation of the blur that sharpening compares with, in pixels of the whole photo. */
const sharpeningRadius = 2;

/** The luminance of sRGB's primaries. */
export const luminance = [0.2126, 0.7152, 0.0722];

/** @type {Matrix} */
const grey = [luminance, luminance, luminance];

/** The curve that changes nothing. */
const straight = [0, 0.25, 0.5, 0.75, 1];

/**
 * The steps of a filter in sRGB's encoding: a matrix, and then the values of red, green and blue at 0, 0.25, 0.5, 0.75
 * and 1, joined by straight lines.
 * @typedef {{ matrix: Matrix, curves: readonly [number[], number[], number[]] }} EncodedEffect
 */

/**
 * How a recipe changes colors, step by step. Only the effect isn't in linear light. The preview and the server compute
 * the same steps, which `docs/graphs.md` describes.
 * @typedef {object} ColorProgram
 * @property {Matrix} exposure the exposure and the white balance
 * @property {number} highlights -1 to 0
 * @property {number} shadows -1 to 1
 * @property {Matrix} contrast the contrast and the saturation
 * @property {number} contrastBias
 * @property {number} vibrance -1 to 1
 * @property {EncodedEffect | null} effect
 * @property {number} sharpness the share of the difference from the blurred photo
 * @property {number} sharpeningRadius in pixels of the whole photo
 * @property {number} vignette 0 to 1
 */

/**
 * Returns the steps of a recipe.
 * @param {import("../recipe.js").Recipe} recipe
 * @returns {ColorProgram}
 */
export function colorProgram(recipe) {
  const share = (/** @type {import("../recipe.js").Amount} */ name) => amountOf(recipe, name) / 100;
  const contrast = 2 ** (share("contrast") / 2);
  const filter = recipe.filter;
  return {
    exposure: product(white(recipe), multiplied(identity, 2 ** amountOf(recipe, "exposure"))),
    highlights: share("highlights"),
    shadows: share("shadows"),
    contrast: multiplied(mixed(grey, -share("saturation")), contrast),
    contrastBias: 0.5 - contrast * 0.5,
    vibrance: share("vibrance"),
    effect: filter === undefined ? null : effectOf(filter),
    sharpness: share("sharpness") * 1.5,
    sharpeningRadius,
    vignette: share("vignette"),
  };
}

/**
 * @param {import("../recipe.js").Filter} filter
 * @returns {EncodedEffect}
 */
function effectOf(filter) {
  if (filter === "sepia") return { matrix: sepia, curves: [straight, straight, straight] };
  const { saturation, curves } = photoEffects[filter];
  return { matrix: mixed(grey, 1 - saturation), curves };
}

/**
 * @param {import("../recipe.js").Recipe} recipe
 * @returns {Matrix}
 */
function white(recipe) {
  const neutral = { temperature: amountOf(recipe, "temperature"), tint: amountOf(recipe, "tint") };
  const target = { temperature: amounts.temperature.neutral, tint: 0 };
  return neutral.temperature === target.temperature && neutral.tint === 0 ? identity : whiteAdaptation(neutral, target);
}
