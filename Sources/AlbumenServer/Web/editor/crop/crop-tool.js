import { changed, wholeCrop } from "../recipe.js";
import { clean, flipped, rotated } from "../recipe-geometry.js";
import { straighteningScale } from "../slider-scales.js";
import { ValueSlider } from "../value-slider.js";
import { words } from "../words.js";
import { icon } from "../../common/icons.js";
import { nameAction } from "../../shortcuts/key-names.js";
import { CropFrame } from "./crop-frame.js";
import { fitted } from "./crop-rectangle.js";

/**
 * The shapes of a crop by name: width divided by height, 0 for the photo's own, `null` for any.
 * @type {Record<string, number | null>}
 */
const shapes = {
  free: null, original: 0, square: 1, "4:3": 4 / 3, "3:4": 3 / 4, "3:2": 3 / 2, "2:3": 2 / 3, "16:9": 16 / 9,
  "9:16": 9 / 16,
};

/** Crops, straightens, rotates and flips the photo. */
export class CropTool {
  name = "crop";
  label = words.crop;
  icon = "crop";
  element = document.createElement("div");
  frame;
  #session;
  #preview;
  #announce;
  #shape = "free";
  /** @type {HTMLInputElement[]} */
  #inputs = [];
  #slider = new ValueSlider({ name: "straightening", label: words.straighten, scale: straighteningScale });

  /**
   * @param {import("../edit-session.js").EditSession} session
   * @param {import("../preview/photo-preview.js").PhotoPreview} preview
   * @param {(text: string) => void} announce reads a text aloud
   */
  constructor(session, preview, announce) {
    this.#session = session;
    this.#preview = preview;
    this.#announce = announce;
    this.frame = new CropFrame(preview, {
      crop: () => session.recipe.crop ?? wholeCrop,
      ratio: () => this.#ratio,
      change: (crop, isSettled) => {
        session.change(changed(session.recipe, { crop: clean(crop) }), words.crop);
        if (isSettled) session.endStep();
      },
      announce,
    });
    this.element.className = "editor-groups";
    this.element.append(this.#turns(), this.#slider.element, this.#shapes());
    this.#slider.addEventListener("slide", (event) => {
      const { isSettled } = /** @type {CustomEvent<{ isSettled: boolean }>} */ (event).detail;
      session.change(changed(session.recipe, { straightening: this.#slider.value }), words.straighten);
      if (isSettled) session.endStep();
    });
    session.addEventListener("change", () => this.#show());
    this.#show();
  }

  /** @param {1 | -1} direction 1 is clockwise */
  rotate(direction) {
    this.#session.change(rotated(this.#session.recipe, direction), words.rotation);
    this.#session.endStep();
    // The turned crop has the other shape.
    this.#choose("free");
    this.#announce(direction === 1 ? words.rotated : words.rotatedBack);
  }

  flip() {
    this.#session.change(flipped(this.#session.recipe), words.flip);
    this.#session.endStep();
    this.#announce(words.flipped);
  }

  /** The crop's width divided by its height, in fractions of the photo; `null` if it is free. */
  get #ratio() {
    const shape = shapes[this.#shape];
    if (shape === null) return null;
    return shape === 0 ? 1 : shape / this.#preview.turnedRatio;
  }

  #turns() {
    const group = document.createElement("div");
    group.className = "editor-turns";
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", words.rotation);
    const button = (
      /** @type {"rotate" | "rotateBack" | "flip"} */ action, /** @type {string} */ label,
      /** @type {() => void} */ act,
    ) => {
      const made = document.createElement("button");
      made.type = "button";
      made.className = "icon-button";
      nameAction(made, "editor", action, label);
      made.append(icon(action === "rotateBack" ? "rotate-back" : action));
      made.addEventListener("click", act);
      return made;
    };
    group.append(
      button("rotateBack", words.rotateBack, () => this.rotate(-1)),
      button("rotate", words.rotate, () => this.rotate(1)), button("flip", words.flip, () => this.flip()));
    return group;
  }

  #shapes() {
    const group = document.createElement("div");
    group.className = "editor-shapes";
    group.setAttribute("role", "radiogroup");
    group.setAttribute("aria-label", words.shape);
    this.#inputs = Object.keys(shapes).map((name) => {
      const input = document.createElement("input");
      input.type = "radio";
      input.name = "editor-shape";
      input.value = name;
      input.className = "visually-hidden";
      const text = document.createElement("span");
      text.textContent = words.shapes[name] ?? name;
      const label = document.createElement("label");
      label.className = "editor-shape";
      label.append(input, text);
      input.addEventListener("change", () => {
        this.#choose(name);
        this.#fit();
      });
      group.append(label);
      return input;
    });
    this.#choose(this.#shape);
    return group;
  }

  /** @param {string} shape */
  #choose(shape) {
    this.#shape = shape;
    for (const input of this.#inputs) input.checked = input.value === shape;
  }

  /** Gives the crop the chosen shape. */
  #fit() {
    const ratio = this.#ratio;
    if (ratio === null) return;
    const { recipe } = this.#session;
    this.#session.change(changed(recipe, { crop: clean(fitted(recipe.crop ?? wholeCrop, ratio)) }), words.crop);
    this.#session.endStep();
    this.frame.announce();
  }

  #show() {
    const { straightening = 0 } = this.#session.recipe;
    if (this.#slider.value !== straightening) this.#slider.value = straightening;
    this.frame.show();
  }
}
