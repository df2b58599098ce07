import { icon } from "../common/icons.js";
import { nameAction } from "../shortcuts/key-names.js";
import { openMenu } from "../dialogs/popup-menu.js";
import { words } from "./words.js";

/** The raw values of `PHAssetCollectionSubtype` that decide which actions there are. */
const subtypes = { album: 2, favorites: 203, hidden: 205, recentlyDeleted: 1000000201 };

/**
 * @typedef {"add" | "remove" | "favorite" | "unfavorite" | "download" | "edit" | "hide" | "unhide" | "trash"
 *   | "restore" | "purge" | "revert"} ActionName
 */

/**
 * Returns the actions for the photos of a collection, in the bar's order.
 * @param {import("../server/library.js").LibraryCollection | undefined} collection
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
  names.push("download", "edit");
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
 * @param {import("../server/library.js").LibraryCollection | undefined} collection
 */
export function leavesCollection(name, collection) {
  return leaving.has(name) || (name === "unfavorite" && collection?.subtype === subtypes.favorites);
}

/**
 * Whether the reader arranges a collection's photos.
 * @param {import("../server/library.js").LibraryCollection | undefined} collection
 */
export function isArranged(collection) {
  return collection?.type === "album" && collection.subtype === subtypes.album;
}

/** @typedef {import("../shortcuts/shortcuts.js").ShortcutAction<"selection">} SelectionShortcut */

/**
 * How an action is shown. A fixed action stays in the bar if there is not enough space for all.
 * @type {Record<ActionName, {
 *   icon: string, label: string, shortcut?: SelectionShortcut, isOn?: boolean, isDanger?: boolean, isFixed?: boolean
 * }>}
 */
const actions = {
  add: { icon: "album-add", label: words.addToAlbum, shortcut: "add" },
  remove: { icon: "album-remove", label: words.removeFromAlbum },
  favorite: { icon: "favorite", label: words.favorite, shortcut: "favorite" },
  unfavorite: { icon: "favorite", label: words.unfavorite, shortcut: "favorite", isOn: true },
  download: { icon: "download", label: words.download },
  edit: { icon: "pencil", label: words.edit },
  hide: { icon: "hidden", label: words.hide, shortcut: "hide" },
  unhide: { icon: "shown", label: words.unhide, shortcut: "hide" },
  trash: { icon: "trash", label: words.delete, shortcut: "trash", isFixed: true },
  revert: { icon: "restore", label: words.revert },
  restore: { icon: "restore", label: words.restore, shortcut: "restore" },
  purge: { icon: "trash", label: words.purge, shortcut: "trash", isDanger: true, isFixed: true },
};

/**
 * Returns the shortcut of an action, or `undefined` if it has none.
 * @param {ActionName} name
 */
export function shortcutOf(name) {
  return actions[name].shortcut;
}

/**
 * Returns how a menu shows an action.
 * @param {ActionName} name
 * @returns {Omit<import("../dialogs/popup-menu.js").MenuEntry, "perform">}
 */
export function menuEntryOf(name) {
  const { icon: iconName, label, isDanger } = actions[name];
  return { icon: iconName, label, isDanger };
}

/**
 * `<selection-bar>`: the number of selected photos, and the actions for them. It is at the lower edge of the page, and
 * the grid ends above it. Actions for which there is no space are in a menu.
 *
 * Event: `selection-action` ({name, anchor}), with the button.
 */
export class SelectionBar extends HTMLElement {
  #count = document.createElement("p");
  #buttons = document.createElement("div");
  #more = document.createElement("button");
  /** @type {ActionName[]} */
  #names = [];
  #isEmpty = true;

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
    this.#more.type = "button";
    this.#more.className = "selection-action selection-more";
    this.#more.setAttribute("aria-haspopup", "menu");
    const text = document.createElement("span");
    text.textContent = words.more;
    this.#more.append(icon("more"), text);
    this.#more.addEventListener("click", () => this.#openMenu());
    this.append(this.#count, this.#buttons);
    this.#buttons.addEventListener("keydown", (event) => this.#keyDown(event));
    new ResizeObserver(() => this.#resized()).observe(this);
  }

  /**
   * @param {number} count of selected photos
   * @param {ActionName[]} names
   */
  show(count, names) {
    this.hidden = false;
    this.#count.textContent = words.selected(count);
    this.#isEmpty = count === 0;
    if (this.#names.join() !== names.join()) {
      this.#names = names;
      const focused = this.#focusedIndex;
      const buttons = names.map((name) => this.#button(name));
      this.#buttons.replaceChildren(...buttons, this.#more);
      this.#fit();
      buttons[focused]?.focus();
    }
    // Unlike `disabled`, this keeps the focus.
    for (const button of this.#buttons.children) button.setAttribute("aria-disabled", String(this.#isEmpty));
  }

  hide() {
    this.hidden = true;
    this.#count.textContent = "";
  }

  #resized() {
    // What lies over the page at its lower edge stays above the bar.
    document.documentElement.style.setProperty("--selection-bar-height", `${this.offsetHeight}px`);
    if (!this.hidden) this.#fit();
  }

  /** Shows the actions that fit into the width, and the button of the menu if others don't. */
  #fit() {
    const buttons = /** @type {HTMLElement[]} */ ([...this.#buttons.children]);
    for (const button of buttons) button.hidden = button === this.#more;
    if (!this.#isTooNarrow) return;
    this.#more.hidden = false;
    for (const [index, name] of [...this.#names.entries()].toReversed()) {
      if (!this.#isTooNarrow) break;
      if (!actions[name].isFixed) buttons[index].hidden = true;
    }
  }

  get #isTooNarrow() {
    return this.#buttons.scrollWidth > this.#buttons.clientWidth + 1;
  }

  #openMenu() {
    if (this.#more.getAttribute("aria-disabled") === "true") return;
    const entries = this.#names.filter((_, index) => this.#buttons.children[index].matches("[hidden]"))
      .map((name) => ({ ...actions[name], perform: () => this.#perform(name, this.#more) }));
    openMenu(this.#more, words.selectionActions, entries);
  }

  /**
   * @param {ActionName} name
   * @param {HTMLElement} anchor the button that a menu of the action belongs to
   */
  #perform(name, anchor) {
    this.dispatchEvent(new CustomEvent("selection-action", { detail: { name, anchor } }));
  }

  /** The buttons that are not in the menu. */
  get #shownButtons() {
    return [...this.#buttons.children].filter((button) => !button.matches("[hidden]"));
  }

  /** The index of the button in focus, or -1. */
  get #focusedIndex() {
    return [...this.#buttons.children].findIndex((button) => button === document.activeElement);
  }

  /** @param {ActionName} name */
  #button(name) {
    const { icon: iconName, label, shortcut, isOn = false, isDanger = false } = actions[name];
    const button = document.createElement("button");
    button.type = "button";
    button.className = "selection-action";
    button.classList.toggle("is-on", isOn);
    button.classList.toggle("is-danger", isDanger);
    button.dataset.action = name;
    if (shortcut) nameAction(button, "selection", shortcut, label);
    else button.title = label;
    const text = document.createElement("span");
    text.textContent = label;
    button.append(icon(iconName), text);
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") this.#perform(name, button);
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
    event.preventDefault();
    const buttons = this.#shownButtons;
    const next = buttons[buttons.findIndex((button) => button === document.activeElement) + step];
    if (next instanceof HTMLElement) next.focus();
  }
}

customElements.define("selection-bar", SelectionBar);
