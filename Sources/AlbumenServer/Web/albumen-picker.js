// Lets a page of any origin ask the owner of an Albumen library for photos. The owner chooses them in a window of the
// library's own server, and the page receives nothing else. One file without dependencies: load it as a module from the
// server, or copy it to the page's own site.
//
//     import { pick } from "http://127.0.0.1:8420/albumen-picker.js";
//     button.addEventListener("click", async () => {
//       for (const photo of await pick({ filter: { kind: "images" }, limit: 3 })) show(await photo.blob());
//     });

/** The address at which `albumen serve` listens by default. */
const usualServer = "http://127.0.0.1:8420";

const windowFeatures = "popup,width=1120,height=780";

/** How long the server may not answer before the choice fails, in milliseconds. */
const longestAbsence = 15_000;
const pauseMilliseconds = 500;

/** If the first request takes longer, the browser probably asks its user, in milliseconds. */
const questionMilliseconds = 1500;

/** How often the page asks how far the making of a file is, in milliseconds. */
const progressMilliseconds = 300;

const texts = {
  en: {
    absent: (/** @type {string} */ server) =>
      `No Albumen library answers at ${server}. Start it with “albumen serve”, then try again.`,
    blocked: "The browser blocked the window in which you choose photos.",
    open: "Choose Photos",
    question: "The browser may ask whether this page may connect to this device, where your library is. Allow it to "
      + "choose photos.",
    denied: "The browser doesn’t let this page connect to this device, where your library is. Allow it in the settings "
      + "of this site, then try again.",
    close: "Close",
    refused: (/** @type {number} */ status) => `The library answered with the error ${status}.`,
    ended: "The request for photos has expired.",
  },
  zh: {
    absent: (/** @type {string} */ server) => `${server} 处没有 Albumen 图库响应。请运行“albumen serve”，然后重试。`,
    blocked: "浏览器拦截了用于选取照片的窗口。",
    open: "选取照片",
    question: "浏览器可能会询问是否允许此网页连接到您的图库所在的这台设备。请允许连接以选取照片。",
    denied: "浏览器不允许此网页连接到您的图库所在的这台设备。请在此网站的设置中允许连接，然后重试。",
    close: "关闭",
    refused: (/** @type {number} */ status) => `图库返回了错误 ${status}。`,
    ended: "照片请求已过期。",
  },
};

const words = navigator.languages?.[0]?.toLowerCase().startsWith("zh") ? texts.zh : texts.en;

/**
 * Why photos could not be chosen. Cancelling is no error: then `pick` resolves with no photos.
 *
 * Codes: `serverAbsent` if no server answers; `denied` if the browser doesn't let the page connect to this device;
 * `expired` if the request is too old; the server's own code for all others, for example for an invalid option.
 */
export class PickerError extends Error {
  /**
   * @param {string} code
   * @param {string} message for people
   * @param {string | null} [field] the option that the server refused
   */
  constructor(code, message, field = null) {
    super(message);
    this.name = "PickerError";
    this.code = code;
    this.field = field;
  }
}

/**
 * What a page asks for. All options but the last six are those of the server's route, which checks them.
 * @typedef {object} PickOptions
 * @property {string} [server] the library's address, by default `http://127.0.0.1:8420`
 * @property {string} [application] the page's name, which the owner sees as a claim
 * @property {string} [purpose] what the photos are for
 * @property {number} [limit] by default 1; 0 for no limit
 * @property {object | null} [filter] for example `{ kind: "images" }`
 * @property {"automatic" | "current" | "compatible"} [representation]
 * @property {"default" | "ordered" | "continuous" | "continuousAndOrdered"} [selection]
 * @property {string[]} [preselected] tokens of items
 * @property {"default" | "compact"} [mode]
 * @property {string[]} [disabled]
 * @property {string[]} [edgesWithoutContentMargins]
 * @property {("location" | "captions")[]} [removes] details that the page doesn't need
 * @property {AbortSignal} [signal] ends the request
 * @property {(items: PickedItem[]) => void} [onChange] receives the items of each change in the continuous modes
 * @property {((notice: PickerNotice) => void) | null} [onNotice] shows a notice. By default, a bar at the foot of the
 *   page does.
 */

/**
 * Something that the reader has to know or do: `blocked` if the browser blocked the window, with a link that opens it;
 * `question` if the browser may ask before the page may connect to this device; `none` if the notice is over.
 * @typedef {{ kind: "blocked" | "question" | "none", text: string, link: string | null }} PickerNotice
 */

/**
 * @typedef {object} Representation
 * @property {string} type a uniform type identifier
 * @property {string} name of the file
 * @property {number | null} bytes `null` if the file is made on request
 */

/**
 * @typedef {object} ItemDocument
 * @property {string} item
 * @property {string | null} identifier
 * @property {string} name
 * @property {string} kind
 * @property {boolean} isPreselected
 * @property {Representation[]} representations
 * @property {Representation | null} [pairedVideo]
 */

/**
 * @typedef {object} StateDocument
 * @property {number} revision
 * @property {"waiting" | "open" | "added" | "cancelled" | "expired"} state
 * @property {ItemDocument[]} items
 */

/**
 * @typedef {object} ReadOptions
 * @property {string} [type] one of the item's types, by default the best one
 * @property {AbortSignal} [signal]
 * @property {(fraction: number) => void} [onProgress] receives how much of the file is made, up to 1
 */

/** A photo or video that the owner has chosen. Its files can be read for an hour. */
export class PickedItem {
  #address;
  #token;
  #representations;
  #pairedVideo;
  #pairing;

  /**
   * @param {string} address of the item's files
   * @param {string} token
   * @param {ItemDocument} item
   * @param {string} [pairing] what the addresses of a Live Photo's video end with
   */
  constructor(address, token, item, pairing = "") {
    this.#address = address;
    this.#token = token;
    this.#representations = item.representations;
    this.#pairedVideo = item.pairedVideo ?? null;
    this.#pairing = pairing;
    /** Names the asset in all requests of this page's origin. */
    this.item = item.item;
    /** The file's name without its extension. */
    this.name = item.name;
    /** How the item plays: `image`, `video`, `livePhoto`, `imageAnimated` … */
    this.kind = item.kind;
    /** Whether the page named the item in `preselected`. Then it has no files. */
    this.isPreselected = item.isPreselected;
  }

  /** The uniform type identifier of the best file, or `null` if there is none. */
  get type() {
    return this.#representations[0]?.type ?? null;
  }

  /** The files that the item has, the best first. */
  get representations() {
    return this.#representations.map((each) => ({ ...each }));
  }

  /**
   * Reads a file whole.
   * @param {ReadOptions} [options]
   */
  async blob(options = {}) {
    return (await this.#response(options)).blob();
  }

  /**
   * Reads a file whole, with its name.
   * @param {ReadOptions} [options]
   */
  async file(options = {}) {
    const { name } = this.#representation(options.type);
    const blob = await this.blob(options);
    return new File([blob], name, { type: blob.type });
  }

  /**
   * Reads a file in parts, for files that are too large for memory.
   * @param {ReadOptions} [options]
   * @returns {Promise<ReadableStream<Uint8Array>>}
   */
  async stream(options = {}) {
    const { body } = await this.#response(options);
    return body ?? new Blob([]).stream();
  }

  /** Returns the video of a Live Photo; `null` for other items. */
  paired() {
    if (this.#pairedVideo === null) return null;
    const video = {
      item: this.item, identifier: null, name: this.name, kind: "video", isPreselected: false,
      representations: [this.#pairedVideo],
    };
    return new PickedItem(this.#address, this.#token, video, "/paired");
  }

  /** @param {string | undefined} type */
  #representation(type) {
    const found = type === undefined
      ? this.#representations[0] : this.#representations.find((each) => each.type === type);
    if (found === undefined) throw new PickerError("noRepresentation", `The item has no file of the type ${type}.`);
    return found;
  }

  /** @param {ReadOptions} options */
  async #response({ type, signal, onProgress }) {
    const found = this.#representation(type);
    const address = `${this.#address}/${encodeURIComponent(found.type)}${this.#pairing}`;
    // The server answers when the file is made, and reports a failure here. The progress is only for the reader.
    const answered = new AbortController();
    if (found.bytes === null && onProgress) this.#watch(address, answered.signal, onProgress);
    try {
      const response = await request(address, { signal, token: this.#token });
      answered.abort();
      onProgress?.(1);
      return response;
    } finally {
      answered.abort();
    }
  }

  /**
   * Reports how much of a file is made, until the file's request has ended.
   * @param {string} address
   * @param {AbortSignal} signal
   * @param {(fraction: number) => void} onProgress
   */
  async #watch(address, signal, onProgress) {
    try {
      for (;;) {
        await pause(progressMilliseconds, signal);
        const answer = await request(`${address}/progress`, { signal, token: this.#token });
        const { fraction } = await answer.json();
        if (!signal.aborted) onProgress(fraction);
      }
    } catch (error) {
      // The request for the file reports what went wrong.
      if (!signal.aborted && !(error instanceof PickerError)) throw error;
    }
  }
}

/**
 * Lets the owner choose photos. Call it in a click, because browsers open windows only then.
 * @param {PickOptions} [options]
 * @returns {Promise<PickedItem[]>} no items if the owner cancels
 * @throws {PickerError}
 */
export async function pick(options = {}) {
  const { server = usualServer, signal, onChange, onNotice, ...configuration } = options;
  signal?.throwIfAborted();
  // Before anything else, while the click still permits it.
  const opened = window.open("about:blank", "_blank", windowFeatures);
  const origin = new URL(server, location.href).origin;
  const bar = onNotice === undefined ? new NoticeBar() : null;
  const tell = (/** @type {PickerNotice} */ notice) => (bar ? bar.show(notice) : onNotice?.(notice));
  /** @type {{ number: string, page: string, token: string } | null} */
  let session = null;
  try {
    session = await begin(origin, configuration, signal, tell);
    if (opened === null) tell({ kind: "blocked", text: words.blocked, link: session.page });
    else opened.location.replace(session.page);
    const finished = await follow(origin, session, signal, onChange, tell);
    if (finished === "cancelled") return [];
    return finished;
  } catch (error) {
    // After the window has left the blank page, nothing can close it but the server.
    if (session === null) opened?.close();
    else if (signal?.aborted) await abandon(origin, session);
    throw error;
  } finally {
    tell({ kind: "none", text: "", link: null });
  }
}

/**
 * Asks the server for a session.
 * @param {string} origin
 * @param {object} configuration
 * @param {AbortSignal | undefined} signal
 * @param {(notice: PickerNotice) => void} tell
 * @returns {Promise<{ number: string, page: string, token: string }>}
 */
async function begin(origin, configuration, signal, tell) {
  const question = () => tell({ kind: "question", text: words.question, link: null });
  const access = await localAccess();
  if (access === "prompt") question();
  const timer = setTimeout(question, questionMilliseconds);
  try {
    const answer = await request(`${origin}/api/picks`, {
      method: "POST", signal, body: JSON.stringify(configuration), headers: { "Content-Type": "application/json" },
    });
    return await answer.json();
  } catch (error) {
    if (!(error instanceof PickerError && error.code === "serverAbsent")) throw error;
    throw await localAccess() === "denied" ? new PickerError("denied", words.denied) : error;
  } finally {
    clearTimeout(timer);
    tell({ kind: "none", text: "", link: null });
  }
}

/**
 * Waits until the owner has added or cancelled.
 * @param {string} origin
 * @param {{ number: string, token: string }} session
 * @param {AbortSignal | undefined} signal
 * @param {((items: PickedItem[]) => void) | undefined} onChange
 * @param {(notice: PickerNotice) => void} tell
 * @returns {Promise<PickedItem[] | "cancelled">}
 */
async function follow(origin, { number, token }, signal, onChange, tell) {
  const address = `${origin}/api/picks/${encodeURIComponent(number)}`;
  let revision = -1;
  let lastAnswer = Date.now();
  for (;;) {
    /** @type {StateDocument} */
    let state;
    try {
      const query = revision < 0 ? "" : `?after=${revision}`;
      state = await (await request(`${address}${query}`, { signal, token })).json();
      lastAnswer = Date.now();
    } catch (error) {
      signal?.throwIfAborted();
      const isAbsent = error instanceof PickerError && error.code === "serverAbsent";
      if (!isAbsent || Date.now() - lastAnswer > longestAbsence) throw error;
      await pause(pauseMilliseconds, signal);
      continue;
    }
    const isNew = state.revision !== revision;
    ({ revision } = state);
    if (state.state !== "waiting") tell({ kind: "none", text: "", link: null });
    if (state.state === "cancelled") return "cancelled";
    if (state.state === "expired") throw new PickerError("expired", words.ended);
    const items = state.items.map((item) => {
      return new PickedItem(`${address}/items/${encodeURIComponent(item.item)}`, token, item);
    });
    if (state.state === "added") return items;
    if (isNew && items.length > 0) onChange?.(items);
  }
}

/**
 * Ends a session that the page no longer waits for. Its window says so.
 * @param {string} origin
 * @param {{ number: string, token: string }} session
 */
async function abandon(origin, { number, token }) {
  try {
    await request(`${origin}/api/picks/${encodeURIComponent(number)}`, { method: "DELETE", token });
  } catch (error) {
    // The server is gone, or has forgotten the session.
    if (!(error instanceof PickerError)) throw error;
  }
}

/**
 * Sends a request without cookies.
 * @param {string} address
 * @param {RequestInit & { token?: string, headers?: Record<string, string> }} options
 */
async function request(address, { token, headers = {}, ...options }) {
  let response;
  try {
    response = await fetch(address, {
      ...options, mode: "cors", credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer",
      headers: token === undefined ? headers : { ...headers, Authorization: `Bearer ${token}` },
    });
  } catch (error) {
    options.signal?.throwIfAborted();
    // Browsers don't say why a request failed.
    if (error instanceof TypeError) throw new PickerError("serverAbsent", words.absent(new URL(address).origin));
    throw error;
  }
  if (response.ok) return response;
  throw await refusal(response);
}

/** @param {Response} response */
async function refusal(response) {
  const code = response.status === 410 ? "expired" : "refused";
  const message = response.status === 410 ? words.ended : words.refused(response.status);
  try {
    const { error } = await response.json();
    return new PickerError(response.status === 410 ? code : error.code, error.message, error.field ?? null);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return new PickerError(code, message);
    throw error;
  }
}

/**
 * Returns whether the browser lets the page connect to this device; `null` if it doesn't say.
 * @returns {Promise<PermissionState | null>}
 */
async function localAccess() {
  try {
    const name = /** @type {PermissionName} */ ("local-network-access");
    return (await navigator.permissions.query({ name })).state;
  } catch (error) {
    // The browser has no such permission.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

const barStyle = `
  div { position: fixed; inset: auto 16px 16px; z-index: 2147483647; display: flex; flex-wrap: wrap; gap: 8px 16px;
    align-items: center; max-width: 640px; margin: 0 auto; padding: 12px 16px; border-radius: 12px;
    background: #1d1c1a; color: #ffffff; font: 15px/1.4 system-ui, sans-serif;
    box-shadow: 0 12px 40px rgb(0 0 0 / 0.3); }
  p { flex: 1 1 240px; margin: 0; }
  a, button { padding: 6px 12px; border: 1px solid #ffffff; border-radius: 16px; background: none; color: inherit;
    font: inherit; text-decoration: none; cursor: pointer; }
  a { border-color: #f6b545; background: #f6b545; color: #1d1404; font-weight: 600; }
`;

/** A bar at the foot of the page with a notice. */
class NoticeBar {
  /** @type {HTMLElement | null} */
  #host = null;

  /** @param {PickerNotice} notice */
  show({ kind, text, link }) {
    this.#host?.remove();
    this.#host = null;
    if (kind === "none") return;
    const host = document.createElement("albumen-notice");
    const root = host.attachShadow({ mode: "open" });
    // Unlike a style element, this is no inline style for the page's policy.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(barStyle);
    root.adoptedStyleSheets = [sheet];
    const bar = document.createElement("div");
    bar.setAttribute("role", "alert");
    const line = document.createElement("p");
    line.textContent = text;
    bar.append(line);
    if (link !== null) {
      const anchor = document.createElement("a");
      anchor.href = link;
      anchor.target = "_blank";
      anchor.rel = "noopener";
      anchor.textContent = words.open;
      bar.append(anchor);
    }
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = words.close;
    close.addEventListener("click", () => host.remove());
    bar.append(close);
    root.append(bar);
    document.body.append(host);
    this.#host = host;
  }
}

/** @type {any} */ (globalThis).albumenPicker = Object.freeze({ pick, PickerError, PickedItem });
