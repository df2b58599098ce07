/**
 * The arithmetic of showing a picture in a stage: how it fits, and what zooming and panning make of that.
 *
 * A *zoom* is `{ scale, x, y }`: how many times larger than fitted the picture is, and how far its middle is from the
 * stage's middle, in CSS pixels. Sizes are `{ width, height }`. Nothing here touches the page.
 */

/** The whole picture in the middle of the stage. */
export const fitted = Object.freeze({ scale: 1, x: 0, y: 0 });

/** How far a picture may be enlarged even if its pixels do not ask for it. */
const usualLargestScale = 8;

/** The most device pixels that one pixel of the picture is spread over, along a side. */
const largestPixel = 2;

/**
 * The size of the whole picture in the stage, touching it at two sides.
 * @param {number} ratio width / height
 * @param {{ width: number, height: number }} stage
 */
export function fittedSize(ratio, stage) {
  const shape = ratio > 0 && Number.isFinite(ratio) ? ratio : 1;
  const width = Math.min(stage.width, stage.height * shape);
  return { width: Math.max(1, width), height: Math.max(1, width / shape) };
}

/**
 * The place of the whole picture in the stage, from the stage's corner.
 * @param {number} ratio width / height
 * @param {{ width: number, height: number }} stage
 */
export function fittedRectangle(ratio, stage) {
  const size = fittedSize(ratio, stage);
  return { left: (stage.width - size.width) / 2, top: (stage.height - size.height) / 2, ...size };
}

/**
 * The scale at which a pixel of the picture is a pixel of the screen; null while the picture's pixels are not known.
 * @param {{ width: number, height: number }} size the fitted one
 * @param {number | null} longSide the picture's, in its own pixels
 * @param {number} devicePixelRatio
 */
export function actualScale(size, longSide, devicePixelRatio) {
  return longSide > 0 ? longSide / (Math.max(size.width, size.height) * devicePixelRatio) : null;
}

/** The largest scale: eight times the fitted size, or what spreads a pixel over two device pixels if that is more. */
export function largestScale(size, longSide, devicePixelRatio) {
  return Math.max(usualLargestScale, largestPixel * (actualScale(size, longSide, devicePixelRatio) ?? 0));
}

/**
 * Where a double click goes: from the whole picture to its own pixels, from anywhere else to the whole picture. A
 * picture that shows all its pixels when it is fitted is doubled instead.
 */
export function toggledScale(scale, actual) {
  if (scale > 1.001) return 1;
  return actual !== null && actual > 1.1 ? actual : 2;
}

/**
 * The zoom of another scale in which the point of the picture under `point` stays where it is.
 * @param {{ scale: number, x: number, y: number }} zoom
 * @param {number} scale
 * @param {{ x: number, y: number }} point from the stage's middle
 */
export function zoomedAbout(zoom, scale, point) {
  const factor = scale / zoom.scale;
  return { scale, x: point.x - (point.x - zoom.x) * factor, y: point.y - (point.y - zoom.y) * factor };
}

/**
 * The nearest zoom within the limits: no gap between the picture and an edge of the stage that it could fill.
 * @param {{ scale: number, x: number, y: number }} zoom
 * @param {{ width: number, height: number }} size the fitted one
 * @param {{ width: number, height: number }} stage
 */
export function withinLimits(zoom, size, stage) {
  const reach = (length, room) => Math.max(0, (length * zoom.scale - room) / 2);
  const clamp = (value, limit) => Math.min(limit, Math.max(-limit, value)) || 0;
  return {
    scale: zoom.scale,
    x: clamp(zoom.x, reach(size.width, stage.width)),
    y: clamp(zoom.y, reach(size.height, stage.height)),
  };
}

/** The scale nearest to `scale` that is allowed. */
export function allowedScale(scale, largest) {
  return Math.min(largest, Math.max(1, scale));
}
