import { actionOf } from "../shortcuts/shortcuts.js";

/** @typedef {{ rank: number, identifier: string }} Photo */
/** @typedef {import("../shortcuts/shortcuts.js").ShortcutAction<"selection">} SelectionShortcut */

/**
 * What the page does for its shortcuts.
 * @typedef {object} PageKeyCalls
 * @property {() => void} showShortcuts
 * @property {() => void} search lets the reader write a text to search for
 * @property {() => boolean} undo returns `false` if there is nothing to undo
 * @property {() => void} selectAll
 * @property {(photo: Photo | null) => boolean} endSelecting returns `false` if no photos are being selected
 * @property {() => boolean} hasSelected returns whether photos are selected
 * @property {(action: SelectionShortcut, photo: Photo | null) => void} act carries out an action for the selected
 *   photos or, if none are selected, for the photo in focus
 */

/** The actions that change only the place of a photo in focus. */
const shifts = new Set(["back", "forward"]);

/**
 * Listens for the shortcuts of the page, the grid and the selection wherever the focus is, so that they work from the
 * first moment and after what had the focus is gone.
 *
 * Elements handle their own keys first and prevent the default. Text fields, menus and dialogs keep all keys.
 */
export class PageKeys {
  #parts;
  #calls;

  /**
   * @param {Pick<import("./page-parts.js").PageParts, "grid" | "covers" | "viewer" | "sidebar" | "main" | "header">}
   *   parts
   * @param {PageKeyCalls} calls
   */
  constructor(parts, calls) {
    this.#parts = parts;
    this.#calls = calls;
    addEventListener("keydown", (event) => this.#keyDown(event));
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Element) || this.#isCovered(target)) return;
    // A notice may have replaced the page.
    if (!this.#parts.main.isConnected) return;
    const action = actionOf(event, "page");
    if (action === "help") {
      event.preventDefault();
      this.#calls.showShortcuts();
    } else if (action === "search") {
      if (this.#parts.viewer.isOpen) return;
      event.preventDefault();
      this.#calls.search();
    } else if (action === "undo") {
      if (this.#calls.undo()) event.preventDefault();
    } else if (this.#parts.viewer.isOpen || this.#parts.grid.inert || this.#parts.grid.hidden) {
      // "All" never means the text of the page.
      if (actionOf(event, "selection") === "all") event.preventDefault();
      else if (!this.#parts.viewer.isOpen) this.#move(event, target);
    } else if (!this.#select(event, target)) {
      this.#move(event, target);
    }
  }

  /**
   * Whether a menu or dialog other than the viewer receives the keys.
   * @param {Element} target
   */
  #isCovered(target) {
    const { viewer } = this.#parts;
    const dialogs = [...document.querySelectorAll("dialog:modal")].filter((dialog) => !viewer.contains(dialog));
    return dialogs.length > 0 || target.closest("[popover], [role=menu]") !== null;
  }

  /**
   * Carries out a shortcut for the selection.
   * @param {KeyboardEvent} event
   * @param {Element} target
   * @returns {boolean} `false` if the key has another meaning, such as Shift with an arrow key
   */
  #select(event, target) {
    const { grid, sidebar } = this.#parts;
    const action = actionOf(event, "selection");
    if (action === undefined) return false;
    const photo = grid.photoOf(target);
    if (action === "all") {
      event.preventDefault();
      this.#calls.selectAll();
    } else if (action === "end") {
      if (this.#calls.endSelecting(photo)) event.preventDefault();
    } else if (action === "copyEdit" && getSelection()?.isCollapsed === false) {
      // The reader copies a text.
      return true;
    } else if (action === "extend" || action === "extendFar") {
      return false;
    } else if (!sidebar.contains(target) && (photo !== null || (this.#calls.hasSelected() && !shifts.has(action)))) {
      event.preventDefault();
      this.#calls.act(action, photo);
    }
    return true;
  }

  /**
   * Moves in the grid, in the months and years over it, or in a page of albums, although it doesn't have the focus.
   * @param {KeyboardEvent} event
   * @param {Element} target
   */
  #move(event, target) {
    const { grid, covers, header, main } = this.#parts;
    const isNothing = target === document.body || target === document.documentElement || target === main;
    const action = actionOf(event, "grid");
    // A button in the header is pressed with Enter and Space, and a field in it has all keys.
    const isInHeader = header.contains(target) && !target.matches("input, select")
      && action !== "open" && action !== "choose";
    if (!isNothing && !isInHeader) return;
    if (!covers.hidden) covers.keyPressed(event);
    else if (grid.inert) document.querySelector("period-overview")?.keyPressed(event);
    else grid.keyPressed(event);
  }
}
