import { words } from "./words.js";

/** @typedef {import("./pick-requests.js").Detail} Detail */

/** @type {{ name: Detail, label: string, left: string }[]} */
const details = [
  { name: "location", label: words.location, left: words.locationLeft },
  { name: "captions", label: words.captions, left: words.captionsLeft },
];

/** The switches that leave out details of the chosen files. Details that the app leaves out stay out. */
export class DetailSwitches {
  element = document.createElement("fieldset");
  /** @type {Map<Detail, HTMLInputElement>} */
  #inputs = new Map();
  #note = document.createElement("p");

  /** @param {readonly Detail[]} removed details that the app doesn't get */
  constructor(removed) {
    this.element.className = "picker-details";
    const legend = document.createElement("legend");
    legend.textContent = words.include;
    const labels = details.map(({ name, label, left }) => {
      const input = document.createElement("input");
      input.type = "checkbox";
      input.name = name;
      const isLeft = removed.includes(name);
      input.checked = !isLeft;
      input.disabled = isLeft;
      input.addEventListener("change", () => this.#show());
      this.#inputs.set(name, input);
      const element = document.createElement("label");
      element.title = isLeft ? left : "";
      element.append(input, label);
      return element;
    });
    this.#note.className = "picker-note";
    this.#note.setAttribute("role", "status");
    this.element.append(legend, ...labels, this.#note);
    this.#show();
  }

  /** The details that the app doesn't get. */
  get removes() {
    return details.map(({ name }) => name).filter((name) => this.#inputs.get(name)?.checked === false);
  }

  #show() {
    this.#note.textContent = this.removes.length > 0 ? words.raw : "";
  }
}
