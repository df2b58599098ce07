import { droppedFiles } from "./dropped-files.js";

/** @typedef {import("./dropped-files.js").FileChoice} FileChoice */

/**
 * Takes the files that the reader chooses, drops on the page or pastes. Keeps dropped files from replacing the page.
 */
export class FileAdding {
  #add;
  #field = document.createElement("input");
  #marked = 0;

  /**
   * @param {HTMLButtonElement} button opens the choice of files
   * @param {(choice: Promise<FileChoice>) => void} add
   */
  constructor(button, add) {
    this.#add = add;
    this.#field.type = "file";
    this.#field.multiple = true;
    this.#field.accept = "image/*,video/*,.aae,.xmp,.dng";
    this.#field.hidden = true;
    this.#field.addEventListener("change", () => {
      const files = [...this.#field.files ?? []];
      // The same files can be chosen again.
      this.#field.value = "";
      this.#take(Promise.resolve({ files, unreadable: [] }));
    });
    button.after(this.#field);
    button.addEventListener("click", () => this.#field.click());
    for (const type of /** @type {const} */ (["dragenter", "dragover"])) {
      addEventListener(type, (event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
        this.#mark();
      });
    }
    addEventListener("drop", (event) => {
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      document.documentElement.classList.remove("takes-files");
      this.#take(droppedFiles(event.dataTransfer));
    });
    document.addEventListener("paste", ({ clipboardData, target }) => {
      const files = [...clipboardData?.files ?? []];
      if (files.length === 0 || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
      this.#take(Promise.resolve({ files, unreadable: [] }));
    });
  }

  /** @param {Promise<FileChoice>} choice */
  #take(choice) {
    this.#add(choice);
  }

  /** Marks the page while files are over it. Browsers send an event every few hundred milliseconds meanwhile. */
  #mark() {
    document.documentElement.classList.add("takes-files");
    clearTimeout(this.#marked);
    this.#marked = setTimeout(() => document.documentElement.classList.remove("takes-files"), 600);
  }
}

/** @param {DataTransfer | null} dataTransfer */
function hasFiles(dataTransfer) {
  return dataTransfer?.types.includes("Files") ?? false;
}
