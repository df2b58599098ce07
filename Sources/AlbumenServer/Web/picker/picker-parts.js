import { drawTileSizeControl } from "../grid/tile-size-control.js";
import "../grid/photo-grid.js";
import { icon } from "../common/icons.js";
import "../search/search-field.js";
import "../sidebar/album-sidebar.js";
import { pageWords } from "../common/words.js";
import { DetailSwitches } from "./detail-switches.js";
import "./photo-strip.js";
import { drawRequestCard } from "./request-card.js";
import { words } from "./words.js";

/** @typedef {ReturnType<typeof drawPicker>} PickerParts */

/**
 * Draws the picker: who asks, the albums, the photos, and a bar with the choice. Leaves out what the app has disabled.
 * @param {HTMLElement} body
 * @param {import("./pick-requests.js").Pick} pick
 */
export function drawPicker(body, pick) {
  const isCompact = pick.mode === "compact";
  const has = (/** @type {import("./pick-requests.js").Capability} */ name) => !pick.disabled.includes(name);
  const isContinuous = pick.selection === "continuous" || pick.selection === "continuousAndOrdered";
  // Without these buttons, only an app that receives each choice at once can end choosing.
  const hasActions = has("selectionActions") || !isContinuous;

  const cancel = button("text-button picker-cancel", words.cancel);
  const isAccess = pick.selectionFor !== null;
  const add = button("button picker-add", isAccess ? words.done : words.add);
  cancel.hidden = !hasActions;
  const files = button("text-button picker-files", words.files);
  files.hidden = !pick.offersFiles;
  const share = button("button picker-share", "");
  const actions = element("div", "picker-actions");
  actions.append(files, cancel, share, add);
  const request = element("header", "picker-request");
  request.append(drawRequestCard(pick), actions);

  const grid = drawPhotos(isCompact);
  const sidebar = document.createElement("album-sidebar");
  sidebar.isPlain = true;
  sidebar.hidden = isCompact || !has("collectionNavigation");
  const showAlbums = button("icon-button sidebar-button", "");
  showAlbums.title = pageWords.showAlbums;
  showAlbums.setAttribute("aria-label", pageWords.showAlbums);
  showAlbums.hidden = sidebar.hidden;
  showAlbums.append(icon("menu"));
  const title = element("h2", "page-title");
  const count = element("p", "page-count");
  count.setAttribute("role", "status");
  const heading = element("div", "page-heading");
  heading.append(title, count);
  const search = document.createElement("search-field");
  search.hidden = isCompact || !has("search");
  const showAll = button("text-button", words.showAll);
  const header = element("div", "page-header");
  header.append(showAlbums, heading, ...isCompact ? [] : [drawTileSizeControl(grid)], showAll, search);
  // Without the field, the button leaves a search of the app.
  const showSearching = (/** @type {boolean} */ isSearching) => {
    header.hidden = isCompact && !isSearching;
    showAll.hidden = !search.hidden || !isSearching;
  };
  showSearching(false);
  const photos = element("div", "page-main");
  photos.append(grid);
  const content = element("main", "page-content");
  content.append(header, photos);
  const page = element("div", "page");
  page.append(sidebar, content);

  const status = element("p", "picker-status");
  status.setAttribute("role", "status");
  const review = button("text-button picker-review", words.review);
  const hasReview = has("stagingArea") && !isAccess;
  const details = new DetailSwitches(pick.removes);
  details.element.hidden = isAccess;
  const bar = element("footer", "picker-bar");
  const news = element("p", "picker-news");
  news.setAttribute("role", "status");
  bar.append(news, status, review, details.element);

  const picker = element("div", isCompact ? "picker is-compact" : "picker");
  showEdges(picker, pick);
  picker.append(request, page, bar);
  body.replaceChildren(picker);
  return {
    picker, request, files, cancel, share, add, sidebar, content, showAlbums, title, count, search, grid, news, status, review,
    showAll, showSearching, details, hasActions, hasReview,
  };
}

/**
 * Leaves out the margins around the photos that the app doesn't want.
 * @param {HTMLElement} picker
 * @param {import("./pick-requests.js").Pick} pick
 */
export function showEdges(picker, { edgesWithoutContentMargins }) {
  for (const edge of /** @type {const} */ (["top", "leading", "bottom", "trailing"])) {
    picker.classList.toggle(`is-flush-${edge}`, edgesWithoutContentMargins.includes(edge));
  }
}

/**
 * Draws the photos in rows, or in one row. Both elements have the same properties, as far as the picker needs them.
 * @param {boolean} isCompact
 */
function drawPhotos(isCompact) {
  const made = document.createElement(isCompact ? "photo-strip" : "photo-grid");
  return /** @type {import("../grid/photo-grid.js").PhotoGrid} */ (made);
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} className
 */
function element(name, className) {
  const made = document.createElement(name);
  made.className = className;
  return made;
}

/**
 * @param {string} className
 * @param {string} text
 */
function button(className, text) {
  const made = element("button", className);
  made.type = "button";
  made.textContent = text;
  return made;
}
