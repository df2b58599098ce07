import { collectionTree } from "../album-sidebar.js";
import { icon } from "../icons.js";
import { ask } from "./dialogs.js";
import { words } from "./words.js";

/**
 * Asks for an album.
 * @param {readonly import("../library.js").LibraryCollection[]} collections
 * @returns {Promise<{ identifier: string | null } | null>} the identifier null for a new album; null where the reader
 *   chose nothing
 */
export function pickAlbum(collections) {
  return ask({
    title: words.pickAlbum,
    draw: (done) => [
      list(words.albums, [
        choice({ title: words.newAlbum, iconName: "add" }, () => done({ identifier: null })),
        ...flattened(collectionTree(collections)).map(({ node, depth }) => {
          const { identifier, title, type } = node;
          if (type === "folder") return folderName(title, depth);
          return choice({ title, iconName: "album", depth }, () => done({ identifier }));
        }),
      ]),
    ],
  });
}

/**
 * Asks for a folder to put a collection into.
 * @param {readonly import("../library.js").LibraryCollection[]} collections
 * @param {import("../library.js").LibraryCollection} moved neither it nor what is in it can hold it
 * @returns {Promise<{ identifier: string | null } | null>} the identifier null for the top level; null where the reader
 *   chose nothing
 */
export function pickFolder(collections, moved) {
  const folders = flattened(collectionTree(collections), moved.identifier)
    .filter(({ node }) => node.type === "folder");
  const isHere = (identifier) => identifier === moved.parent;
  return ask({
    title: words.moveTitle(moved.title),
    draw: (done) => [
      list(words.folders, [
        choice({ title: words.topLevel, iconName: "library", isHere: isHere(null) }, () => done({ identifier: null })),
        ...folders.map(({ node: { identifier, title }, depth }) => {
          return choice({ title, iconName: "folder", depth, isHere: isHere(identifier) }, () => done({ identifier }));
        }),
      ]),
    ],
  });
}

/** All nodes of a tree with their depths, in its order, without one and what is in it. */
function flattened(tree, without = null) {
  const found = [];
  const rest = tree.map((node) => ({ node, depth: 0 })).reverse();
  while (rest.length > 0) {
    const entry = rest.pop();
    if (entry.node.identifier === without) continue;
    found.push(entry);
    for (const child of entry.node.children.toReversed()) rest.push({ node: child, depth: entry.depth + 1 });
  }
  return found;
}

function list(label, items) {
  const element = document.createElement("ul");
  element.className = "picker";
  element.setAttribute("role", "list");
  element.setAttribute("aria-label", label);
  element.append(...items);
  element.addEventListener("keydown", keyDown);
  return element;
}

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

function folderName(title, depth) {
  const item = document.createElement("li");
  item.className = "picker-folder";
  item.style.paddingInlineStart = `${12 + Math.min(depth, 8) * 18}px`;
  const text = document.createElement("span");
  text.textContent = title;
  item.append(icon("folder"), text);
  return item;
}

/** Arrow keys go from choice to choice. */
function keyDown(event) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined) return;
  const choices = [...event.currentTarget.querySelectorAll("button:not(:disabled)")];
  event.preventDefault();
  choices[choices.indexOf(document.activeElement) + step]?.focus();
}
