/** The names under which the browser keeps the last place, the places in the albums, and the last searches. */
export const placeKey = "albumen.lastPlace";
export const placesKey = "albumen.places";
export const searchesKey = "albumen.searches";

let areForgotten = false;

/** Forgets where the page was and what was searched for, also for later: the device was signed out. */
export function forgetPlaces() {
  areForgotten = true;
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of [placeKey, placesKey, searchesKey]) storage.removeItem(key);
  }
}

/**
 * Keeps a place, or what was searched for, unless places were forgotten.
 * @param {Storage} storage
 * @param {string} key
 * @param {string} place
 */
export function rememberPlace(storage, key, place) {
  if (!areForgotten) storage.setItem(key, place);
}
