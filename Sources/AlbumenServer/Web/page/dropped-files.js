/**
 * A file or folder that can't be read.
 * @typedef {object} UnreadableFile
 * @property {string} name with the folders that were dropped
 * @property {string} reason
 *
 * The files that the reader adds at one time.
 * @typedef {object} FileChoice
 * @property {File[]} files
 * @property {UnreadableFile[]} unreadable
 * @property {(file: File, isFinal: boolean) => void} [ended] is called when nothing more happens with a file. If it
 *   isn't final, the reader can send the file again.
 */

/**
 * Returns dropped files, and all files in dropped folders. The browser forgets the items after the event, so this takes
 * them before it first waits. What can't be read is named, and the others are taken.
 * @param {DataTransfer} dataTransfer
 * @returns {Promise<FileChoice>}
 */
export async function droppedFiles(dataTransfer) {
  const parts = [...dataTransfer.items].filter(({ kind }) => kind === "file").map((item) => {
    const entry = item.webkitGetAsEntry();
    return entry?.isDirectory === true ? /** @type {FileSystemDirectoryEntry} */ (entry) : item.getAsFile();
  });
  /** @type {FileChoice} */
  const choice = { files: [], unreadable: [] };
  for (const part of parts) {
    if (part instanceof File) choice.files.push(part);
    else if (part !== null) await walk(part, choice);
  }
  return choice;
}

/**
 * @param {FileSystemDirectoryEntry} folder
 * @param {FileChoice} choice
 */
async function walk(folder, choice) {
  const reader = folder.createReader();
  while (true) {
    /** @type {FileSystemEntry[] | null} */
    const entries = await reading(folder, choice, (resolve, reject) => reader.readEntries(resolve, reject));
    if (entries === null || entries.length === 0) return;
    for (const entry of entries) {
      if (entry.name.startsWith(".")) continue;
      if (entry.isDirectory) {
        await walk(/** @type {FileSystemDirectoryEntry} */ (entry), choice);
      } else {
        /** @type {File | null} */
        const file = await reading(entry, choice, (resolve, reject) => {
          /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject);
        });
        if (file !== null) choice.files.push(file);
      }
    }
  }
}

/**
 * Reads an entry. Returns `null` and notes the reason if that fails.
 * @template Value
 * @param {FileSystemEntry} entry
 * @param {FileChoice} choice
 * @param {(resolve: (value: Value) => void, reject: (error: DOMException) => void) => void} read
 * @returns {Promise<Value | null>}
 */
async function reading({ name, fullPath }, choice, read) {
  try {
    return await new Promise(read);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    choice.unreadable.push({ name: fullPath.replace(/^\//, "") || name, reason: error.message });
    return null;
  }
}
