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
  const wanted = Math.min(shownLongSide / tolerance, longSide);
  if (wanted <= previewLongSide) return "preview";
  // For a photo that is hardly larger than the rendition, the whole picture is as good.
  return wanted <= renditionLongSide && longSide > renditionLongSide * tolerance ? "rendition" : "full";
}

/** @typedef {"thumbnail" | "tile" | "preview" | "rendition" | "full" | "animated"} PictureKind */

/**
 * The pictures of one photo, the sharpest last. "tile" is the grid's picture, which is never smaller than the
 * thumbnail.
 * @type {PictureKind[]}
 */
export const pictureOrder = ["thumbnail", "tile", "preview", "rendition", "full", "animated"];

/** The long side of a rendition that is sharp on usual screens, in pixels. */
export const sharpRendition = renditionLongSide;
