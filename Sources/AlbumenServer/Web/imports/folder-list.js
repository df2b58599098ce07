import { refusedFiles } from "./import-table.js";
import { words } from "./words.js";

/**
 * The folders whose new files are imported by themselves: what became of their files, a button that removes each, and a
 * form that adds one.
 */
export class FolderList {
  element = document.createElement("div");
  #list = document.createElement("ul");
  #notice = document.createElement("p");
  #path = document.createElement("input");
  #albums = document.createElement("input");
  #remove;

  /** @param {(folder: API.WatchedFolder) => void} remove removes a folder from the list */
  constructor(remove) {
    this.#remove = remove;
    this.element.className = "import-folders";
    this.#list.setAttribute("role", "list");
    this.#list.setAttribute("aria-label", words.folders);
    this.#notice.textContent = words.loading;
    this.#path.type = "text";
    this.#path.placeholder = words.folderHint;
    this.#path.autocomplete = "off";
    this.#path.spellcheck = false;
    const field = document.createElement("label");
    field.className = "ask-field";
    const name = document.createElement("span");
    name.textContent = words.folderLabel;
    field.append(name, this.#path);
    this.#albums.type = "checkbox";
    const albums = document.createElement("label");
    albums.className = "import-folder-albums";
    albums.append(this.#albums, words.folderAlbums);
    this.element.append(this.#notice, this.#list, field, albums);
  }

  /** The folder to add, or `null` without a path. */
  get request() {
    const path = this.#path.value.trim();
    return path === "" ? null : { path, albums: this.#albums.checked };
  }

  /** Empties the form, after its folder was added. */
  clear() {
    this.#path.value = "";
    this.#albums.checked = false;
  }

  focus() {
    this.#path.focus();
  }

  /** @param {API.WatchedFolders} state */
  show({ folders, isRunning }) {
    this.#notice.textContent = folders.length === 0 ? words.noFolders : isRunning ? "" : words.notWatching;
    this.#notice.hidden = this.#notice.textContent === "";
    const open = new Set([...this.#list.querySelectorAll("details[open]")].map((each) => folderOf(each)));
    const focused = document.activeElement instanceof HTMLButtonElement ? folderOf(document.activeElement) : undefined;
    this.#list.replaceChildren(...folders.map((folder) => this.#item(folder)));
    for (const details of this.#list.querySelectorAll("details")) details.open = open.has(folderOf(details));
    for (const button of this.#list.querySelectorAll("button")) if (folderOf(button) === focused) button.focus();
  }

  /** @param {API.WatchedFolder} folder */
  #item(folder) {
    const item = document.createElement("li");
    item.dataset.folder = String(folder.id);
    const name = document.createElement("code");
    name.textContent = folder.path;
    const facts = document.createElement("p");
    facts.className = "import-folder-facts";
    facts.textContent = [
      folder.lastCheck === null ? words.notChecked : words.lastCheck(timeText(folder.lastCheck)),
      words.imported(folder.imported), ...(folder.duplicates > 0 ? [words.known(folder.duplicates)] : []),
      ...(folder.albums ? [words.withAlbums] : []),
    ].join(" · ");
    const remove = document.createElement("button");
    remove.type = "button";
    remove.className = "text-button";
    remove.textContent = words.removeFolder;
    remove.setAttribute("aria-label", `${words.removeFolder} ${folder.path}`);
    remove.addEventListener("click", () => this.#remove(folder));
    item.append(name, remove, facts);
    if (folder.problem !== null) {
      const problem = document.createElement("p");
      problem.className = "import-folder-problem";
      problem.textContent = folder.problem;
      item.append(problem);
    }
    const { refused } = folder;
    if (refused.length > 0) item.append(refusedFiles({ refused, refusedCount: refused.length }));
    return item;
  }
}

/** @param {Element} element */
function folderOf(element) {
  const item = element.closest("li[data-folder]");
  return item instanceof HTMLElement ? item.dataset.folder : undefined;
}

/** @param {string} date */
function timeText(date) {
  return new Date(date).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}
