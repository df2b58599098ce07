// The adaptation of one white to another with Bradford's matrix, as `WhiteAdaptation` in the server's worker.

import { inverse, product } from "./matrices.js";

/** @typedef {import("./matrices.js").Matrix} Matrix */

/** @type {Matrix} */
const toXYZ = [
  [0.4123908, 0.3575843, 0.1804808], [0.2126390, 0.7151687, 0.0721923], [0.0193308, 0.1191948, 0.9505322],
];
/** @type {Matrix} */
const bradford = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]];
/** The color temperatures for which the formula of the black body holds. */
const [coldest, hottest] = [1667, 25_000];
/** The change of the tint that moves the white by 1 in CIE 1960's plane. */
const tintUnit = 3000;

/**
 * Returns the matrix for linear light with sRGB's primaries.
 * @param {{ temperature: number, tint: number }} neutral the white in the photo
 * @param {{ temperature: number, tint: number }} target the white that it becomes
 * @returns {Matrix}
 */
export function whiteAdaptation(neutral, target) {
  const cones = product(bradford, toXYZ);
  const [from, to] = [response(neutral), response(target)];
  const scale = [0, 1, 2].map((row) => [0, 1, 2].map((column) => (row === column ? to[row] / from[row] : 0)));
  return product(inverse(cones), product(scale, cones));
}

/**
 * Returns the response of the cones to a white.
 * @param {{ temperature: number, tint: number }} white
 */
function response(white) {
  const [x, y] = chromaticity(white);
  const xyz = [x / y, 1, (1 - x - y) / y];
  return bradford.map((row) => row.reduce((sum, factor, index) => sum + factor * xyz[index], 0));
}

/** @param {{ temperature: number, tint: number }} white */
function chromaticity({ temperature, tint }) {
  const kelvin = Math.min(hottest - 10, Math.max(coldest, temperature));
  const [u, v] = blackBody(kelvin);
  const [nextU, nextV] = blackBody(kelvin + 10);
  const length = Math.hypot(nextU - u, nextV - v);
  // Perpendicular to the curve of black bodies.
  const tintedU = u - ((nextV - v) / length) * (tint / tintUnit);
  const tintedV = v + ((nextU - u) / length) * (tint / tintUnit);
  const divisor = 2 * tintedU - 8 * tintedV + 4;
  return [(3 * tintedU) / divisor, (2 * tintedV) / divisor];
}

/**
 * Returns the place of a black body in CIE 1960's plane, with the cubic curves of Kim, Kim and Kim (2002).
 * @param {number} temperature
 */
function blackBody(temperature) {
  const k = 1000 / temperature;
  const x = temperature <= 4000
    ? ((-0.2661239 * k - 0.2343589) * k + 0.8776956) * k + 0.179910
    : ((-3.0258469 * k + 2.1070379) * k + 0.2226347) * k + 0.240390;
  let y;
  if (temperature <= 2222) y = ((-1.1063814 * x - 1.34811020) * x + 2.18555832) * x - 0.20219683;
  else if (temperature <= 4000) y = ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867;
  else y = ((3.0817580 * x - 5.87338670) * x + 3.75112997) * x - 0.37001483;
  const divisor = -2 * x + 12 * y + 3;
  return [(4 * x) / divisor, (6 * y) / divisor];
}
