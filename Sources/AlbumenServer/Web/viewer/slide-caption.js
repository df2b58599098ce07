/** The free space below a picture that takes a line of text, in CSS pixels. */
const lineSpace = 56;

/**
 * The caption of a photo: below the picture or, if there is no space, over its lower edge. Screen readers have it in
 * the picture's name.
 */
export class SlideCaption {
  element = document.createElement("div");
  #paragraph = document.createElement("p");

  constructor() {
    this.element.className = "viewer-caption";
    this.element.hidden = true;
    this.element.setAttribute("aria-hidden", "true");
    this.element.append(this.#paragraph);
  }

  /** @param {string} text empty if the photo has none */
  set text(text) {
    const trimmed = text.trim();
    if (this.#paragraph.textContent !== trimmed) this.#paragraph.textContent = trimmed;
    this.element.hidden = trimmed === "";
  }

  /**
   * @param {number} bottom of the picture, in CSS pixels from the stage's upper edge
   * @param {number} height of the stage
   */
  place(bottom, height) {
    this.element.style.setProperty("--picture-bottom", `${bottom}px`);
    this.element.classList.toggle("is-over", height - bottom < lineSpace);
  }
}
