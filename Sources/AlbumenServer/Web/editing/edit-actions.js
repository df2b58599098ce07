import { AdjustmentRequests } from "../editor/adjustment-requests.js";
import { CopiedEdit } from "../editor/copied-edit.js";
import { words as editorWords } from "../editor/words.js";
import { ServerError } from "../server/server-connection.js";
import { pageWords } from "../common/words.js";
import { QuarterTurns } from "./quarter-turns.js";
import { words } from "./words.js";

/** @typedef {import("../viewer/photo-state.js").EditCommand} EditActionName */
/** @typedef {import("../editor/adjustment-requests.js").SavedAdjustments} SavedAdjustments */

const names = new Set(["edit", "rotate", "rotateBack", "copyEdit", "pasteEdit"]);

/**
 * @param {string} name
 * @returns {name is EditActionName}
 */
export function isEditAction(name) {
  return names.has(name);
}

/** @typedef {() => Promise<typeof import("../editor/editor.js").openEditor>} EditorLoad */

/**
 * What the actions need of the page.
 * @typedef {object} EditActionCalls
 * @property {(change: () => Promise<unknown>) => Promise<boolean>} run makes a change and shows its result
 * @property {(action: () => Promise<unknown>) => Promise<boolean>} attempt runs what changes nothing
 * @property {import("../dialogs/undo-notice.js").UndoNotice} notice
 * @property {(asset: string) => Promise<boolean>} revert removes an edit after a question
 * @property {(view: import("../address/page-history.js").PageView) => () => void} pushView adds an entry to the history
 * @property {EditorLoad} loadEditor loads the modules of the editor
 */

/** Edits photos: opens the editor, rotates, and copies an edit from one photo to others. */
export class EditActions {
  #library;
  #changes;
  #calls;
  #requests;
  #copied = new CopiedEdit();
  /** @type {ReturnType<EditorLoad> | null} */
  #editor = null;
  #isOpen = false;
  #turns;

  /**
   * @param {import("../server/library.js").Library} library
   * @param {import("../server/library-changes.js").LibraryChanges} changes
   * @param {EditActionCalls} calls
   */
  constructor(library, changes, calls) {
    this.#library = library;
    this.#changes = changes;
    this.#calls = calls;
    this.#requests = new AdjustmentRequests(library);
    this.#turns = new QuarterTurns(this.#requests, {
      run: calls.run, notice: calls.notice, notify: (text, undo) => this.#notify(text, undo),
    });
  }

  /**
   * @param {EditActionName} name
   * @param {readonly string[]} assets
   */
  async perform(name, assets) {
    if (assets.length === 0) return;
    switch (name) {
      case "edit": await this.#open(assets[0]); break;
      case "rotate": await this.#turns.turn(assets, 1); break;
      case "rotateBack": await this.#turns.turn(assets, -1); break;
      case "copyEdit": await this.#copy(assets[0]); break;
      case "pasteEdit": await this.#paste(assets); break;
    }
  }

  /**
   * Returns the entries of the menu for selected photos.
   * @param {readonly string[]} assets
   * @returns {import("../dialogs/popup-menu.js").MenuEntry[]}
   */
  menuEntries(assets) {
    return [
      { label: words.rotate, icon: "rotate", perform: () => this.perform("rotate", assets) },
      {
        label: words.copyEdit, icon: "copy", isDisabled: assets.length !== 1,
        perform: () => this.perform("copyEdit", assets),
      },
      {
        label: words.pasteEdit, icon: "adjust", isDisabled: this.#copied.recipe === null,
        perform: () => this.perform("pasteEdit", assets),
      },
    ];
  }

  /** @param {string} asset */
  async #open(asset) {
    if (this.#isOpen) return;
    this.#isOpen = true;
    try {
      await this.#calls.attempt(async () => {
        const openEditor = await this.#load();
        await openEditor(asset, {
          library: this.#library,
          saved: (saved) => this.#saved(saved),
          revert: (each) => this.#calls.revert(each),
          copy: (recipe) => (this.#copied.recipe = recipe),
          copied: () => this.#copied.recipe,
          pushView: this.#calls.pushView,
        });
      });
    } finally {
      this.#isOpen = false;
    }
  }

  async #load() {
    this.#editor ??= this.#calls.loadEditor();
    try {
      return await this.#editor;
    } catch {
      // Whatever the reason, a later try may succeed: most likely, the server doesn't answer.
      this.#editor = null;
      throw new ServerError(0, "unreachable", pageWords.unreachable);
    }
  }

  /** @param {SavedAdjustments} saved */
  async #saved({ outcome, undo }) {
    if (outcome === "unchanged") return;
    await this.#calls.run(async () => undefined);
    this.#notify(outcome === "edited" ? editorWords.saved : editorWords.reverted, undo === null ? [] : [undo]);
  }

  /** @param {string} asset */
  async #copy(asset) {
    await this.#calls.attempt(async () => {
      const { recipe } = await this.#requests.read(asset);
      const isEmpty = Object.keys(recipe).length === 0;
      if (!isEmpty) this.#copied.recipe = recipe;
      this.#calls.notice.show(isEmpty ? editorWords.nothingToCopy : editorWords.copied);
    });
  }

  /** @param {readonly string[]} assets */
  async #paste(assets) {
    const { notice, run } = this.#calls;
    const { recipe } = this.#copied;
    if (recipe === null) {
      notice.show(editorWords.nothingCopied);
      return;
    }
    const stopping = new AbortController();
    const { signal } = stopping;
    /** @type {import("../editor/adjustment-requests.js").PastedAdjustments} */
    let pasted = { assets: [], undo: [], failures: [] };
    notice.showWork(editorWords.pasting(0, assets.length), async () => stopping.abort());
    let reason = "";
    await run(async () => {
      try {
        await this.#requests.paste(assets, recipe, {
          signal,
          progress: (done, part) => {
            pasted = part;
            notice.update(editorWords.pasting(done, assets.length));
          },
        });
      } catch (error) {
        if (!signal.aborted && !(error instanceof ServerError)) throw error;
        if (error instanceof ServerError) reason = error.message;
      }
    });
    const { failures, undo } = pasted;
    const count = pasted.assets.length;
    const isStopped = signal.aborted || reason !== "";
    const texts = [isStopped ? editorWords.pasteStopped(count) : editorWords.pasted(count), reason];
    if (failures.length > 0) texts.push(editorWords.notEdited(failures.length, failures[0].message));
    this.#notify(texts.filter(Boolean).join(" "), undo);
  }

  /**
   * @param {string} text
   * @param {readonly string[]} undo
   */
  #notify(text, undo) {
    const { notice, run } = this.#calls;
    notice.show(text, undo.length === 0 ? null : async () => {
      /** @type {string[]} */
      let changed = [];
      if (!await run(async () => (changed = await this.#changes.undo(undo)))) return;
      notice.show(changed.length > 0 ? words.undone : words.notUndone);
    });
  }
}
