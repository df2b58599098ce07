import { drawTileSizeControl } from "../grid/tile-size-control.js";
import { icon } from "../common/icons.js";
import "../search/search-field.js";
import { pageWords as words } from "../common/words.js";

/** @typedef {ReturnType<typeof drawPage>} PageParts */

/**
 * Draws the page without photos: the link that skips the albums, the albums, the header with the album's head, the
 * grid, the page of albums, the stage for a message in place of both, and the viewer.
 * @param {HTMLElement} body
 */
export function drawPage(body) {
  const skip = document.createElement("a");
  skip.className = "button skip-link";
  skip.href = "#photos";
  skip.textContent = words.skipToPhotos;

  const showAlbums = document.createElement("button");
  showAlbums.type = "button";
  showAlbums.className = "icon-button sidebar-button";
  showAlbums.title = words.showAlbums;
  showAlbums.setAttribute("aria-label", words.showAlbums);
  showAlbums.append(icon("menu"));
  const title = document.createElement("h1");
  title.className = "page-title";
  const count = document.createElement("p");
  count.className = "page-count";
  count.setAttribute("role", "status");
  const heading = document.createElement("div");
  heading.className = "page-heading";
  heading.append(title, count);
  const select = document.createElement("button");
  select.type = "button";
  select.className = "text-button page-select";
  select.textContent = words.select;
  select.hidden = true;
  const add = document.createElement("button");
  add.type = "button";
  add.className = "icon-button page-add";
  add.title = words.addFiles;
  add.setAttribute("aria-label", words.addFiles);
  add.append(icon("add"));
  const grid = document.createElement("photo-grid");
  // On a phone, the controls are over the photos.
  const controls = document.createElement("div");
  controls.className = "view-controls";
  controls.hidden = true;
  controls.append(drawTileSizeControl(grid));
  const header = document.createElement("header");
  header.className = "page-header";
  const search = document.createElement("search-field");
  header.append(showAlbums, heading, controls, search, add, select);

  const head = document.createElement("album-head");
  head.hidden = true;
  const top = document.createElement("div");
  top.className = "page-top";
  top.append(header, head);

  const covers = document.createElement("collection-covers");
  covers.hidden = true;
  const stage = document.createElement("div");
  stage.className = "page-stage";
  stage.hidden = true;
  const main = document.createElement("main");
  main.className = "page-main";
  main.id = "photos";
  main.tabIndex = -1;
  main.append(grid, covers, stage);
  const content = document.createElement("div");
  content.className = "page-content";
  content.append(top, main);

  const sidebar = document.createElement("album-sidebar");
  const page = document.createElement("div");
  page.className = "page";
  page.append(sidebar, content);
  const viewer = document.createElement("photo-viewer");
  body.replaceChildren(skip, page, viewer);
  return {
    skip, sidebar, content, header, showAlbums, title, count, controls, search, add, select, head, main, grid, covers, stage,
    viewer,
  };
}
