import { words } from "./words.js";

/**
 * A row of the list of albums.
 * @typedef {{ item: HTMLElement, title: string, depth: number, isFolder: boolean }} AlbumRow
 */

/** A field that filters a list of albums by their names. Typing in the list goes to the field. */
export class AlbumFilter {
  #list;
  #rows;
  #input = document.createElement("input");
  #message = document.createElement("p");

  /**
   * @param {HTMLElement} list
   * @param {readonly AlbumRow[]} rows in the list's order, each folder before its contents
   */
  constructor(list, rows) {
    this.#list = list;
    this.#rows = rows;
    const input = this.#input;
    input.type = "search";
    input.className = "picker-filter";
    input.placeholder = words.filterAlbums;
    input.autocomplete = "off";
    input.setAttribute("aria-label", words.filterAlbums);
    input.addEventListener("input", () => this.#filter());
    input.addEventListener("keydown", (event) => this.#keyDown(event));
    this.#message.className = "picker-message";
    this.#message.setAttribute("role", "status");
    list.addEventListener("keydown", (event) => this.#typed(event));
  }

  /** The field and a message; empty if there are no albums. */
  get elements() {
    return this.#rows.length > 0 ? [this.#input, this.#message] : [];
  }

  #filter() {
    const wanted = folded(this.#input.value.trim());
    // A folder is visible if an album in it is. The depth at which the next folder before a visible row holds it:
    let holder = -1;
    let count = 0;
    for (const { item, title, depth, isFolder } of this.#rows.toReversed()) {
      const isShown = isFolder ? wanted === "" || depth === holder : folded(title).includes(wanted);
      item.hidden = !isShown;
      if (!isShown) continue;
      holder = depth - 1;
      if (!isFolder) count += 1;
    }
    this.#message.textContent = count === 0 && wanted !== "" ? words.noAlbumNamed(this.#input.value.trim()) : "";
  }

  /**
   * Return chooses the first album that matches, and the arrow key goes to it.
   * @param {KeyboardEvent} event
   */
  #keyDown(event) {
    if (event.isComposing || (event.key !== "Enter" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    const isFiltered = this.#input.value.trim() !== "";
    const first = isFiltered
      ? this.#rows.find(({ item, isFolder }) => !isFolder && !item.hidden)?.item.querySelector("button")
      : this.#list.querySelector("button");
    if (event.key === "ArrowDown") first?.focus();
    else if (isFiltered) first?.click();
  }

  /** @param {KeyboardEvent} event */
  #typed({ key, ctrlKey, metaKey, altKey }) {
    // Space presses the button in focus.
    if (key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey) this.#input.focus();
  }
}

/**
 * Returns a text without the differences of case and diacritics.
 * @param {string} text
 */
function folded(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
