import { pageWords as words } from "../common/words.js";

/** The title and the count in the header, and the title of the window. */
export class PageHeading {
  #parts;

  /** @param {Pick<import("./page-parts.js").PageParts, "title" | "count" | "select">} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * @param {object} content
   * @param {string | undefined} content.title `undefined` until it is known
   * @param {string} content.count
   * @param {boolean} content.canSelect whether photos can be selected
   * @param {string} [content.subject] names the window, by default the title
   */
  show({ title, count, canSelect, subject = title }) {
    this.#parts.title.textContent = title ?? "";
    this.#parts.count.textContent = count;
    this.#parts.select.hidden = !canSelect;
    document.title = subject ? words.titled(subject) : "Albumen";
  }
}
