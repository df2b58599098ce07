import { formatBytes } from "../common/words.js";
import { askDate } from "./date-dialog.js";
import { askDescription } from "./description-dialog.js";
import { askPlace } from "./place-dialog.js";
import { words } from "./words.js";

/** The most photos that one action takes: their identifiers are in one request. */
const mostPhotos = 100_000;

/** @typedef {import("../server/library-changes.js").AssetChange} AssetChange */
/** @typedef {"download" | "downloadShown" | "editDescription" | "editDate" | "editPlace"} SelectionActionName */

/**
 * What the actions need of the page.
 * @typedef {object} SelectionActionCalls
 * @property {(change: () => Promise<unknown>) => Promise<boolean>} run makes a change and shows its result
 * @property {(action: () => Promise<unknown>) => Promise<boolean>} attempt runs an action that changes nothing
 * @property {(undo: readonly string[]) => Promise<void>} undo
 * @property {import("../dialogs/undo-notice.js").UndoNotice} notice
 */

/** Downloads photos, and changes their facts after asking for the new values. Each change can be undone at once. */
export class SelectionActions {
  #changes;
  #calls;

  /**
   * @param {import("../server/library-changes.js").LibraryChanges} changes
   * @param {SelectionActionCalls} calls
   */
  constructor(changes, calls) {
    this.#changes = changes;
    this.#calls = calls;
  }

  /**
   * @param {SelectionActionName} name
   * @param {readonly string[]} assets
   * @param {string | null} title of the album that shows them
   * @returns {Promise<boolean>} whether the action was carried out
   */
  async perform(name, assets, title) {
    if (assets.length > mostPhotos) {
      this.#calls.notice.show(words.tooMany(mostPhotos));
      return false;
    }
    switch (name) {
      case "download": return this.#download(assets, title, "originals");
      case "downloadShown": return this.#download(assets, title, "jpeg");
      case "editDescription": return this.#edit(assets, askDescription);
      case "editDate": return this.#edit(assets, askDate);
      case "editPlace": return this.#edit(assets, askPlace);
    }
  }

  /**
   * The browser downloads the file itself, so that it goes to the disk and not into the page's memory.
   * @param {readonly string[]} assets
   * @param {string | null} title
   * @param {"originals" | "jpeg"} form
   */
  async #download(assets, title, form) {
    const { notice, attempt } = this.#calls;
    if (assets.length > 1) notice.show(words.preparing(assets.length));
    return attempt(async () => {
      const { address, filename, files, bytes } = await this.#changes.prepareDownload(assets, title, form);
      const link = document.createElement("a");
      link.href = address;
      link.download = filename;
      document.body.append(link);
      link.click();
      link.remove();
      notice.show(words.downloading(files, bytes === null ? null : formatBytes(bytes)));
    });
  }

  /**
   * @param {readonly string[]} assets
   * @param {(summary: API.AssetSummary) => Promise<AssetChange | null>} question
   */
  async #edit(assets, question) {
    const { notice, attempt, run, undo } = this.#calls;
    /** @type {API.AssetSummary | null} */
    let summary = null;
    await attempt(async () => (summary = await this.#changes.summary(assets)));
    if (summary === null) return false;
    const change = await question(summary);
    if (change === null) return false;
    if (Object.keys(change).length === 0) {
      notice.show(words.unchanged);
      return true;
    }
    /** @type {string[]} */
    let undoable = [];
    if (!await run(async () => (undoable = await this.#changes.write(assets, change)))) return false;
    notice.show(changeInWords(change, assets.length), undoable.length > 0 ? () => undo(undoable) : null);
    return true;
  }
}

/**
 * @param {AssetChange} change
 * @param {number} count
 */
function changeInWords(change, count) {
  const texts = new Set(Object.keys(change).map((name) => {
    switch (name) {
      case "dateShift": case "clockTime": case "timeZone": return words.dateChanged;
      case "location": return change.location === null ? words.placeRemoved : words.placeChanged;
      case "caption": return words.captionChanged;
      case "rating": return words.ratingChanged;
      default: return words.keywordsChanged;
    }
  }));
  const [text = words.changed] = texts.size === 1 ? texts : [words.changed];
  return text(count);
}
