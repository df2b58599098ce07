/**
 * Takes the files that the reader chooses, drops on the page or pastes. Keeps dropped files from replacing the page.
 */
export class FileAdding {
  #add;
  #field = document.createElement("input");
  #marked = 0;

  /**
   * @param {HTMLButtonElement} button opens the choice of files
   * @param {(files: Promise<File[]>) => void} add
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
      this.#take(Promise.resolve(files));
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
      this.#take(Promise.resolve(files));
    });
  }

  /** @param {Promise<File[]>} files */
  #take(files) {
    this.#add(files);
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

/**
 * Returns dropped files, and all files in dropped folders. The browser forgets the items after the event, so this takes
 * them before it first waits.
 * @param {DataTransfer} dataTransfer
 * @returns {Promise<File[]>}
 */
async function droppedFiles(dataTransfer) {
  const parts = [...dataTransfer.items].filter(({ kind }) => kind === "file").map((item) => {
    const entry = item.webkitGetAsEntry();
    return entry?.isDirectory === true ? /** @type {FileSystemDirectoryEntry} */ (entry) : item.getAsFile();
  });
  /** @type {File[]} */
  const files = [];
  for (const part of parts) {
    if (part instanceof File) files.push(part);
    else if (part !== null) await walk(part, files);
  }
  return files;
}

/**
 * @param {FileSystemDirectoryEntry} folder
 * @param {File[]} files
 */
async function walk(folder, files) {
  const reader = folder.createReader();
  while (true) {
    /** @type {FileSystemEntry[]} */
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return;
    for (const entry of entries) {
      if (entry.name.startsWith(".")) continue;
      if (entry.isDirectory) {
        await walk(/** @type {FileSystemDirectoryEntry} */ (entry), files);
      } else {
        files.push(await new Promise((resolve, reject) => {
          /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject);
        }));
      }
    }
  }
}
