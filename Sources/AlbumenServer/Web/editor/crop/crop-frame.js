import { words } from "../words.js";
import { CropPointers } from "./crop-pointers.js";
import { handles, moved, resized } from "./crop-rectangle.js";

/** @typedef {import("./crop-rectangle.js").Crop} Crop */

/**
 * What the frame needs of its tool.
 * @typedef {object} CropCalls
 * @property {() => Crop} crop
 * @property {() => number | null} ratio of the sides; `null` if it is free
 * @property {(crop: Crop, isSettled: boolean) => void} change
 * @property {(text: string) => void} announce
 */

/** How far an arrow key moves, in fractions of the photo: alone, and with Shift. */
const [smallStep, largeStep] = [0.01, 0.05];

/** @type {Record<string, [number, number]>} */
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The rectangle of the crop over the photo, with handles for pointers and keys. */
export class CropFrame {
  element = document.createElement("div");
  #rectangle = document.createElement("div");
  #preview;
  #calls;

  /**
   * @param {import("../preview/photo-preview.js").PhotoPreview} preview
   * @param {CropCalls} calls
   */
  constructor(preview, calls) {
    this.#preview = preview;
    this.#calls = calls;
    this.element.className = "editor-crop";
    this.element.hidden = true;
    this.#rectangle.className = "editor-crop-rectangle";
    const lines = document.createElement("div");
    lines.className = "editor-crop-lines";
    this.#rectangle.append(lines, ...handles.map((handle, index) => this.#handle(handle, words.handles[index])));
    this.#makeMovable();
    this.element.append(this.#rectangle);
    new CropPointers(this.#rectangle, {
      ...calls, place: () => preview.place, handleOf: (target) => handleOf(target),
    });
    preview.addEventListener("layout", () => this.show());
  }

  /** @param {boolean} isShown */
  set isShown(isShown) {
    this.element.hidden = !isShown;
    this.show();
  }

  /** Places the rectangle. */
  show() {
    if (this.element.hidden) return;
    const { left, top, width, height } = this.#preview.place;
    const { style } = this.element;
    for (const [name, value] of Object.entries({ left, top, width, height })) style.setProperty(name, `${value}px`);
    const crop = this.#calls.crop();
    const percent = (/** @type {number} */ share) => `${share * 100}%`;
    this.#rectangle.style.left = percent(crop.x);
    this.#rectangle.style.top = percent(crop.y);
    this.#rectangle.style.width = percent(crop.width);
    this.#rectangle.style.height = percent(crop.height);
  }

  /** Reads the size of the crop aloud. */
  announce() {
    const { x, y, width, height } = this.#calls.crop();
    const percent = (/** @type {number} */ share) => Math.round(share * 100);
    this.#calls.announce(words.cropState({
      left: percent(x), top: percent(y), width: percent(width), height: percent(height),
    }));
  }

  #makeMovable() {
    const rectangle = this.#rectangle;
    rectangle.tabIndex = 0;
    rectangle.setAttribute("role", "group");
    rectangle.setAttribute("aria-roledescription", words.cropRectangle);
    rectangle.setAttribute("aria-label", words.moveCrop);
    rectangle.addEventListener("keydown", (event) => {
      if (event.target !== rectangle) return;
      this.#moveByKey(event, (crop, across, down) => moved(crop, across, down));
    });
  }

  /**
   * @param {import("./crop-rectangle.js").Handle} handle
   * @param {string} label
   */
  #handle(handle, label) {
    const [side, end] = handle;
    const made = document.createElement("button");
    made.type = "button";
    made.className = "editor-crop-handle";
    made.dataset.handle = handle.join();
    made.setAttribute("aria-label", label);
    made.style.left = `${(side + 1) * 50}%`;
    made.style.top = `${(end + 1) * 50}%`;
    made.style.cursor = side === 0 ? "ns-resize" : end === 0 ? "ew-resize" : side === end ? "nwse-resize" : "nesw-resize";
    made.addEventListener("keydown", (event) => {
      this.#moveByKey(event, (crop, across, down) => {
        return resized(crop, handle, side === 0 ? 0 : across, end === 0 ? 0 : down, this.#calls.ratio());
      });
    });
    return made;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {(crop: Crop, across: number, down: number) => Crop} change
   */
  #moveByKey(event, change) {
    const direction = arrows[event.key];
    if (!direction || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const step = event.shiftKey ? largeStep : smallStep;
    this.#calls.change(change(this.#calls.crop(), direction[0] * step, direction[1] * step), !event.repeat);
    this.announce();
  }
}

/**
 * Returns the handle of an element, or `null` if it is the rectangle.
 * @param {EventTarget | null} target
 * @returns {import("./crop-rectangle.js").Handle | null}
 */
function handleOf(target) {
  const name = target instanceof HTMLElement ? target.dataset.handle : undefined;
  return handles.find((handle) => handle.join() === name) ?? null;
}
