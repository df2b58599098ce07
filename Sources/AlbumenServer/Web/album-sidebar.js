import { icon } from "./icons.js";
import { libraryAlbum, printAddress } from "./page-history.js";
import { formatNumber, localised } from "./words.js";

const words = localised({
  en: {
    albums: "Albums",
    imports: "Imports",
    newAlbum: "New album or folder",
    actions: (title) => `Actions for ${title}`,
    library: "Library",
    mediaTypes: "Media Types",
    utilities: "Utilities",
    close: "Close albums",
  },
  "zh-Hans": {
    albums: "相簿",
    imports: "导入记录",
    newAlbum: "新建相簿或文件夹",
    actions: (title) => `“${title}”的操作`,
    library: "图库",
    mediaTypes: "媒体类型",
    utilities: "实用工具",
    close: "关闭相簿",
  },
});

/** The sections from top to bottom, with the subtypes of smart albums in their order and the icon of each. */
const sections = [
  { title: words.library, albums: [[209, "library"], [203, "favorite"], [206, "recent"]] },
  {
    title: words.mediaTypes,
    albums: [
      [202, "video"], [210, "selfie"], [213, "live"], [212, "portrait"], [201, "panorama"], [204, "timelapse"],
      [208, "slomo"], [207, "burst"], [211, "screenshot"], [220, "screen-recording"], [214, "animated"], [217, "raw"],
    ],
  },
  { title: words.utilities, albums: [[205, "hidden"], [1000000201, "trash"]] },
];

const known = new Set(sections.flatMap(({ albums }) => albums.map(([subtype]) => subtype)));

/** Whether an import made an album, and nobody has put it into a folder. */
const isImport = ({ subtype, parent }) => subtype === 6 && parent === null;

/**
 * Sorts smart albums into the sidebar's sections. Empty ones are left out, but never the library; a kind that is not
 * known here comes last rather than not at all. A section without albums is left out.
 * @param {readonly import("./library.js").LibraryCollection[]} collections
 * @returns {{ title: string, albums: { identifier: string, title: string, count: number, icon: string }[] }[]}
 */
export function sidebarSections(collections) {
  const shown = collections
    .filter(({ type }) => type === "smartAlbum")
    .filter(({ identifier, count }) => count > 0 || identifier === libraryAlbum);
  const filled = sections.map(({ title, albums }) => ({
    title,
    albums: albums.flatMap(([subtype, icon]) => shown.filter((each) => each.subtype === subtype).map(entry(icon))),
  }));
  filled.at(-1).albums.push(...shown.filter(({ subtype }) => !known.has(subtype)).map(entry("library")));
  return filled.filter(({ albums }) => albums.length > 0);
}

/**
 * The albums and folders that the reader arranges.
 * @param {readonly import("./library.js").LibraryCollection[]} collections
 */
export function ownCollections(collections) {
  return collections.filter((each) => each.type !== "smartAlbum" && !isImport(each));
}

/**
 * The reader's albums and folders as the tree that they are.
 * @typedef {import("./library.js").LibraryCollection & { children: CollectionNode[] }} CollectionNode
 * @param {readonly import("./library.js").LibraryCollection[]} collections
 * @returns {CollectionNode[]}
 */
export function collectionTree(collections) {
  const own = ownCollections(collections).map((collection) => ({ ...collection, children: [] }));
  const nodes = new Map(own.map((node) => [node.identifier, node]));
  const top = [];
  for (const node of nodes.values()) (nodes.get(node.parent)?.children ?? top).push(node);
  return top;
}

const entry = (icon) => ({ identifier, title, count }) => ({ identifier, title, count, icon });

/**
 * The albums beside the photos; in a narrow window they slide over them when `open` is called.
 *
 * Albums are plain links, so the address tells what was chosen. `album-select` tells of it too, with `{ identifier }`
 * as detail, also where the album is the one already shown. `collection-command` asks for something to be done with
 * the reader's albums and folders: `{ command: "menu" | "new" | "rename" | "delete", identifier, anchor, point }`; the
 * `anchor` is the element that was used, and `point` where a menu was asked for there.
 */
export class AlbumSidebar extends HTMLElement {
  /** What is out of reach while the sidebar lies over it. */
  behind = /** @type {HTMLElement[]} */ ([]);

  #collections = [];
  #selected = null;
  #links = new Map();
  #closed = new ClosedFolders();
  #panel = null;
  #list = null;
  #leaving = null;
  #returnFocus = null;
  #narrow = matchMedia("(max-width: 799px)");

  connectedCallback() {
    if (this.#panel === null) this.#build();
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

  /** The collections as the server tells them. */
  set collections(collections) {
    const isSame = JSON.stringify(collections) === JSON.stringify(this.#collections);
    this.#collections = collections;
    // What is drawn anew loses a menu that is open at it, and a drag.
    if (this.#panel !== null && !isSame) this.#fill();
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
    (this.#links.get(this.#selected) ?? this.#links.values().next().value ?? this.#panel).focus();
  }

  /** Slides away and gives the focus back. */
  close() {
    if (!this.isOpen) return;
    this.removeAttribute("data-open");
    for (const element of this.behind) element.inert = false;
    this.#returnFocus?.focus();
    this.#returnFocus = null;
  }

  #build() {
    const scrim = document.createElement("div");
    scrim.className = "sidebar-scrim";

    const brand = document.createElement("div");
    brand.className = "sidebar-brand";
    const mark = document.createElement("img");
    // The page has it already.
    mark.src = document.querySelector("link[rel=icon]").href;
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

    this.#list = document.createElement("div");
    this.#list.className = "sidebar-list";

    this.#panel = document.createElement("nav");
    this.#panel.className = "sidebar-panel";
    this.#panel.setAttribute("aria-label", words.albums);
    this.#panel.tabIndex = -1;
    this.#panel.append(brand, this.#list);
    this.append(scrim, this.#panel);
    this.#fill();
  }

  /** Draws the albums anew, and keeps the focus on the link that had it. */
  #fill() {
    const focused = document.activeElement?.closest(".sidebar-list [data-focus]")?.dataset.focus;
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
    if (focused) this.#list.querySelector(`[data-focus="${focused}"]`)?.focus();
  }

  #section(title, items) {
    const heading = document.createElement("h2");
    heading.className = "sidebar-heading";
    heading.textContent = title;
    const section = document.createElement("section");
    section.append(heading, listOf(title, items));
    return section;
  }

  /** The reader's own albums and folders, with a way to make some. */
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
    section.firstChild.after(add);
    return section;
  }

  /** An album or a folder with what is in it, and a button for what can be done with it. */
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

  #command(command, identifier, anchor, point = null) {
    const detail = { command, identifier, anchor, point };
    this.dispatchEvent(new CustomEvent("collection-command", { bubbles: true, detail }));
  }

  #menuWanted(event) {
    const row = event.target.closest?.(".sidebar-row");
    if (!row) return;
    event.preventDefault();
    const { collection } = row.closest("[data-collection]").dataset;
    const point = event.button === 2 ? { x: event.clientX, y: event.clientY } : null;
    this.#command("menu", collection, row.lastChild, point);
  }

  #keyDown(event) {
    const command = { F2: "rename", Delete: "delete", Backspace: "delete" }[event.key];
    const item = event.target.closest(".sidebar-row > .sidebar-link")?.closest("[data-collection]");
    if (command && item && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.#command(command, item.dataset.collection, event.target);
      return;
    }
    if (event.key !== "Escape" || !this.isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    this.close();
  }

  #clicked(event) {
    if (event.target.closest(".sidebar-scrim, .sidebar-close")) {
      this.close();
      return;
    }
    const link = event.target.closest("a.sidebar-link");
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (link === null || opensElsewhere) return;
    this.close();
    const detail = { identifier: link.dataset.album };
    this.dispatchEvent(new CustomEvent("album-select", { bubbles: true, detail }));
  }
}

function titleOf(text) {
  const title = document.createElement("span");
  title.className = "sidebar-title";
  title.textContent = text;
  return title;
}

function listOf(title, items) {
  const list = document.createElement("ul");
  list.setAttribute("aria-label", title);
  // Safari takes lists without markers for no lists unless told.
  list.setAttribute("role", "list");
  list.append(...items);
  return list;
}

const closedFoldersKey = "albumen.closedFolders";

/** Which folders the reader has closed in this browser. */
class ClosedFolders {
  #identifiers = new Set((localStorage.getItem(closedFoldersKey) ?? "").split(" ").filter(Boolean));

  has(identifier) {
    return this.#identifiers.has(identifier);
  }

  toggle(identifier) {
    if (!this.#identifiers.delete(identifier)) this.#identifiers.add(identifier);
    localStorage.setItem(closedFoldersKey, [...this.#identifiers].join(" "));
  }
}

customElements.define("album-sidebar", AlbumSidebar);
