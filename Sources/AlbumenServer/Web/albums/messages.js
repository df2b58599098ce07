import { hiddenAlbum, isSmartAlbum, trashAlbum } from "../address/page-history.js";
import { words } from "./words.js";

const importCommand = "albumen import ~/Pictures";
const favoritesAlbum = "A1B0A1B0-0000-4000-8000-000000000203";

/**
 * Returns the message of an empty album: how to add photos.
 * @param {string} album identifier; not of the library
 * @param {import("../server/library.js").LibraryCollection | undefined} collection `undefined` while collections
 *   are loading
 * @param {() => void} addPhotos
 */
export function emptyAlbumMessage(album, collection, addPhotos) {
  if (album === favoritesAlbum) return message(words.emptyFavorites, words.emptyFavoritesText);
  if (album === hiddenAlbum) return message(words.emptyHidden, words.emptyHiddenText);
  if (album === trashAlbum) return message(words.emptyTrash, words.emptyTrashText);
  if (isSmartAlbum(album) || collection?.subtype === 6) {
    return message(words.emptySmart, words.emptySmartText);
  }
  return message(words.emptyAlbum, words.emptyAlbumText, button(words.addPhotos, addPhotos));
}

/**
 * Returns the message of a list without albums.
 * @param {string} list
 * @param {{ newAlbum: (anchor: HTMLElement) => void, bringOver: () => void }} actions
 */
export function emptyListMessage(list, { newAlbum, bringOver }) {
  if (list === "imports") {
    return message(words.noImports, words.noImportsText, command(), button(words.bringOver, bringOver));
  }
  if (list !== "albums") return message(words.emptyFolder, words.emptyFolderText);
  const add = button(words.newAlbum, () => newAlbum(add));
  return message(words.noAlbums, words.noAlbumsText, add);
}

/**
 * Returns the message in place of hidden photos.
 * @param {() => void} show
 */
export function hiddenMessage(show) {
  return message(words.hiddenTitle, words.hiddenText, button(words.showHidden, show));
}

/** Returns the command that imports a folder. */
export function command() {
  const element = document.createElement("code");
  element.textContent = importCommand;
  return element;
}

/**
 * @param {string} title
 * @param {string} text
 * @param {HTMLElement[]} parts
 */
function message(title, text, ...parts) {
  const element = document.createElement("div");
  element.className = "grid-message";
  const heading = document.createElement("h2");
  heading.textContent = title;
  const line = document.createElement("p");
  line.textContent = text;
  element.append(heading, line, ...parts);
  return element;
}

/**
 * @param {string} text
 * @param {() => void} pressed
 */
function button(text, pressed) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "button";
  element.textContent = text;
  element.addEventListener("click", pressed);
  return element;
}
