const storageKey = "albumen.closedFolders";

/** The folders that the reader has closed in this browser. */
export class ClosedFolders {
  #identifiers = new Set((localStorage.getItem(storageKey) ?? "").split(" ").filter(Boolean));

  /** @param {string} identifier */
  has(identifier) {
    return this.#identifiers.has(identifier);
  }

  /**
   * Closes a folder, or opens it if it is closed.
   * @param {string} identifier
   */
  toggle(identifier) {
    if (!this.#identifiers.delete(identifier)) this.#identifiers.add(identifier);
    localStorage.setItem(storageKey, [...this.#identifiers].join(" "));
  }
}
