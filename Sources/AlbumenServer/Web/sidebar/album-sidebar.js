import { icon } from "../icons.js";
import { printAddress } from "../page-history.js";
import { formatNumber } from "../words.js";
import { ClosedFolders } from "./closed-folders.js";
import { collectionTree, isImport, sidebarSections } from "./collections.js";
import { words } from "./words.js";

/** @typedef {import("../library.js").LibraryCollection} LibraryCollection */
/** @typedef {import("./collections.js").CollectionNode} CollectionNode */

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
 * Events, which bubble: `album-select` ({identifier}) when the reader chooses an album, even if it is shown already;
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
  /** @type {Map<string, HTMLElement>} */
  #links = new Map();
  #closed = new ClosedFolders();
  #panel = document.createElement("nav");
  #list = document.createElement("div");
  #leaving = new AbortController();
  /** @type {Element | null} */
  #returnFocus = null;
  #narrow = matchMedia("(max-width: 799px)");

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

  /** The identifier of the album that is shown. */
  set selected(identifier) {
    this.#selected = identifier;
    this.#mark();
  }

  get selected() {
    return this.#selected;
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
    for (const element of this.behind) element.inert = true;
    const link = this.#selected === null ? undefined : this.#links.get(this.#selected);
    (link ?? this.#links.values().next().value ?? this.#panel).focus();
  }

  /** Slides away and restores the focus. */
  close() {
    if (!this.isOpen) return;
    this.removeAttribute("data-open");
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
    this.#links.clear();
    const sections = sidebarSections(this.#collections).map(({ title, albums }) => {
      return this.#section(title, albums.map((album) => this.#item(this.#link(album))));
    });
    if (this.#collections.length > 0) sections.splice(1, 0, this.#ownSection());
    const imports = this.#collections.filter((each) => isImport(each) && each.count > 0);
    if (imports.length > 0) {
      const items = imports.map((each) => this.#item(this.#link({ ...each, icon: "download" })));
      sections.push(this.#section(words.imports, items));
    }
    this.#list.replaceChildren(...sections);
    this.#mark();
    if (focused) focusIn(this.#list, `[data-focus="${focused}"]`);
  }

  /**
   * @param {string} title
   * @param {HTMLElement[]} items
   */
  #section(title, items) {
    const heading = document.createElement("h2");
    heading.className = "sidebar-heading";
    heading.textContent = title;
    const section = document.createElement("section");
    section.append(heading, listOf(title, items));
    return section;
  }

  /** Returns the reader's own albums and folders, with a button to create others. */
  #ownSection() {
    const section = this.#section(words.albums, collectionTree(this.#collections).map((node) => this.#node(node)));
    section.classList.add("sidebar-own");
    const add = document.createElement("button");
    add.type = "button";
    add.className = "icon-button sidebar-add";
    add.title = words.newAlbum;
    add.dataset.focus = "add";
    add.setAttribute("aria-label", words.newAlbum);
    add.setAttribute("aria-haspopup", "menu");
    add.append(icon("add"));
    add.addEventListener("click", () => this.#command("new", null, add));
    section.firstElementChild?.after(add);
    return section;
  }

  /**
   * Returns an album, or a folder with its contents, and a button that opens its menu.
   * @param {CollectionNode} node
   * @returns {HTMLElement}
   */
  #node(node) {
    const { identifier, type, title } = node;
    const isFolder = type === "folder";
    const main = isFolder ? this.#folder(node) : this.#link({ ...node, icon: "album" });
    const more = document.createElement("button");
    more.type = "button";
    more.className = "icon-button sidebar-more";
    more.title = words.actions(title);
    more.dataset.focus = `more-${identifier}`;
    more.setAttribute("aria-label", more.title);
    more.setAttribute("aria-haspopup", "menu");
    more.append(icon("more"));
    more.addEventListener("click", () => this.#command("menu", identifier, more));
    const row = document.createElement("div");
    row.className = "sidebar-row";
    row.append(main, more);
    const item = this.#item(row);
    item.dataset.collection = identifier;
    item.dataset.type = type;
    if (isFolder && !this.#closed.has(identifier)) {
      item.append(listOf(title, node.children.map((child) => this.#node(child))));
    }
    return item;
  }

  /** @param {CollectionNode} folder */
  #folder({ identifier, title, children }) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sidebar-link sidebar-folder";
    button.dataset.focus = identifier;
    button.title = title;
    button.setAttribute("aria-expanded", String(!this.#closed.has(identifier)));
    const chevron = icon("next");
    chevron.classList.add("sidebar-chevron");
    if (children.length === 0) chevron.classList.add("is-empty");
    button.append(icon("folder"), titleOf(title), chevron);
    button.addEventListener("click", () => {
      this.#closed.toggle(identifier);
      this.#fill();
    });
    return button;
  }

  /** @param {import("./collections.js").SidebarAlbum} album */
  #link(album) {
    const count = document.createElement("span");
    count.className = "sidebar-count";
    count.textContent = album.count > 0 ? formatNumber(album.count) : "";
    const link = document.createElement("a");
    link.className = "sidebar-link";
    link.draggable = false;
    link.href = printAddress({ album: album.identifier, asset: null });
    link.dataset.album = album.identifier;
    link.dataset.focus = album.identifier;
    link.title = album.title;
    link.append(icon(album.icon), titleOf(album.title), " ", count);
    this.#links.set(album.identifier, link);
    return link;
  }

  /** @param {HTMLElement} content */
  #item(content) {
    const item = document.createElement("li");
    item.append(content);
    return item;
  }

  #mark() {
    for (const [identifier, link] of this.#links) {
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
    if (!collection || !(anchor instanceof HTMLElement)) return;
    event.preventDefault();
    const point = event.button === 2 ? { x: event.clientX, y: event.clientY } : null;
    this.#command("menu", collection, anchor, point);
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    const command = commandOf(event.key);
    const link = closest(event, ".sidebar-row > .sidebar-link");
    const collection = link?.closest("[data-collection]")?.getAttribute("data-collection");
    if (command && link && collection && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.#command(command, collection, link);
      return;
    }
    if (event.key !== "Escape" || !this.isOpen) return;
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
    const detail = { identifier: link.dataset.album };
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

/**
 * Returns the command of a key.
 * @param {string} key
 * @returns {"rename" | "delete" | null}
 */
function commandOf(key) {
  if (key === "F2") return "rename";
  return key === "Delete" || key === "Backspace" ? "delete" : null;
}

/** @param {string} text */
function titleOf(text) {
  const title = document.createElement("span");
  title.className = "sidebar-title";
  title.textContent = text;
  return title;
}

/**
 * @param {string} title
 * @param {HTMLElement[]} items
 */
function listOf(title, items) {
  const list = document.createElement("ul");
  list.setAttribute("aria-label", title);
  // Without the role, Safari doesn't treat lists without markers as lists.
  list.setAttribute("role", "list");
  list.append(...items);
  return list;
}

customElements.define("album-sidebar", AlbumSidebar);
