/** The long sides of the server's pictures, in pixels. */
const previewLongSide = 1440;
const renditionLongSide = 2880;

/** How much larger than its pixels a picture can be shown and still look sharp. */
const tolerance = 1.25;

/**
 * Returns which picture is sharp enough for the size at which a photo is shown.
 * @param {number} shownLongSide in device pixels
 * @param {number} longSide of the photo, in its pixels
 * @returns {"preview" | "rendition" | "full"} the smallest sufficient picture, or the best
 */
export function pictureFor(shownLongSide, longSide) {
  if (longSide <= previewLongSide) return "preview";
  // The reader looks at single pixels, so no other picture will do.
  if (shownLongSide >= longSide * 0.999) return "full";
  const wanted = shownLongSide / tolerance;
  if (wanted <= previewLongSide) return "preview";
  // For a photo that is hardly larger than the rendition, the whole picture is as good.
  return wanted <= renditionLongSide && longSide > renditionLongSide * tolerance ? "rendition" : "full";
}

/**
 * Returns the smallest sufficient size of a picture in tiles.
 * @param {number} shownLongSide in device pixels
 * @param {readonly { width: number, height: number }[]} levels the largest first
 * @returns {number} the index of the level
 */
export function levelFor(shownLongSide, levels) {
  const whole = Math.max(levels[0].width, levels[0].height);
  if (shownLongSide >= whole * 0.999) return 0;
  const sufficient = levels.filter(({ width, height }) => Math.max(width, height) * tolerance >= shownLongSide);
  return Math.max(0, sufficient.length - 1);
}

/** @typedef {"thumbnail" | "tile" | "preview" | "rendition" | "full" | "animated"} PictureKind */

/**
 * The pictures of one photo, the sharpest last. "tile" is the grid's picture, which is never smaller than the
 * thumbnail.
 * @type {PictureKind[]}
 */
export const pictureOrder = ["thumbnail", "tile", "preview", "rendition", "full", "animated"];
