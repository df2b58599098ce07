import { placesKey, rememberPlace } from "./remembered-places.js";

/** The album that holds the whole library. */
export const libraryAlbum = "A1B0A1B0-0000-4000-8000-000000000209";

/** The album Recently Deleted. */
export const trashAlbum = "A1B0A1B0-0000-4000-8000-001000000201";

/** The album Hidden. */
export const hiddenAlbum = "A1B0A1B0-0000-4000-8000-000000000205";

/**
 * Whether an identifier is that of a smart album, which every library has.
 * @param {string} album
 */
export const isSmartAlbum = (album) => album.startsWith("A1B0A1B0-0000-4000-8000-");

/**
 * How the photos are shown: key photos of years or months, or the photos of all days.
 * @typedef {"years" | "months" | "days"} PeriodUnit
 *
 * A view, and the period that it begins with: "2024", "2024-05", or "undated" for the photos without a date.
 * @typedef {{ unit: PeriodUnit, at: string | null }} PeriodPlace
 */

/**
 * What the page shows: an album, and perhaps one photo of it, or its years or months, or the photos of a month. Or it
 * shows a list of albums.
 * @typedef {object} PageAddress
 * @property {string} album
 * @property {string | null} asset
 * @property {PeriodPlace} [period]
 * @property {string} [search] text that the photos match
 * @property {string} [list] the list in place of an album: `albums`, `imports`, or the identifier of a folder
 */

const identifier = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const pattern = new RegExp(`^#/albums/(${identifier})(?:/(${identifier}))?/?$`, "i");
const searchPattern = new RegExp(`^#/search/([^/]+)(?:/(${identifier}))?/?$`, "i");
const listPattern = new RegExp(`^#/(?:(albums|imports)|folders/(${identifier}))/?$`, "i");
const periodPattern = new RegExp(
  `^#/(?:albums/(${identifier})/)?(years|months|days)(?:/(\\d{4}(?:-(?:0[1-9]|1[0-2]))?|undated))?/?$`, "i");

/**
 * Reads `#/`, `#/albums/ID` and `#/albums/ID/ASSET`, searches of the library (`#/search/TEXT` and
 * `#/search/TEXT/ASSET`), the views `#/years`, `#/months/2024`, `#/days/2024-05` and
 * `#/albums/ID/months`, and the lists `#/albums`, `#/imports` and `#/folders/ID`. Anything else is the library.
 * @param {string} hash as in `location.hash`
 * @returns {PageAddress}
 */
export function parseAddress(hash) {
  const list = listPattern.exec(hash);
  if (list) return { album: libraryAlbum, asset: null, list: list[1]?.toLowerCase() ?? list[2].toUpperCase() };
  const searched = searchPattern.exec(hash);
  const search = searched === null ? "" : decoded(searched[1]);
  if (search !== "") return { album: libraryAlbum, asset: searched?.[2]?.toUpperCase() ?? null, search };
  const view = periodPattern.exec(hash);
  if (view !== null) {
    const [, album = libraryAlbum, unit, at = null] = view;
    return {
      album: album.toUpperCase(), asset: null,
      period: {
        unit: /** @type {PeriodUnit} */ (unit.toLowerCase()),
        at: at?.toLowerCase() ?? null,
      },
    };
  }
  const found = pattern.exec(hash);
  return found === null
    ? { album: libraryAlbum, asset: null }
    : { album: found[1].toUpperCase(), asset: found[2]?.toUpperCase() ?? null };
}

/**
 * Returns the text of a part of an address; an empty text if the part is invalid.
 * @param {string} part
 */
function decoded(part) {
  try {
    return decodeURIComponent(part).trim();
  } catch (error) {
    if (error instanceof URIError) return "";
    throw error;
  }
}

/**
 * The shortest address that `parseAddress` reads as the same.
 * @param {PageAddress} address
 * @returns {string}
 */
export function printAddress({ album, asset, list, period, search }) {
  if (list !== undefined) return list === "albums" || list === "imports" ? `#/${list}` : `#/folders/${list}`;
  if (search !== undefined) {
    const results = `#/search/${encodeURIComponent(search)}`;
    return asset === null ? results : `${results}/${asset}`;
  }
  if (asset !== null) return `#/albums/${album}/${asset}`;
  if (period && (period.unit !== "days" || period.at !== null)) {
    const view = period.at === null ? period.unit : `${period.unit}/${period.at}`;
    return album === libraryAlbum ? `#/${view}` : `#/albums/${album}/${view}`;
  }
  return album === libraryAlbum ? "#/" : `#/albums/${album}`;
}

/**
 * A view over the page, such as the editor, with an entry of its own in the history. Its address is the page's.
 * @typedef {object} PageView
 * @property {() => Promise<boolean>} leave is called when the reader goes back; returns `false` if the view stays
 */

/**
 * The page's address and the browser's history of it.
 *
 * Event: `change` when the reader went somewhere by a link, Back, Forward, or by writing an address. The methods of
 * this class dispatch no event.
 */
export class PageHistory extends EventTarget {
  #address = parseAddress(location.hash);
  /**
   * The address from which a photo was opened.
   * @type {PageAddress | null}
   */
  #under = null;
  /** Settles when the browser has gone back. */
  #left = Promise.resolve();
  /** @type {(() => void) | null} */
  #arrived = null;
  /** @type {PageView | null} */
  #view = null;
  /** Whether the view is deciding whether it stays. */
  #isAsking = false;

  constructor() {
    super();
    // The view is gone after a reload, and its entry would take a press of Back.
    if (history.state?.isView === true) this.#goBack();
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
    this.#under = this.#address;
    const { album, search } = this.#address;
    this.#address = { album, asset, search };
    history.pushState({ overAlbum: true }, "", printAddress(this.#address));
  }

  /**
   * Goes to another address, so that Back leads to the current one.
   * @param {PageAddress} address
   */
  async push(address) {
    await this.#left;
    this.#address = address;
    history.pushState(null, "", printAddress(address));
  }

  /**
   * Replaces the address.
   * @param {PageAddress} address
   */
  replace(address) {
    this.#address = address;
    // The entry of a view that has ended is still the current one. `#moved` writes the address.
    if (this.#arrived === null) history.replaceState(history.state, "", printAddress(address));
  }

  /**
   * Adds an entry for a view over the page, so that Back leads from the view to the page.
   * @param {PageView} view
   * @returns {() => void} removes the entry, after the view was left in another way
   */
  pushView(view) {
    this.#view = view;
    this.#pushViewEntry();
    return () => {
      if (this.#view !== view) return;
      this.#view = null;
      if (history.state?.isView === true) this.#goBack();
    };
  }

  #pushViewEntry() {
    history.pushState({ isView: true }, "", printAddress(this.#address));
  }

  /**
   * Goes from a photo to its album. If the photo was opened from the entry before, goes back to that entry.
   */
  async leavePhoto() {
    if (this.#arrived !== null) await this.#left;
    const { search } = this.#address;
    const album = { album: this.#address.album, asset: null, search };
    if (history.state?.overAlbum !== true) {
      this.replace(album);
      return;
    }
    this.#address = this.#under?.album === album.album && this.#under.search === search ? this.#under : album;
    this.#goBack();
  }

  /** Going back takes time, and would remove an entry that is pushed meanwhile. */
  #goBack() {
    this.#left = new Promise((resolve) => (this.#arrived = resolve));
    history.back();
  }

  #moved() {
    if (this.#view !== null) {
      this.#leaveView(this.#view);
      return;
    }
    const hasArrived = this.#arrived !== null;
    this.#arrived?.();
    this.#arrived = null;
    const address = parseAddress(location.hash);
    if (printAddress(address) === printAddress(this.#address)) return;
    if (hasArrived && history.state?.overAlbum === true) {
      // The viewer went on to another photo while the history went back from a view.
      this.replace(this.#address);
      return;
    }
    this.#address = address;
    this.dispatchEvent(new Event("change"));
  }

  /**
   * The reader left the view's entry. If the view stays, adds the entry again.
   * @param {PageView} view
   */
  async #leaveView(view) {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const isLeft = await view.leave();
    this.#isAsking = false;
    // Otherwise, the view was left in another way meanwhile.
    if (this.#view === view && !isLeft) {
      // The reader may have gone further than one entry.
      if (printAddress(parseAddress(location.hash)) !== printAddress(this.#address)) {
        history.pushState(null, "", printAddress(this.#address));
      }
      this.#pushViewEntry();
      return;
    }
    this.#view = null;
    this.#moved();
  }
}

/** The rank at the top of each album that was seen in this tab; a reload does not lose them. */
export class KeptPlaces {
  #storage;
  /** @type {Map<string, number>} */
  #ranks;

  /** @param {Storage} [storage] */
  constructor(storage = sessionStorage) {
    this.#storage = storage;
    this.#ranks = new Map(parsePlaces(storage.getItem(placesKey)));
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
    rememberPlace(this.#storage, placesKey, JSON.stringify([...this.#ranks]));
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
