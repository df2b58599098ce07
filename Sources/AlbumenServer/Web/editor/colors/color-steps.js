import { luminance } from "./color-program.js";

/** @typedef {[number, number, number]} Color linear light */

/**
 * Returns the light of a value in sRGB's encoding.
 * @param {number} value from 0 to 1
 */
export function lightOf(value) {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/**
 * Returns sRGB's encoding of light.
 * @param {number} light from 0 to 1
 */
export function encodedLight(light) {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/**
 * Computes the steps of a program before sharpening and vignette, for one pixel. `shaders.js` has the same steps.
 * @param {import("./color-program.js").ColorProgram} program
 * @param {Color} color is changed
 */
export function computeColor(program, color) {
  multiply(program.exposure, 0, color);
  if (program.highlights !== 0 || program.shadows !== 0) changeTones(program, color);
  multiply(program.contrast, program.contrastBias, color);
  if (program.vibrance !== 0) changeVibrance(program.vibrance, color);
  if (program.effect !== null) applyEffect(program.effect, color);
}

/**
 * @param {import("./matrices.js").Matrix} matrix
 * @param {number} bias
 * @param {Color} color
 */
function multiply([first, second, third], bias, color) {
  const [red, green, blue] = color;
  color[0] = first[0] * red + first[1] * green + first[2] * blue + bias;
  color[1] = second[0] * red + second[1] * green + second[2] * blue + bias;
  color[2] = third[0] * red + third[1] * green + third[2] * blue + bias;
}

/** @param {Color} color */
function luminanceOf([red, green, blue]) {
  return luminance[0] * red + luminance[1] * green + luminance[2] * blue;
}

/**
 * @param {{ highlights: number, shadows: number }} program
 * @param {Color} color
 */
function changeTones({ highlights, shadows }, color) {
  const light = Math.min(1, Math.max(1e-6, luminanceOf(color)));
  const value = encodedLight(light);
  const rest = 1 - value;
  const gain = lightOf(value + shadows * value * rest ** 3 + highlights * rest * value ** 3) / light;
  for (let band = 0; band < 3; band += 1) color[band] *= gain;
}

/**
 * @param {number} amount
 * @param {Color} color
 */
function changeVibrance(amount, color) {
  const most = Math.max(...color);
  const saturation = most > 0 ? Math.min(1, (most - Math.min(...color)) / most) : 0;
  const grey = luminanceOf(color);
  for (let band = 0; band < 3; band += 1) {
    color[band] = grey + (color[band] - grey) * (1 + amount * (1 - saturation));
  }
}

/**
 * @param {import("./color-program.js").EncodedEffect} effect
 * @param {Color} color
 */
function applyEffect({ matrix, curves }, color) {
  for (let band = 0; band < 3; band += 1) color[band] = encodedLight(Math.min(1, Math.max(0, color[band])));
  multiply(matrix, 0, color);
  for (let band = 0; band < 3; band += 1) {
    const place = Math.min(1, Math.max(0, color[band])) * 4;
    const index = Math.min(3, Math.floor(place));
    const curve = curves[band];
    color[band] = lightOf(curve[index] + (curve[index + 1] - curve[index]) * (place - index));
  }
}
