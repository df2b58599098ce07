import { printAddress } from "../address/page-history.js";
import { isImport, ownCollections } from "../sidebar/collections.js";
import { pickFolder } from "./collection-picker.js";
import { askText, isConfirmed } from "../dialogs/dialogs.js";
import { openMenu } from "../dialogs/popup-menu.js";
import { words } from "./words.js";

/**
 * What actions need of the page.
 * @typedef {object} ActionCalls
 * @property {() => readonly import("../server/library.js").LibraryCollection[]} collections
 * @property {(change: () => Promise<unknown>) => Promise<boolean>} run makes a change and shows its result; returns
 *   whether the server made the change
 * @property {import("../dialogs/undo-notice.js").UndoNotice} notice
 */

/** Creates, renames, moves and deletes albums and folders. After each change, a notice can undo it. */
export class CollectionActions {
  #changes;
  #collections;
  #run;
  #notice;

  /**
   * @param {import("../server/library-changes.js").LibraryChanges} changes
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
   * Asks for the name of a new album or folder, and creates it.
   * @param {"album" | "folder"} type
   * @param {string | null} parent
   * @param {readonly string[]} [assets] the photos of the album
   * @returns {Promise<import("../server/library.js").LibraryCollection | null>} `null` if none was created
   */
  async create(type, parent, assets = []) {
    const title = await askText({
      title: type === "folder" ? words.newFolder : words.newAlbum, label: words.name, confirm: words.create,
    });
    if (title === null) return null;
    /** @type {import("../server/library.js").LibraryCollection | null} */
    let made = null;
    await this.#run(async () => (made = await this.#changes.create({ type, title, parent, assets })));
    if (made !== null) this.#created(made, assets.length);
    return made;
  }

  /**
   * @param {string} identifier
   * @param {import("./collection-drag.js").CollectionPlace} place
   */
  async place(identifier, place) {
    const former = this.#placeOf(identifier);
    if (!await this.#run(() => this.#changes.place(identifier, place))) return;
    const there = this.#placeOf(identifier);
    this.#notify(words.moved(this.#find(identifier)?.title ?? ""), former && {
      isCurrent: () => isSamePlace(this.#placeOf(identifier), there),
      undo: () => this.#changes.place(identifier, former),
    });
  }

  /**
   * Shows the notice about a new album or folder. Undoing deletes it, unless it has other contents by then.
   * @param {import("../server/library.js").LibraryCollection} made
   * @param {number} count of its photos
   */
  #created({ identifier, title }, count) {
    this.#notify(count > 0 ? words.added(count, title) : words.created(title), {
      isCurrent: () => {
        const isParent = this.#collections().some(({ parent }) => parent === identifier);
        return (this.#find(identifier)?.count ?? 0) <= count && !isParent;
      },
      undo: () => this.#changes.delete(identifier),
    });
  }

  /**
   * Returns the place of an album or folder among the reader's; `null` if it has none.
   * @param {string} identifier
   * @returns {import("./collection-drag.js").CollectionPlace | null}
   */
  #placeOf(identifier) {
    const collection = this.#find(identifier);
    if (!collection || isImport(collection)) return null;
    const siblings = this.#siblings(collection.parent);
    return { parent: collection.parent, before: siblings[siblings.indexOf(identifier) + 1] ?? null };
  }

  /**
   * Shows a notice about a change. Undoing it keeps later changes of the same thing.
   * @param {string} text
   * @param {{ isCurrent: () => boolean, undo: () => Promise<unknown> } | null} reversal `isCurrent` returns whether the
   *   collections are as the change left them
   */
  #notify(text, reversal) {
    this.#notice.show(text, reversal && (async () => {
      if (!reversal.isCurrent()) this.#notice.show(words.notUndone);
      else if (await this.#run(reversal.undo)) this.#notice.show(words.undone);
    }));
  }

  /** @param {string | null} identifier */
  #find(identifier) {
    return this.#collections().find((collection) => collection.identifier === identifier);
  }

  /**
   * @param {string | null} parent
   * @returns {import("../dialogs/popup-menu.js").MenuEntry[]}
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
   * @param {import("../server/library.js").LibraryCollection} collection
   * @returns {import("../dialogs/popup-menu.js").MenuEntry[]}
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
      ...this.#coverEntries(collection),
      {
        label: isFolder ? words.deleteFolder : words.deleteAlbum, icon: "trash", isDanger: true,
        perform: () => this.#delete(collection),
      },
    ];
  }

  /**
   * @param {import("../server/library.js").LibraryCollection} collection
   * @returns {import("../dialogs/popup-menu.js").MenuEntry[]}
   */
  #importEntries(collection) {
    const address = printAddress({ album: collection.identifier, asset: null });
    return [
      { label: words.open, icon: "library", perform: () => (location.hash = address) },
      { label: words.rename, icon: "pencil", perform: () => this.#rename(collection) },
      ...this.#coverEntries(collection),
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

  /**
   * Makes a photo the cover of an album. A notice can undo it.
   * @param {string} identifier of the album
   * @param {string | null} cover `null` for the default cover
   */
  async setCover(identifier, cover) {
    const former = this.#find(identifier)?.cover ?? null;
    if (!await this.#run(() => this.#changes.setCover(identifier, cover))) return;
    const title = this.#find(identifier)?.title ?? "";
    this.#notify(cover === null ? words.coverReset(title) : words.coverMade(title), {
      isCurrent: () => this.#find(identifier)?.cover === cover,
      undo: () => this.#changes.setCover(identifier, former),
    });
  }

  /**
   * Returns the entry with which an album that has a chosen cover gets its default cover.
   * @param {import("../server/library.js").LibraryCollection} collection
   * @returns {import("../dialogs/popup-menu.js").MenuEntry[]}
   */
  #coverEntries({ identifier, cover }) {
    if (cover === null) return [];
    return [{ label: words.resetCover, icon: "album", perform: () => this.setCover(identifier, null) }];
  }

  /** @param {string | null} parent */
  #siblings(parent) {
    return ownCollections(this.#collections()).filter((each) => each.parent === parent).map((each) => each.identifier);
  }

  /** @param {import("../server/library.js").LibraryCollection} collection */
  async #rename({ identifier, title: before }) {
    const title = await askText({
      title: words.renameTitle(before), label: words.name, value: before, confirm: words.rename,
    });
    if (title === null || title === before) return;
    if (!await this.#run(() => this.#changes.rename(identifier, title))) return;
    this.#notify(words.renamed(title), {
      isCurrent: () => this.#find(identifier)?.title === title,
      undo: () => this.#changes.rename(identifier, before),
    });
  }

  /** @param {import("../server/library.js").LibraryCollection} collection */
  async #move(collection) {
    const folder = await pickFolder(this.#collections(), collection);
    if (folder === null) return;
    await this.place(collection.identifier, { parent: folder.identifier, before: null });
  }

  /** @param {import("../server/library.js").LibraryCollection} collection */
  async #delete(collection) {
    const { identifier, title } = collection;
    const question = { ...deletionQuestion(collection), isDanger: true, isFinal: true };
    if (!await isConfirmed(question)) return;
    /** @type {string[]} */
    let undo = [];
    if (!await this.#run(async () => (undo = await this.#changes.delete(identifier)))) return;
    this.#notice.show(words.albumDeleted(title), undo.length === 0 ? null : async () => {
      if (await this.#run(() => this.#changes.undo(undo))) this.#notice.show(words.deletionUndone);
    });
  }
}

/**
 * @param {import("./collection-drag.js").CollectionPlace | null} one
 * @param {import("./collection-drag.js").CollectionPlace | null} other
 */
function isSamePlace(one, other) {
  return one?.parent === other?.parent && one?.before === other?.before;
}

/** @param {import("../server/library.js").LibraryCollection} collection */
function deletionQuestion(collection) {
  const { title, type } = collection;
  if (isImport(collection)) {
    return { title: words.deleteImportTitle(title), text: words.deleteImportText, confirm: words.deleteImport };
  }
  return type === "folder"
    ? { title: words.deleteFolderTitle(title), text: words.deleteFolderText, confirm: words.deleteFolder }
    : { title: words.deleteAlbumTitle(title), text: words.deleteAlbumText, confirm: words.deleteAlbum };
}
