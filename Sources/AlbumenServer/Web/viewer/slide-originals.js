import { OriginalSwitch } from "./original-switch.js";
import { formatOf, originalTypeOf } from "./facts.js";
import { loadPicture } from "./picture-loading.js";
import { SlideComparison } from "./slide-comparison.js";
import { words } from "./words.js";

/** @typedef {import("./picture-sharpening.js").SharpSource & { content: string }} Original */

/**
 * The two originals of a photo that was taken as RAW and JPEG, and the switch between them. Also the picture of an edited
 * photo without its edits.
 *
 * A photo begins with the file that represents it everywhere else.
 */
export class SlideOriginals {
  #switch = new OriginalSwitch((isAlternate) => this.choose(isAlternate));
  #show;
  #fail;
  #comparison;
  /** @type {API.Asset | null} */
  #facts = null;
  #isAlternate = false;
  /** Cancels loading an original when the other is chosen. */
  #choosing = new AbortController();

  /**
   * @param {object} calls
   * @param {(original: Original, image: HTMLImageElement | null) => void} calls.show `image` is the original's preview;
   *   `null` for the file that represents the photo
   * @param {(error: unknown, original: Original, signal: AbortSignal) => void} calls.fail
   */
  constructor({ show, fail }) {
    this.#show = show;
    this.#fail = fail;
    this.#comparison = new SlideComparison({ show, fail });
  }

  get elements() {
    return [this.#switch.element, this.#comparison.element];
  }

  /** @param {API.Asset} facts */
  set facts(facts) {
    this.#facts = facts;
    if (facts.alternate) this.#showSwitch();
    else this.#switch.hide();
    this.#comparison.facts = facts;
  }

  /** Whether another file than the one that represents the photo is shown. */
  get isAlternate() {
    return this.#isAlternate || this.#comparison.isHeld;
  }

  /** Whether the file on show is the camera's RAW. */
  get isRAW() {
    const facts = this.#facts;
    if (!facts) return false;
    const type = this.#isAlternate ? facts.alternate?.type : originalTypeOf(facts);
    return facts.resources.some((file) => file.type === type && formatOf(file) === "RAW");
  }

  /**
   * The original on show, or that of an edited picture; `null` if it is not known.
   * @returns {API.Resource | null}
   */
  get file() {
    const files = this.#facts?.resources ?? [];
    const type = this.#isAlternate ? this.#facts?.alternate?.type : this.#facts && originalTypeOf(this.#facts);
    return files.find((file) => file.type === type) ?? files[0] ?? null;
  }

  toggle() {
    this.choose(!this.#isAlternate);
  }

  /**
   * Shows the picture without edits until `endComparison`.
   * @returns {boolean} `false` if the photo has no edits
   */
  compare() {
    // The other original has no edits.
    this.choose(false);
    return this.#comparison.hold();
  }

  endComparison() {
    this.#comparison.release();
  }

  /** @param {boolean} isAlternate */
  async choose(isAlternate) {
    this.#comparison.release();
    const facts = this.#facts;
    if (!facts?.alternate || isAlternate === this.#isAlternate) return;
    this.#isAlternate = isAlternate;
    this.#showSwitch();
    this.#choosing.abort();
    const { signal } = (this.#choosing = new AbortController());
    if (!isAlternate) {
      this.#show(facts, null);
      return;
    }
    const { alternate } = facts;
    try {
      const image = await loadPicture(alternate.pictures.preview, signal);
      signal.throwIfAborted();
      this.#show(alternate, image);
    } catch (error) {
      if (!signal.aborted) this.#fail(error, alternate, signal);
    }
  }

  /** Returns to the file that represents the photo, without showing it. */
  reset() {
    this.#choosing.abort();
    this.#comparison.reset();
    this.#isAlternate = false;
    if (this.#facts?.alternate) this.#showSwitch();
  }

  #showSwitch() {
    if (this.#facts) this.#switch.show(namesOf(this.#facts), this.#isAlternate);
  }
}

/**
 * Returns the names of the file that represents the photo and of the alternate: "JPEG" and "RAW".
 * @param {API.Asset} facts
 * @returns {[string, string]}
 */
function namesOf(facts) {
  const { resources, alternate } = facts;
  const nameOf = (/** @type {string | undefined} */ type) => {
    const file = resources.find((each) => each.type === type);
    return (file && formatOf(file)) ?? words.photo;
  };
  const isEdited = resources.some(({ type }) => type === "fullSizePhoto");
  return [isEdited ? words.edited : nameOf(originalTypeOf(facts)), nameOf(alternate?.type)];
}
