import { isSame, normalized } from "./recipe.js";

/** @typedef {import("./recipe.js").Recipe} Recipe */
/** @typedef {import("./adjustment-requests.js").Adjustments} Adjustments */
/** @typedef {{ recipe: Recipe, name: string }} Step `name` is of the change that led to the recipe */

/**
 * The recipe that the reader is writing, with the steps to undo. It is stored nowhere before the reader saves it.
 *
 * Event: `change` when the recipe or the photo that it applies to is another.
 */
export class EditSession extends EventTarget {
  #adjustments;
  /** @type {Step[]} */
  #steps;
  #at = 0;
  /** The name of the change that continues, such as a slider that is being moved. */
  #continued = "";

  /** @param {Adjustments} adjustments as the server has them */
  constructor(adjustments) {
    super();
    this.#adjustments = adjustments;
    this.#steps = [{ recipe: normalized(adjustments.recipe), name: "" }];
  }

  /** The adjustments as the server had them last. */
  get adjustments() {
    return this.#adjustments;
  }

  get recipe() {
    return this.#steps[this.#at].recipe;
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at < this.#steps.length - 1;
  }

  /** Whether the recipe differs from the server's. */
  get hasChanges() {
    return !isSame(this.recipe, this.#adjustments.recipe);
  }

  /**
   * Changes the recipe. Changes with the same name are one step until `endStep`.
   * @param {Recipe} recipe
   * @param {string} name for the reader
   */
  change(recipe, name) {
    const next = normalized(recipe);
    if (isSame(next, this.recipe)) return;
    if (this.#continued === name && this.canUndo) {
      this.#steps[this.#at].recipe = next;
      this.#steps.length = this.#at + 1;
    } else {
      this.#steps.length = this.#at + 1;
      this.#steps.push({ recipe: next, name });
      this.#at += 1;
    }
    this.#continued = name;
    this.#changed();
  }

  /** Ends a change: the next one is another step. */
  endStep() {
    this.#continued = "";
  }

  /** Returns the name of the change that was undone, or `null` if there is none. */
  undo() {
    if (!this.canUndo) return null;
    const { name } = this.#steps[this.#at];
    this.#go(this.#at - 1);
    return name;
  }

  /** Returns the name of the change that was made again, or `null` if there is none. */
  redo() {
    if (!this.canRedo) return null;
    this.#go(this.#at + 1);
    return this.#steps[this.#at].name;
  }

  /**
   * Continues from what another program saved. The reader's recipe stays.
   * @param {Adjustments} adjustments
   */
  rebase(adjustments) {
    this.#adjustments = adjustments;
    this.endStep();
    this.#changed();
  }

  /**
   * Shows what another program saved. Undo brings back the reader's recipe.
   * @param {Adjustments} adjustments
   * @param {string} name for the reader
   */
  adopt(adjustments, name) {
    this.rebase(adjustments);
    this.change(adjustments.recipe, name);
    this.endStep();
  }

  /** @param {number} at */
  #go(at) {
    this.#at = at;
    this.endStep();
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
