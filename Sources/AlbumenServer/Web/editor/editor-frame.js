import { actionOf } from "../shortcuts/shortcuts.js";
import { EditorBar } from "./editor-bar.js";
import { EditorTabs } from "./editor-tabs.js";
import { words } from "./words.js";

/** @typedef {import("./editor-bar.js").EditorAction} EditorAction */
/** @typedef {import("./editor-tabs.js").EditorTool} EditorTool */

/**
 * The window of the editor: the bar with its buttons, the stage for the picture, and the tools beside or below it.
 */
export class EditorFrame {
  /** Where the picture is. */
  stage = document.createElement("div");
  element = document.createElement("dialog");
  #run;
  #bar;
  #tabs = new EditorTabs();
  #announcement = document.createElement("p");
  #status = document.createElement("div");
  #isBusy = false;
  /**
   * Has the focus again when the reader needn't wait any more.
   * @type {Element | null}
   */
  #focused = null;
  #closing = new AbortController();

  /** @param {(action: EditorAction) => void} run carries out the action of a button or key */
  constructor(run) {
    this.#run = run;
    this.#bar = new EditorBar(run);
    const { element, stage } = this;
    element.className = "editor";
    element.tabIndex = -1;
    element.setAttribute("aria-label", words.editor);
    stage.className = "editor-stage";
    this.#announcement.className = "visually-hidden";
    this.#announcement.setAttribute("aria-live", "polite");
    this.#status.className = "editor-status";
    this.#status.setAttribute("role", "status");
    const tools = document.createElement("div");
    tools.className = "editor-tools";
    tools.append(...this.#tabs.elements);
    element.append(this.#bar.element, stage, this.#status, tools, this.#announcement);
    element.addEventListener("cancel", (event) => {
      if (event.target !== element) return;
      event.preventDefault();
      this.#run("cancel");
    });
    element.addEventListener("keydown", (event) => this.#keyDown(event));
    element.addEventListener("keyup", (event) => {
      if (actionOf(event, "editor") === "compare") this.#run("endComparison");
    });
    addEventListener("blur", () => this.#run("endComparison"), { signal: this.#closing.signal });
  }

  /** @param {readonly EditorTool[]} tools the first is shown */
  set tools(tools) {
    this.#tabs.tools = tools;
  }

  /** The name of the tool that is shown. */
  get tool() {
    return this.#tabs.chosen;
  }

  open() {
    document.body.append(this.element);
    this.element.showModal();
    this.focus();
  }

  close() {
    this.#closing.abort();
    this.element.close();
    this.element.remove();
  }

  focus() {
    this.#tabs.focus();
  }

  /** @param {import("./editor-bar.js").EditorState} state */
  show(state) {
    this.#bar.show(state);
  }

  /** @param {boolean} isHeld whether the photo is shown without its edits */
  showComparison(isHeld) {
    this.#bar.showComparison(isHeld);
  }

  /**
   * Reads a text aloud in a screen reader.
   * @param {string} text
   */
  announce(text) {
    this.#announcement.textContent = text;
  }

  /**
   * Shows a message over the picture.
   * @param {string} text empty to remove it
   */
  showMessage(text) {
    this.#status.textContent = text;
  }

  /**
   * Shows how far the request is that the reader waits for. A screen reader doesn't read each percent aloud.
   * @param {string} text of the message
   * @param {string} share
   */
  showShare(text, share) {
    const number = document.createElement("span");
    number.setAttribute("aria-hidden", "true");
    number.textContent = ` ${share}`;
    this.#status.replaceChildren(text, number);
  }

  /**
   * Shows over the picture that a file has a fault, and offers the file.
   * @param {string} text
   * @param {{ address: string, originalFilename: string }} file
   */
  showFault(text, { address, originalFilename }) {
    const link = document.createElement("a");
    link.className = "editor-download";
    link.href = address;
    link.download = originalFilename;
    link.textContent = words.download;
    this.#status.replaceChildren(text, " ", link);
    // The stage has no picture.
    this.stage.classList.add("is-faulty");
  }

  /** Whether the reader waits, for example for the server. Then only Cancel works. */
  get isBusy() {
    return this.#isBusy;
  }

  /** @param {string | null} text the reason to wait; `null` if the reader needn't wait any more */
  setBusy(text) {
    this.#isBusy = text !== null;
    this.element.classList.toggle("is-busy", this.#isBusy);
    this.element.setAttribute("aria-busy", String(this.#isBusy));
    const parts = [this.stage, ...this.#tabs.elements];
    const { activeElement } = document;
    if (this.#isBusy && parts.some((part) => part.contains(activeElement))) {
      // An inert element loses the focus, and then no key would reach the window.
      this.#focused = activeElement;
      this.element.focus({ preventScroll: true });
    }
    for (const part of parts) part.inert = this.#isBusy;
    if (!this.#isBusy && activeElement === this.element) this.#restoreFocus();
    this.showMessage(text ?? "");
  }

  /** Focuses the control that had the focus before the reader waited. */
  #restoreFocus() {
    const focused = this.#focused;
    this.#focused = null;
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    else this.focus();
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    // The viewer and the page below don't receive the keys.
    event.stopPropagation();
    const action = actionOf(event, "editor");
    if (event.defaultPrevented || action === undefined) return;
    event.preventDefault();
    this.#run(action);
  }
}
