import { icon } from "../common/icons.js";
import { nameAction } from "../shortcuts/key-names.js";
import { words } from "./words.js";

/** @typedef {import("../shortcuts/shortcuts.js").ShortcutAction<"editor">} EditorKeyAction */
/** @typedef {EditorKeyAction | "endComparison" | "revert"} EditorAction */
/** @typedef {{ canUndo: boolean, canRedo: boolean, hasChanges: boolean, canRevert: boolean }} EditorState */

/** The bar of the editor: Cancel, Done, and the buttons between them. */
export class EditorBar {
  element = document.createElement("div");
  #run;
  /** @type {Partial<Record<EditorAction, HTMLButtonElement>>} */
  #buttons = {};

  /** @param {(action: EditorAction) => void} run carries out the action of a button */
  constructor(run) {
    this.#run = run;
    this.element.className = "editor-bar";
    const [cancel, done] = [this.#textButton("cancel", words.cancel), this.#textButton("done", words.done)];
    done.className = "button editor-done";
    const middle = document.createElement("div");
    middle.className = "editor-actions";
    const compare = this.#iconButton("compare", words.compare, "compare");
    this.#holdToCompare(compare);
    middle.append(
      this.#iconButton("undo", words.undo, "undo"), this.#iconButton("redo", words.redo, "redo"), compare,
      this.#iconButton("copy", words.copy, "copy"), this.#revertButton());
    this.element.append(cancel, middle, done);
  }

  /** @param {EditorState} state */
  show({ canUndo, canRedo, hasChanges, canRevert }) {
    const { undo, redo, revert, done } = this.#buttons;
    const set = (/** @type {HTMLButtonElement | undefined} */ button, /** @type {boolean} */ isOn) => {
      // Unlike `disabled`, this keeps the focus.
      button?.setAttribute("aria-disabled", String(!isOn));
    };
    set(undo, canUndo);
    set(redo, canRedo);
    if (revert) revert.hidden = !canRevert;
    done?.classList.toggle("has-changes", hasChanges);
  }

  /** @param {boolean} isHeld whether the photo is shown without its edits */
  showComparison(isHeld) {
    this.#buttons.compare?.setAttribute("aria-pressed", String(isHeld));
  }

  /**
   * @param {EditorAction} action
   * @param {string} label
   */
  #textButton(action, label) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "text-button";
    button.textContent = label;
    button.dataset.action = action;
    button.addEventListener("click", () => this.#run(action));
    this.#buttons[action] = button;
    return button;
  }

  #revertButton() {
    const button = this.#textButton("revert", "");
    button.className = "icon-button";
    button.title = words.revert;
    button.setAttribute("aria-label", words.revert);
    button.append(icon("restore"));
    return button;
  }

  /**
   * @param {EditorKeyAction} action
   * @param {string} label
   * @param {string} iconName
   */
  #iconButton(action, label, iconName) {
    const button = this.#textButton(action, "");
    button.className = "icon-button";
    nameAction(button, "editor", action, label);
    button.append(icon(iconName));
    return button;
  }

  /**
   * Shows the photo without edits while a pointer or key holds the button. A click by assistive technology switches.
   * @param {HTMLButtonElement} button
   */
  #holdToCompare(button) {
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      this.#run("compare");
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) {
      button.addEventListener(end, () => this.#run("endComparison"));
    }
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    for (const [name, action] of /** @type {const} */ ([["keydown", "compare"], ["keyup", "endComparison"]])) {
      button.addEventListener(name, (event) => {
        if (event.key !== " " && event.key !== "Enter") return;
        event.preventDefault();
        event.stopPropagation();
        this.#run(action);
      });
    }
    button.addEventListener("click", (event) => {
      event.stopImmediatePropagation();
      if (event.detail === 0) this.#run(button.getAttribute("aria-pressed") === "true" ? "endComparison" : "compare");
    }, { capture: true });
  }
}
