import { leaveFormerRun } from "../server/former-run.js";
import { loadLaterModules, whenReaderMoves } from "./later-modules.js";
import { PageKeys } from "./page-keys.js";
import { ServerError } from "../server/server-connection.js";
import { pageWords as words } from "../common/words.js";

/**
 * The page as the later modules see it.
 * @typedef {object} LaterPage
 * @property {import("../editing/editing.js").EditedPage} edited
 * @property {(touched: import("../server/live-changes.js").TouchedThings) => Promise<boolean>} followChanges shows
 *   changes of others; returns `false` if that has to be tried again
 * @property {() => void} returned is called when the server answers again
 * @property {(text: string) => void} tell shows a notice
 */

/**
 * Everything that the first screen does without: what changes the library, the viewer, and the stream of changes. Loads
 * it when the reader first moves, and connects it with the page.
 */
export class PageEditing {
  #library;
  #parts;
  #page;
  /**
   * The request for the modules.
   * @type {Promise<import("../editing/editing.js").Editing> | null}
   */
  #later = null;
  /** @type {import("../editing/editing.js").Editing | null} */
  #editing = null;
  /** @type {import("../server/live-changes.js").LiveChanges | null} */
  #live = null;
  /** @type {typeof import("../shortcuts/shortcut-sheet.js").showShortcuts | null} */
  #showShortcuts = null;

  /**
   * @param {import("../server/library.js").Library} library
   * @param {import("./page-parts.js").PageParts} parts
   * @param {LaterPage} page
   */
  constructor(library, parts, page) {
    this.#library = library;
    this.#parts = parts;
    this.#page = page;
    const { sidebar, covers, select, grid, viewer } = parts;
    select.addEventListener("click", () => this.run((editing) => editing.toggleSelecting()));
    for (const source of [sidebar, covers]) {
      source.addEventListener("collection-command", ({ detail }) => this.run((editing) => editing.command(detail)));
    }
    grid.addEventListener("photo-press", (event) => this.#photoPressed(event));
    grid.addEventListener("photo-menu", (event) => this.#menuWanted(event));
    grid.addEventListener("days-press", ({ detail }) => this.run((editing) => editing.toggleDays(detail)));
    new PageKeys(parts, {
      showShortcuts: () => this.run(() => this.#showShortcuts?.({ isViewerOpen: viewer.isOpen })),
      search: () => parts.search.focusText(),
      undo: () => this.#editing?.undo() ?? false,
      selectAll: () => this.run((editing) => editing.selectAll()),
      endSelecting: (photo) => this.#editing?.endSelecting(photo) ?? false,
      hasSelected: () => this.#editing?.hasSelected ?? false,
      act: (action, photo) => this.run((editing) => editing.actByKey(action, photo)),
    });
    whenReaderMoves(async () => (await this.load()) !== null);
  }

  /** What changes the library; `null` until it is loaded. */
  get loaded() {
    return this.#editing;
  }

  /** Whether the stream of changes is open. */
  get isLive() {
    return this.#live?.isConnected ?? false;
  }

  /** Whether the server was started again under another name. Browsers don't say why a module can't be loaded. */
  async #isOfFormerRun() {
    try {
      await this.#library.collections();
      return false;
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      return error.code === "otherRun";
    }
  }

  /** Loads the modules, and connects them. Returns `null`, after a notice, if that fails. */
  async load() {
    this.#later ??= loadLaterModules().then((modules) => {
      const { BackupState, ConnectionWatch, Editing, LiveChanges, PickOffer, QuestionQueue, QuestionRequests } = modules;
      const { grid, sidebar, viewer } = this.#parts;
      new ConnectionWatch(this.#library).addEventListener("returned", () => this.#page.returned());
      viewer.rectOf = (rank) => grid.tileRect(rank);
      this.#editing = new Editing(this.#library, this.#parts, this.#page.edited);
      const isBusy = () => grid.isMoving;
      const offer = new PickOffer(this.#library, document.body);
      const questions = new QuestionQueue(new QuestionRequests(this.#library), (text) => this.#page.tell(text));
      const backup = new BackupState(this.#library, sidebar);
      backup.refresh();
      const show = (/** @type {import("../server/live-changes.js").TouchedThings} */ touched) => {
        backup.noteChange();
        return this.#page.followChanges(touched);
      };
      this.#live = new LiveChanges(this.#library, show, {
        isBusy, picksChanged: () => offer.refresh(), questionsChanged: () => questions.refresh(),
      });
      this.#showShortcuts = modules.showShortcuts;
      return this.#editing;
    });
    try {
      return await this.#later;
    } catch {
      // Whatever the reason, a later try may succeed: most likely, the server doesn't answer.
      this.#later = null;
      if (await this.#isOfFormerRun()) {
        leaveFormerRun();
        return null;
      }
      this.#page.tell(`${words.unreachable} ${words.unreachableAdvice}`);
      return null;
    }
  }

  /**
   * Calls a function once the modules are loaded.
   * @param {(editing: import("../editing/editing.js").Editing) => void} action
   */
  async run(action) {
    const editing = await this.load();
    if (editing) action(editing);
  }

  /**
   * Selects the photo that was pressed, if the reader is selecting photos or holds a key for it.
   * @param {CustomEvent<import("../grid/grid-input.js").PhotoPress>} event
   */
  #photoPressed(event) {
    const { detail } = event;
    if (this.#editing) {
      if (this.#editing.pressed(detail)) event.preventDefault();
    } else if (detail.shiftKey || detail.ctrlKey || detail.isCheck) {
      event.preventDefault();
      this.run((editing) => editing.pressed(detail));
    }
  }
  /**
   * Opens a photo's menu, except while photos are chosen for an album.
   * @param {CustomEvent<import("../grid/grid-input.js").PhotoMenuRequest>} event
   */
  #menuWanted(event) {
    if (this.#editing?.isPicking) return;
    event.preventDefault();
    this.run((editing) => editing.openMenu(event.detail));
  }
}
