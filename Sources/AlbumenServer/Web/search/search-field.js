import { icon } from "../common/icons.js";
import { nameAction } from "../shortcuts/key-names.js";
import { CompletionList } from "./completion-list.js";
import { words } from "./words.js";

/** How long the reader pauses before the text is searched for, in milliseconds. */
const pauseMilliseconds = 250;

const longestText = 200;

/**
 * `<search-field>`: a field for a text that photos match. In a narrow window it is a button until the reader opens it.
 *
 * Events, which bubble: `search-text` ({text}) when the reader searches for another text, or for none; `search-leave`
 * when the reader goes on to the photos.
 */
export class SearchField extends HTMLElement {
  #input = document.createElement("input");
  #open = document.createElement("button");
  #clear = document.createElement("button");
  /**
   * Returns texts that complete a text; `null` if there are none.
   * @type {import("./completion-list.js").Complete | null}
   */
  complete = null;
  /**
   * The texts to show before the reader writes one; `null` for none.
   * @type {import("./recent-searches.js").RecentSearches | null}
   */
  recent = null;
  #completions = new CompletionList(this.#input, (text) => this.#take(text));
  #timer = 0;
  /** The text that was searched for last. */
  #text = "";

  connectedCallback() {
    if (this.firstChild) return;
    this.setAttribute("role", "search");
    const input = this.#input;
    input.type = "text";
    input.inputMode = "search";
    input.enterKeyHint = "search";
    input.className = "search-input";
    input.maxLength = longestText;
    input.placeholder = words.search;
    input.autocomplete = "off";
    input.spellcheck = false;
    nameAction(input, "page", "search", words.search);
    this.#open.type = "button";
    this.#open.className = "icon-button search-open";
    this.#open.append(icon("search"));
    nameAction(this.#open, "page", "search", words.search);
    this.#open.addEventListener("click", () => this.focusText());
    this.#clear.type = "button";
    this.#clear.className = "icon-button search-clear";
    this.#clear.title = words.clear;
    this.#clear.setAttribute("aria-label", words.clear);
    this.#clear.append(icon("close"));
    this.#clear.addEventListener("click", () => {
      this.#empty();
      if (this.#open.offsetParent === null) input.focus();
    });
    const glass = icon("search");
    glass.classList.add("search-icon");
    input.addEventListener("input", () => this.#written());
    input.addEventListener("keydown", (event) => this.#keyDown(event));
    input.addEventListener("focus", () => this.#offerRecent());
    this.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && this.contains(relatedTarget)) return;
      this.#show();
      this.recent?.note(this.#text);
    });
    this.append(this.#open, glass, input, this.#clear, this.#completions.element);
    this.#show();
  }

  /** The text that is searched for. While the reader writes, setting it changes nothing. */
  set text(text) {
    if (document.activeElement === this.#input && text !== "") return;
    clearTimeout(this.#timer);
    this.#text = text;
    this.#input.value = text;
    this.#show();
  }

  get text() {
    return this.#text;
  }

  /** Lets the reader write. */
  focusText() {
    this.toggleAttribute("data-open", true);
    this.#input.focus();
    this.#input.select();
  }

  #written() {
    this.#show();
    if (this.#input.value.trim() === "") this.#offerRecent();
    else if (this.complete) this.#completions.update(this.complete);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#search(), pauseMilliseconds);
  }

  /** Shows the last searches while the field is empty. */
  #offerRecent() {
    const texts = this.#input.value.trim() === "" ? this.recent?.texts ?? [] : [];
    if (texts.length === 0) return this.#completions.close();
    this.#completions.offer([
      ...texts.map((text) => ({ text, title: text, kind: /** @type {const} */ ("recent"), count: null })),
      { text: "", title: words.clearRecent, kind: null, count: null },
    ]);
  }

  #search() {
    clearTimeout(this.#timer);
    const text = this.#input.value.trim();
    if (text === this.#text) return;
    this.#text = text;
    this.dispatchEvent(new CustomEvent("search-text", { bubbles: true, detail: { text } }));
  }

  /**
   * Searches for a text that completes the reader's.
   * @param {string} text empty to forget the last searches
   */
  #take(text) {
    if (text === "") return this.recent?.clear();
    this.#input.value = text.slice(0, longestText);
    this.#show();
    this.#search();
  }

  #empty() {
    this.#completions.close();
    this.#input.value = "";
    this.#search();
    this.#show();
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    // An input method uses these keys for itself.
    if (event.isComposing) return;
    const { key } = event;
    const completions = this.#completions;
    if (completions.isOpen && (key === "ArrowDown" || key === "ArrowUp")) {
      event.preventDefault();
      completions.move(key === "ArrowDown" ? 1 : -1);
    } else if (completions.isOpen && key === "Escape") {
      event.preventDefault();
      completions.close();
    } else if (key === "Enter" && completions.take()) {
      event.preventDefault();
    } else if (key === "Escape") {
      event.preventDefault();
      const wasEmpty = this.#input.value === "";
      this.#empty();
      if (wasEmpty) this.#leave();
    } else if (key === "Enter" || key === "ArrowDown") {
      event.preventDefault();
      this.#search();
      this.#leave();
    }
  }

  #leave() {
    this.#input.blur();
    this.dispatchEvent(new CustomEvent("search-leave", { bubbles: true }));
  }

  #show() {
    this.#clear.hidden = this.#input.value === "";
    this.toggleAttribute("data-open", this.#input.value !== "" || this.contains(document.activeElement));
  }
}

customElements.define("search-field", SearchField);
