import { libraryAlbum } from "../address/page-history.js";
import { words } from "./words.js";

/** @typedef {import("../server/library.js").LibraryCollection} LibraryCollection */

/** @typedef {{ identifier: string, title: string, count: number, icon: string }} SidebarAlbum */

/**
 * The sections from top to bottom, with the subtypes and icons of their smart albums. `keepsEmpty` sections show their
 * albums even if they are empty.
 * @typedef {"library" | "albums" | "mediaTypes" | "utilities"} SectionName
 * @type {{ name: SectionName, title: string, albums: [number, string][], keepsEmpty?: boolean }[]}
 */
const sections = [
  { name: "library", title: words.library, albums: [[209, "library"], [203, "favorite"], [206, "recent"]] },
  {
    name: "mediaTypes",
    title: words.mediaTypes,
    albums: [
      [202, "video"], [210, "selfie"], [213, "live"], [212, "portrait"], [201, "panorama"], [204, "timelapse"],
      [208, "slomo"], [207, "burst"], [211, "screenshot"], [220, "screen-recording"], [214, "animated"], [215, "live"],
      [217, "raw"],
    ],
  },
  {
    name: "utilities", title: words.utilities, albums: [[205, "hidden"], [1000000201, "trash"]], keepsEmpty: true,
  },
];

/** The icons of smart albums that come last and only if they aren't empty. */
const otherIcons = new Map([[216, "warning"]]);

const known = new Set(sections.flatMap(({ albums }) => albums.map(([subtype]) => subtype)));

/**
 * Whether an import made an album, and nobody has filed it in a folder.
 * @param {LibraryCollection} collection
 */
export const isImport = ({ subtype, parent }) => subtype === 6 && parent === null;

/**
 * Sorts smart albums into the sidebar's sections. Leaves out empty albums, except the library and the utilities, and
 * empty sections. Albums of an unknown subtype come last.
 * @param {readonly LibraryCollection[]} collections
 * @returns {{ name: SectionName, title: string, albums: SidebarAlbum[] }[]}
 */
export function sidebarSections(collections) {
  const smart = collections.filter(({ type }) => type === "smartAlbum");
  const isFilled = (/** @type {LibraryCollection} */ { identifier, count }) => count > 0 || identifier === libraryAlbum;
  const filled = sections.map(({ name, title, albums, keepsEmpty = false }) => ({
    name,
    title,
    albums: albums.flatMap(([subtype, icon]) =>
      smart.filter((each) => each.subtype === subtype && (keepsEmpty || isFilled(each))).map(entry(icon))),
  }));
  const others = smart.filter((each) => !known.has(each.subtype) && isFilled(each));
  filled[filled.length - 1].albums.push(...others.map((each) => entry(otherIcons.get(each.subtype) ?? "library")(each)));
  return filled.filter(({ albums }) => albums.length > 0);
}

/**
 * Returns the albums of imports, the newest first.
 * @param {readonly LibraryCollection[]} collections
 */
export function importCollections(collections) {
  return collections.filter(isImport);
}

/**
 * Returns the albums and folders that the reader arranges.
 * @param {readonly LibraryCollection[]} collections
 */
export function ownCollections(collections) {
  return collections.filter((each) => each.type !== "smartAlbum" && !isImport(each));
}

/**
 * Returns the reader's albums and folders as a tree.
 * @typedef {LibraryCollection & { children: CollectionNode[] }} CollectionNode
 * @param {readonly LibraryCollection[]} collections
 * @returns {CollectionNode[]}
 */
export function collectionTree(collections) {
  /** @type {CollectionNode[]} */
  const own = ownCollections(collections).map((collection) => ({ ...collection, children: [] }));
  const nodes = new Map(own.map((node) => [node.identifier, node]));
  /** @type {CollectionNode[]} */
  const top = [];
  for (const node of own) ((node.parent === null ? undefined : nodes.get(node.parent))?.children ?? top).push(node);
  return top;
}

/** @type {(icon: string) => (collection: LibraryCollection) => SidebarAlbum} */
const entry = (icon) => ({ identifier, title, count }) => ({ identifier, title, count, icon });
