import { icon } from "../common/icons.js";
import { trashAlbum } from "../address/page-history.js";
import { formatSpan } from "../common/words.js";
import { DescriptionField } from "./description-field.js";
import { words } from "./words.js";

/** @typedef {import("../server/library.js").LibraryCollection} LibraryCollection */
/** @typedef {import("../server/library.js").AlbumOrder} AlbumOrder */

/** The days after which a purge of expired items may delete them (`Library.trashRetentionInDays`). */
const trashDays = 30;

/** The subtype of albums with the photos of an import (`PHAssetCollectionSubtype.albumImported`). */
const importSubtype = 6;

/**
 * What the reader asks for in an album's head.
 * @typedef {{ name: "order", order: AlbumOrder } | { name: "describe", text: string }
 *   | { name: "addPhotos" | "undoImport" | "restoreAll" | "deleteAll" }} AlbumCommand
 */

/**
 * `<album-head>`: what an album shows above its photos. An album has its dates, its description, its order, and a
 * button that adds photos, or undoes the import whose photos it has. Recently Deleted has its rule, and buttons for everything in it. Other albums have no head.
 *
 * Event: `album-command` (`AlbumCommand`).
 */
export class AlbumHead extends HTMLElement {
  /** @type {string | null} */
  #album = null;
  #dates = document.createElement("p");
  #description = new DescriptionField((text) => this.#command({ name: "describe", text }));
  #sort = document.createElement("select");
  #tools = document.createElement("div");

  connectedCallback() {
    if (this.#dates.className) return;
    this.hidden = true;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", words.aboutAlbum);
    this.#dates.className = "album-dates";
    this.#tools.className = "album-tools";
    for (const [order, label] of /** @type {[AlbumOrder, string][]} */ ([
      ["standard", words.sortOwn], ["newest", words.sortNewest], ["oldest", words.sortOldest],
    ])) this.#sort.append(new Option(label, order));
    this.#sort.setAttribute("aria-label", words.sort);
    this.#sort.className = "album-sort";
    this.#sort.addEventListener("change", () => {
      this.#command({ name: "order", order: /** @type {AlbumOrder} */ (this.#sort.value) });
    });
  }

  /**
   * @param {LibraryCollection | undefined} collection
   * @param {{ count: number, order: AlbumOrder, details: API.CollectionDetails | null }} state `count` of the photos;
   *   `details` is `null` until they are loaded
   */
  show(collection, { count, order, details }) {
    const isTrash = collection?.identifier === trashAlbum;
    const isShown = collection !== undefined && (collection.type === "album" || (isTrash && count > 0));
    this.hidden = !isShown;
    if (!isShown) {
      this.#album = null;
      return;
    }
    if (this.#album !== collection.identifier) this.#draw(collection, isTrash);
    this.#album = collection.identifier;
    if (isTrash) return;
    const { firstDay = null, lastDay = null, description = "" } = details ?? {};
    this.#dates.textContent = firstDay === null || lastDay === null ? "" : formatSpan(firstDay, lastDay);
    this.#dates.hidden = firstDay === null;
    this.#description.element.hidden = details === null;
    this.#description.show(description);
    this.#sort.value = order;
    this.#sort.hidden = count < 2;
  }

  /** Puts the focus on the control that takes photos. */
  focusAdd() {
    this.#tools.querySelector("button")?.focus();
  }

  /**
   * @param {LibraryCollection} collection
   * @param {boolean} isTrash
   */
  #draw({ subtype }, isTrash) {
    if (isTrash) {
      const text = document.createElement("p");
      text.className = "album-rule";
      text.textContent = words.trashText(trashDays);
      const restore = button(words.restoreAll, "restore", () => this.#command({ name: "restoreAll" }));
      const remove = button(words.deleteAll, "trash", () => this.#command({ name: "deleteAll" }));
      remove.classList.add("is-danger");
      this.#tools.replaceChildren(restore, remove);
      this.replaceChildren(text, this.#tools);
      return;
    }
    if (this.#description.isOpen) this.#description.close();
    const text = document.createElement("div");
    text.className = "album-text";
    text.append(this.#dates, this.#description.element);
    const add = button(words.addPhotos, "add", () => this.#command({ name: "addPhotos" }));
    const undo = button(words.undoImport, "undo", () => this.#command({ name: "undoImport" }));
    // Albums of imports keep what was imported.
    this.#tools.replaceChildren(
      this.#sort, ...(subtype === 2 ? [add] : []), ...(subtype === importSubtype ? [undo] : []));
    this.replaceChildren(text, this.#tools);
  }

  /** @param {AlbumCommand} detail */
  #command(detail) {
    this.dispatchEvent(new CustomEvent("album-command", { detail }));
  }
}

/**
 * @param {string} text
 * @param {string} iconName
 * @param {() => void} pressed
 */
function button(text, iconName, pressed) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "text-button album-tool";
  element.append(icon(iconName), text);
  element.addEventListener("click", pressed);
  return element;
}

customElements.define("album-head", AlbumHead);
