import { roughHeight } from "./block-layout.js";
import { tileSizes } from "./tile-sizes.js";

/** @typedef {ReturnType<typeof gridMetrics>} GridMetrics */

/** The height of the line for folded photos. */
const foldHeight = 48;

/** The width of the years beside the track, in a wide window. */
const scrubberRoom = 56;

/** The width of a day's name, such as "Wed, Sep 24, 2025", with its check. */
const headingWidth = 168;

/**
 * Returns the measures of the grid in a window.
 *
 * The usual height of rows is that at which thumbnails of 256 pixels look sharp on a screen with one device pixel per
 * CSS pixel.
 * @param {number} clientWidth
 * @param {number} clientHeight
 * @param {number} count of photos
 * @param {{ hasFold?: boolean, tileSize?: number }} options `hasFold`: whether there is a line above the photos for
 *   folded photos; `tileSize`: an index of `tileSizes`
 */
export function gridMetrics(clientWidth, clientHeight, count, { hasFold = false, tileSize = 1 } = {}) {
  const isNarrow = clientWidth < 600;
  const usualHeight = isNarrow ? 112 : clientWidth < 1000 ? 152 : clientWidth < 1900 ? 172 : 196;
  const metrics = {
    rowHeight: Math.round(usualHeight * tileSizes[tileSize]),
    gap: isNarrow || tileSize === 0 ? 3 : 4,
    headingHeight: isNarrow ? 40 : 44,
    // On a phone, a row has one heading, which names all of its days.
    headingWidth: isNarrow ? Infinity : headingWidth,
    leading: 4 + (hasFold ? foldHeight : 0),
    // On a phone, the controls of the view are over the photos.
    trailing: isNarrow ? 84 : 32,
  };
  const inset = isNarrow ? 3 : 20;
  const plain = { ...metrics, inset, width: Math.max(1, clientWidth - 2 * inset) };
  const hasScrubber = roughHeight(count, plain) > 2 * clientHeight;
  if (!hasScrubber || isNarrow) return { ...plain, hasScrubber };
  return { ...plain, hasScrubber, width: Math.max(1, clientWidth - inset - scrubberRoom) };
}
