/** The folders, or sections, that the reader has closed in this browser. */
export class ClosedFolders {
  #storageKey;
  #names;

  /** @param {string} [storageKey] */
  constructor(storageKey = "albumen.closedFolders") {
    this.#storageKey = storageKey;
    this.#names = new Set((localStorage.getItem(storageKey) ?? "").split(" ").filter(Boolean));
  }

  /** @param {string} name without spaces */
  has(name) {
    return this.#names.has(name);
  }

  /**
   * Closes a folder, or opens it if it is closed.
   * @param {string} name without spaces
   */
  toggle(name) {
    if (!this.#names.delete(name)) this.#names.add(name);
    localStorage.setItem(this.#storageKey, [...this.#names].join(" "));
  }
}
