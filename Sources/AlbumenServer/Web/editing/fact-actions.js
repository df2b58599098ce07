import { words } from "./words.js";

/** @typedef {Omit<import("../facts-editing/selection-actions.js").SelectionActionCalls, "undo">} FactActionCalls */

/** Changes descriptions, dates, places and ratings. */
export class FactActions {
  #changes;
  #calls;

  /**
   * @param {import("../server/library-changes.js").LibraryChanges} changes
   * @param {FactActionCalls} calls
   */
  constructor(changes, calls) {
    this.#changes = changes;
    this.#calls = calls;
  }

  /** @param {import("../viewer/editable-facts.js").FactsChange} change */
  async write({ identifier, change, refused }) {
    const { run, notice } = this.#calls;
    /** @type {string[]} */
    let undo = [];
    if (!await run(async () => (undo = await this.#changes.write([identifier], change)))) {
      refused();
      return;
    }
    notice.show(changeInWords(change), undo.length > 0 ? () => this.#undo(undo) : null);
  }

  /**
   * Opens the dialog for several photos, or downloads them.
   * @param {import("../facts-editing/selection-actions.js").SelectionActionName} name
   * @param {readonly string[]} assets
   * @param {string | null} title of the album that is shown
   */
  async performOnSelection(name, assets, title) {
    // Few visits need these dialogs.
    const { SelectionActions } = await import("../facts-editing/selection-actions.js");
    const actions = new SelectionActions(this.#changes, { ...this.#calls, undo: (undo) => this.#undo(undo) });
    await actions.perform(name, assets, title);
  }

  /** @param {readonly string[]} undo */
  async #undo(undo) {
    const { run, notice } = this.#calls;
    /** @type {string[]} */
    let changed = [];
    if (!await run(async () => (changed = await this.#changes.undo(undo)))) return;
    notice.show(changed.length > 0 ? words.undone : words.notUndone);
  }
}

/**
 * Returns the text of the notice about a change of facts.
 * @param {import("../server/library-changes.js").AssetChange} change
 */
function changeInWords(change) {
  /** @type {Record<string, string>} */
  const texts = {
    creationDate: words.dateChanged, utcOffset: words.dateChanged, location: words.placeChanged,
    caption: words.captionChanged, keywords: words.keywordsChanged, rating: words.ratingChanged,
  };
  const names = Object.keys(change);
  return (names.length === 1 && texts[names[0]]) || words.factsChanged;
}
