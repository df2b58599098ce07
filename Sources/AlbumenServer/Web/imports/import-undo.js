import { isConfirmed } from "../dialogs/dialogs.js";
import { ServerError } from "../server/server-connection.js";
import { ImportRequests } from "./import-requests.js";
import { words } from "./words.js";

/**
 * Asks whether to undo an import, and does it.
 * @param {import("../server/library.js").Library} library
 * @param {string} album
 * @param {(text: string) => void} tell
 * @returns {Promise<boolean>} whether the import is undone
 */
export async function undoImport(library, album, tell) {
  const requests = new ImportRequests(library);
  try {
    const count = await requests.undoCount(album);
    const isAgreed = await isConfirmed({
      title: words.undoTitle(count), text: words.undoText, confirm: words.undoImport, isDanger: true,
    });
    if (!isAgreed) return false;
    const { assets } = await requests.undo(album, count);
    tell(words.undone(assets.length));
    return true;
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    tell(error.message);
    return false;
  }
}
