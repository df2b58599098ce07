import { normalized } from "./recipe.js";

/** @typedef {import("./recipe.js").Recipe} Recipe */

const storageKey = "albumen.copiedEdit";

/** The keys of a recipe that only apply to the video that they were chosen for. */
const movingKeys = new Set(["trim", "keyPhoto", "muted"]);

/** The edit that the reader copied last in this tab. A reload doesn't lose it. */
export class CopiedEdit {
  #storage;

  /** @param {Storage} [storage] */
  constructor(storage = sessionStorage) {
    this.#storage = storage;
  }

  /** `null` if there is none. */
  get recipe() {
    const text = this.#storage.getItem(storageKey);
    if (text === null) return null;
    try {
      /** @type {unknown} */
      const recipe = JSON.parse(text);
      return isRecipe(recipe) ? recipe : null;
    } catch (error) {
      // Another version of the page may have written something else.
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  }

  /** @param {Recipe | null} recipe */
  set recipe(recipe) {
    if (recipe === null) {
      this.#storage.removeItem(storageKey);
      return;
    }
    const kept = Object.entries(normalized(recipe)).filter(([key]) => !movingKeys.has(key));
    this.#storage.setItem(storageKey, JSON.stringify(Object.fromEntries(kept)));
  }
}

/**
 * @param {unknown} value
 * @returns {value is Recipe}
 */
function isRecipe(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
