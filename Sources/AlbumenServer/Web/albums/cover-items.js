import { printAddress } from "../address/page-history.js";
import { collectionTree, importCollections } from "../sidebar/collections.js";
import { formatShortDay } from "../common/words.js";
import { inListOrder } from "./list-order.js";
import { words } from "./words.js";

/** @typedef {import("../server/library.js").LibraryCollection} LibraryCollection */
/** @typedef {import("../sidebar/collections.js").CollectionNode} CollectionNode */

/**
 * An album or folder on a page of albums.
 * @typedef {object} CoverItem
 * @property {string} identifier
 * @property {string} type
 * @property {string} title
 * @property {string} detail
 * @property {string} address
 * @property {string[]} albums whose covers are shown: the album itself, or the first albums in a folder
 */

/** The most covers of a folder. */
const coversOfFolder = 4;

const millisecondsPerDay = 86_400_000;

/**
 * Returns the albums and folders of a list; `null` if the list is a folder that doesn't exist.
 * @param {string} list `albums`, `imports`, or the identifier of a folder
 * @param {readonly LibraryCollection[]} collections
 * @param {import("./list-order.js").ListOrder} [order] of albums and folders; imports are by date
 * @returns {CoverItem[] | null}
 */
export function coverItems(list, collections, order = "custom") {
  if (list === "imports") return importCollections(collections).map(importItem);
  const tree = collectionTree(collections);
  const nodes = list === "albums" ? tree : nodeIn(tree, list)?.children;
  return nodes === undefined ? null : inListOrder(nodes, order).map(ownItem);
}

/**
 * @param {readonly CollectionNode[]} tree
 * @param {string} folder
 * @returns {CollectionNode | undefined}
 */
function nodeIn(tree, folder) {
  const rest = [...tree];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (node.identifier === folder && node.type === "folder") return node;
    for (const child of node.children) rest.push(child);
  }
  return undefined;
}

/**
 * @param {CollectionNode} node
 * @returns {CoverItem}
 */
function ownItem(node) {
  const { identifier, type, title, count } = node;
  const isFolder = type === "folder";
  return {
    identifier, type, title,
    detail: isFolder ? words.contents(count) : words.items(count),
    address: printAddress({ album: identifier, asset: null, list: isFolder ? identifier : undefined }),
    albums: isFolder ? firstAlbums(node) : filled(node),
  };
}

/**
 * @param {LibraryCollection} collection
 * @returns {CoverItem}
 */
function importItem(collection) {
  const { identifier, type, title, count, creationDate } = collection;
  const day = creationDate === null ? null : Math.floor(localTime(new Date(creationDate)) / millisecondsPerDay);
  return {
    identifier, type, title,
    detail: words.imported(formatShortDay(day), words.items(count)),
    address: printAddress({ album: identifier, asset: null }),
    albums: filled(collection),
  };
}

/**
 * Returns the time that clocks show here, as if it were UTC.
 * @param {Date} date
 */
function localTime(date) {
  return date.getTime() - date.getTimezoneOffset() * 60_000;
}

/** @param {LibraryCollection} album */
function filled({ identifier, count }) {
  return count > 0 ? [identifier] : [];
}

/**
 * Returns the first albums with photos in a folder and the folders in it.
 * @param {CollectionNode} folder
 */
function firstAlbums(folder) {
  /** @type {string[]} */
  const found = [];
  const rest = folder.children.toReversed();
  for (let node = rest.pop(); node !== undefined && found.length < coversOfFolder; node = rest.pop()) {
    if (node.type === "folder") rest.push(...node.children.toReversed());
    else found.push(...filled(node));
  }
  return found;
}
