/** The sizes of the photos in the grid, as factors of the usual height of a row. */
export const tileSizes = [0.62, 1, 1.5, 2.3];

const usualSize = 1;
const storageKey = "albumen.tileSize";

/**
 * Returns the nearest size that exists.
 * @param {number} size as an index of `tileSizes`
 */
export function limitedTileSize(size) {
  return Math.min(tileSizes.length - 1, Math.max(0, Math.round(size)));
}

/**
 * Returns the size that the reader has chosen in this browser, as an index of `tileSizes`.
 * @param {Storage} [storage]
 */
export function storedTileSize(storage = localStorage) {
  const text = storage.getItem(storageKey);
  const size = text === null ? NaN : Number(text);
  return Number.isFinite(size) ? limitedTileSize(size) : usualSize;
}

/**
 * Stores the size for the next visit.
 * @param {number} size as an index of `tileSizes`
 * @param {Storage} [storage]
 */
export function storeTileSize(size, storage = localStorage) {
  storage.setItem(storageKey, String(size));
}
