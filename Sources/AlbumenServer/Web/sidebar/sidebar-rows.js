import { icon } from "../common/icons.js";
import { printAddress } from "../address/page-history.js";
import { formatNumber } from "../common/words.js";
import { ClosedFolders } from "./closed-folders.js";
import { collectionTree, importCollections, sidebarSections } from "./collections.js";
import { words } from "./words.js";

/** @typedef {import("../server/library.js").LibraryCollection} LibraryCollection */
/** @typedef {import("./collections.js").CollectionNode} CollectionNode */

/**
 * What the rows ask of the sidebar.
 * @typedef {object} RowCalls
 * @property {(command: "menu" | "new", identifier: string | null, anchor: HTMLElement) => void} command
 * @property {() => void} redraw draws all sections again, because one was folded
 */

/** Draws the sections of the sidebar, and remembers in this browser which sections and folders are closed. */
export class SidebarRows {
  /**
   * The links by the identifier of their album, or the name of their list.
   * @type {Map<string, HTMLElement>}
   */
  links = new Map();
  /** Whether only albums with photos are shown, without commands. */
  isPlain = false;
  #closed = new ClosedFolders();
  #closedSections = new ClosedFolders("albumen.closedSections");
  #calls;

  /** @param {RowCalls} calls */
  constructor(calls) {
    this.#calls = calls;
  }

  /**
   * @param {readonly LibraryCollection[]} collections
   * @returns {HTMLElement[]}
   */
  sections(collections) {
    this.links.clear();
    if (collections.length === 0) return [];
    const shown = sidebarSections(collections).filter(({ name }) => !this.isPlain || name !== "utilities");
    const sections = shown.map(({ name, title, albums }) => {
      const items = albums.map((album) => item(this.#link(album)));
      if (name === "utilities") {
        items.unshift(item(this.#imports(collections)));
        items.push(item(pageLink("access", words.access, "access")), item(pageLink("status", words.status, "info")));
      }
      return this.#section(name, title, items);
    });
    const own = this.isPlain ? this.#plainSection(collections) : this.#ownSection(collections);
    if (own !== null) sections.splice(1, 0, own);
    return sections;
  }

  /**
   * @param {import("./collections.js").SectionName} name
   * @param {string} label names the list
   * @param {HTMLElement[]} items
   * @param {string} [title] of the section
   */
  #section(name, label, items, title = label) {
    const isClosed = this.#closedSections.has(name);
    const fold = document.createElement("button");
    fold.type = "button";
    fold.className = "sidebar-fold";
    fold.dataset.focus = `fold-${name}`;
    fold.setAttribute("aria-expanded", String(!isClosed));
    const chevron = icon("next");
    chevron.classList.add("sidebar-chevron");
    fold.append(title, chevron);
    fold.addEventListener("click", () => {
      this.#closedSections.toggle(name);
      this.#calls.redraw();
    });
    const heading = document.createElement("h2");
    heading.className = "sidebar-heading";
    heading.append(fold);
    const section = document.createElement("section");
    section.dataset.section = name;
    section.append(heading);
    if (!isClosed) section.append(listOf(label, items));
    return section;
  }

  /**
   * Returns the reader's own albums and folders, with a button to create others.
   * @param {readonly LibraryCollection[]} collections
   */
  #ownSection(collections) {
    const tree = collectionTree(collections);
    const all = item(this.#listLink("albums", words.allAlbums, "album", 0));
    const section = this.#section("albums", words.allAlbums, [all], words.albums);
    section.classList.add("sidebar-albums");
    if (tree.length > 0 && !this.#closedSections.has("albums")) {
      const own = listOf(words.albums, tree.map((node) => this.#node(node)));
      own.classList.add("sidebar-own");
      section.append(own);
    }
    const add = document.createElement("button");
    add.type = "button";
    add.className = "icon-button sidebar-add";
    add.title = words.newAlbum;
    add.dataset.focus = "add";
    add.setAttribute("aria-label", words.newAlbum);
    add.setAttribute("aria-haspopup", "menu");
    add.append(icon("add"));
    add.addEventListener("click", () => this.#calls.command("new", null, add));
    section.firstElementChild?.after(add);
    return section;
  }

  /**
   * Returns the reader's own albums and folders without commands; `null` if there are none.
   * @param {readonly LibraryCollection[]} collections
   */
  #plainSection(collections) {
    const tree = collectionTree(collections);
    if (tree.length === 0) return null;
    const section = this.#section("albums", words.albums, tree.map((node) => this.#node(node)));
    section.querySelector("ul")?.classList.add("sidebar-own");
    return section;
  }

  /** @param {readonly LibraryCollection[]} collections */
  #imports(collections) {
    return this.#listLink("imports", words.imports, "download", importCollections(collections).length);
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
    const row = document.createElement("div");
    row.className = "sidebar-row";
    row.append(main);
    if (!this.isPlain) row.append(this.#moreButton(identifier, title));
    const element = item(row);
    element.dataset.collection = identifier;
    element.dataset.type = type;
    if (isFolder && !this.#closed.has(identifier)) {
      element.append(listOf(title, node.children.map((child) => this.#node(child))));
    }
    return element;
  }

  /**
   * @param {string} identifier
   * @param {string} title
   */
  #moreButton(identifier, title) {
    const more = document.createElement("button");
    more.type = "button";
    more.className = "icon-button sidebar-more";
    more.title = words.actions(title);
    more.dataset.focus = `more-${identifier}`;
    more.setAttribute("aria-label", more.title);
    more.setAttribute("aria-haspopup", "menu");
    more.append(icon("more"));
    more.addEventListener("click", () => this.#calls.command("menu", identifier, more));
    return more;
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
      this.#calls.redraw();
    });
    return button;
  }

  /** @param {import("./collections.js").SidebarAlbum} album */
  #link({ identifier, title, count, icon: name }) {
    const link = linkTo(printAddress({ album: identifier, asset: null }), title, name, count);
    link.dataset.album = identifier;
    link.dataset.focus = identifier;
    this.links.set(identifier, link);
    return link;
  }

  /**
   * @param {"albums" | "imports"} list
   * @param {string} title
   * @param {string} iconName
   * @param {number} count
   */
  #listLink(list, title, iconName, count) {
    const link = linkTo(`#/${list}`, title, iconName, count);
    link.dataset.list = list;
    link.dataset.focus = `list-${list}`;
    this.links.set(list, link);
    return link;
  }
}

/**
 * @param {string} address
 * @param {string} title
 * @param {string} iconName
 * @param {number} count
 */
function linkTo(address, title, iconName, count) {
  const number = document.createElement("span");
  number.className = "sidebar-count";
  number.textContent = count > 0 ? formatNumber(count) : "";
  const link = document.createElement("a");
  link.className = "sidebar-link";
  link.draggable = false;
  link.href = address;
  link.title = title;
  link.append(icon(iconName), titleOf(title), " ", number);
  return link;
}

/**
 * Returns the link to a page beside the library.
 * @param {"access" | "status"} page
 * @param {string} title
 * @param {string} iconName
 */
function pageLink(page, title, iconName) {
  const link = linkTo(`/${page}`, title, iconName, 0);
  link.dataset.page = page;
  link.dataset.focus = page;
  return link;
}

/** @param {HTMLElement} content */
function item(content) {
  const element = document.createElement("li");
  element.append(content);
  return element;
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
