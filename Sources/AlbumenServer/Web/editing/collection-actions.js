import { printAddress } from "../page-history.js";
import { isImport, ownCollections } from "../sidebar/collections.js";
import { pickFolder } from "./collection-picker.js";
import { askText, isConfirmed } from "./dialogs.js";
import { openMenu } from "./popup-menu.js";
import { words } from "./words.js";

/**
 * What actions need of the page.
 * @typedef {object} ActionCalls
 * @property {() => readonly import("../library.js").LibraryCollection[]} collections
 * @property {(change: () => Promise<unknown>) => Promise<boolean>} run makes a change and shows its result; returns
 *   whether the server made the change
 * @property {import("./undo-notice.js").UndoNotice} notice
 */

/** Creates, renames, moves and deletes albums and folders. */
export class CollectionActions {
  #changes;
  #collections;
  #run;
  #notice;

  /**
   * @param {import("./library-changes.js").LibraryChanges} changes
   * @param {ActionCalls} calls
   */
  constructor(changes, { collections, run, notice }) {
    this.#changes = changes;
    this.#collections = collections;
    this.#run = run;
    this.#notice = notice;
  }

  /** @param {import("../sidebar/album-sidebar.js").CollectionCommand} command */
  command({ command, identifier, anchor, point }) {
    const collection = this.#find(identifier);
    if (command === "new") openMenu(anchor, anchor.title, this.#newEntries(null));
    if (!collection) return;
    switch (command) {
      case "menu": openMenu(anchor, words.actions(collection.title), this.#entries(collection), point); break;
      case "rename": this.#rename(collection); break;
      case "delete": this.#delete(collection); break;
    }
  }

  /**
   * Asks for the name of a new album or folder.
   * @param {"album" | "folder"} type
   * @param {string | null} parent
   * @param {readonly string[]} [assets] the photos of the album
   * @returns {Promise<import("../library.js").LibraryCollection | null>} `null` if none was created
   */
  async create(type, parent, assets = []) {
    const title = await askText({
      title: type === "folder" ? words.newFolder : words.newAlbum, label: words.name, confirm: words.create,
    });
    if (title === null) return null;
    /** @type {import("../library.js").LibraryCollection | null} */
    let made = null;
    await this.#run(async () => (made = await this.#changes.create({ type, title, parent, assets })));
    return made;
  }

  /**
   * @param {string} identifier
   * @param {{ parent: string | null, before: string | null }} place
   */
  place(identifier, place) {
    return this.#run(() => this.#changes.place(identifier, place));
  }

  /** @param {string | null} identifier */
  #find(identifier) {
    return this.#collections().find((collection) => collection.identifier === identifier);
  }

  /**
   * @param {string | null} parent
   * @returns {import("./popup-menu.js").MenuEntry[]}
   */
  #newEntries(parent) {
    const isTop = parent === null;
    return [
      {
        label: isTop ? words.newAlbum : words.newAlbumHere, icon: "album-add",
        perform: () => this.create("album", parent),
      },
      {
        label: isTop ? words.newFolder : words.newFolderHere, icon: "folder",
        perform: () => this.create("folder", parent),
      },
    ];
  }

  /**
   * @param {import("../library.js").LibraryCollection} collection
   * @returns {import("./popup-menu.js").MenuEntry[]}
   */
  #entries(collection) {
    if (isImport(collection)) return this.#importEntries(collection);
    const { identifier, type, parent } = collection;
    const siblings = this.#siblings(parent);
    const index = siblings.indexOf(identifier);
    const isFolder = type === "folder";
    return [
      ...(isFolder ? this.#newEntries(identifier) : []),
      { label: words.rename, icon: "pencil", perform: () => this.#rename(collection) },
      { label: words.moveTo, icon: "folder", perform: () => this.#move(collection) },
      {
        label: words.moveUp, icon: "up", isDisabled: index <= 0,
        perform: () => this.place(identifier, { parent, before: siblings[index - 1] }),
      },
      {
        label: words.moveDown, icon: "down", isDisabled: index === siblings.length - 1,
        perform: () => this.place(identifier, { parent, before: siblings[index + 2] ?? null }),
      },
      {
        label: isFolder ? words.deleteFolder : words.deleteAlbum, icon: "trash", isDanger: true,
        perform: () => this.#delete(collection),
      },
    ];
  }

  /**
   * @param {import("../library.js").LibraryCollection} collection
   * @returns {import("./popup-menu.js").MenuEntry[]}
   */
  #importEntries(collection) {
    const address = printAddress({ album: collection.identifier, asset: null });
    return [
      { label: words.open, icon: "library", perform: () => (location.hash = address) },
      { label: words.rename, icon: "pencil", perform: () => this.#rename(collection) },
      { label: words.deleteImport, icon: "trash", isDanger: true, perform: () => this.#delete(collection) },
    ];
  }

  /**
   * Changes a description. A notice can undo it.
   * @param {string} identifier
   * @param {string} text
   * @param {string} before
   */
  async describe(identifier, text, before) {
    if (!await this.#run(() => this.#changes.describe(identifier, text))) return;
    this.#notice.show(words.described, async () => {
      if (await this.#run(() => this.#changes.describe(identifier, before))) this.#notice.show(words.undone);
    });
  }

  /** @param {string | null} parent */
  #siblings(parent) {
    return ownCollections(this.#collections()).filter((each) => each.parent === parent).map((each) => each.identifier);
  }

  /** @param {import("../library.js").LibraryCollection} collection */
  async #rename({ identifier, title: before }) {
    const title = await askText({
      title: words.renameTitle(before), label: words.name, value: before, confirm: words.rename,
    });
    if (title !== null && title !== before) await this.#run(() => this.#changes.rename(identifier, title));
  }

  /** @param {import("../library.js").LibraryCollection} collection */
  async #move(collection) {
    const folder = await pickFolder(this.#collections(), collection);
    if (folder === null) return;
    const place = { parent: folder.identifier, before: null };
    if (await this.place(collection.identifier, place)) this.#notice.show(words.moved(collection.title));
  }

  /** @param {import("../library.js").LibraryCollection} collection */
  async #delete(collection) {
    const { identifier, title } = collection;
    const question = { ...deletionQuestion(collection), isDanger: true, isFinal: true };
    if (!await isConfirmed(question)) return;
    if (await this.#run(() => this.#changes.delete(identifier))) this.#notice.show(words.albumDeleted(title));
  }
}

/** @param {import("../library.js").LibraryCollection} collection */
function deletionQuestion(collection) {
  const { title, type } = collection;
  if (isImport(collection)) {
    return { title: words.deleteImportTitle(title), text: words.deleteImportText, confirm: words.deleteImport };
  }
  return type === "folder"
    ? { title: words.deleteFolderTitle(title), text: words.deleteFolderText, confirm: words.deleteFolder }
    : { title: words.deleteAlbumTitle(title), text: words.deleteAlbumText, confirm: words.deleteAlbum };
}
