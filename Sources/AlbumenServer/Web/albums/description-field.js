import { words } from "./words.js";

/** An album's description, which a click changes into a field. */
export class DescriptionField {
  element = document.createElement("div");
  #write;
  #text = "";
  /** @type {HTMLFormElement | null} */
  #form = null;

  /** @param {(text: string) => void} write is called with another description */
  constructor(write) {
    this.#write = write;
    this.element.className = "album-description";
  }

  /** Whether the reader is writing. */
  get isOpen() {
    return this.#form !== null;
  }

  /** @param {string} text */
  show(text) {
    const isShown = text === this.#text && this.element.firstChild !== null;
    this.#text = text;
    if (this.isOpen || isShown) return;
    const hadFocus = this.element.contains(document.activeElement);
    const button = this.#drawText();
    if (hadFocus) button.focus();
  }

  /** Ends writing, and keeps the description. */
  close() {
    const hadFocus = this.element.contains(document.activeElement);
    this.#form = null;
    const button = this.#drawText();
    if (hadFocus) button.focus();
  }

  #drawText() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "album-description-text";
    button.classList.toggle("is-empty", this.#text === "");
    button.textContent = this.#text === "" ? words.addDescription : this.#text;
    if (this.#text !== "") button.setAttribute("aria-label", `${words.description}: ${this.#text}`);
    button.addEventListener("click", () => this.#open());
    this.element.replaceChildren(button);
    return button;
  }

  #open() {
    const form = document.createElement("form");
    form.className = "album-description-form";
    const field = document.createElement("textarea");
    field.rows = 3;
    field.maxLength = 4000;
    field.value = this.#text;
    field.setAttribute("aria-label", words.description);
    const cancel = document.createElement("button");
    cancel.type = "button";
    cancel.className = "text-button";
    cancel.textContent = words.cancel;
    cancel.addEventListener("click", () => this.close());
    const save = document.createElement("button");
    save.type = "submit";
    save.className = "button";
    save.textContent = words.save;
    form.append(field, cancel, save);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#save(field.value.trim());
    });
    // Keys belong to the field while the reader writes.
    form.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") this.close();
      else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
      else return;
      event.preventDefault();
    });
    this.#form = form;
    this.element.replaceChildren(form);
    field.focus();
  }

  /** @param {string} text */
  #save(text) {
    const isOther = text !== this.#text;
    this.#text = text;
    this.close();
    if (isOther) this.#write(text);
  }
}
