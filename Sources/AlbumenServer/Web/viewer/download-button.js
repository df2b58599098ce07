import { icon } from "../icons.js";
import { filesOf } from "./facts.js";
import { words } from "./words.js";

/** Downloads a photo's original, or offers its originals where it has several. */
export class DownloadButton {
  /** Where the button is put. */
  element = document.createElement("div");
  #menu = null;
  #facts = undefined;

  constructor() {
    this.element.className = "viewer-download";
    this.facts = null;
  }

  /** @param {object | null} facts as the server tells them; null while they are not known */
  set facts(facts) {
    if (facts === this.#facts) return;
    this.#facts = facts;
    this.#menu = null;
    const files = facts ? filesOf(facts) : [];
    if (files.length === 1) this.element.replaceChildren(link(files[0]));
    else this.element.replaceChildren(...this.#button(files));
  }

  /** Closes the menu of several originals; false where it was not open. */
  closeMenu() {
    if (!this.#menu?.matches(":popover-open")) return false;
    this.#menu.hidePopover();
    return true;
  }

  #button(files) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "icon-button";
    button.title = words.downloads;
    button.setAttribute("aria-label", words.downloads);
    button.append(icon("download"));
    button.disabled = files.length === 0;
    if (files.length === 0) return [button];
    this.#menu = document.createElement("ul");
    this.#menu.className = "viewer-menu";
    this.#menu.popover = "auto";
    button.popoverTargetElement = this.#menu;
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
      this.#menu.append(row);
    }
    return [button, this.#menu];
  }
}

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
