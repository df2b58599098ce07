import { icon } from "./icons.js";
import { pageWords as words } from "./words.js";

/** @typedef {ReturnType<typeof drawPage>} PageParts */

/**
 * Draws the page without photos: the link that skips the albums, the albums, the header, the grid, and the viewer.
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
  const header = document.createElement("header");
  header.className = "page-header";
  header.append(showAlbums, heading, select);

  const grid = document.createElement("photo-grid");
  const main = document.createElement("main");
  main.className = "page-main";
  main.id = "photos";
  main.tabIndex = -1;
  main.append(grid);
  const content = document.createElement("div");
  content.className = "page-content";
  content.append(header, main);

  const sidebar = document.createElement("album-sidebar");
  const page = document.createElement("div");
  page.className = "page";
  page.append(sidebar, content);
  const viewer = document.createElement("photo-viewer");
  body.replaceChildren(skip, page, viewer);
  return { skip, sidebar, content, showAlbums, title, count, select, main, grid, viewer };
}
