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
 * The shape of a picture.
 * @typedef {object} Shape
 * @property {number} ratio width / height
 * @property {number} [longSide] in its own pixels; 0 if it is unknown
 */

/**
 * Returns the size of the whole picture in the stage: it touches the stage at two sides, unless one of its pixels would
 * cover more than two device pixels.
 * @param {Shape} picture
 * @param {Size} stage
 * @param {number} [devicePixelRatio]
 */
export function fittedSize({ ratio, longSide = 0 }, stage, devicePixelRatio = 1) {
  const shape = ratio > 0 && Number.isFinite(ratio) ? ratio : 1;
  const most = longSide > 0 ? (largestPixel * longSide) / devicePixelRatio : Infinity;
  const width = Math.min(stage.width, stage.height * shape, shape >= 1 ? most : most * shape);
  return { width: Math.max(1, width), height: Math.max(1, width / shape) };
}

/**
 * Returns the place of the whole picture in the middle of the stage, from the stage's corner.
 *
 * The place begins and ends at whole device pixels. Browsers round it to them before they enlarge the picture, and a
 * fraction would be enlarged, too.
 * @param {Shape} picture
 * @param {Size} stage
 * @param {number} [devicePixelRatio]
 */
export function fittedRectangle(picture, stage, devicePixelRatio = 1) {
  const size = fittedSize(picture, stage, devicePixelRatio);
  /** @type {(room: number, length: number) => number} */
  const margin = (room, length) => {
    const rounded = Math.round(((room - length) / 2) * devicePixelRatio) / devicePixelRatio;
    return Math.min(rounded, (room - 1) / 2);
  };
  const [left, top] = [margin(stage.width, size.width), margin(stage.height, size.height)];
  return { left, top, width: stage.width - 2 * left, height: stage.height - 2 * top };
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
 * Returns the zoom whose picture begins at whole device pixels, so that each of its pixels can be one of the screen.
 * @param {Zoom} zoom
 * @param {Size} size when fitted
 * @param {Size} stage
 * @param {number} devicePixelRatio
 */
export function onDevicePixels({ scale, x, y }, size, stage, devicePixelRatio) {
  /** @type {(shift: number, room: number, length: number) => number} */
  const snapped = (shift, room, length) => {
    const start = room / 2 + shift - (length * scale) / 2;
    return shift + Math.round(start * devicePixelRatio) / devicePixelRatio - start;
  };
  return { scale, x: snapped(x, stage.width, size.width), y: snapped(y, stage.height, size.height) };
}

/**
 * Returns the allowed scale that is nearest to `scale`.
 * @param {number} scale
 * @param {number} largest
 */
export function allowedScale(scale, largest) {
  return Math.min(largest, Math.max(1, scale));
}
