import { icon } from "./icons.js";
import { libraryAlbum, printAddress } from "./page-history.js";
import { formatNumber, localised } from "./words.js";

const words = localised({
  en: {
    albums: "Albums",
    library: "Library",
    mediaTypes: "Media Types",
    utilities: "Utilities",
    close: "Close albums",
  },
  "zh-Hans": {
    albums: "相簿",
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
  { title: words.utilities, albums: [[205, "hidden"]] },
];

const known = new Set(sections.flatMap(({ albums }) => albums.map(([subtype]) => subtype)));

/**
 * Sorts collections into the sidebar's sections. Empty ones are left out, but never the library; a kind that is not
 * known here comes last rather than not at all. A section without albums is left out.
 * @param {readonly { identifier: string, subtype: number, title: string, count: number }[]} collections
 * @returns {{ title: string, albums: { identifier: string, title: string, count: number, icon: string }[] }[]}
 */
export function sidebarSections(collections) {
  const shown = collections.filter(({ identifier, count }) => count > 0 || identifier === libraryAlbum);
  const filled = sections.map(({ title, albums }) => ({
    title,
    albums: albums.flatMap(([subtype, icon]) => shown.filter((each) => each.subtype === subtype).map(entry(icon))),
  }));
  filled.at(-1).albums.push(...shown.filter(({ subtype }) => !known.has(subtype)).map(entry("library")));
  return filled.filter(({ albums }) => albums.length > 0);
}

const entry = (icon) => ({ identifier, title, count }) => ({ identifier, title, count, icon });

/**
 * The albums beside the photos; in a narrow window they slide over them when `open` is called.
 *
 * Albums are plain links, so the address tells what was chosen. `album-select` tells of it too, with `{ identifier }`
 * as detail, also where the album is the one already shown.
 */
export class AlbumSidebar extends HTMLElement {
  /** What is out of reach while the sidebar lies over it. */
  behind = /** @type {HTMLElement[]} */ ([]);

  #collections = [];
  #selected = null;
  #links = new Map();
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
  }

  disconnectedCallback() {
    this.close();
    this.#leaving.abort();
  }

  /** The collections as the server tells them. */
  set collections(collections) {
    this.#collections = collections;
    if (this.#panel !== null) this.#fill();
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
    const focused = [...this.#links].find(([, link]) => link === document.activeElement)?.[0];
    this.#links.clear();
    const sections = sidebarSections(this.#collections);
    this.#list.replaceChildren(...sections.map((section, index) => this.#section(section, index)));
    this.#mark();
    this.#links.get(focused)?.focus();
  }

  #section({ title, albums }, index) {
    const heading = document.createElement("h2");
    heading.className = "sidebar-heading";
    heading.id = `sidebar-section-${index}`;
    heading.textContent = title;
    const list = document.createElement("ul");
    list.setAttribute("aria-labelledby", heading.id);
    // Safari takes lists without markers for no lists unless told.
    list.setAttribute("role", "list");
    list.append(...albums.map((album) => this.#item(album)));
    const section = document.createElement("section");
    section.append(heading, list);
    return section;
  }

  #item(album) {
    const title = document.createElement("span");
    title.className = "sidebar-title";
    title.textContent = album.title;
    const count = document.createElement("span");
    count.className = "sidebar-count";
    count.textContent = album.count > 0 ? formatNumber(album.count) : "";
    const link = document.createElement("a");
    link.className = "sidebar-link";
    link.href = printAddress({ album: album.identifier, asset: null });
    link.dataset.album = album.identifier;
    link.append(icon(album.icon), title, " ", count);
    this.#links.set(album.identifier, link);
    const item = document.createElement("li");
    item.append(link);
    return item;
  }

  #mark() {
    for (const [identifier, link] of this.#links) {
      if (identifier === this.#selected) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  #keyDown(event) {
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
    const link = event.target.closest(".sidebar-link");
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (link === null || opensElsewhere) return;
    this.close();
    const detail = { identifier: link.dataset.album };
    this.dispatchEvent(new CustomEvent("album-select", { bubbles: true, detail }));
  }
}

customElements.define("album-sidebar", AlbumSidebar);
