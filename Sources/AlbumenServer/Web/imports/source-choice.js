import { words } from "./words.js";

/** The name of the choice of a path that the reader types. */
const otherName = "other";

/** The form that asks what to bring over: what was found, or a path, and the options. */
export class SourceChoice {
  element = document.createElement("div");
  #group = document.createElement("div");
  #notice = document.createElement("p");
  #path = document.createElement("input");
  #field = document.createElement("label");
  #options = {
    personsAsKeywords: checkbox(words.persons), trashed: checkbox(words.trashed), restore: checkbox(words.restore),
  };
  /** @type {API.Source[]} */
  #sources = [];

  constructor() {
    this.element.className = "import-choice";
    this.#group.className = "ask-choices";
    this.#group.setAttribute("role", "radiogroup");
    this.#group.setAttribute("aria-label", words.source);
    this.#notice.textContent = words.searching;
    this.#notice.setAttribute("role", "status");
    this.#path.type = "text";
    this.#path.placeholder = words.pathHint;
    this.#path.autocomplete = "off";
    this.#path.spellcheck = false;
    this.#path.setAttribute("autocapitalize", "off");
    const pathLabel = document.createElement("span");
    pathLabel.textContent = words.pathLabel;
    this.#field.className = "ask-field";
    this.#field.append(pathLabel, this.#path);
    const options = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = words.options;
    options.className = "import-options";
    options.append(summary, ...Object.values(this.#options).map(({ label }) => label));
    this.#group.append(this.#choice(otherName, words.otherPath, "", true));
    this.#group.addEventListener("change", () => this.#chosen());
    this.element.append(this.#notice, this.#group, this.#field, options);
  }

  /**
   * Shows what was found.
   * @param {API.Sources} found
   */
  show({ sources, isComplete }) {
    this.#sources = sources;
    this.#notice.textContent = sources.length === 0 ? words.noneFound : isComplete ? "" : words.incomplete;
    // Nothing moves below what the reader is typing.
    const isTyped = this.#path.value !== "";
    const rows = sources.map(({ kind, path }, index) => {
      const name = kind === null ? words.camera : words.kinds[kind] ?? kind;
      return this.#choice(String(index), name, path, index === 0 && !isTyped);
    });
    this.#group.prepend(...rows);
    this.#chosen();
  }

  /** Says that nothing could be searched. */
  showFailure() {
    this.#notice.textContent = words.noneFound;
  }

  /**
   * The request; `null` if the path is missing.
   * @returns {API.ImportRequest | null}
   */
  get request() {
    const name = this.#checked;
    const paths = name === otherName ? [this.#path.value.trim()].filter(Boolean) : this.#sources[Number(name)].paths;
    if (paths.length === 0) {
      this.#path.focus();
      return null;
    }
    const { personsAsKeywords, trashed, restore } = this.#options;
    return {
      paths, personsAsKeywords: personsAsKeywords.input.checked, trashed: trashed.input.checked,
      restore: restore.input.checked,
    };
  }

  get #checked() {
    const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (this.#group.querySelectorAll("input"));
    return [...inputs].find(({ checked }) => checked)?.value ?? otherName;
  }

  #chosen() {
    this.#field.hidden = this.#checked !== otherName;
  }

  /**
   * @param {string} value
   * @param {string} title
   * @param {string} detail
   * @param {boolean} isChecked
   */
  #choice(value, title, detail, isChecked) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    input.type = "radio";
    input.name = "import-source";
    input.value = value;
    input.checked = isChecked;
    const text = document.createElement("span");
    text.textContent = title;
    const more = document.createElement("small");
    more.textContent = detail;
    text.append(more);
    label.append(input, text);
    return label;
  }
}

/** @param {string} text */
function checkbox(text) {
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.type = "checkbox";
  label.append(input, text);
  return { label, input };
}
