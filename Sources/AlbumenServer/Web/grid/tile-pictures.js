/** The long sides of a photo's pictures: the thumbnail, the one that is made on request, and the preview. */
export const pictureSizes = [256, 512, 1440];

/** A picture still looks sharp over this many times as many device pixels as it has. */
const reach = 4 / 3;

/**
 * Returns the smallest picture that looks sharp.
 * @param {number} pixels the number of device pixels along the photo's long side
 */
export function neededPicture(pixels) {
  return pictureSizes.find((size) => pixels <= size * reach) ?? pictureSizes[pictureSizes.length - 1];
}

/**
 * @param {import("../server/library.js").Library} library
 * @param {{ identifier: string, content: string }} photo
 * @param {number} size one of `pictureSizes`
 */
export function pictureAddress(library, { identifier, content }, size) {
  switch (size) {
    case 256: return library.thumbnailAddress(identifier, content);
    case 512: return library.renditionAddress(identifier, content, 512);
    default: return library.previewAddress(identifier, content);
  }
}
