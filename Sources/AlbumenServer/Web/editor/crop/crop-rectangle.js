/**
 * A part of a photo, from its upper left corner, in fractions of its width and height.
 * @typedef {{ x: number, y: number, width: number, height: number }} Crop
 */

/**
 * A handle by its direction from the center: `[-1, -1]` is the upper left corner, `[1, 0]` the right edge.
 * @typedef {readonly [-1 | 0 | 1, -1 | 0 | 1]} Handle
 */

/** @type {readonly Handle[]} */
export const handles = Object.freeze([[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]]);

/** The smallest side of a crop, in fractions of the photo's side. */
export const smallestSide = 0.04;

/**
 * Returns a crop that was moved, inside of the photo.
 * @param {Crop} crop
 * @param {number} across
 * @param {number} down
 * @returns {Crop}
 */
export function moved(crop, across, down) {
  return {
    ...crop, x: clamp(crop.x + across, 0, 1 - crop.width), y: clamp(crop.y + down, 0, 1 - crop.height),
  };
}

/**
 * Returns a crop of which a handle was moved. The opposite edge or corner stays in place.
 * @param {Crop} crop
 * @param {Handle} handle
 * @param {number} across
 * @param {number} down
 * @param {number | null} ratio width divided by height in fractions; `null` if it is free
 * @returns {Crop}
 */
export function resized(crop, [side, end], across, down, ratio = null) {
  let width = crop.width + side * across;
  let height = crop.height + end * down;
  // The space in the direction of the handle; for an edge, in both directions beside it.
  const [room, depth] = [space(crop.x, crop.width, side), space(crop.y, crop.height, end)];
  if (ratio === null) {
    width = clamp(width, smallestSide, room);
    height = clamp(height, smallestSide, depth);
  } else {
    if (side === 0) width = height * ratio;
    else if (end !== 0) width = (width + height * ratio) / 2;
    const most = Math.min(room, depth * ratio);
    width = clamp(width, Math.min(most, smallestSide * Math.max(1, ratio)), most);
    height = width / ratio;
  }
  return {
    x: placed(crop.x, crop.width, width, side), y: placed(crop.y, crop.height, height, end), width, height,
  };
}

/**
 * Returns a crop with other sides about the same center, as far as the photo permits.
 * @param {Crop} crop
 * @param {number} factor of the sides
 * @param {{ x: number, y: number }} fixed a point that stays at its place in the crop, in fractions of the photo
 * @returns {Crop}
 */
export function scaled(crop, factor, fixed) {
  const least = smallestSide / Math.min(crop.width, crop.height);
  const most = Math.min(1 / crop.width, 1 / crop.height);
  const by = clamp(factor, Math.min(1, least), most);
  const [width, height] = [crop.width * by, crop.height * by];
  return moved(
    { x: fixed.x - (fixed.x - crop.x) * by, y: fixed.y - (fixed.y - crop.y) * by, width, height }, 0, 0);
}

/**
 * Returns the largest crop with a ratio, about the center of another crop, as far as the photo permits.
 * @param {Crop} crop
 * @param {number} ratio width divided by height in fractions
 * @returns {Crop}
 */
export function fitted(crop, ratio) {
  const area = crop.width * crop.height;
  const wanted = Math.sqrt(area * ratio);
  // The area stays if there is room for it.
  const width = Math.min(wanted, 1, ratio);
  const height = width / ratio;
  const [x, y] = [crop.x + (crop.width - width) / 2, crop.y + (crop.height - height) / 2];
  return moved({ x, y, width, height }, 0, 0);
}

/**
 * @param {number} start
 * @param {number} length
 * @param {-1 | 0 | 1} direction
 */
function space(start, length, direction) {
  if (direction > 0) return 1 - start;
  if (direction < 0) return start + length;
  return 2 * Math.min(start + length / 2, 1 - start - length / 2);
}

/**
 * @param {number} start
 * @param {number} before
 * @param {number} after
 * @param {-1 | 0 | 1} direction
 */
function placed(start, before, after, direction) {
  if (direction > 0) return start;
  return direction < 0 ? start + before - after : start + (before - after) / 2;
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
function clamp(value, least, most) {
  return Math.max(least, Math.min(most, value));
}
