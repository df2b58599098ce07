import { pageWords as words } from "./words.js";

/** What the server refused, or why it could not be asked. */
export class ServerError extends Error {
  /**
   * @param {number} status of HTTP; 0 where no answer came
   * @param {string} code such as "versionGone"; "unreachable" where no answer came
   * @param {string} message for people
   * @param {number | null} [count] of what a change would remove, where it is to be confirmed
   */
  constructor(status, code, message, count = null) {
    super(message);
    this.name = "ServerError";
    this.status = status;
    this.code = code;
    this.count = count;
  }
}

/**
 * @typedef {object} LibraryCollection
 * @property {string} identifier
 * @property {"smartAlbum" | "album" | "folder"} type
 * @property {number} subtype as PhotoKit numbers them
 * @property {string} title
 * @property {number} count of photos; of a folder, what is in it itself
 * @property {string | null} parent the folder that holds it
 */

/**
 * The library, asked over HTTP.
 *
 * Every question fails with a `ServerError`, or with the signal's reason once it is aborted. Whoever asks, the library
 * tells as an event: `closed` where the page's cookie is no longer taken, `unreachable` where no server answers,
 * `answered` where all is well. `trouble` keeps the last of these for who comes later.
 */
export class Library extends EventTarget {
  #fetch;
  /** What the server wants with each change, beside the cookie. @type {Promise<string> | null} */
  #token = null;

  /** @type {"closed" | "unreachable" | null} */
  trouble = null;

  /** @param {{ fetch?: typeof fetch }} [options] `fetch` stands in for the browser's in tests */
  constructor({ fetch = (...request) => globalThis.fetch(...request) } = {}) {
    super();
    this.#fetch = fetch;
  }

  /**
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<LibraryCollection[]>} smart albums, then the reader's albums and folders in the order of their
   *   tree, then what imports made
   */
  async collections({ signal } = {}) {
    return (await this.#ask("/api/collections", signal)).collections;
  }

  /**
   * @param {string} collection
   * @param {{ count?: number, signal?: AbortSignal }} [options] `count`: how many of the first photos come with it
   * @returns {Promise<{ version: string, count: number, isByDate: boolean,
   *   marks: { rank: number, day: number | null }[], window?: object }>} `isByDate`: newest first
   */
  timeline(collection, { count = 0, signal } = {}) {
    const first = count > 0 ? `?count=${count}` : "";
    return this.#ask(`/api/collections/${encodeURIComponent(collection)}/timeline${first}`, signal);
  }

  /**
   * The photos of some ranks, in columns.
   * @param {string} collection
   * @param {string} version
   * @param {number} from
   * @param {number} count
   * @param {{ signal?: AbortSignal }} [options]
   */
  window(collection, version, from, count, { signal } = {}) {
    return this.#ask(`${timelineAddress(collection, version)}?from=${from}&count=${count}`, signal);
  }

  /**
   * @param {string} collection
   * @param {string} version
   * @param {string} asset
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<number | null>} null where the collection does not hold the asset
   */
  async rank(collection, version, asset, { signal } = {}) {
    try {
      const address = `${timelineAddress(collection, version)}/ranks/${encodeURIComponent(asset)}`;
      return (await this.#ask(address, signal)).rank;
    } catch (error) {
      if (error instanceof ServerError && error.status === 404) return null;
      throw error;
    }
  }

  /**
   * The identifiers of some ranks, at most 10,000.
   * @param {string} collection
   * @param {string} version
   * @param {number} from
   * @param {number} count
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<string[]>}
   */
  async identifiers(collection, version, from, count, { signal } = {}) {
    const address = `${timelineAddress(collection, version)}/identifiers?from=${from}&count=${count}`;
    return (await this.#ask(address, signal)).identifiers;
  }

  /**
   * Where some photos are in a collection.
   * @param {string} collection
   * @param {string} version
   * @param {readonly string[]} assets at most 100
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<(number | null)[]>} null for those that the collection does not hold
   */
  async ranks(collection, version, assets, { signal } = {}) {
    const list = assets.map(encodeURIComponent).join(",");
    return (await this.#ask(`${timelineAddress(collection, version)}/ranks?assets=${list}`, signal)).ranks;
  }

  /**
   * Opens the stream of the library's changes: `message` for each, with its token as `lastEventId`. It tells nothing to
   * the library's own listeners, and is to be closed when it fails.
   * @param {string | null} since the token after which it begins; null for now, which `current` tells first
   * @returns {EventSource}
   */
  changes(since) {
    return new EventSource(since === null ? "/api/changes" : `/api/changes?since=${encodeURIComponent(since)}`);
  }

  /**
   * What is known of a photo.
   * @param {string} identifier
   * @param {{ signal?: AbortSignal }} [options]
   */
  asset(identifier, { signal } = {}) {
    return this.#ask(assetAddress(identifier), signal);
  }

  /**
   * Some frames of the burst that a photo belongs to, in columns.
   * @param {string} identifier of any frame
   * @param {number} from
   * @param {number} count
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<{ key: string | null, kept: boolean[], window: object }>}
   */
  burst(identifier, from, count, { signal } = {}) {
    return this.#ask(`${assetAddress(identifier)}/burst?from=${from}&count=${count}`, signal);
  }

  /** The picture with 256 pixels on its long side. */
  thumbnailAddress(identifier, content) {
    return `${assetAddress(identifier)}/thumbnail?content=${encodeURIComponent(content)}`;
  }

  /** The picture with 1,440 pixels on its long side. */
  previewAddress(identifier, content) {
    return `${assetAddress(identifier)}/preview?content=${encodeURIComponent(content)}`;
  }

  /** The picture with as many pixels on its long side: 512, 2880 or 5760. */
  renditionAddress(identifier, content, long) {
    return `${assetAddress(identifier)}/rendition?long=${long}&content=${encodeURIComponent(content)}`;
  }

  /**
   * Changes the library.
   * @param {"POST" | "PATCH" | "DELETE"} method
   * @param {string} address
   * @param {object} [content] what is sent as JSON
   * @returns {Promise<object | null>} null where the answer is empty
   */
  async change(method, address, content) {
    const token = this.#csrfToken();
    try {
      return await this.#send(method, address, content, await token);
    } catch (error) {
      if (!(error instanceof ServerError && error.code === "noToken")) throw error;
      // The session is another one: the server was started anew, or another link was opened.
      if (this.#token === token) this.#token = null;
      return this.#send(method, address, content, await this.#csrfToken());
    }
  }

  #send(method, address, content, token) {
    const headers = { Accept: "application/json", "Albumen-CSRF-Token": token };
    return this.#ask(address, undefined, content === undefined ? { method, headers } : {
      method, body: JSON.stringify(content), headers: { ...headers, "Content-Type": "application/json" },
    });
  }

  /** Asked for once, when the reader first changes something. */
  #csrfToken() {
    const asked = this.#token ?? this.#ask("/api/session").then(({ csrfToken }) => csrfToken);
    this.#token = asked;
    asked.catch(() => {
      if (this.#token === asked) this.#token = null;
    });
    return asked;
  }

  async #ask(address, signal, request = {}) {
    try {
      const response = await this.#fetch(address, {
        signal, credentials: "same-origin", headers: { Accept: "application/json" }, ...request,
      });
      if (!response.ok) throw await refusal(response);
      const answer = response.status === 204 ? null : await response.json();
      this.#tell(null);
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      const failure = error instanceof ServerError ? error : misfortune(error);
      if (failure.status === 401) this.#tell("closed");
      if (failure.code === "unreachable") this.#tell("unreachable");
      throw failure;
    }
  }

  #tell(trouble) {
    this.trouble = trouble;
    this.dispatchEvent(new Event(trouble ?? "answered"));
  }
}

function timelineAddress(collection, version) {
  return `/api/collections/${encodeURIComponent(collection)}/timeline/${encodeURIComponent(version)}`;
}

function assetAddress(identifier) {
  return `/api/assets/${encodeURIComponent(identifier)}`;
}

/** The error that an answer tells; an answer that tells none is described by its status. */
async function refusal(response) {
  let told;
  try {
    told = (await response.json()).error;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const { code = "unknown", message = words.refused(response.status), count = null } = told ?? {};
  return new ServerError(response.status, code, message, count);
}

/** An answer that is no JSON came from something else than the library; all else is the connection's fault. */
function misfortune(error) {
  return error instanceof SyntaxError
    ? new ServerError(0, "notUnderstood", words.notUnderstood)
    : new ServerError(0, "unreachable", words.unreachable);
}
