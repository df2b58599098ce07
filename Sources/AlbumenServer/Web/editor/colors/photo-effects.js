/** @typedef {import("./matrices.js").Matrix} Matrix */

/**
 * The steps of an effect in sRGB's encoding, as `PhotoEffect.Table` in the server: how much of the colors stays, and the
 * values of red, green and blue at 0, 0.25, 0.5, 0.75 and 1, joined by straight lines.
 * @typedef {{ saturation: number, curves: readonly [number[], number[], number[]] }} PhotoEffect
 */

/**
 * @param {number[]} curve
 * @returns {PhotoEffect}
 */
const grey = (curve) => ({ saturation: 0, curves: [curve, curve, curve] });

/** @type {Record<Exclude<import("../recipe.js").Filter, "sepia">, PhotoEffect>} */
export const photoEffects = {
  mono: grey([0, 0.25, 0.5, 0.75, 1]),
  noir: grey([0, 0.14, 0.48, 0.83, 1]),
  tonal: grey([0.05, 0.28, 0.5, 0.72, 0.96]),
  chrome: {
    saturation: 1.25,
    curves: [[0, 0.23, 0.53, 0.8, 1], [0, 0.22, 0.5, 0.78, 1], [0.02, 0.24, 0.48, 0.74, 0.97]],
  },
  fade: {
    saturation: 0.7,
    curves: [[0.08, 0.3, 0.53, 0.75, 0.95], [0.08, 0.3, 0.52, 0.74, 0.94], [0.1, 0.31, 0.52, 0.73, 0.92]],
  },
  instant: {
    saturation: 0.8,
    curves: [[0.05, 0.3, 0.57, 0.82, 1], [0.04, 0.27, 0.52, 0.76, 0.96], [0.1, 0.29, 0.48, 0.68, 0.86]],
  },
  process: {
    saturation: 0.9,
    curves: [[0, 0.2, 0.48, 0.77, 1], [0.02, 0.26, 0.53, 0.79, 1], [0.1, 0.32, 0.53, 0.73, 0.92]],
  },
  transfer: {
    saturation: 0.85,
    curves: [[0.06, 0.31, 0.58, 0.82, 1], [0.02, 0.24, 0.5, 0.76, 0.97], [0.04, 0.22, 0.44, 0.67, 0.88]],
  },
};

/**
 * The matrix of the sepia filter, in sRGB's encoding, as in CSS and SVG.
 * @type {Matrix}
 */
export const sepia = [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]];
