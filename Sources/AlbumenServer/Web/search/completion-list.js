import { ServerError } from "../server/server-connection.js";
import { formatNumber } from "../common/words.js";
import { words } from "./words.js";

/**
 * A text of the list. One without a text is an action.
 * @typedef {object} Completion
 * @property {string} text
 * @property {string} title
 * @property {keyof typeof words.completionKinds | null} kind
 * @property {number | null} count
 */

/** @typedef {(text: string, signal: AbortSignal) => Promise<Completion[]>} Complete */

/** How long the reader pauses before completions are requested, in milliseconds. */
const pauseMilliseconds = 120;

let listCount = 0;

/**
 * The list of texts that complete the text of a field, below the field.
 *
 * The field keeps the focus. Arrow keys choose a text, which Enter, a click or a tap takes.
 */
export class CompletionList {
  /** The list, to put beside the field. */
  element = document.createElement("div");
  #input;
  #take;
  #timer = 0;
  #leaving = new AbortController();
  /** @type {readonly Completion[]} */
  #completions = [];
  #active = -1;

  /**
   * @param {HTMLInputElement} input
   * @param {(text: string) => void} take is called with the text that the reader chooses; empty for an action
   */
  constructor(input, take) {
    this.#input = input;
    this.#take = take;
    const { element } = this;
    element.id = `completions-${++listCount}`;
    element.className = "search-completions";
    element.hidden = true;
    element.setAttribute("role", "listbox");
    element.setAttribute("aria-label", words.completions);
    // The field keeps the focus.
    element.addEventListener("pointerdown", (event) => event.preventDefault());
    element.addEventListener("mousedown", (event) => event.preventDefault());
    element.addEventListener("click", ({ target }) => this.#clicked(target));
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-expanded", "false");
    input.setAttribute("aria-controls", element.id);
    input.addEventListener("blur", () => this.close());
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /**
   * Shows the completions of the field's text after a pause.
   * @param {Complete} complete
   */
  update(complete) {
    this.#cancel();
    this.#timer = setTimeout(() => this.#request(complete), pauseMilliseconds);
  }

  /**
   * Shows these texts at once.
   * @param {readonly Completion[]} completions
   */
  offer(completions) {
    this.#cancel();
    this.#show(completions);
  }

  close() {
    this.offer([]);
  }

  /**
   * Chooses the next text, or the field's own text after the last one.
   * @param {1 | -1} step
   */
  move(step) {
    const places = this.#completions.length + 1;
    this.#activate((this.#active + 1 + step + places) % places - 1);
  }

  /** Takes the chosen text. Returns `false` if none is chosen. */
  take() {
    const completion = this.#completions[this.#active];
    if (completion === undefined) return false;
    this.close();
    this.#take(completion.text);
    return true;
  }

  #cancel() {
    clearTimeout(this.#timer);
    this.#leaving.abort();
    this.#leaving = new AbortController();
  }

  /** @param {Complete} complete */
  async #request(complete) {
    const { signal } = this.#leaving;
    const text = this.#input.value;
    if (text.trim() === "") {
      this.#show([]);
      return;
    }
    try {
      const completions = await complete(text, signal);
      if (!signal.aborted && document.activeElement === this.#input) this.#show(completions);
    } catch (error) {
      if (signal.aborted) return;
      // The search itself reports a failure.
      if (!(error instanceof ServerError)) throw error;
      this.#show([]);
    }
  }

  /** @param {readonly Completion[]} completions */
  #show(completions) {
    this.#completions = completions;
    this.element.hidden = completions.length === 0;
    this.element.replaceChildren(...completions.map((completion, index) => this.#option(completion, index)));
    this.#input.setAttribute("aria-expanded", String(this.isOpen));
    this.#activate(-1);
  }

  /**
   * @param {Completion} completion
   * @param {number} index
   */
  #option({ text, title, kind, count }, index) {
    const option = document.createElement("div");
    option.id = `${this.element.id}-${index}`;
    option.className = "search-completion";
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    option.title = text;
    const name = document.createElement("span");
    name.className = "completion-title";
    name.textContent = title;
    const detail = document.createElement("span");
    detail.className = "completion-detail";
    const kindName = kind === null ? [] : [words.completionKinds[kind]];
    detail.textContent = [...kindName, ...(count === null ? [] : [formatNumber(count)])].join(" · ");
    // Screen readers read no space between elements of one line.
    option.append(name, " ", detail);
    return option;
  }

  /** @param {number} index */
  #activate(index) {
    this.#active = index;
    for (const [place, option] of [...this.element.children].entries()) {
      option.setAttribute("aria-selected", String(place === index));
      if (place === index) option.scrollIntoView({ block: "nearest" });
    }
    const active = this.element.children[index];
    if (active) this.#input.setAttribute("aria-activedescendant", active.id);
    else this.#input.removeAttribute("aria-activedescendant");
  }

  /** @param {EventTarget | null} target */
  #clicked(target) {
    const option = target instanceof Element ? target.closest(".search-completion") : null;
    if (option === null) return;
    this.#active = [...this.element.children].indexOf(option);
    this.take();
  }
}
