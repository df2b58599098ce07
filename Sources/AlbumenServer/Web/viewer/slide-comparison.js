import { loadPicture } from "./picture-loading.js";
import { nameCommand } from "./viewer-keys.js";
import { words } from "./words.js";

/** @typedef {import("./slide-originals.js").Original} Original */

/**
 * Shows an edited photo without its edits while the reader holds the button, a key or the picture.
 *
 * Assistive technology presses the button without holding it. Then it switches.
 */
export class SlideComparison {
  element = document.createElement("button");
  #show;
  #fail;
  /** @type {API.Asset | null} */
  #facts = null;
  #isHeld = false;
  /** Cancels loading the picture when it is released. */
  #holding = new AbortController();

  /**
   * @param {object} calls
   * @param {(original: Original, image: HTMLImageElement | null) => void} calls.show `image` is the preview of the
   *   picture without edits; `null` for the file that represents the photo
   * @param {(error: unknown, original: Original, signal: AbortSignal) => void} calls.fail
   */
  constructor({ show, fail }) {
    this.#show = show;
    this.#fail = fail;
    const { element } = this;
    element.type = "button";
    element.className = "viewer-compare viewer-control";
    element.textContent = words.compare;
    element.hidden = true;
    nameCommand(element, "compare", words.holdToCompare);
    element.setAttribute("aria-pressed", "false");
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      this.hold();
    });
    for (const end of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture", "blur"])) {
      element.addEventListener(end, () => this.release());
    }
    for (const [name, act] of /** @type {const} */ ([["keydown", () => this.hold()], ["keyup", () => this.release()]])) {
      element.addEventListener(name, (event) => {
        if (event.key !== " " && event.key !== "Enter") return;
        event.preventDefault();
        event.stopPropagation();
        act();
      });
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    // A click without a pointer or key comes from assistive technology.
    element.addEventListener("click", (event) => {
      if (event.detail !== 0) return;
      if (this.#isHeld) this.release();
      else this.hold();
    });
  }

  /** @param {API.Asset} facts */
  set facts(facts) {
    this.#facts = facts;
    this.element.hidden = !facts.unedited;
  }

  /** Whether the picture without edits is shown. */
  get isHeld() {
    return this.#isHeld;
  }

  /**
   * Shows the picture without edits.
   * @returns {boolean} `false` if the photo has no edits
   */
  hold() {
    const unedited = this.#facts?.unedited;
    if (!unedited) return false;
    if (!this.#isHeld) {
      this.#setHeld(true);
      this.#load(unedited);
    }
    return true;
  }

  /** Shows the edited picture again. */
  release() {
    if (!this.#isHeld || !this.#facts) return;
    this.reset();
    this.#show(this.#facts, null);
  }

  /** Ends the comparison without showing another picture. */
  reset() {
    this.#holding.abort();
    this.#setHeld(false);
  }

  /** @param {boolean} isHeld */
  #setHeld(isHeld) {
    this.#isHeld = isHeld;
    this.element.setAttribute("aria-pressed", String(isHeld));
  }

  /** @param {Original} unedited */
  async #load(unedited) {
    const { signal } = (this.#holding = new AbortController());
    try {
      const image = await loadPicture(unedited.pictures.preview, signal);
      signal.throwIfAborted();
      this.#show(unedited, image);
    } catch (error) {
      if (!signal.aborted) this.#fail(error, unedited, signal);
    }
  }
}
