import { words } from "./words.js";

/** The elements around a viewer: its dialog, the surface with everything that is shown, and what is behind it. */
export class ViewerWindow {
  dialog = document.createElement("dialog");
  surface = document.createElement("div");
  backdrop = document.createElement("div");

  /**
   * @param {() => void} close is called when the reader closes the dialog
   * @param {() => void} closed is called when the dialog is closed. The browser may close it without asking.
   */
  constructor(close, closed) {
    const { dialog, surface, backdrop } = this;
    backdrop.className = "viewer-backdrop";
    surface.className = "viewer-surface";
    surface.tabIndex = -1;
    dialog.className = "viewer-dialog";
    dialog.setAttribute("aria-label", words.viewer);
    dialog.append(backdrop, surface);
    dialog.addEventListener("cancel", (event) => {
      if (event.target !== dialog) return;
      event.preventDefault();
      close();
    });
    dialog.addEventListener("close", () => {
      if (!dialog.open) closed();
    });
  }
}
