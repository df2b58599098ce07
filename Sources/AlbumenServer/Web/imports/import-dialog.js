import { ServerError } from "../server/server-connection.js";
import { FolderList } from "./folder-list.js";
import { ImportRequests } from "./import-requests.js";
import { factTable, refusedFiles } from "./import-table.js";
import { SourceChoice } from "./source-choice.js";
import { words } from "./words.js";

/** How often the state is asked for, in case an event was lost, in milliseconds. */
const askMilliseconds = 5000;

/**
 * The dialog that brings photos over: it asks what, shows the table of a dry run, the progress, and the result. An import
 * goes on when the dialog or the page is closed, and the dialog shows it again.
 */
export class ImportDialog {
  #requests;
  #library;
  #showAlbum;
  #dialog = document.createElement("dialog");
  #heading = document.createElement("h2");
  #content = document.createElement("div");
  #buttons = document.createElement("div");
  #status = document.createElement("p");
  #bar = document.createElement("progress");
  #closing = new AbortController();
  /**
   * The last request, for the import after the dry run.
   * @type {API.ImportRequest | null}
   */
  #request = null;
  /** The import that is shown, and its state. */
  #shown = "";
  /**
   * The list of watched folders while it is shown.
   * @type {FolderList | null}
   */
  #folders = null;

  /**
   * @param {import("../server/library.js").Library} library
   * @param {(album: string) => void} showAlbum goes to the album of an import
   */
  constructor(library, showAlbum) {
    this.#requests = new ImportRequests(library);
    this.#library = library;
    this.#showAlbum = showAlbum;
    this.#dialog.className = "ask import-dialog";
    this.#heading.id = "import-title";
    this.#dialog.setAttribute("aria-labelledby", this.#heading.id);
    this.#status.setAttribute("role", "status");
    this.#bar.setAttribute("aria-labelledby", this.#heading.id);
    this.#content.className = "import-content";
    this.#buttons.className = "ask-buttons";
    const form = document.createElement("form");
    form.append(this.#heading, this.#content, this.#buttons);
    form.addEventListener("submit", (event) => event.preventDefault());
    this.#dialog.append(form);
  }

  /** Opens the dialog with the import that runs, or else with the question what to bring over. */
  async open() {
    const { signal } = this.#closing;
    // Keys belong to the dialog while it is open.
    this.#dialog.addEventListener("keydown", (event) => event.stopPropagation());
    this.#dialog.addEventListener("close", () => {
      this.#closing.abort();
      this.#dialog.remove();
    });
    document.body.append(this.#dialog);
    this.#draw(words.title, [this.#status], [this.#button(words.close, () => this.#dialog.close())]);
    this.#dialog.showModal();
    this.#library.addEventListener("import", (event) => {
      if (event instanceof CustomEvent) this.#progressed(event.detail);
    }, { signal });
    const timer = setInterval(() => {
      this.#refresh();
      this.#refreshFolders();
    }, askMilliseconds);
    signal.addEventListener("abort", () => clearInterval(timer));
    await this.#try(async () => {
      const run = await this.#requests.current();
      if (run !== null && isRunning(run)) this.#show(run);
      else this.#choose();
    });
  }

  // MARK: Steps

  #choose() {
    this.#shown = "";
    const choice = new SourceChoice();
    const text = document.createElement("p");
    text.textContent = words.text;
    const check = this.#button(words.check, () => {
      const { request } = choice;
      if (request !== null) this.#start({ ...request, dryRun: true });
    }, "button");
    check.type = "submit";
    this.#status.textContent = "";
    const folders = this.#button(words.folders, () => this.#showFolders());
    this.#draw(words.title, [text, choice.element, folders, this.#status], [
      this.#button(words.close, () => this.#dialog.close()), check,
    ]);
    check.focus();
    const { signal } = this.#closing;
    this.#requests.sources(signal).then((found) => choice.show(found), () => choice.showFailure());
  }

  #showFolders() {
    this.#shown = "";
    /** @type {FolderList} */
    const list = new FolderList(({ id }) => this.#try(async () => list.show(await this.#requests.stopWatching(id))));
    const text = document.createElement("p");
    text.textContent = words.foldersText;
    const add = this.#button(words.addFolder, () => {
      const { request } = list;
      if (request === null) {
        list.focus();
        return;
      }
      this.#status.textContent = "";
      this.#try(async () => {
        list.show(await this.#requests.watchFolder(request));
        list.clear();
      });
    }, "button");
    add.type = "submit";
    this.#status.textContent = "";
    this.#draw(words.folders, [text, list.element, this.#status], [
      this.#button(words.back, () => this.#choose()), this.#button(words.close, () => this.#dialog.close()), add,
    ]);
    this.#folders = list;
    list.focus();
    this.#refreshFolders();
  }

  #refreshFolders() {
    const list = this.#folders;
    if (list === null) return;
    return this.#try(async () => {
      const folders = await this.#requests.watchedFolders();
      if (this.#folders === list) list.show(folders);
    });
  }

  /** @param {API.ImportRequest} request */
  #start(request) {
    this.#request = request;
    return this.#try(async () => {
      const run = await this.#requests.start(request);
      if (run !== null) this.#show(run);
    });
  }

  /** @param {API.Import} run */
  #show(run) {
    const shown = `${run.number} ${run.state}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (isRunning(run)) this.#showProgress(run);
    else this.#showResult(run);
  }

  /** @param {API.Import} run */
  #showProgress(run) {
    const note = document.createElement("p");
    note.textContent = run.state === "stopping" ? words.stopping : words.goesOn;
    this.#draw(run.dryRun ? words.checking : words.bringing, [this.#bar, this.#status, note], [
      ...(run.state === "stopping" ? [] : [this.#button(words.stop, () => this.#try(() => this.#requests.stop()))]),
      this.#button(words.close, () => this.#dialog.close(), "button"),
    ]);
    this.#showShare(run);
    this.#focusLast();
  }

  /** @param {{ done: number, total: number | null }} share */
  #showShare({ done, total }) {
    // Photos with their sidecars count more than once.
    if (total === null || done > total) {
      this.#bar.removeAttribute("value");
      this.#status.textContent = done === 0 ? "" : words.read(done);
    } else {
      this.#bar.max = Math.max(1, total);
      this.#bar.value = done;
      this.#status.textContent = words.of(done, total);
    }
  }

  /** @param {API.Import} run */
  #showResult(run) {
    const parts = [];
    const lines = run.failure !== null ? [run.failure] : [
      run.dryRun ? words.wouldAdd(run.assets) : words.added(run.assets),
      ...(run.updated > 0 ? [words.updated(run.updated)] : []),
      ...(run.duplicates > 0 ? [words.known(run.duplicates)] : []),
      ...(run.state === "stopped" && !run.dryRun ? [words.stoppedText] : []),
    ];
    this.#status.textContent = lines.join(" ");
    parts.push(this.#status, ...run.sources.map((source) => factTable(source, run.dryRun)));
    if (run.refusedCount > 0) parts.push(refusedFiles(run));
    const title = run.state === "failed" ? words.failed
      : run.state === "stopped" ? words.stopped : run.dryRun ? words.checked : words.done;
    this.#draw(title, parts, this.#resultButtons(run));
    this.#focusLast();
  }

  /** @param {API.Import} run */
  #resultButtons({ dryRun, state, album, assets, updated }) {
    const close = this.#button(dryRun ? words.close : words.finish, () => this.#dialog.close());
    if (dryRun) {
      const back = this.#button(words.back, () => this.#choose());
      // After the page was loaded again, the options of the dry run aren't known.
      const request = this.#request;
      return request !== null && state === "finished" && assets + updated > 0
        ? [back, close, this.#button(words.bringOver, () => this.#start({ ...request, dryRun: false }), "button")]
        : [back, close];
    }
    if (album === null) return [close];
    return [close, this.#button(words.showPhotos, () => {
      this.#dialog.close();
      this.#showAlbum(album);
    }, "button")];
  }

  // MARK: Progress

  /** @param {{ number?: number, state?: string, done: number, total: number | null }} progress */
  #progressed(progress) {
    if (this.#shown === "" || progress.number === undefined) return;
    if (`${progress.number} ${progress.state}` === this.#shown) this.#showShare(progress);
    else this.#refresh();
  }

  /** Asks for the state while an import is shown that runs. */
  #refresh() {
    if (!this.#shown.endsWith("running") && !this.#shown.endsWith("stopping")) return;
    return this.#try(async () => {
      const run = await this.#requests.current();
      if (run === null || this.#shown === "") return;
      this.#show(run);
      if (isRunning(run)) this.#showShare(run);
    });
  }

  /**
   * Shows the error of a request in the dialog.
   * @param {() => Promise<unknown>} request
   */
  async #try(request) {
    try {
      await request();
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.#status.textContent = error.message;
    }
  }

  // MARK: Drawing

  /**
   * @param {string} title
   * @param {HTMLElement[]} parts
   * @param {HTMLElement[]} buttons
   */
  #draw(title, parts, buttons) {
    this.#folders = null;
    this.#heading.textContent = title;
    this.#content.replaceChildren(...parts);
    this.#buttons.replaceChildren(...buttons);
  }

  #focusLast() {
    const last = this.#buttons.lastElementChild;
    if (last instanceof HTMLElement) last.focus();
  }

  /**
   * @param {string} text
   * @param {() => void} pressed
   * @param {string} [kind]
   */
  #button(text, pressed, kind = "text-button") {
    const element = document.createElement("button");
    element.type = "button";
    element.className = kind;
    element.textContent = text;
    element.addEventListener("click", pressed);
    return element;
  }
}

/** @param {API.Import} run */
function isRunning({ state }) {
  return state === "running" || state === "stopping";
}
