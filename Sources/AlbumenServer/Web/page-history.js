/** The album that holds the whole library. */
export const libraryAlbum = "A1B0A1B0-0000-4000-8000-000000000209";

/** The album Recently Deleted. */
export const trashAlbum = "A1B0A1B0-0000-4000-8000-001000000201";

/**
 * What the page shows: an album, and perhaps one photo of it.
 * @typedef {{ album: string, asset: string | null }} PageAddress
 */

const identifier = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const pattern = new RegExp(`^#/albums/(${identifier})(?:/(${identifier}))?/?$`, "i");

/**
 * Reads `#/`, `#/albums/ID` and `#/albums/ID/ASSET`. Anything else is the library.
 * @param {string} hash as in `location.hash`
 * @returns {PageAddress}
 */
export function parseAddress(hash) {
  const found = pattern.exec(hash);
  return found === null
    ? { album: libraryAlbum, asset: null }
    : { album: found[1].toUpperCase(), asset: found[2]?.toUpperCase() ?? null };
}

/**
 * The shortest address that `parseAddress` reads as the same.
 * @param {PageAddress} address
 * @returns {string}
 */
export function printAddress({ album, asset }) {
  if (asset !== null) return `#/albums/${album}/${asset}`;
  return album === libraryAlbum ? "#/" : `#/albums/${album}`;
}

/**
 * The page's address and the browser's history of it.
 *
 * Event: `change` when the reader went somewhere by a link, Back, Forward, or by writing an address. The methods of
 * this class dispatch no event.
 */
export class PageHistory extends EventTarget {
  #address = parseAddress(location.hash);
  /** Settles when the browser has gone back. */
  #left = Promise.resolve();
  /** @type {(() => void) | null} */
  #arrived = null;

  constructor() {
    super();
    // Both, because browsers differ in which they send first for a link within the page.
    addEventListener("popstate", () => this.#moved());
    addEventListener("hashchange", () => this.#moved());
  }

  /** @returns {PageAddress} */
  get address() {
    return this.#address;
  }

  /**
   * Goes to a photo of the album that is shown, so that Back leads to the album.
   * @param {string} asset
   */
  async pushPhoto(asset) {
    await this.#left;
    this.#address = { album: this.#address.album, asset };
    history.pushState({ overAlbum: true }, "", printAddress(this.#address));
  }

  /**
   * Replaces the address.
   * @param {PageAddress} address
   */
  replace(address) {
    this.#address = address;
    history.replaceState(history.state, "", printAddress(address));
  }

  /**
   * Goes from a photo to its album. If the photo was opened from the entry before, goes back to that entry.
   */
  leavePhoto() {
    const album = { album: this.#address.album, asset: null };
    if (history.state?.overAlbum !== true) {
      this.replace(album);
      return;
    }
    this.#address = album;
    // Going back takes time, and would remove an entry that is pushed meanwhile.
    this.#left = new Promise((resolve) => (this.#arrived = resolve));
    history.back();
  }

  #moved() {
    this.#arrived?.();
    this.#arrived = null;
    const address = parseAddress(location.hash);
    if (printAddress(address) === printAddress(this.#address)) return;
    this.#address = address;
    this.dispatchEvent(new Event("change"));
  }
}

const storageKey = "albumen.places";

/** The rank at the top of each album that was seen in this tab; a reload does not lose them. */
export class KeptPlaces {
  #storage;
  /** @type {Map<string, number>} */
  #ranks;

  /** @param {Storage} [storage] */
  constructor(storage = sessionStorage) {
    this.#storage = storage;
    this.#ranks = new Map(parsePlaces(storage.getItem(storageKey)));
  }

  /**
   * @param {string} album
   * @returns {number} 0 if the album was not seen
   */
  rank(album) {
    return this.#ranks.get(album) ?? 0;
  }

  /**
   * @param {string} album
   * @param {number} rank
   */
  keep(album, rank) {
    this.#ranks.set(album, rank);
    this.#storage.setItem(storageKey, JSON.stringify([...this.#ranks]));
  }
}

/**
 * @param {string | null} text
 * @returns {[string, number][]}
 */
function parsePlaces(text) {
  try {
    /** @type {[string, number][]} */
    const entries = JSON.parse(text ?? "[]");
    return entries.filter(([album, rank]) => typeof album === "string" && Number.isInteger(rank) && rank >= 0);
  } catch (error) {
    // Another version of the page may have written something else.
    if (error instanceof SyntaxError || error instanceof TypeError) return [];
    throw error;
  }
}
