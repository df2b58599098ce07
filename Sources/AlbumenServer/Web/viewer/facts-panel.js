import { icon } from "../common/icons.js";
import { printAddress } from "../address/page-history.js";
import { captionField, dateHeading, keywordsField, ratingField } from "./editable-facts.js";
import { filesOf, rowsOf } from "./facts.js";
import { isTextField, PanelFocus } from "./panel-focus.js";
import { words } from "./words.js";

/** How long the panel shows that a text was copied, in milliseconds. */
const copiedTime = 1600;

/** The rows that the reader can write. */
const written = new Set(["keywords", "rating"]);

/**
 * `<facts-panel>`: the facts of the photo on show, in a column beside it, or on phones in a sheet below it.
 *
 * Events, which bubble: `facts-change` (`FactsChange`) when the reader has written another caption, keywords, rating or
 * date. `viewer-action` ({name, identifier}) when the reader wants to remove the photo's edits.
 */
export class FactsPanel extends HTMLElement {
  /** @type {API.Asset | null | undefined} */
  #facts = undefined;

  /** @param {API.Asset | null} facts `null` if they are being loaded */
  set facts(facts) {
    if (facts === this.#facts) {
      this.#setOld(false);
      return;
    }
    const isSame = facts !== null && facts.identifier === this.#facts?.identifier;
    if (isSame && JSON.stringify(facts) === JSON.stringify(this.#facts)) {
      // The facts are equal, so the panel stays as it is.
      this.#facts = facts;
      this.#setOld(false);
      return;
    }
    this.#facts = facts;
    if (facts === null) this.#show([paragraph("facts-remark", words.loadingFacts)]);
    else this.#draw(facts, { isSame });
  }

  /**
   * Shows the facts of a photo again, because a change failed.
   * @param {string} identifier
   */
  showKnown(identifier) {
    if (this.#facts?.identifier === identifier) this.#draw(this.#facts, { isSame: true });
  }

  /**
   * @param {API.Asset} facts
   * @param {{ isSame: boolean }} options whether they are of the same photo, so that the text that the reader is
   *   writing stays
   */
  #draw(facts, { isSame }) {
    const focus = isSame ? new PanelFocus(this) : null;
    const kept = new Map([...(isSame ? this.#sections : [])].filter(isBeingWritten)
      .map((section) => [section.dataset.section, section]));
    const sections = sectionsOf(facts, {
      changed: (change) => this.#changed(facts.identifier, change),
      revert: () => this.#revert(facts.identifier),
      // Facts that were loaded while the date was open are not shown yet.
      closed: () => this.showKnown(facts.identifier),
    });
    this.#show(sections.map((section) => kept.get(section.dataset.section) ?? section));
    focus?.restore();
  }

  /** @returns {HTMLElement[]} */
  get #sections() {
    return [...this.children].flatMap((child) => (child instanceof HTMLElement ? child : []));
  }

  /**
   * @param {string} identifier
   * @param {import("../server/library-changes.js").AssetChange} change
   */
  #changed(identifier, change) {
    /** @type {import("./editable-facts.js").FactsChange} */
    const detail = { identifier, change, refused: () => this.showKnown(identifier) };
    this.dispatchEvent(new CustomEvent("facts-change", { bubbles: true, detail }));
  }

  /** @param {string} identifier */
  #revert(identifier) {
    const detail = { name: "revert", identifier };
    this.dispatchEvent(new CustomEvent("viewer-action", { bubbles: true, detail }));
  }

  /** @param {string} message the reason why there are no facts */
  set failure(message) {
    this.#facts = undefined;
    this.#show([paragraph("facts-remark", message)]);
  }

  /** Dims the facts of another photo, and makes them inert, until newer facts are loaded. */
  outdate() {
    if (!this.#facts) this.facts = null;
    else this.#setOld(true);
  }

  connectedCallback() {
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", words.information);
    // Lets the keyboard scroll the panel.
    this.tabIndex = 0;
  }

  /**
   * Shows sections. Doesn't move those that are shown already: a field that is removed and added again loses the focus.
   * @param {HTMLElement[]} sections
   */
  #show(sections) {
    for (const child of this.#sections) if (!sections.includes(child)) child.remove();
    let next = this.firstChild;
    for (const section of sections) {
      if (section === next) next = section.nextSibling;
      else this.insertBefore(section, next);
    }
    this.#setOld(false);
    this.scrollTop = 0;
  }

  /** @param {boolean} isOld */
  #setOld(isOld) {
    // An inert element loses the focus, so the panel takes it.
    if (isOld && this.querySelector(":focus")) this.focus({ preventScroll: true });
    this.classList.toggle("is-old", isOld);
    for (const section of this.#sections) section.inert = isOld;
  }
}

customElements.define("facts-panel", FactsPanel);

/**
 * @param {API.Asset} facts
 * @param {{ changed: import("./editable-facts.js").Changed, revert: () => void, closed: () => void }} calls
 */
function sectionsOf(facts, { changed, revert, closed }) {
  const known = rowsOf(facts).filter(({ name }) => !written.has(name));
  const firstOfFile = known.findIndex(({ name }) => name === "kind");
  const table = rows(known.slice(0, firstOfFile));
  if (facts.albums.length > 0) table.append(row("albums", words.albums, albumLinks(facts.albums)));
  table.append(row("keywords", words.keywords, keywordsField(facts, changed)));
  table.append(row("rating", words.rating, ratingField(facts, changed)));
  const { title } = facts.metadata ?? {};
  /** @type {Record<string, HTMLElement | null>} */
  const sections = {
    title: title ? paragraph("facts-title", title) : null,
    caption: captionField(facts, changed),
    date: dateHeading(facts, changed, closed),
    damage: facts.damage ? damage(facts.damage) : null,
    rows: table,
    more: rows(known.slice(firstOfFile)),
    edit: facts.edit && facts.trashedDate === null ? revertButton(revert) : null,
    files: files(filesOf(facts)),
  };
  return Object.entries(sections).flatMap(([name, section]) => {
    if (section === null) return [];
    section.dataset.section = name;
    return section;
  });
}

/**
 * Whether the reader is writing in a section: its date is open, or the field in focus has another text.
 * @param {HTMLElement} section
 */
function isBeingWritten(section) {
  const focused = section.matches(":focus") ? section : section.querySelector(":focus");
  return section.querySelector(".facts-date-form") !== null
    || (isTextField(focused) && focused.value !== focused.defaultValue);
}

/** @param {() => void} revert */
function revertButton(revert) {
  const button = element("button", "button facts-revert", words.revert);
  button.type = "button";
  button.addEventListener("click", revert);
  return button;
}

/** @param {string} reason */
function damage(reason) {
  const note = element("div", "facts-damage");
  note.append(icon("warning"), paragraph("", words.withReason(words.damage, reason)));
  return note;
}

/** @param {import("./facts.js").FactRow[]} list */
function rows(list) {
  const table = element("dl", "facts-rows");
  for (const { name, label, value, detail, copy } of list) {
    /** @type {(string | HTMLElement)[]} */
    const parts = [value];
    if (detail) parts.push(" ", element("span", "facts-detail", detail));
    if (copy) parts.push(copyButton(copy));
    table.append(row(name, label, ...parts));
  }
  return table;
}

/**
 * @param {string} name
 * @param {string} label
 * @param {(string | HTMLElement)[]} parts
 */
function row(name, label, ...parts) {
  const made = element("div", "facts-row");
  made.dataset.fact = name;
  const definition = document.createElement("dd");
  definition.append(...parts);
  made.append(element("dt", "", label), definition);
  return made;
}

/**
 * Returns links to the albums that contain the photo.
 * @param {API.Asset["albums"]} albums
 */
function albumLinks(albums) {
  const list = element("ul", "facts-albums");
  for (const { identifier, title } of albums) {
    const link = element("a", "", title);
    link.href = printAddress({ album: identifier, asset: null });
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  return list;
}

/** @param {import("./facts.js").FactFile[]} list */
function files(list) {
  if (list.length === 0) return null;
  const section = document.createElement("section");
  const table = element("ul", "facts-files");
  for (const file of list) {
    const item = element("li", "facts-file");
    const link = element("a", "icon-button");
    link.href = file.address;
    link.download = file.name;
    link.title = words.downloadFile(file.name);
    link.setAttribute("aria-label", link.title);
    link.append(icon("download"));
    const text = document.createElement("div");
    text.append(
      paragraph("facts-file-name", file.name), paragraph("facts-detail", `${file.kind} · ${file.value}`));
    item.append(text, link);
    table.append(item);
  }
  section.append(element("h3", "facts-heading", words.files), table);
  return section;
}

/** @param {string} text */
function copyButton(text) {
  const button = element("button", "icon-button facts-copy");
  button.type = "button";
  const answer = element("span", "facts-copied");
  answer.setAttribute("role", "status");
  button.title = words.copyPlace;
  button.setAttribute("aria-label", words.copyPlace);
  button.append(icon("copy"));
  button.addEventListener("click", async () => {
    answer.textContent = (await isCopied(text)) ? words.copied : words.notCopied;
    setTimeout(() => answer.replaceChildren(), copiedTime);
  });
  const group = document.createElement("span");
  group.append(button, answer);
  return group;
}

/**
 * Copies a text. Returns `false` if the browser refuses, such as if the window has lost the focus.
 * @param {string} text
 */
async function isCopied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

/**
 * @param {string} className
 * @param {string} text
 */
function paragraph(className, text) {
  return element("p", className, text);
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 * @param {string} [text]
 */
function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
