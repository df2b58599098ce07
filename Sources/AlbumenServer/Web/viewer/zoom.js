// The arithmetic of fitting, zooming and panning a picture in a stage.

/** @typedef {{ width: number, height: number }} Size */

/**
 * How a picture is shown.
 * @typedef {object} Zoom
 * @property {number} scale how many times larger than fitted the picture is
 * @property {number} x how far its middle is right of the stage's middle, in CSS pixels
 * @property {number} y how far its middle is below the stage's middle, in CSS pixels
 */

/**
 * The whole picture in the middle of the stage.
 * @type {Readonly<Zoom>}
 */
export const fitted = Object.freeze({ scale: 1, x: 0, y: 0 });

/** How far every picture can be enlarged. */
const usualLargestScale = 8;

/** The most device pixels that one pixel of the picture covers along a side. */
const largestPixel = 2;

/**
 * Returns the size of the whole picture in the stage, touching it at two sides.
 * @param {number} ratio width / height
 * @param {Size} stage
 */
export function fittedSize(ratio, stage) {
  const shape = ratio > 0 && Number.isFinite(ratio) ? ratio : 1;
  const width = Math.min(stage.width, stage.height * shape);
  return { width: Math.max(1, width), height: Math.max(1, width / shape) };
}

/**
 * Returns the place of the whole picture in the stage, from the stage's corner.
 * @param {number} ratio width / height
 * @param {Size} stage
 */
export function fittedRectangle(ratio, stage) {
  const size = fittedSize(ratio, stage);
  return { left: (stage.width - size.width) / 2, top: (stage.height - size.height) / 2, ...size };
}

/**
 * Returns the scale at which a pixel of the picture is a pixel of the screen; `null` if the picture's pixels are
 * unknown.
 * @param {Size} size when fitted
 * @param {number | null} longSide of the picture, in its own pixels
 * @param {number} devicePixelRatio
 */
export function actualScale(size, longSide, devicePixelRatio) {
  return longSide !== null && longSide > 0 ? longSide / (Math.max(size.width, size.height) * devicePixelRatio) : null;
}

/**
 * Returns the largest scale: eight times the fitted size, or two device pixels for a pixel of the picture if that is
 * more.
 * @param {Size} size when fitted
 * @param {number | null} longSide of the picture, in its own pixels
 * @param {number} devicePixelRatio
 */
export function largestScale(size, longSide, devicePixelRatio) {
  return Math.max(usualLargestScale, largestPixel * (actualScale(size, longSide, devicePixelRatio) ?? 0));
}

/**
 * Returns the scale after a double click: from the whole picture to its own pixels, or back to the whole picture. A
 * picture that shows all its pixels when it is fitted is doubled.
 * @param {number} scale
 * @param {number | null} actual
 */
export function toggledScale(scale, actual) {
  if (scale > 1.001) return 1;
  return actual !== null && actual > 1.1 ? actual : 2;
}

/**
 * Returns a zoom with another scale, in which the point of the picture under `point` keeps its place.
 * @param {Zoom} zoom
 * @param {number} scale
 * @param {{ x: number, y: number }} point from the stage's middle
 */
export function zoomedAbout(zoom, scale, point) {
  const factor = scale / zoom.scale;
  return { scale, x: point.x - (point.x - zoom.x) * factor, y: point.y - (point.y - zoom.y) * factor };
}

/**
 * Returns the nearest zoom without a gap between the picture and an edge of the stage that the picture could fill.
 * @param {Zoom} zoom
 * @param {Size} size when fitted
 * @param {Size} stage
 */
export function withinLimits(zoom, size, stage) {
  /** @type {(length: number, room: number) => number} */
  const reach = (length, room) => Math.max(0, (length * zoom.scale - room) / 2);
  /** @type {(value: number, limit: number) => number} */
  const clamp = (value, limit) => Math.min(limit, Math.max(-limit, value)) || 0;
  return {
    scale: zoom.scale,
    x: clamp(zoom.x, reach(size.width, stage.width)),
    y: clamp(zoom.y, reach(size.height, stage.height)),
  };
}

/**
 * Returns the allowed scale that is nearest to `scale`.
 * @param {number} scale
 * @param {number} largest
 */
export function allowedScale(scale, largest) {
  return Math.min(largest, Math.max(1, scale));
}
