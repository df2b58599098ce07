const identifier = "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}";
const document = new RegExp(`^/api/(?:collections(?:/${identifier}(?:/timeline(?:/[^/]+(?:/(?:months|days|covers))?)?)?)?`
  + `|covers|assets/${identifier})$`);
const picture = new RegExp(`^/api/assets/${identifier}/(?:thumbnail|preview|rendition)$`);
const asset = new RegExp(`^/api/assets/(${identifier})(?:[/?]|$)`);

/**
 * An answer that may be kept. The server decides with the header `Albumen-Offline` whether it is.
 * @typedef {object} KeptAddress
 * @property {string} key the address under which the answer is kept
 * @property {boolean} isPicture
 * @property {string | null} asset the photo, in capital letters; `null` for an answer about several
 */

/**
 * Returns the photo that a kept answer is about, in capital letters; `null` for an answer about several.
 * @param {string} path
 */
export function assetAt(path) {
  return asset.exec(path)?.[1].toUpperCase() ?? null;
}

/**
 * Returns how the answer of a request is kept, or `null` if it never is. Streams, originals, videos, tokens, uploads and
 * the pages of the picker aren't among these addresses, so the worker doesn't see their answers.
 * @param {URL} url
 * @returns {KeptAddress | null}
 */
export function keptAddress(url) {
  const isPicture = picture.test(url.pathname);
  if (!isPicture && !document.test(url.pathname)) return null;
  const query = new URLSearchParams(url.search);
  if (isPicture && query.has("long") && query.get("long") !== "512") return null;
  // How many of a timeline's first photos an answer includes depends on the window's size.
  if (url.pathname.endsWith("/timeline")) query.delete("count");
  const search = query.toString();
  return {
    key: `${url.pathname}${search === "" ? "" : `?${search}`}`, isPicture,
    asset: assetAt(url.pathname),
  };
}
