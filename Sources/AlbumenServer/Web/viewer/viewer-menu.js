import { menuPlace } from "../dialogs/menu-place.js";
import { otherOriginalOf } from "./facts.js";
import { words } from "./words.js";

/** Where the browser's own menu opens: on texts that can be copied, on links, and in menus. */
const foreign = "facts-panel, burst-strip, .viewer-notice, a, .popup-menu, .viewer-menu";

/**
 * A request for the menu of the photo in the viewer.
 * @typedef {object} ViewerMenuRequest
 * @property {import("../grid/loaded-windows.js").TimelineItem} item
 * @property {boolean} isFrame whether the viewer shows the frames of a burst
 * @property {import("../dialogs/menu-place.js").MenuPlace} place
 * @property {import("./facts.js").OtherOriginal | null} otherOriginal that the reader can choose
 * @property {import("../dialogs/popup-menu.js").MenuEntry[]} entries of the viewer itself
 */

/**
 * The viewer as its menu sees it.
 * @typedef {object} MenuViewer
 * @property {HTMLElement} anchor fills the window
 * @property {API.Asset | null} facts of the photo; `null` until they are loaded
 * @property {import("./viewer-burst.js").ViewerBurst} burst
 * @property {(command: import("./viewer-keys.js").Command) => void} run
 */

/**
 * Returns where the menu opens that the reader asks for, or `null` if the browser opens its own.
 * @param {MouseEvent} event a `contextmenu`
 * @param {HTMLElement} anchor
 */
export function viewerMenuPlace(event, anchor) {
  const { target, defaultPrevented } = event;
  return defaultPrevented || !(target instanceof Element) || target.closest(foreign) ? null : menuPlace(event, anchor);
}

/**
 * Returns the request for the menu of a photo.
 * @param {import("../grid/loaded-windows.js").TimelineItem} item
 * @param {import("../dialogs/menu-place.js").MenuPlace | null} place `null` for the middle of the window
 * @param {MenuViewer} viewer
 * @returns {ViewerMenuRequest}
 */
export function viewerMenuRequest(item, place, { anchor, facts, burst, run }) {
  const entries = [{ label: words.information, icon: "info", perform: () => run("information") }];
  if (burst.canMakeKeyPhoto) {
    entries.unshift({ label: words.makeKeyPhoto, icon: "star", perform: () => run("keyPhoto") });
  }
  const point = place?.point ?? { x: innerWidth / 2, y: innerHeight / 3 };
  const otherOriginal = facts && otherOriginalOf(facts);
  return { item, isFrame: burst.isEntered, place: { anchor, point }, otherOriginal, entries };
}
