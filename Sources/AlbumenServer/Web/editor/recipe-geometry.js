import { changed, wholeCrop } from "./recipe.js";

/** @typedef {import("./recipe.js").Recipe} Recipe */
/** @typedef {import("./crop/crop-rectangle.js").Crop} Crop */
/** @typedef {{ width: number, height: number }} Size in pixels */

/**
 * Returns the size of a photo after its rotation, to which the crop refers.
 * @param {Recipe} recipe
 * @param {Size} size of the upright photo
 * @returns {Size}
 */
export function turnedSize({ rotation = 0 }, { width, height }) {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}

/**
 * Returns the crop in whole pixels of the turned photo, as the server rounds it.
 * @param {Recipe} recipe
 * @param {Size} size of the upright photo
 * @returns {{ x: number, y: number, width: number, height: number }}
 */
export function cropInPixels(recipe, size) {
  const turned = turnedSize(recipe, size);
  const crop = recipe.crop ?? wholeCrop;
  const range = (/** @type {number} */ start, /** @type {number} */ length, /** @type {number} */ count) => {
    const first = Math.min(Math.max(0, Math.round(start * count)), count - 1);
    const last = Math.min(Math.max(first + 1, Math.round((start + length) * count)), count);
    return [first, last - first];
  };
  const [x, width] = range(crop.x, crop.width, turned.width);
  const [y, height] = range(crop.y, crop.height, turned.height);
  return { x, y, width, height };
}

/**
 * Returns the affine map from the turned and straightened photo to the upright photo. Both are in fractions of width
 * and height from the upper left corner.
 * @param {Recipe} recipe
 * @param {Size} size of the upright photo
 * @returns {[number, number, number, number, number, number]} `[a, b, c, d, e, f]` for
 *   `(a·x + b·y + c, d·x + e·y + f)`
 */
export function sourceMap(recipe, size) {
  const { rotation = 0, flip, straightening = 0 } = recipe;
  const { width, height } = turnedSize(recipe, size);
  const angle = (straightening * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const enlargement = Math.abs(cosine) + Math.abs(sine) * Math.max(width / height, height / width);
  // Straightening turns the photo clockwise about its center, so its pixels come from the opposite direction.
  const [xx, xy] = [cosine / enlargement, (sine * height) / width / enlargement];
  const [yx, yy] = [(-sine * width) / height / enlargement, cosine / enlargement];
  /** @type {[number, number, number]} */
  let across = [xx, xy, 0.5 - (xx + xy) / 2];
  /** @type {[number, number, number]} */
  let down = [yx, yy, 0.5 - (yx + yy) / 2];
  if (flip === "horizontal" || flip === "both") across = opposite(across);
  if (flip === "vertical" || flip === "both") down = opposite(down);
  switch (rotation) {
    case 90: return [...down, ...opposite(across)];
    case 180: return [...opposite(across), ...opposite(down)];
    case 270: return [...opposite(down), ...across];
    default: return [...across, ...down];
  }
}

/**
 * Returns `1 - row`.
 * @param {[number, number, number]} row
 * @returns {[number, number, number]}
 */
function opposite([x, y, constant]) {
  return [-x, -y, 1 - constant];
}

/**
 * Returns a recipe whose result is turned by a quarter.
 * @param {Recipe} recipe
 * @param {1 | -1} direction 1 is clockwise
 */
export function rotated(recipe, direction) {
  const { rotation, isFlipped } = turn(recipe);
  const { x, y, width, height } = recipe.crop ?? wholeCrop;
  const crop = direction === 1
    ? { x: 1 - y - height, y: x, width: height, height: width }
    : { x: y, y: 1 - x - width, width: height, height: width };
  // Of a mirrored photo, the rotation before the mirror is in the opposite direction.
  return withTurn(recipe, rotation + (isFlipped ? -90 : 90) * direction, isFlipped, { crop: clean(crop) });
}

/**
 * Returns a recipe whose result is mirrored from left to right.
 * @param {Recipe} recipe
 */
export function flipped(recipe) {
  const { rotation, isFlipped } = turn(recipe);
  const { x, y, width, height } = recipe.crop ?? wholeCrop;
  const crop = clean({ x: 1 - x - width, y, width, height });
  const straightening = recipe.straightening === undefined ? undefined : -recipe.straightening;
  return withTurn(recipe, rotation, !isFlipped, { crop, straightening });
}

/**
 * Returns rotation and flip as a rotation that a horizontal flip may follow.
 * @param {Recipe} recipe
 */
function turn({ rotation = 0, flip }) {
  const isUpsideDown = flip === "vertical" || flip === "both";
  return { rotation: rotation + (isUpsideDown ? 180 : 0), isFlipped: flip === "horizontal" || flip === "vertical" };
}

/**
 * @param {Recipe} recipe
 * @param {number} rotation in degrees
 * @param {boolean} isFlipped
 * @param {Partial<Recipe>} values
 */
function withTurn(recipe, rotation, isFlipped, values) {
  return changed(recipe, {
    ...values, rotation: ((rotation % 360) + 360) % 360, flip: isFlipped ? "horizontal" : undefined,
  });
}

/**
 * Removes what the arithmetic of floating point adds to a crop, so that a whole photo stays whole.
 * @param {Crop} crop
 * @returns {Crop}
 */
export function clean({ x, y, width, height }) {
  const rounded = (/** @type {number} */ value) => Math.round(value * 1e9) / 1e9;
  const [left, top] = [Math.max(0, rounded(x)), Math.max(0, rounded(y))];
  return { x: left, y: top, width: rounded(Math.min(width, 1 - left)), height: rounded(Math.min(height, 1 - top)) };
}
