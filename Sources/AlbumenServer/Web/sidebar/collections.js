import { libraryAlbum } from "../page-history.js";
import { words } from "./words.js";

/** @typedef {import("../library.js").LibraryCollection} LibraryCollection */

/** @typedef {{ identifier: string, title: string, count: number, icon: string }} SidebarAlbum */

/**
 * The sections from top to bottom, with the subtypes and icons of their smart albums.
 * @type {{ title: string, albums: [number, string][] }[]}
 */
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

/**
 * Whether an import made an album, and nobody has filed it in a folder.
 * @param {LibraryCollection} collection
 */
export const isImport = ({ subtype, parent }) => subtype === 6 && parent === null;

/**
 * Sorts smart albums into the sidebar's sections. Leaves out empty albums, except the library, and empty sections.
 * Albums of an unknown subtype come last.
 * @param {readonly LibraryCollection[]} collections
 * @returns {{ title: string, albums: SidebarAlbum[] }[]}
 */
export function sidebarSections(collections) {
  const shown = collections
    .filter(({ type }) => type === "smartAlbum")
    .filter(({ identifier, count }) => count > 0 || identifier === libraryAlbum);
  const filled = sections.map(({ title, albums }) => ({
    title,
    albums: albums.flatMap(([subtype, icon]) => shown.filter((each) => each.subtype === subtype).map(entry(icon))),
  }));
  filled[filled.length - 1].albums.push(...shown.filter(({ subtype }) => !known.has(subtype)).map(entry("library")));
  return filled.filter(({ albums }) => albums.length > 0);
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
