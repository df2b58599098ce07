import { pageWords as words } from "../common/words.js";

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

/**
 * Requests to the server that the page came from.
 *
 * Every request fails with a `ServerError`, or with the signal's reason if it is aborted.
 *
 * Events: `closed` if the server no longer accepts the page's cookie, `moved` if the server was started again and has
 * another name, `unreachable` if no server answers, `kept` if none answers and the browser has kept an earlier answer,
 * and `answered` if a request succeeds. `trouble` has the last of them for listeners that come later.
 */
export class ServerConnection extends EventTarget {
  #fetch;
  /**
   * The token that the server requires for each change in addition to the cookie.
   * @type {Promise<string> | null}
   */
  #token = null;

  /** @type {"closed" | "moved" | "unreachable" | "kept" | null} */
  trouble = null;
  /**
   * The date of the answer that was kept, after `kept`.
   * @type {Date | null}
   */
  keptDate = null;

  /** @param {{ fetch?: typeof fetch }} options `fetch` stands in for the browser's in tests */
  constructor({ fetch = (input, init) => globalThis.fetch(input, init) } = {}) {
    super();
    this.#fetch = fetch;
  }

  /**
   * Changes the library.
   * @param {"POST" | "PUT" | "PATCH" | "DELETE"} method
   * @param {string} address
   * @param {object} [content] the document to send
   * @param {AbortSignal} [signal] ends the request, which the server then cancels if it can
   * @returns {Promise<any>} the document that the route answers with in openapi.json; `null` if the answer is empty
   */
  async change(method, address, content, signal) {
    const token = this.#csrfToken();
    try {
      return await this.#send(method, address, content, await token, signal);
    } catch (error) {
      if (!(error instanceof ServerError && error.code === "noToken")) throw error;
      // The session has changed: the server was restarted, or the reader opened another link.
      if (this.#token === token) this.#token = null;
      return this.#send(method, address, content, await this.#csrfToken(), signal);
    }
  }

  /**
   * Sends bytes.
   * @param {"POST" | "PATCH"} method
   * @param {string} address
   * @param {Blob} bytes
   * @param {Record<string, string>} headers
   * @param {AbortSignal} signal
   * @returns {Promise<any>} the document that the route answers with
   */
  async sendBytes(method, address, bytes, headers, signal) {
    const send = async (/** @type {Promise<string>} */ token) => this.ask(address, signal, {
      method, body: bytes, headers: { Accept: "application/json", ...headers, "Albumen-CSRF-Token": await token },
    });
    const token = this.#csrfToken();
    try {
      return await send(token);
    } catch (error) {
      if (!(error instanceof ServerError && error.code === "noToken")) throw error;
      if (this.#token === token) this.#token = null;
      return send(this.#csrfToken());
    }
  }

  /**
   * @param {string} method
   * @param {string} address
   * @param {object | undefined} content
   * @param {string} token
   * @param {AbortSignal | undefined} signal
   */
  #send(method, address, content, token, signal) {
    const headers = { Accept: "application/json", "Albumen-CSRF-Token": token };
    return this.ask(address, signal, content === undefined ? { method, headers } : {
      method, body: JSON.stringify(content), headers: { ...headers, "Content-Type": "application/json" },
    });
  }

  /** Returns the token, which is requested when the reader first changes something. */
  #csrfToken() {
    /** @type {(session: API.Session) => string} */
    const tokenOf = ({ csrfToken }) => csrfToken;
    const asked = this.#token ?? this.ask("/api/session").then(tokenOf);
    this.#token = asked;
    asked.catch(() => {
      if (this.#token === asked) this.#token = null;
    });
    return asked;
  }

  /**
   * Reads a route.
   * @param {string} address
   * @param {AbortSignal} [signal]
   * @param {RequestInit} [request]
   * @param {(response: Response) => Promise<any>} [read] reads the answer's body
   * @returns {Promise<any>}
   */
  async ask(address, signal, request = {}, read = (response) => response.json()) {
    try {
      const response = await this.#fetch(address, {
        signal, credentials: "same-origin", headers: { Accept: "application/json" }, ...request,
      });
      if (!response.ok) throw await refusal(response);
      const answer = response.status === 204 ? null : await read(response);
      const kept = response.headers?.get("Albumen-Kept") ?? null;
      if (kept !== null) this.keptDate = new Date(kept);
      this.#report(kept === null ? null : "kept");
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      const failure = error instanceof ServerError ? error : connectionError(error);
      if (failure.status === 401) this.#report("closed");
      if (failure.code === "otherRun") this.#report("moved");
      if (failure.code === "unreachable") {
        // If something was kept, the page goes on with it.
        if (this.trouble !== "kept") this.#report("unreachable");
        else failure.message = isForChange(address, request) ? words.offlineChange : words.offlineUnseen;
      }
      throw failure;
    }
  }

  /** @param {"closed" | "moved" | "unreachable" | "kept" | null} trouble */
  #report(trouble) {
    this.trouble = trouble;
    this.dispatchEvent(new Event(trouble ?? "answered"));
  }
}

/**
 * Whether a request changes something, or asks for the token of a change.
 * @param {string} address
 * @param {RequestInit} request
 */
function isForChange(address, { method = "GET" }) {
  return method !== "GET" || address === "/api/session";
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
