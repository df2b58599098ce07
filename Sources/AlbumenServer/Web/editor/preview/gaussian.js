/** A blur with a smaller deviation, in pixels of the target, isn't visible. */
const smallestDeviation = 0.15;

/**
 * Whether a blur changes a picture.
 * @param {number} deviation in pixels of the target
 */
export function isVisible(deviation) {
  return deviation >= smallestDeviation;
}

/**
 * Returns the weights of a Gaussian from its center up to three deviations, whose sum on both sides is 1.
 * @param {number} deviation in pixels
 * @param {number} [largestReach] the most weights beside the center
 */
export function gaussianWeights(deviation, largestReach = Infinity) {
  const reach = Math.min(largestReach, Math.ceil(3 * deviation));
  const weights = Array.from({ length: reach + 1 }, (_, tap) => Math.exp(-(tap ** 2) / (2 * deviation ** 2)));
  const sum = 2 * weights.reduce((one, other) => one + other) - weights[0];
  return weights.map((weight) => weight / sum);
}
