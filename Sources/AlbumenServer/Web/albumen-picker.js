// Lets a page of any origin ask the owner of an Albumen library for photos. The owner chooses them in a window of the
// library's own server, and the page receives nothing else. The server sends the script with its modules as one file.
// Copy it to the page's own site, because browsers don't let public pages load scripts from this device.
//
//     import { pick } from "./albumen-picker.js";
//     button.addEventListener("click", async () => {
//       for (const photo of await pick({ filter: { kind: "images" }, limit: 3 })) show(await photo.blob());
//     });
import { answers } from "./picker-script/availability.js";
import {
  connectIn, endConnection, forgetSecret, isConnected, keepSecret, requireSecurePage, secretFor,
} from "./picker-script/connection.js";
import { chooseFiles } from "./picker-script/file-item.js";
import { askForLibrary } from "./picker-script/library-dialog.js";
import { NoticeBar } from "./picker-script/notice-bar.js";
import { PickedItem } from "./picker-script/picked-item.js";
import { PickerError } from "./picker-script/picker-error.js";
import { rememberedLibrary } from "./picker-script/remembered-library.js";
import { abandon, begin, follow } from "./picker-script/session.js";
import { words } from "./picker-script/words.js";

export { PickedItem } from "./picker-script/picked-item.js";
export { PickerError } from "./picker-script/picker-error.js";

/** The address at which `albumen serve` listens by default on this machine. */
const usualServer = "http://127.0.0.1:8420";

const windowFeatures = "popup,width=1120,height=780";

/** @typedef {import("./picker-script/notice-bar.js").PickerNotice} PickerNotice */

/**
 * What a page asks for. All options but the last six are those of the server's route, which checks them.
 * @typedef {object} PickOptions
 * @property {string} [server] the library's address, by default the one that the site is connected to, or
 *   `http://127.0.0.1:8420`
 * @property {string | null} [application] the page's name, which the owner sees as a claim
 * @property {string | null} [purpose] what the photos are for
 * @property {number} [limit] by default 1; 0 for no limit
 * @property {object | null} [filter] for example `{ kind: "images" }`
 * @property {"automatic" | "current" | "compatible"} [representation] by default `compatible`, which browsers show
 * @property {"default" | "ordered" | "continuous" | "continuousAndOrdered"} [selection]
 * @property {string[]} [preselected] tokens of items
 * @property {"default" | "compact"} [mode]
 * @property {string[]} [disabled]
 * @property {string[]} [edgesWithoutContentMargins]
 * @property {string | null} [search] the search with which the picker begins
 * @property {("location" | "captions")[]} [removes] details that the page doesn't need
 * @property {AbortSignal} [signal] ends the request
 * @property {(items: PickedItem[]) => void} [onChange] receives the items of each change in the continuous modes, once
 *   the owner has shared the first items
 * @property {((notice: PickerNotice) => void) | null} [onNotice] shows a notice. By default, a bar at the foot of the
 *   page does.
 */

/**
 * Lets the owner choose photos. Call it in a click, because browsers open windows only then.
 * @param {PickOptions} [options]
 * @returns {Promise<PickedItem[]>} no items if the owner cancels
 * @throws {PickerError}
 */
export async function pick(options = {}) {
  const { server, signal, onChange, onNotice, ...configuration } = options;
  signal?.throwIfAborted();
  // Before anything else, while the click still permits it.
  const opened = openWindow();
  const origin = originOf(server);
  const tell = telling(onNotice);
  const wanted = { representation: "compatible", ...configuration };
  /** @type {{ number: string, page: string, token: string } | null} */
  let session = null;
  try {
    session = await beginIn(opened, origin, wanted, signal, tell);
    if (session === null) return [];
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
 * Begins a session, and shows it in the window. If the library doesn't know the site yet, its owner first decides there
 * whether the site may ask.
 * @param {Window | null} opened
 * @param {string} origin
 * @param {object} configuration
 * @param {AbortSignal | undefined} signal
 * @param {(notice: PickerNotice) => void} tell
 * @returns {Promise<{ number: string, page: string, token: string } | null>} `null` if the owner refuses the site, or
 *   has closed the window
 */
async function beginIn(opened, origin, configuration, signal, tell) {
  const known = secretFor(origin);
  try {
    const session = await begin(origin, configuration, signal, tell, known);
    keepSecret(origin, known);
    if (opened === null) {
      tell({ kind: "blocked", text: words.blocked, link: session.page });
    } else if (opened.closed) {
      await abandon(origin, session);
      return null;
    } else opened.location.replace(session.page);
    return session;
  } catch (error) {
    if (!(error instanceof PickerError && error.code === "notConnected")) throw error;
    forgetSecret(known);
    if (opened?.closed) return null;
    requireSecurePage();
    // The window continues to the session by itself.
    const secret = await connectIn(opened ?? await openAgain(tell, signal), origin, { continues: true, signal });
    return secret === null ? null : begin(origin, configuration, signal, tell, secret);
  }
}

/**
 * Connects the site to the user's library on another machine, once in each browser. `pick` then uses that library. Call
 * it in a click. The user types or scans the library's address, unless the page knows it.
 * @param {Pick<PickOptions, "server" | "signal" | "onNotice">} [options]
 * @returns {Promise<string | null>} the library's address; `null` if the user cancels or refuses
 * @throws {PickerError}
 */
export async function connect(options = {}) {
  const { server, signal, onNotice } = options;
  signal?.throwIfAborted();
  requireSecurePage();
  const known = server === undefined ? null : { origin: originOf(server), opened: openWindow() };
  const chosen = known ?? await askForLibrary((origin) => ({ origin, opened: openWindow() }), { signal });
  if (chosen === null) return null;
  const { origin } = chosen;
  const tell = telling(onNotice);
  try {
    if (await isConnected(origin, signal)) {
      chosen.opened?.close();
      return origin;
    }
    const opened = chosen.opened ?? await openAgain(onNotice === null ? null : tell, signal);
    return await connectIn(opened, origin, { continues: false, signal }) === null ? null : origin;
  } catch (error) {
    chosen.opened?.close();
    throw error;
  } finally {
    tell({ kind: "none", text: "", link: null });
  }
}

/**
 * Ends the connection that `connect` has made.
 * @param {Pick<PickOptions, "signal">} [options]
 * @returns {Promise<void>}
 */
export async function disconnect(options = {}) {
  await endConnection(options.signal);
}

/** Returns the address of the library that the site is connected to in this browser, or `null` if there is none. */
export function connectedServer() {
  return rememberedLibrary()?.server ?? null;
}

function openWindow() {
  return window.open("about:blank", "_blank", windowFeatures);
}

/**
 * Asks for another click, because the browser blocked the window.
 * @param {((notice: PickerNotice) => void) | null} tell `null` if the page shows no notices
 * @param {AbortSignal} [signal]
 * @returns {Promise<Window>}
 */
async function openAgain(tell, signal) {
  const blocked = new PickerError("blocked", words.blockedConnection);
  if (tell === null) throw blocked;
  const none = () => tell({ kind: "none", text: "", link: null });
  /** @type {() => void} */
  let stop = () => {};
  try {
    return await new Promise((resolve, reject) => {
      stop = () => reject(signal?.reason);
      signal?.addEventListener("abort", stop, { once: true });
      const choose = () => {
        const opened = openWindow();
        if (opened === null) return;
        none();
        resolve(opened);
      };
      tell({
        kind: "blocked", text: words.blockedConnection, link: null, choose, decline: () => reject(blocked),
      });
    });
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/**
 * Returns whether `pick` can work: whether a library's server answers at the address. Opens no window and asks nobody.
 * @param {Pick<PickOptions, "server" | "signal">} [options]
 * @returns {Promise<boolean | null>} `null` if the browser would first ask its user whether the page may connect to
 *   this device
 */
export async function isAvailable(options = {}) {
  return answers(originOf(options.server), options.signal);
}

/**
 * Lets the user choose from a library, or files of the device if no library answers. Call it in a click.
 * @param {PickOptions} [options]
 * @returns {Promise<PickedItem[]>} no items if the user cancels. Items of the device have an empty `item`.
 * @throws {PickerError}
 */
export async function pickOrFile(options = {}) {
  if (await isAvailable(options) === false) {
    return openFiles(options, new PickerError("serverAbsent", words.absent(originOf(options.server))));
  }
  try {
    return await pick(options);
  } catch (error) {
    if (!(error instanceof PickerError) || !["serverAbsent", "denied"].includes(error.code)) throw error;
    return openFiles(options, error);
  }
}

/**
 * Opens the browser's dialog for files. If the click no longer permits it, asks for another one, with which the user can
 * also connect the site to a library.
 * @param {PickOptions} options
 * @param {PickerError} reason why no library answers, for pages that show no notices
 * @returns {Promise<PickedItem[]>}
 */
async function openFiles(options, reason) {
  if (hasActivation()) return chooseFiles(options);
  if (options.onNotice === null) throw reason;
  const tell = telling(options.onNotice);
  const { signal } = options;
  try {
    return await new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      tell({
        kind: "files", text: words.device, link: null, decline: () => resolve([]),
        choose: () => resolve(chooseFiles(options)),
        connect: () => {
          tell({ kind: "none", text: "", link: null });
          resolve(pickElsewhere(options));
        },
      });
    });
  } finally {
    tell({ kind: "none", text: "", link: null });
  }
}

/**
 * Lets the user name a library and choose from it.
 * @param {PickOptions} options
 * @returns {Promise<PickedItem[]>}
 */
async function pickElsewhere(options) {
  const { signal } = options;
  return await askForLibrary((server) => pick({ ...options, server }), { signal }) ?? [];
}

/** Whether the click still permits a dialog for files. Older browsers don't say. */
function hasActivation() {
  const { userActivation } = /** @type {{ userActivation?: { isActive: boolean } }} */ (navigator);
  return userActivation?.isActive ?? false;
}

/** @param {string} [server] */
function originOf(server = rememberedLibrary()?.server ?? usualServer) {
  return new URL(server, location.href).origin;
}

/**
 * Returns the function that shows notices.
 * @param {PickOptions["onNotice"]} onNotice
 * @returns {(notice: PickerNotice) => void}
 */
function telling(onNotice) {
  const bar = onNotice === undefined ? new NoticeBar() : null;
  return (notice) => (bar ? bar.show(notice) : onNotice?.(notice));
}

/** @type {any} */ (globalThis).albumenPicker = Object.freeze({
  pick, pickOrFile, isAvailable, connect, disconnect, connectedServer, PickerError, PickedItem,
});
