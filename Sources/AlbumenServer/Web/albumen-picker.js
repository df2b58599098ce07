// Lets a page of any origin ask the owner of an Albumen library for photos. The owner chooses them in a window of the
// library's own server, and the page receives nothing else. The server sends the script with its modules as one file. Load
// it as a module from there, or copy it to the page's own site.
//
//     import { pick } from "http://127.0.0.1:8420/albumen-picker.js";
//     button.addEventListener("click", async () => {
//       for (const photo of await pick({ filter: { kind: "images" }, limit: 3 })) show(await photo.blob());
//     });
import { NoticeBar } from "./picker-script/notice-bar.js";
import { PickedItem } from "./picker-script/picked-item.js";
import { PickerError } from "./picker-script/picker-error.js";
import { abandon, begin, follow } from "./picker-script/session.js";
import { words } from "./picker-script/words.js";

export { PickedItem } from "./picker-script/picked-item.js";
export { PickerError } from "./picker-script/picker-error.js";

/** The address at which `albumen serve` listens by default. */
const usualServer = "http://127.0.0.1:8420";

const windowFeatures = "popup,width=1120,height=780";

/** @typedef {import("./picker-script/notice-bar.js").PickerNotice} PickerNotice */

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

/** @type {any} */ (globalThis).albumenPicker = Object.freeze({ pick, PickerError, PickedItem });
