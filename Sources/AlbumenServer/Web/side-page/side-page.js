import { icon } from "../common/icons.js";
import { element } from "./elements.js";

/**
 * Draws the frame of a page beside the library: a way back, a title, and the content below.
 * @param {{ title: string, back: string }} words the page's title, and the name of the way back
 * @param {readonly Element[]} parts the content
 */
export function drawSidePage({ title, back }, parts) {
  const link = element("a", "side-page-back");
  link.href = "/";
  link.append(icon("previous"), back);
  const header = element("header", "side-page-header");
  header.append(link, element("h1", "page-title", title));
  const content = element("div", "side-page-content");
  content.append(...parts);
  const main = element("main", "side-page-main");
  main.append(content);
  const page = element("div", "side-page");
  page.append(header, main);
  document.body.prepend(page);
}
