import { isConfirmed } from "../dialogs/dialogs.js";
import { words } from "./words.js";

/**
 * Asks whether files that another app has shared are added. A web page can pretend to be such an app.
 * @param {number} count
 */
export function isSharingConfirmed(count) {
  return isConfirmed({
    title: words.shareTitle(count), text: words.shareText, confirm: words.shareAdd, cancel: words.shareRefuse,
    // A key that is pressed too soon adds nothing.
    isFinal: true,
  });
}
