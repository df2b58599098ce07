/** The names under which the browser keeps the last place, and the places in the albums. */
export const placeKey = "albumen.lastPlace";
export const placesKey = "albumen.places";

let areForgotten = false;

/** Forgets where the page was, also for later: the device was signed out. */
export function forgetPlaces() {
  areForgotten = true;
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of [placeKey, placesKey]) storage.removeItem(key);
  }
}

/**
 * Keeps a place, unless places were forgotten.
 * @param {Storage} storage
 * @param {string} key
 * @param {string} place
 */
export function rememberPlace(storage, key, place) {
  if (!areForgotten) storage.setItem(key, place);
}
