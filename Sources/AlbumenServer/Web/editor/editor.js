import { AdjustmentEditor } from "./adjustment-editor.js";
import { AdjustmentRequests } from "./adjustment-requests.js";
import { openPhotoTools } from "./photo-tools.js";

/** @typedef {import("./adjustment-editor.js").EditorCalls} EditorCalls */

/**
 * Opens the editor of an asset over the page. Fails with a `ServerError` if the asset can't be edited.
 * @param {string} asset
 * @param {EditorCalls} calls
 * @returns {Promise<void>} settles when the editor is closed
 */
export async function openEditor(asset, calls) {
  const requests = new AdjustmentRequests(calls.library);
  const adjustments = await requests.read(asset);
  const editor = new AdjustmentEditor(adjustments, requests, calls);
  await editor.open(await openTools(editor, calls.library));
}

/**
 * @param {AdjustmentEditor} editor
 * @param {import("../server/library.js").Library} library
 */
async function openTools(editor, library) {
  if (editor.session.adjustments.kind === "photo") return openPhotoTools(editor);
  // Few visits need these modules.
  const { openMovingEditor } = await import("./moving/moving-editor.js");
  return openMovingEditor(editor, library);
}
