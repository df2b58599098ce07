import { icon } from "../icons.js";
import { words } from "./words.js";

/** The raw values of `PHAssetCollectionSubtype` that decide which actions there are. */
const subtypes = { album: 2, favorites: 203, hidden: 205, recentlyDeleted: 1000000201 };

/**
 * @typedef {"add" | "remove" | "favorite" | "unfavorite" | "hide" | "unhide" | "trash" | "restore" | "purge"}
 *   ActionName
 */

/**
 * Returns the actions for the photos of a collection, in the bar's order.
 * @param {import("../library.js").LibraryCollection | undefined} collection
 * @param {{ areFavorites?: boolean }} state whether all selected photos are favorites
 * @returns {ActionName[]}
 */
export function actionsFor(collection, { areFavorites = false } = {}) {
  const { subtype } = collection ?? {};
  if (subtype === subtypes.recentlyDeleted) return ["restore", "purge"];
  /** @type {ActionName[]} */
  const names = ["add"];
  if (subtype === subtypes.album) names.push("remove");
  names.push(areFavorites || subtype === subtypes.favorites ? "unfavorite" : "favorite");
  names.push(subtype === subtypes.hidden ? "unhide" : "hide", "trash");
  return names;
}

/**
 * The actions that remove photos from all collections that show them.
 * @type {Set<ActionName>}
 */
const leaving = new Set(["remove", "hide", "unhide", "trash", "restore", "purge"]);

/**
 * Whether an action removes photos from a collection.
 * @param {ActionName} name
 * @param {import("../library.js").LibraryCollection | undefined} collection
 */
export function leavesCollection(name, collection) {
  return leaving.has(name) || (name === "unfavorite" && collection?.subtype === subtypes.favorites);
}

/**
 * Whether the reader arranges a collection's photos.
 * @param {import("../library.js").LibraryCollection | undefined} collection
 */
export function isArranged(collection) {
  return collection?.type === "album" && collection.subtype === subtypes.album;
}

/** @type {Record<ActionName, { icon: string, label: string, isOn?: boolean, isDanger?: boolean }>} */
const actions = {
  add: { icon: "album-add", label: words.addToAlbum },
  remove: { icon: "album-remove", label: words.removeFromAlbum },
  favorite: { icon: "favorite", label: words.favorite },
  unfavorite: { icon: "favorite", label: words.unfavorite, isOn: true },
  hide: { icon: "hidden", label: words.hide },
  unhide: { icon: "shown", label: words.unhide },
  trash: { icon: "trash", label: words.delete },
  restore: { icon: "restore", label: words.restore },
  purge: { icon: "trash", label: words.purge, isDanger: true },
};

/**
 * `<selection-bar>`: the number of selected photos, and the actions for them.
 *
 * Event: `selection-action` ({name}).
 */
export class SelectionBar extends HTMLElement {
  #count = document.createElement("p");
  #buttons = document.createElement("div");
  #shown = "";

  connectedCallback() {
    if (this.firstChild) return;
    this.hidden = true;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", words.selection);
    this.#count.className = "selection-count";
    this.#count.setAttribute("role", "status");
    this.#buttons.className = "selection-actions";
    this.#buttons.setAttribute("role", "toolbar");
    this.#buttons.setAttribute("aria-label", words.selectionActions);
    this.append(this.#count, this.#buttons);
    this.#buttons.addEventListener("keydown", (event) => this.#keyDown(event));
  }

  /**
   * @param {number} count of selected photos
   * @param {ActionName[]} names
   */
  show(count, names) {
    this.hidden = false;
    this.#count.textContent = words.selected(count);
    if (this.#shown !== names.join()) {
      this.#shown = names.join();
      const focused = this.#focusedIndex;
      const buttons = names.map((name) => this.#button(name));
      this.#buttons.replaceChildren(...buttons);
      buttons[focused]?.focus();
    }
    // Unlike `disabled`, this keeps the focus.
    for (const button of this.#buttons.children) button.setAttribute("aria-disabled", String(count === 0));
  }

  hide() {
    this.hidden = true;
    this.#count.textContent = "";
  }

  /** The index of the button in focus, or -1. */
  get #focusedIndex() {
    return [...this.#buttons.children].findIndex((button) => button === document.activeElement);
  }

  /** @param {ActionName} name */
  #button(name) {
    const { icon: iconName, label, isOn = false, isDanger = false } = actions[name];
    const button = document.createElement("button");
    button.type = "button";
    button.className = "selection-action";
    button.classList.toggle("is-on", isOn);
    button.classList.toggle("is-danger", isDanger);
    button.dataset.action = name;
    button.title = label;
    const text = document.createElement("span");
    text.textContent = label;
    button.append(icon(iconName), text);
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") === "true") return;
      this.dispatchEvent(new CustomEvent("selection-action", { detail: { name } }));
    });
    return button;
  }

  /**
   * Arrow keys move from button to button, as in every toolbar. So does Tab.
   * @param {KeyboardEvent} event
   */
  #keyDown(event) {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (step === 0) return;
    const next = this.#buttons.children[this.#focusedIndex + step];
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus();
  }
}

customElements.define("selection-bar", SelectionBar);
