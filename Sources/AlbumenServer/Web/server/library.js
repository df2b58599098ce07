import { PictureFaults } from "./picture-faults.js";
import { ServerConnection, ServerError } from "./server-connection.js";

/** @typedef {API.Collection} LibraryCollection */

/** @typedef {"standard" | "newest" | "oldest"} AlbumOrder an order of photos; the standard order is the album's own */

/**
 * Which photos of a collection a timeline has, and in which order.
 * @typedef {object} TimelineQuery
 * @property {AlbumOrder} [order]
 * @property {string} [search] text that the photos match; all photos if it is empty
 */

/** @typedef {TimelineQuery & { signal?: AbortSignal }} TimelineOptions */

/**
 * The library, read and changed over HTTP. Every request fails with a `ServerError`, or with the signal's reason if it
 * is aborted.
 */
export class Library extends ServerConnection {
  /** The pictures that can't be decoded. */
  faults = new PictureFaults();

  /**
   * @param {{ signal?: AbortSignal }} options
   * @returns {Promise<LibraryCollection[]>} smart albums, then the reader's albums and folders in the order of their
   *   tree, then the albums of imports
   */
  async collections({ signal } = {}) {
    /** @type {API.Collections} */
    const answer = await this.ask("/api/collections", signal);
    return answer.collections;
  }

  /**
   * Returns what the page of an album or folder shows beside its photos.
   * @param {string} collection
   * @param {{ signal?: AbortSignal }} options
   * @returns {Promise<API.CollectionDetails>}
   */
  collectionDetails(collection, { signal } = {}) {
    return this.ask(`/api/collections/${encodeURIComponent(collection)}`, signal);
  }

  /**
   * Returns how to play a video in parts.
   * @param {string} address
   * @param {AbortSignal} signal
   * @returns {Promise<API.MovieParts>}
   */
  movieParts(address, signal) {
    return this.ask(address, signal);
  }

  /**
   * Returns the bytes at an address, such as a part of a video.
   * @param {string} address
   * @param {AbortSignal} signal
   * @returns {Promise<ArrayBuffer>}
   */
  bytes(address, signal) {
    return this.ask(address, signal, {}, (response) => response.arrayBuffer());
  }

  /**
   * Returns the photos that stand for albums, in their order; `null` for an album without photos.
   * @param {readonly string[]} albums at most 100
   * @param {{ signal?: AbortSignal }} options
   * @returns {Promise<API.Covers["covers"]>}
   */
  async albumCovers(albums, { signal } = {}) {
    /** @type {API.Covers} */
    const answer = await this.ask(`/api/covers?albums=${albums.map(encodeURIComponent).join(",")}`, signal);
    return answer.covers;
  }

  /**
   * Returns texts that complete a search, the best first.
   * @param {string} text
   * @param {AbortSignal} signal
   * @returns {Promise<API.Completions["completions"]>}
   */
  async completions(text, signal) {
    /** @type {API.Completions} */
    const answer = await this.ask(withQuery("/api/search/completions", { text }), signal);
    return answer.completions;
  }

  /**
   * Returns a text that is similar to a search without results and finds something; `null` if there is none.
   * @param {string} text
   * @returns {Promise<string | null>}
   */
  async correction(text) {
    /** @type {API.Correction} */
    const answer = await this.ask(withQuery("/api/search/correction", { text }));
    return answer.text;
  }

  /**
   * @param {string} collection
   * @param {TimelineOptions & { count?: number }} options `count`: the number of first photos to include
   * @returns {Promise<API.Timeline>}
   */
  timeline(collection, { count = 0, order, search, signal } = {}) {
    const address = `/api/collections/${encodeURIComponent(collection)}/timeline`;
    return this.ask(withQuery(address, { count: count || undefined, order, search }), signal);
  }

  /**
   * Returns the photos of some ranks, in columns.
   * @param {string} collection
   * @param {string} version
   * @param {number} from
   * @param {number} count
   * @param {TimelineOptions} options
   * @returns {Promise<API.TimelineWindow>}
   */
  window(collection, version, from, count, { order, search, signal } = {}) {
    return this.ask(withQuery(timelineAddress(collection, version), { from, count, order, search }), signal);
  }

  /**
   * @param {string} collection
   * @param {string} version
   * @param {string} asset
   * @param {TimelineOptions} options
   * @returns {Promise<number | null>} `null` if the collection doesn't hold the asset
   */
  async rank(collection, version, asset, { order, search, signal } = {}) {
    try {
      const address = `${timelineAddress(collection, version)}/ranks/${encodeURIComponent(asset)}`;
      /** @type {API.Rank} */
      const answer = await this.ask(withQuery(address, { order, search }), signal);
      return answer.rank;
    } catch (error) {
      if (error instanceof ServerError && error.status === 404) return null;
      throw error;
    }
  }

  /**
   * Returns the identifiers of some ranks, at most 10,000.
   * @param {string} collection
   * @param {string} version
   * @param {number} from
   * @param {number} count
   * @param {TimelineOptions} options
   * @returns {Promise<string[]>}
   */
  async identifiers(collection, version, from, count, { order, search, signal } = {}) {
    const address = `${timelineAddress(collection, version)}/identifiers`;
    /** @type {API.Identifiers} */
    const answer = await this.ask(withQuery(address, { from, count, order, search }), signal);
    return answer.identifiers;
  }

  /**
   * Returns the ranks of some photos in a collection.
   * @param {string} collection
   * @param {string} version
   * @param {readonly string[]} assets at most 100
   * @param {TimelineOptions} options
   * @returns {Promise<(number | null)[]>} `null` for photos that the collection doesn't hold
   */
  async ranks(collection, version, assets, { order, search, signal } = {}) {
    const address = `${timelineAddress(collection, version)}/ranks`;
    /** @type {API.Ranks} */
    const answer = await this.ask(withQuery(address, { assets: assets.join(","), order, search }), signal);
    return answer.ranks;
  }

  /**
   * Returns the months of a timeline that is newest first, in columns.
   * @param {string} collection
   * @param {string} version
   * @param {TimelineOptions} options
   * @returns {Promise<API.TimelineMonths>}
   */
  months(collection, version, { order, search, signal } = {}) {
    return this.ask(withQuery(`${timelineAddress(collection, version)}/months`, { order, search }), signal);
  }

  /**
   * Returns the ranks of all photos of some days.
   * @param {string} collection
   * @param {string} version
   * @param {{ first: number, last: number } | null} days `null` for the photos without a date
   * @param {TimelineOptions} options
   * @returns {Promise<API.TimelineDays["parts"]>}
   */
  async days(collection, version, days, { order, search, signal } = {}) {
    const address = `${timelineAddress(collection, version)}/days`;
    /** @type {API.TimelineDays} */
    const answer = await this.ask(withQuery(address, { first: days?.first, last: days?.last, order, search }), signal);
    return answer.parts;
  }

  /**
   * Returns a few photos that represent parts of a timeline.
   * @param {string} collection
   * @param {string} version
   * @param {readonly { first: number, last: number }[]} parts ranks; at most 48 parts
   * @param {number} count of photos for each part; at most 8
   * @param {TimelineOptions} options
   * @returns {Promise<API.TimelineCovers["covers"]>}
   */
  async covers(collection, version, parts, count, { order, search, signal } = {}) {
    const list = parts.map(({ first, last }) => `${first}-${last}`).join(",");
    const address = `${timelineAddress(collection, version)}/covers`;
    /** @type {API.TimelineCovers} */
    const answer = await this.ask(withQuery(address, { parts: list, count, order, search }), signal);
    return answer.covers;
  }

  /**
   * Opens the stream of the library's changes: a `message` for each change, with its token as `lastEventId`. The
   * library's own events don't report the stream's failures. Close the stream if it fails.
   * @param {string | null} since the token after which the stream begins; if `null`, it begins now, with an event
   *   `current`
   * @returns {EventSource}
   */
  changes(since) {
    return new EventSource(since === null ? "/api/changes" : `/api/changes?since=${encodeURIComponent(since)}`);
  }

  /**
   * Returns everything that is known about a photo.
   * @param {string} identifier
   * @param {{ signal?: AbortSignal }} options
   * @returns {Promise<API.Asset>}
   */
  asset(identifier, { signal } = {}) {
    return this.ask(assetAddress(identifier), signal);
  }

  /**
   * Returns the sizes of a large picture, which is loaded in tiles.
   * @param {string} address in the photo's pictures
   * @param {{ signal?: AbortSignal }} options
   * @returns {Promise<API.Tiles>}
   */
  tiles(address, { signal } = {}) {
    return this.ask(address, signal);
  }

  /**
   * Returns some frames of the burst that a photo belongs to, in columns.
   * @param {string} identifier of any frame
   * @param {number} from
   * @param {number} count
   * @param {{ signal?: AbortSignal }} options
   * @returns {Promise<API.Burst>}
   */
  burst(identifier, from, count, { signal } = {}) {
    return this.ask(`${assetAddress(identifier)}/burst?from=${from}&count=${count}`, signal);
  }

  /**
   * The address of the picture with 256 pixels on its long side.
   * @param {string} identifier
   * @param {string} content
   */
  thumbnailAddress(identifier, content) {
    return `${assetAddress(identifier)}/thumbnail?content=${encodeURIComponent(content)}`;
  }

  /**
   * The address of the picture with 1,440 pixels on its long side.
   * @param {string} identifier
   * @param {string} content
   */
  previewAddress(identifier, content) {
    return `${assetAddress(identifier)}/preview?content=${encodeURIComponent(content)}`;
  }

  /**
   * The address of the picture with another number of pixels on its long side.
   * @param {string} identifier
   * @param {string} content
   * @param {512 | 2880 | 5760} long
   */
  renditionAddress(identifier, content, long) {
    return `${assetAddress(identifier)}/rendition?long=${long}&content=${encodeURIComponent(content)}`;
  }
}

/**
 * @param {string} collection
 * @param {string} version
 */
function timelineAddress(collection, version) {
  return `/api/collections/${encodeURIComponent(collection)}/timeline/${encodeURIComponent(version)}`;
}

/**
 * Returns an address with its query. Leaves out values that are undefined or empty, and the standard order.
 * @param {string} address
 * @param {Record<string, string | number | undefined>} values
 */
function withQuery(address, values) {
  const given = Object.entries(values)
    .filter(([name, value]) => value !== undefined && value !== "" && !(name === "order" && value === "standard"))
    // The server reads commas between identifiers as they are.
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? "").replaceAll("%2C", ",")}`);
  return given.length === 0 ? address : `${address}?${given.join("&")}`;
}

/** @param {string} identifier */
function assetAddress(identifier) {
  return `/api/assets/${encodeURIComponent(identifier)}`;
}
