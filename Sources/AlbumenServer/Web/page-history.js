/** The album that holds the whole library. */
export const libraryAlbum = "A1B0A1B0-0000-4000-8000-000000000209";

/** The album of what was deleted and can still be restored. */
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
 * `change` tells that the reader went somewhere: by a link, Back, Forward, or by writing an address. What `push`,
 * `replace` and `leavePhoto` do is not told: whoever calls them knows.
 */
export class PageHistory extends EventTarget {
  #address = parseAddress(location.hash);
  #left = Promise.resolve();
  #arrived = null;

  constructor() {
    super();
    // Both, because a link to a place of the same page makes either the first, by browser.
    addEventListener("popstate", () => this.#moved());
    addEventListener("hashchange", () => this.#moved());
  }

  /** @returns {PageAddress} */
  get address() {
    return this.#address;
  }

  /** Goes to a photo of the album that is shown, so that Back leads to the album. */
  async pushPhoto(asset) {
    await this.#left;
    this.#address = { album: this.#address.album, asset };
    history.pushState({ overAlbum: true }, "", printAddress(this.#address));
  }

  /** Writes another address in the place of this one. */
  replace(address) {
    this.#address = address;
    history.replaceState(history.state, "", printAddress(address));
  }

  /**
   * Goes from a photo to its album: back to the entry from which the photo was opened, if that is the one before.
   */
  leavePhoto() {
    const album = { album: this.#address.album, asset: null };
    if (history.state?.overAlbum !== true) {
      this.replace(album);
      return;
    }
    this.#address = album;
    // The browser goes back in its own time; what is pushed before it arrives would be taken back.
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
   * @returns {number} 0 where the album was not seen
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

function parsePlaces(text) {
  try {
    const entries = JSON.parse(text ?? "[]");
    return entries.filter(([album, rank]) => typeof album === "string" && Number.isInteger(rank) && rank >= 0);
  } catch (error) {
    // Another version of the page may have written something else.
    if (error instanceof SyntaxError || error instanceof TypeError) return [];
    throw error;
  }
}
