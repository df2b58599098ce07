import { changed, filters } from "./recipe.js";
import { words } from "./words.js";

/** @typedef {import("./recipe.js").Filter} Filter */

/** The sides of a filter's picture, in pixels. */
const pictureSide = 112;

/** The filters, each with a small picture of the photo. */
export class FilterTool {
  name = "filters";
  label = words.filters;
  icon = "filters";
  element = document.createElement("div");
  #session;
  #preview;
  /** @type {{ filter: Filter | undefined, input: HTMLInputElement, canvas: HTMLCanvasElement }[]} */
  #choices = [];
  #frame = 0;

  /**
   * @param {import("./edit-session.js").EditSession} session
   * @param {import("./preview/photo-preview.js").PhotoPreview} preview
   */
  constructor(session, preview) {
    this.#session = session;
    this.#preview = preview;
    this.element.className = "editor-filters";
    this.element.setAttribute("role", "radiogroup");
    this.element.setAttribute("aria-label", words.filters);
    this.#choices = [undefined, ...filters].map((filter) => this.#choice(filter));
    session.addEventListener("change", () => this.#show());
    this.#show();
  }

  /** Draws the pictures when the reader opens the tool. */
  shown() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      if (!this.element.isConnected) return;
      this.#preview.drawSquares(this.#choices.map(({ filter, canvas }) => ({
        recipe: changed(this.#session.recipe, { filter, sharpness: undefined }), canvas,
      })));
    });
  }

  /** @param {Filter | undefined} filter */
  #choice(filter) {
    const input = document.createElement("input");
    input.type = "radio";
    input.name = "editor-filter";
    input.value = filter ?? "none";
    input.className = "visually-hidden";
    const canvas = document.createElement("canvas");
    canvas.width = pictureSide;
    canvas.height = pictureSide;
    canvas.setAttribute("aria-hidden", "true");
    const label = words.filterNames[filter ?? "none"];
    const text = document.createElement("span");
    text.textContent = label;
    const row = document.createElement("label");
    row.className = "editor-filter";
    row.append(input, canvas, text);
    input.addEventListener("change", () => {
      this.#session.change(changed(this.#session.recipe, { filter }), words.filterChange(label));
      this.#session.endStep();
    });
    this.element.append(row);
    return { filter, input, canvas };
  }

  #show() {
    for (const { filter, input } of this.#choices) input.checked = filter === this.#session.recipe.filter;
  }
}
