import { icon } from "../common/icons.js";
import { collectionTree } from "../sidebar/collections.js";
import { AlbumFilter } from "./album-filter.js";
import { ask } from "../dialogs/dialogs.js";
import { words } from "./words.js";

/** @typedef {import("../sidebar/collections.js").CollectionNode} CollectionNode */
/** @typedef {{ identifier: string | null }} Picked */

/**
 * Asks for an album. Typing filters the albums.
 * @param {readonly import("../server/library.js").LibraryCollection[]} collections
 * @returns {Promise<Picked | null>} the identifier is `null` for a new album; `null` if the reader cancels
 */
export function pickAlbum(collections) {
  return ask({
    title: words.pickAlbum,
    draw: (/** @type {(answer: Picked) => void} */ done) => {
      const rows = flattened(collectionTree(collections)).map(({ node, depth }) => {
        const { identifier, title, type } = node;
        const isFolder = type === "folder";
        const item = isFolder
          ? folderName(title, depth) : choice({ title, iconName: "album", depth }, () => done({ identifier }));
        return { item, title, depth, isFolder };
      });
      const made = choice({ title: words.newAlbum, iconName: "add" }, () => done({ identifier: null }));
      const albums = list(words.albums, [made, ...rows.map(({ item }) => item)]);
      return [...new AlbumFilter(albums, rows).elements, albums];
    },
  });
}

/**
 * Asks for a folder to put a collection into.
 * @param {readonly import("../server/library.js").LibraryCollection[]} collections
 * @param {import("../server/library.js").LibraryCollection} moved can't go into itself or its contents
 * @returns {Promise<Picked | null>} the identifier is `null` for the top level; `null` if the reader cancels
 */
export function pickFolder(collections, moved) {
  const folders = flattened(collectionTree(collections), moved.identifier)
    .filter(({ node }) => node.type === "folder");
  const isHere = (/** @type {string | null} */ identifier) => identifier === moved.parent;
  return ask({
    title: words.moveTitle(moved.title),
    draw: (/** @type {(answer: Picked) => void} */ done) => [
      list(words.folders, [
        choice({ title: words.topLevel, iconName: "library", isHere: isHere(null) }, () => done({ identifier: null })),
        ...folders.map(({ node: { identifier, title }, depth }) => {
          return choice({ title, iconName: "folder", depth, isHere: isHere(identifier) }, () => done({ identifier }));
        }),
      ]),
    ],
  });
}

/**
 * Returns the nodes of a tree with their depths, in its order.
 * @param {readonly CollectionNode[]} tree
 * @param {string | null} [without] the node to leave out with its contents
 * @returns {{ node: CollectionNode, depth: number }[]}
 */
function flattened(tree, without = null) {
  const found = [];
  const rest = tree.map((node) => ({ node, depth: 0 })).toReversed();
  for (let entry = rest.pop(); entry !== undefined; entry = rest.pop()) {
    const { node, depth } = entry;
    if (node.identifier === without) continue;
    found.push(entry);
    for (const child of node.children.toReversed()) rest.push({ node: child, depth: depth + 1 });
  }
  return found;
}

/**
 * @param {string} label
 * @param {HTMLElement[]} items
 */
function list(label, items) {
  const element = document.createElement("ul");
  element.className = "picker";
  element.setAttribute("role", "list");
  element.setAttribute("aria-label", label);
  element.append(...items);
  element.addEventListener("keydown", (event) => keyDown(event, element));
  return element;
}

/**
 * @param {{ title: string, iconName: string, depth?: number, isHere?: boolean }} collection
 * @param {() => void} chosen
 */
function choice({ title, iconName, depth = 0, isHere = false }, chosen) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "picker-choice";
  button.disabled = isHere;
  button.style.paddingInlineStart = `${12 + Math.min(depth, 8) * 18}px`;
  const text = document.createElement("span");
  text.textContent = title;
  button.append(icon(iconName), text);
  button.addEventListener("click", chosen);
  if (depth === 0) button.toggleAttribute("autofocus", !isHere);
  const item = document.createElement("li");
  item.append(button);
  return item;
}

/**
 * @param {string} title
 * @param {number} depth
 */
function folderName(title, depth) {
  const item = document.createElement("li");
  item.className = "picker-folder";
  item.style.paddingInlineStart = `${12 + Math.min(depth, 8) * 18}px`;
  const text = document.createElement("span");
  text.textContent = title;
  item.append(icon("folder"), text);
  return item;
}

/**
 * Arrow keys move from choice to choice.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} picker
 */
function keyDown(event, picker) {
  const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
  if (step === 0) return;
  const choices = [...picker.querySelectorAll("button")].filter((each) => !each.disabled && !each.closest("[hidden]"));
  event.preventDefault();
  choices[choices.findIndex((button) => button === document.activeElement) + step]?.focus();
}
