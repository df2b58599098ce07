import { whenGoingBack } from "../common/going-back.js";
import { icon } from "../common/icons.js";
import { actionOf } from "../shortcuts/shortcuts.js";
import { SidebarRows } from "./sidebar-rows.js";
import { words } from "./words.js";

/** @typedef {import("../server/library.js").LibraryCollection} LibraryCollection */

/**
 * A request to do something with the reader's albums and folders.
 * @typedef {object} CollectionCommand
 * @property {"menu" | "new" | "rename" | "delete"} command
 * @property {string | null} identifier `null` for a new collection
 * @property {HTMLElement} anchor the element that the reader used
 * @property {{ x: number, y: number } | null} point where a menu opens; `null` for beside the anchor
 */

/**
 * `<album-sidebar>`: the albums beside the photos. In a narrow window, `open` slides them over the photos.
 *
 * Albums are links, so the address changes when the reader chooses one.
 *
 * Events, which bubble: `album-select` ({identifier}) when the reader chooses an album or a list, even if it is shown
 * already;
 * `collection-command` (`CollectionCommand`).
 */
export class AlbumSidebar extends HTMLElement {
  /**
   * The elements that are inert while the sidebar lies over them.
   * @type {HTMLElement[]}
   */
  behind = [];

  /** @type {readonly LibraryCollection[]} */
  #collections = [];
  /** @type {string | null} */
  #selected = null;
  #rows = new SidebarRows({
    command: (command, identifier, anchor) => this.#command(command, identifier, anchor),
    redraw: () => this.#fill(),
  });
  #panel = document.createElement("nav");
  #list = document.createElement("div");
  #foot = document.createElement("footer");
  #leaving = new AbortController();
  /** @type {Element | null} */
  #returnFocus = null;
  #narrow = matchMedia("(max-width: 959px)");
  #endGoingBack = () => {};

  connectedCallback() {
    if (!this.firstChild) this.#build();
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    this.#narrow.addEventListener("change", () => this.close(), { signal });
    this.addEventListener("keydown", (event) => this.#keyDown(event), { signal });
    this.addEventListener("click", (event) => this.#clicked(event), { signal });
    this.addEventListener("contextmenu", (event) => this.#menuWanted(event), { signal });
  }

  disconnectedCallback() {
    this.close();
    this.#leaving.abort();
  }

  /** The collections as the server lists them. */
  set collections(collections) {
    const isSame = JSON.stringify(collections) === JSON.stringify(this.#collections);
    this.#collections = collections;
    // Replacing the links would end a drag, and close a menu that is open beside one.
    if (this.firstChild && !isSame) this.#fill();
  }

  get collections() {
    return this.#collections;
  }

  /**
   * Whether only albums with photos are shown, without commands. Set it before the collections.
   * @param {boolean} isPlain
   */
  set isPlain(isPlain) {
    this.#rows.isPlain = isPlain;
  }

  /** The identifier of the album that is shown, or the name of the list: `albums` or `imports`. */
  set selected(identifier) {
    this.#selected = identifier;
    this.#mark();
  }

  get selected() {
    return this.#selected;
  }

  /** A line below the albums; `null` for none. */
  set foot(line) {
    if (line === null) this.#foot.remove();
    else this.#foot.replaceChildren(line);
    if (line !== null && !this.#foot.isConnected) this.#panel.append(this.#foot);
  }

  /** @returns {Element | null} */
  get foot() {
    return this.#foot.firstElementChild;
  }

  /** The element that scrolls. */
  get list() {
    return this.#list;
  }

  /** Whether the sidebar lies over the photos. */
  get isOpen() {
    return this.hasAttribute("data-open");
  }

  /** Slides over the photos and takes the focus. Does nothing in a wide window, where the sidebar is always there. */
  open() {
    if (this.isOpen || !this.#narrow.matches) return;
    this.#returnFocus = document.activeElement;
    this.setAttribute("data-open", "");
    this.#endGoingBack = whenGoingBack(() => this.close());
    for (const element of this.behind) element.inert = true;
    const { links } = this.#rows;
    const link = this.#selected === null ? undefined : links.get(this.#selected);
    // The link may be in a closed section.
    const found = [link, ...links.values()].find((each) => each?.isConnected);
    (found ?? this.#panel).focus();
  }

  /** Slides away and restores the focus. */
  close() {
    if (!this.isOpen) return;
    this.removeAttribute("data-open");
    this.#endGoingBack();
    for (const element of this.behind) element.inert = false;
    if (this.#returnFocus instanceof HTMLElement) this.#returnFocus.focus();
    this.#returnFocus = null;
  }

  #build() {
    const scrim = document.createElement("div");
    scrim.className = "sidebar-scrim";

    const brand = document.createElement("div");
    brand.className = "sidebar-brand";
    const mark = document.createElement("img");
    // The page has the icon already.
    mark.src = document.querySelector("link[rel=icon]")?.getAttribute("href") ?? "";
    mark.alt = "";
    mark.width = 24;
    mark.height = 24;
    const name = document.createElement("span");
    name.textContent = "Albumen";
    const close = document.createElement("button");
    close.type = "button";
    close.className = "icon-button sidebar-close";
    close.title = words.close;
    close.setAttribute("aria-label", words.close);
    close.append(icon("close"));
    brand.append(mark, name, close);

    this.#list.className = "sidebar-list";
    this.#foot.className = "sidebar-foot";

    this.#panel.className = "sidebar-panel";
    this.#panel.setAttribute("aria-label", words.albums);
    this.#panel.tabIndex = -1;
    this.#panel.append(brand, this.#list);
    this.append(scrim, this.#panel);
    this.#fill();
  }

  /** Draws the albums anew, and keeps the focus on the link that had it. */
  #fill() {
    const focused = document.activeElement?.closest(".sidebar-list [data-focus]")?.getAttribute("data-focus");
    this.#list.replaceChildren(...this.#rows.sections(this.#collections));
    this.#mark();
    if (focused) focusIn(this.#list, `[data-focus="${focused}"]`);
  }

  #mark() {
    for (const [identifier, link] of this.#rows.links) {
      if (identifier === this.#selected) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  /**
   * @param {CollectionCommand["command"]} command
   * @param {string | null} identifier
   * @param {HTMLElement} anchor
   * @param {CollectionCommand["point"]} [point]
   */
  #command(command, identifier, anchor, point = null) {
    /** @type {CollectionCommand} */
    const detail = { command, identifier, anchor, point };
    this.dispatchEvent(new CustomEvent("collection-command", { bubbles: true, detail }));
  }

  /** @param {MouseEvent} event */
  #menuWanted(event) {
    const row = closest(event, ".sidebar-row");
    const collection = row?.closest("[data-collection]")?.getAttribute("data-collection");
    const anchor = row?.lastElementChild;
    if (this.#rows.isPlain || !collection || !(anchor instanceof HTMLElement)) return;
    event.preventDefault();
    const point = event.button === 2 ? { x: event.clientX, y: event.clientY } : null;
    this.#command("menu", collection, anchor, point);
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    const action = actionOf(event, "albums");
    const link = closest(event, ".sidebar-row > .sidebar-link");
    const collection = link?.closest("[data-collection]")?.getAttribute("data-collection");
    const isCommand = !this.#rows.isPlain && (action === "rename" || action === "delete");
    if (isCommand && link && collection) {
      event.preventDefault();
      this.#command(action, collection, link);
      return;
    }
    if (action !== "close" || !this.isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    this.close();
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    if (closest(event, ".sidebar-scrim, .sidebar-close")) {
      this.close();
      return;
    }
    const link = closest(event, "a.sidebar-link");
    const opensOther = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (link === null || opensOther) return;
    this.close();
    // Another page opens.
    if (link.dataset.page !== undefined) return;
    const detail = { identifier: link.dataset.album ?? "" };
    this.dispatchEvent(new CustomEvent("album-select", { bubbles: true, detail }));
  }
}

/**
 * Returns the element around the target of an event that matches a selector.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
function closest({ target }, selector) {
  const found = target instanceof Element ? target.closest(selector) : null;
  return found instanceof HTMLElement ? found : null;
}

/**
 * Puts the focus on the first element that matches a selector.
 * @param {Element} parent
 * @param {string} selector
 */
function focusIn(parent, selector) {
  const found = parent.querySelector(selector);
  if (found instanceof HTMLElement) found.focus();
}

customElements.define("album-sidebar", AlbumSidebar);
