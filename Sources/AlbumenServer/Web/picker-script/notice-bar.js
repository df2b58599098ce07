import { words } from "./words.js";

/**
 * Something that the reader has to know or do: `blocked` if the browser blocked the window, with a link or another
 * click that opens it; `question` if the browser may ask before the page may connect to this device; `files` if no
 * library answers, and the user can choose files of the device or connect to a library with another click; `none` if
 * the notice is over.
 * @typedef {object} PickerNotice
 * @property {"blocked" | "question" | "files" | "none"} kind
 * @property {string} text
 * @property {string | null} link
 * @property {() => void} [choose] opens the window, or lets the user choose files. Call it in a click.
 * @property {() => void} [connect] lets the user connect the site to a library. Call it in a click.
 * @property {() => void} [decline] ends the request without items
 */

const barStyle = `
  div { position: fixed; inset: auto 16px 16px; z-index: 2147483647; display: flex; flex-wrap: wrap; gap: 8px 16px;
    align-items: center; max-width: 640px; margin: 0 auto; padding: 12px 16px; border-radius: 12px;
    background: #1d1c1a; color: #ffffff; font: 15px/1.4 system-ui, sans-serif;
    box-shadow: 0 12px 40px rgb(0 0 0 / 0.3); }
  p { flex: 1 1 240px; margin: 0; }
  a, button { padding: 6px 12px; border: 1px solid #ffffff; border-radius: 16px; background: none; color: inherit;
    font: inherit; text-decoration: none; cursor: pointer; }
  a { border-color: #f6b545; background: #f6b545; color: #1d1404; font-weight: 600; }
`;

/** A bar at the foot of the page with a notice. */
export class NoticeBar {
  /** @type {HTMLElement | null} */
  #host = null;

  /** @param {PickerNotice} notice */
  show({ kind, text, link, choose, connect, decline }) {
    this.#host?.remove();
    this.#host = null;
    if (kind === "none") return;
    const host = document.createElement("albumen-notice");
    const root = host.attachShadow({ mode: "open" });
    // Unlike a style element, this is no inline style for the page's policy.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(barStyle);
    root.adoptedStyleSheets = [sheet];
    const bar = document.createElement("div");
    bar.setAttribute("role", "alert");
    const line = document.createElement("p");
    line.textContent = text;
    bar.append(line);
    if (link !== null) {
      const anchor = document.createElement("a");
      anchor.href = link;
      anchor.target = "_blank";
      anchor.rel = "noopener";
      anchor.textContent = words.open;
      bar.append(anchor);
    }
    if (choose !== undefined) bar.append(button(kind === "files" ? words.chooseFiles : words.openWindow, choose));
    if (connect !== undefined) bar.append(button(words.connectLibrary, connect));
    bar.append(button(words.close, () => {
      host.remove();
      decline?.();
    }));
    root.append(bar);
    document.body.append(host);
    this.#host = host;
  }
}

/**
 * @param {string} text
 * @param {() => void} perform
 */
function button(text, perform) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", perform);
  return made;
}
