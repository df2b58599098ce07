/** The long sides of what the server makes, in pixels. */
const previewLongSide = 1440;
const renditionLongSide = 2880;

/** A picture that is shown less than this much larger than it is still looks sharp. */
const tolerance = 1.25;

/**
 * Which picture is sharp enough for the size at which a photo is shown.
 * @param {number} shownLongSide in device pixels
 * @param {number} longSide the photo's own, in its pixels
 * @returns {"preview" | "rendition" | "full"} the smallest that will do, or the best there is
 */
export function pictureFor(shownLongSide, longSide) {
  const wanted = Math.min(shownLongSide / tolerance, longSide);
  if (wanted <= previewLongSide) return "preview";
  // Between the two renditions lies nothing; the whole picture is as good as the larger one.
  return wanted <= renditionLongSide && longSide > renditionLongSide * tolerance ? "rendition" : "full";
}

/** The pictures of one photo, the sharpest last; "tile" is the grid's, never smaller than the thumbnail. */
export const pictureOrder = ["thumbnail", "tile", "preview", "rendition", "full", "animated"];

/** The length of a rendition that shows a photo sharply on usual screens, in pixels. */
export const sharpRendition = renditionLongSide;
