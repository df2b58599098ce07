import { icon } from "../common/icons.js";
import { filesOf, shownFilesOf } from "./facts.js";
import { words } from "./words.js";

/** Downloads a photo's original, or opens a menu if there are several files. */
export class DownloadButton {
  /** Contains the button. */
  element = document.createElement("div");
  /** @type {HTMLElement | null} */
  #menu = null;
  /** @type {API.Asset | null | undefined} */
  #facts = undefined;

  constructor() {
    this.element.className = "viewer-download";
    this.facts = null;
  }

  /** @param {API.Asset | null} facts `null` if they are not loaded */
  set facts(facts) {
    if (facts === this.#facts) return;
    this.#facts = facts;
    this.#menu = null;
    const originals = facts ? filesOf(facts) : [];
    const shown = facts ? shownFilesOf(facts) : [];
    if (originals.length === 1 && shown.length === 0) this.element.replaceChildren(link(originals[0]));
    else this.element.replaceChildren(...this.#button(shown, originals));
  }

  /** Closes the menu. Returns `false` if it isn't open. */
  closeMenu() {
    if (!this.#menu?.matches(":popover-open")) return false;
    this.#menu.hidePopover();
    return true;
  }

  /**
   * @param {import("./facts.js").FactFile[]} shown
   * @param {import("./facts.js").FactFile[]} originals
   */
  #button(shown, originals) {
    const files = [...shown, ...originals];
    const title = shown.length > 0 ? words.downloadMenu : words.downloads;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "icon-button";
    button.title = title;
    button.setAttribute("aria-label", title);
    button.append(icon("download"));
    button.disabled = files.length === 0;
    if (files.length === 0) return [button];
    const menu = document.createElement("ul");
    menu.className = "viewer-menu";
    menu.popover = "auto";
    button.popoverTargetElement = menu;
    this.#menu = menu;
    for (const file of files) {
      const entry = document.createElement("a");
      entry.href = file.address;
      entry.download = file.name;
      const details = document.createElement("span");
      details.className = "facts-detail";
      details.textContent = `${file.kind} · ${file.value}`;
      entry.append(file.name, details);
      entry.addEventListener("click", () => this.closeMenu());
      const row = document.createElement("li");
      row.append(entry);
      menu.append(row);
    }
    return [button, menu];
  }
}

/** @param {import("./facts.js").FactFile} file */
function link(file) {
  const made = document.createElement("a");
  made.className = "icon-button";
  made.href = file.address;
  made.download = file.name;
  made.title = words.download;
  made.setAttribute("aria-label", words.download);
  made.append(icon("download"));
  return made;
}
