import { hiddenAlbum, parseAddress, printAddress, trashAlbum } from "./page-history.js";
import { placeKey, rememberPlace } from "./remembered-places.js";

const homeKey = "albumen.home";

/**
 * Goes on at the last place if the page was started from the home screen, whose address is `/?home`. Call it before the
 * page reads its address.
 */
export function continueFromHome() {
  if (new URLSearchParams(location.search).has("home")) {
    sessionStorage.setItem(homeKey, "1");
    const place = location.hash === "" ? localStorage.getItem(placeKey) ?? "" : location.hash;
    const { asset, ...page } = parseAddress(place);
    history.replaceState(null, "", `/${printAddress({ ...page, asset: null })}`);
    // Back leads from the photo to its album.
    if (asset !== null) history.pushState({ overAlbum: true }, "", printAddress({ ...page, asset }));
  }
  // Without encryption, the page has another origin in each run of the server, so nothing would be found again.
  if (!isFromHome() || location.protocol !== "https:") return;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) keepPlace();
  });
  addEventListener("pagehide", keepPlace);
}

/** Whether this window was started from the home screen. */
export function isFromHome() {
  return sessionStorage.getItem(homeKey) !== null;
}

function keepPlace() {
  const address = parseAddress(location.hash);
  // Whoever opens the page next doesn't begin there.
  const isPrivate = [hiddenAlbum, trashAlbum].includes(address.album);
  rememberPlace(localStorage, placeKey, isPrivate ? "" : printAddress(address));
}
