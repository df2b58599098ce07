import { askChoice, isConfirmed } from "../dialogs/dialogs.js";
import { ServerError } from "../server/server-connection.js";
import { EditSession } from "./edit-session.js";
import { EditorFrame } from "./editor-frame.js";
import { isSame } from "./recipe.js";
import { words } from "./words.js";

/** @typedef {import("./adjustment-requests.js").Adjustments} Adjustments */
/** @typedef {import("./adjustment-requests.js").SavedAdjustments} SavedAdjustments */
/** @typedef {import("./editor-frame.js").EditorAction} EditorAction */

/**
 * What the editor needs of the page.
 * @typedef {object} EditorCalls
 * @property {import("../server/library.js").Library} library
 * @property {(saved: SavedAdjustments) => void} saved shows the change, and how to undo it
 * @property {(asset: string) => Promise<boolean>} revert removes the edit after a question; returns whether that was
 *   done
 * @property {(recipe: import("./recipe.js").Recipe) => void} copy keeps the edit for other photos
 * @property {() => import("./recipe.js").Recipe | null} copied returns the edit that was copied last
 * @property {(view: import("../address/page-history.js").PageView) => () => void} pushView makes Back leave the
 *   editor; returns a function for when the editor was left in another way
 */

/**
 * The asset in the stage, and its tools.
 * @typedef {object} EditedMedia
 * @property {() => Promise<void>} load shows the base of the session's adjustments; also after they were replaced
 * @property {(isHeld: boolean) => void} compare shows the asset without edits, or with them again
 * @property {(action: EditorAction) => void} run carries out an action that the editor doesn't know
 * @property {() => void} close
 */

/** The server's status for a picture that it can't decode. */
const undecodable = 422;

/** The editor of one asset: saves its session, and reports conflicts. */
export class AdjustmentEditor {
  session;
  frame;
  #requests;
  #calls;
  /** @type {EditedMedia | null} */
  #media = null;
  /** Cancels a request that the reader waits for. */
  #waiting = new AbortController();
  #closed = Promise.withResolvers();
  #isClosed = false;
  #isAsking = false;
  /** Whether the picture can't be decoded. */
  #isFaulty = false;
  /** Removes the editor from the browser's history. */
  #leaveHistory = () => {};

  /**
   * @param {Adjustments} adjustments
   * @param {import("./adjustment-requests.js").AdjustmentRequests} requests
   * @param {EditorCalls} calls
   */
  constructor(adjustments, requests, calls) {
    this.#requests = requests;
    this.#calls = calls;
    this.session = new EditSession(adjustments);
    this.frame = new EditorFrame((action) => this.#run(action));
    this.session.addEventListener("change", () => this.#show());
  }

  /**
   * Opens the window.
   * @param {EditedMedia} media
   * @returns {Promise<void>} settles when the window is closed
   */
  async open(media) {
    this.#media = media;
    this.frame.open();
    this.#leaveHistory = this.#calls.pushView({ leave: () => this.#leave() });
    this.#show();
    const failure = await this.#wait(words.loading, () => media.load());
    if (failure?.status === undecodable) await this.#explainFault();
    await this.#closed.promise;
  }

  #show() {
    const { canUndo, canRedo, hasChanges, adjustments } = this.session;
    this.frame.show({ canUndo, canRedo, hasChanges, canRevert: adjustments.edit !== null });
    if (!this.frame.isBusy && !this.#isFaulty) this.frame.showMessage("");
  }

  /** Names the file that can't be decoded, and offers it. It can't be edited. */
  async #explainFault() {
    this.#isFaulty = true;
    const { asset } = this.session.adjustments;
    try {
      const { resources, mediaType } = await this.#calls.library.asset(asset);
      const file = resources.find(({ type }) => type === (mediaType === "video" ? "video" : "photo")) ?? resources[0];
      if (file !== undefined) this.frame.showFault(words.undecodable(file.originalFilename), file);
    } catch (error) {
      // The general message stays.
      if (!(error instanceof ServerError)) throw error;
    }
  }

  /** @param {EditorAction} action */
  async #run(action) {
    const { frame, session } = this;
    if (action === "endComparison") {
      this.#compare(false);
      return;
    }
    if (this.#isAsking || (frame.isBusy && action !== "cancel")) return;
    switch (action) {
      case "cancel": await this.#cancel(); break;
      case "done": await this.#save(); break;
      case "undo": this.#announceStep(words.undid, session.undo()); break;
      case "redo": this.#announceStep(words.redid, session.redo()); break;
      case "compare": this.#compare(true); break;
      case "copy":
        this.#calls.copy(session.recipe);
        frame.showMessage(words.copied);
        break;
      case "paste": this.#paste(); break;
      case "revert": if (await this.#ask(() => this.#calls.revert(session.adjustments.asset))) this.#close(); break;
      default: this.#media?.run(action);
    }
  }

  /** @param {boolean} isHeld */
  #compare(isHeld) {
    this.frame.showComparison(isHeld);
    this.#media?.compare(isHeld);
  }

  #paste() {
    const recipe = this.#calls.copied();
    if (recipe === null) {
      this.frame.showMessage(words.nothingCopied);
      return;
    }
    this.session.change(recipe, words.paste);
    this.session.endStep();
    this.frame.announce(words.pasted(1));
  }

  /**
   * @param {(name: string) => string} text
   * @param {string | null} name
   */
  #announceStep(text, name) {
    if (name !== null) this.frame.announce(text(name));
  }

  /** Cancels the editor for Back. Returns `false` if the editor stays. */
  async #leave() {
    await this.#run("cancel");
    return this.#isClosed;
  }

  async #cancel() {
    if (this.frame.isBusy) {
      // What is being saved or loaded stops. The recipe stays.
      this.#waiting.abort();
      if (this.session.hasChanges) return;
    }
    const question = {
      title: words.discardTitle, text: words.discardText, confirm: words.discard, isDanger: true, isFinal: true,
    };
    if (!this.session.hasChanges || await this.#ask(() => isConfirmed(question))) this.#close();
  }

  async #save() {
    const { session } = this;
    if (!session.hasChanges) {
      this.#close();
      return;
    }
    const { asset, revision } = session.adjustments;
    /** @type {SavedAdjustments | undefined} */
    let saved;
    const failure = await this.#wait(words.saving, async (signal) => {
      const over = new AbortController();
      this.#followShare(asset, over.signal);
      try {
        saved = await this.#requests.save(asset, session.recipe, revision, signal);
      } finally {
        over.abort();
      }
    });
    if (saved !== undefined) {
      this.#calls.saved(saved);
      this.#close();
    } else if (failure?.status === 409) await this.#resolve(failure);
  }

  /**
   * Shows which share of the edited video is rendered. Photos are rendered in one step, without a share.
   * @param {string} asset
   * @param {AbortSignal} signal ends it
   */
  #followShare(asset, signal) {
    this.#calls.library.addEventListener("edits", ({ detail }) => {
      const edit = detail.find((each) => each.asset === asset);
      if (edit !== undefined) this.frame.showShare(words.saving, words.percent(edit.percent));
    }, { signal });
  }

  /**
   * Asks what to do about another program's edit.
   * @param {ServerError} conflict
   */
  async #resolve(conflict) {
    const { session } = this;
    /** @type {Adjustments | undefined} */
    let other;
    await this.#wait(words.loading, async (signal) => {
      other = await this.#requests.read(session.adjustments.asset, signal);
    });
    if (other === undefined) return;
    const { asset, revision, recipe } = other;
    if (isSame(recipe, session.recipe)) {
      // The server saved the recipe, and its answer to an earlier request was lost.
      this.#calls.saved({ outcome: "edited", assets: [asset], revision, undo: null });
      this.#close();
      return;
    }
    const choice = await this.#ask(() => askChoice({
      title: words.conflictTitle, text: conflict.message, legend: words.conflictLegend, confirm: words.continue,
      choices: [
        { name: "look", label: words.look, detail: words.lookDetail },
        { name: "replace", label: words.replace, detail: words.replaceDetail },
      ],
    }));
    if (choice === null) return;
    if (choice === "look") session.adopt(other, words.otherEdit);
    else session.rebase(other);
    if (await this.#wait(words.loading, async () => this.#media?.load())) return;
    if (choice === "replace") await this.#save();
    else this.frame.showMessage(words.otherShown);
  }

  /**
   * Runs a request. After a failure, shows its message and keeps the recipe.
   * @param {string} text is shown meanwhile
   * @param {(signal: AbortSignal) => Promise<unknown>} request
   * @returns {Promise<ServerError | null>} the failure
   */
  async #wait(text, request) {
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    this.frame.setBusy(text);
    try {
      await request(signal);
      this.frame.setBusy(null);
      return null;
    } catch (error) {
      this.frame.setBusy(null);
      if (signal.aborted) return null;
      const failure = error instanceof ServerError ? error : null;
      if (failure === null) throw error;
      this.frame.showMessage(failure.status === 409 ? "" : words.notDone(failure.message));
      return failure;
    }
  }

  /**
   * Asks something. Meanwhile, no other action runs.
   * @template T
   * @param {() => Promise<T>} question
   */
  async #ask(question) {
    this.#isAsking = true;
    try {
      return await question();
    } finally {
      this.#isAsking = false;
    }
  }

  #close() {
    this.#waiting.abort();
    this.#media?.close();
    this.frame.close();
    this.#isClosed = true;
    this.#leaveHistory();
    this.#closed.resolve(undefined);
  }
}
