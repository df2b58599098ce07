import { icon } from "../icons.js";
import { words } from "./words.js";

/** Raw values of `PHAssetCollectionSubtype` that decide what can be done. */
const subtypes = { album: 2, favorites: 203, hidden: 205, recentlyDeleted: 1000000201 };

/**
 * What can be done with the photos of a collection, in the bar's order.
 * @param {import("../library.js").LibraryCollection | undefined} collection
 * @param {{ areFavorites?: boolean }} [state] whether all that are selected are favorites
 * @returns {string[]} names of `actions`
 */
export function actionsFor(collection, { areFavorites = false } = {}) {
  const { subtype } = collection ?? {};
  if (subtype === subtypes.recentlyDeleted) return ["restore", "purge"];
  return [
    "add",
    ...(subtype === subtypes.album ? ["remove"] : []),
    areFavorites || subtype === subtypes.favorites ? "unfavorite" : "favorite",
    subtype === subtypes.hidden ? "unhide" : "hide",
    "trash",
  ];
}

/** After these photos are nowhere that they were shown in before. */
const leaving = new Set(["remove", "hide", "unhide", "trash", "restore", "purge"]);

/**
 * Whether photos are no longer in a collection once something was done with them.
 * @param {string} name as `actionsFor` names actions
 * @param {import("../library.js").LibraryCollection | undefined} collection
 */
export function leavesCollection(name, collection) {
  return leaving.has(name) || (name === "unfavorite" && collection?.subtype === subtypes.favorites);
}

/** Whether the reader arranges a collection's photos. */
export function isArranged(collection) {
  return collection?.type === "album" && collection.subtype === subtypes.album;
}

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
 * `<selection-bar>`: how many photos are selected, and what can be done with them.
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
   * @param {number} count of photos that are selected
   * @param {string[]} names of actions
   */
  show(count, names) {
    this.hidden = false;
    this.#count.textContent = words.selected(count);
    if (this.#shown !== names.join()) {
      this.#shown = names.join();
      const focused = this.#buttons.contains(document.activeElement)
        ? [...this.#buttons.children].indexOf(document.activeElement) : -1;
      this.#buttons.replaceChildren(...names.map((name) => this.#button(name)));
      this.#buttons.children[focused]?.focus();
    }
    // A button that has the focus keeps it where it cannot be used just now.
    for (const button of this.#buttons.children) button.setAttribute("aria-disabled", String(count === 0));
  }

  hide() {
    this.hidden = true;
    this.#count.textContent = "";
  }

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

  /** Arrow keys go from button to button, as in any toolbar; Tab does too. */
  #keyDown(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    const buttons = [...this.#buttons.children];
    const next = buttons[buttons.indexOf(document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}

customElements.define("selection-bar", SelectionBar);
