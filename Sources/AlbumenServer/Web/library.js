import { pageWords as words } from "./words.js";

/** An error that the server answered with, or for a request that got no answer. */
export class ServerError extends Error {
  /**
   * @param {number} status of HTTP; 0 if no answer came
   * @param {string} code such as "versionGone"; "unreachable" if no answer came
   * @param {string} message for people
   * @param {number | null} [count] the number of photos that a change would remove, if the reader has to confirm it
   */
  constructor(status, code, message, count = null) {
    super(message);
    this.name = "ServerError";
    this.status = status;
    this.code = code;
    this.count = count;
  }
}

/** @typedef {API.Collection} LibraryCollection */

/**
 * The library, read and changed over HTTP.
 *
 * Every request fails with a `ServerError`, or with the signal's reason if it is aborted.
 *
 * Events: `closed` if the server no longer accepts the page's cookie, `unreachable` if no server answers, and
 * `answered` if a request succeeds. `trouble` has the last of them for listeners that come later.
 */
export class Library extends EventTarget {
  #fetch;
  /**
   * The token that the server requires for each change in addition to the cookie.
   * @type {Promise<string> | null}
   */
  #token = null;

  /** @type {"closed" | "unreachable" | null} */
  trouble = null;

  /** @param {{ fetch?: typeof fetch }} options `fetch` stands in for the browser's in tests */
  constructor({ fetch = (input, init) => globalThis.fetch(input, init) } = {}) {
    super();
    this.#fetch = fetch;
  }

  /**
   * @param {{ signal?: AbortSignal }} options
   * @returns {Promise<LibraryCollection[]>} smart albums, then the reader's albums and folders in the order of their
   *   tree, then the albums of imports
   */
  async collections({ signal } = {}) {
    /** @type {API.Collections} */
    const answer = await this.#ask("/api/collections", signal);
    return answer.collections;
  }

  /**
   * @param {string} collection
   * @param {{ count?: number, signal?: AbortSignal }} options `count`: the number of first photos to
   *   include
   * @returns {Promise<API.Timeline>}
   */
  timeline(collection, { count = 0, signal } = {}) {
    const first = count > 0 ? `?count=${count}` : "";
    return this.#ask(`/api/collections/${encodeURIComponent(collection)}/timeline${first}`, signal);
  }

  /**
   * Returns the photos of some ranks, in columns.
   * @param {string} collection
   * @param {string} version
   * @param {number} from
   * @param {number} count
   * @param {{ signal?: AbortSignal }} options
   * @returns {Promise<API.TimelineWindow>}
   */
  window(collection, version, from, count, { signal } = {}) {
    return this.#ask(`${timelineAddress(collection, version)}?from=${from}&count=${count}`, signal);
  }

  /**
   * @param {string} collection
   * @param {string} version
   * @param {string} asset
   * @param {{ signal?: AbortSignal }} options
   * @returns {Promise<number | null>} `null` if the collection doesn't hold the asset
   */
  async rank(collection, version, asset, { signal } = {}) {
    try {
      const address = `${timelineAddress(collection, version)}/ranks/${encodeURIComponent(asset)}`;
      /** @type {API.Rank} */
      const answer = await this.#ask(address, signal);
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
   * @param {{ signal?: AbortSignal }} options
   * @returns {Promise<string[]>}
   */
  async identifiers(collection, version, from, count, { signal } = {}) {
    const address = `${timelineAddress(collection, version)}/identifiers?from=${from}&count=${count}`;
    /** @type {API.Identifiers} */
    const answer = await this.#ask(address, signal);
    return answer.identifiers;
  }

  /**
   * Returns the ranks of some photos in a collection.
   * @param {string} collection
   * @param {string} version
   * @param {readonly string[]} assets at most 100
   * @param {{ signal?: AbortSignal }} options
   * @returns {Promise<(number | null)[]>} `null` for photos that the collection doesn't hold
   */
  async ranks(collection, version, assets, { signal } = {}) {
    const list = assets.map(encodeURIComponent).join(",");
    /** @type {API.Ranks} */
    const answer = await this.#ask(`${timelineAddress(collection, version)}/ranks?assets=${list}`, signal);
    return answer.ranks;
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
    return this.#ask(assetAddress(identifier), signal);
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
    return this.#ask(`${assetAddress(identifier)}/burst?from=${from}&count=${count}`, signal);
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

  /**
   * Changes the library.
   * @param {"POST" | "PATCH" | "DELETE"} method
   * @param {string} address
   * @param {object} [content] the document to send
   * @returns {Promise<any>} the document that the route answers with in openapi.json; `null` if the answer is empty
   */
  async change(method, address, content) {
    const token = this.#csrfToken();
    try {
      return await this.#send(method, address, content, await token);
    } catch (error) {
      if (!(error instanceof ServerError && error.code === "noToken")) throw error;
      // The session has changed: the server was restarted, or the reader opened another link.
      if (this.#token === token) this.#token = null;
      return this.#send(method, address, content, await this.#csrfToken());
    }
  }

  /**
   * @param {string} method
   * @param {string} address
   * @param {object | undefined} content
   * @param {string} token
   */
  #send(method, address, content, token) {
    const headers = { Accept: "application/json", "Albumen-CSRF-Token": token };
    return this.#ask(address, undefined, content === undefined ? { method, headers } : {
      method, body: JSON.stringify(content), headers: { ...headers, "Content-Type": "application/json" },
    });
  }

  /** Returns the token, which is requested when the reader first changes something. */
  #csrfToken() {
    /** @type {(session: API.Session) => string} */
    const tokenOf = ({ csrfToken }) => csrfToken;
    const asked = this.#token ?? this.#ask("/api/session").then(tokenOf);
    this.#token = asked;
    asked.catch(() => {
      if (this.#token === asked) this.#token = null;
    });
    return asked;
  }

  /**
   * @param {string} address
   * @param {AbortSignal} [signal]
   * @param {RequestInit} [request]
   * @returns {Promise<any>}
   */
  async #ask(address, signal, request = {}) {
    try {
      const response = await this.#fetch(address, {
        signal, credentials: "same-origin", headers: { Accept: "application/json" }, ...request,
      });
      if (!response.ok) throw await refusal(response);
      const answer = response.status === 204 ? null : await response.json();
      this.#report(null);
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      const failure = error instanceof ServerError ? error : connectionError(error);
      if (failure.status === 401) this.#report("closed");
      if (failure.code === "unreachable") this.#report("unreachable");
      throw failure;
    }
  }

  /** @param {"closed" | "unreachable" | null} trouble */
  #report(trouble) {
    this.trouble = trouble;
    this.dispatchEvent(new Event(trouble ?? "answered"));
  }
}

/**
 * @param {string} collection
 * @param {string} version
 */
function timelineAddress(collection, version) {
  return `/api/collections/${encodeURIComponent(collection)}/timeline/${encodeURIComponent(version)}`;
}

/** @param {string} identifier */
function assetAddress(identifier) {
  return `/api/assets/${encodeURIComponent(identifier)}`;
}

/**
 * Returns the error in an answer. If the answer has none, the error is described by the status.
 * @param {Response} response
 */
async function refusal(response) {
  /** @type {Partial<API.Error["error"]> | undefined} */
  let content;
  try {
    content = (await response.json()).error;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const { code = "unknown", message = words.refused(response.status), count = null } = content ?? {};
  return new ServerError(response.status, code, message, count);
}

/**
 * An answer that isn't JSON came from something other than the library. All other errors are the connection's.
 * @param {unknown} error
 */
function connectionError(error) {
  return error instanceof SyntaxError
    ? new ServerError(0, "notUnderstood", words.notUnderstood)
    : new ServerError(0, "unreachable", words.unreachable);
}
