import { command } from "../albums/messages.js";
import { words } from "../albums/words.js";

/**
 * Keeps files that are dropped on the page from replacing it, and says how to import them.
 * @param {(text: HTMLElement) => void} tell shows the advice
 */
export function watchDroppedFiles(tell) {
  for (const type of /** @type {const} */ (["dragenter", "dragover"])) {
    addEventListener(type, (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
    });
  }
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    const text = document.createElement("span");
    text.append(words.dropped, " ", command());
    tell(text);
  });
}

/** @param {DragEvent} event */
function hasFiles({ dataTransfer }) {
  return dataTransfer?.types.includes("Files") ?? false;
}
