import { icon } from "../icons.js";
import { captionField, dateHeading, keywordsField, ratingField } from "./editable-facts.js";
import { filesOf, rowsOf } from "./facts.js";
import { PanelFocus } from "./panel-focus.js";
import { words } from "./words.js";

/** How long the panel says that something was copied, in milliseconds. */
const copiedTime = 1600;

/** The rows that are written by the reader. */
const written = new Set(["keywords", "rating"]);

/**
 * `<facts-panel>`: what is known of the photo on show. A column beside it, on phones a sheet below it.
 *
 * Event: `facts-change` ({identifier, change}), which bubbles, when the reader has written another caption, keywords,
 * rating or date.
 */
export class FactsPanel extends HTMLElement {
  #facts = undefined;

  /** @param {object | null} facts as the server tells them; null while they are being loaded */
  set facts(facts) {
    if (facts === this.#facts) {
      this.#setOld(false);
      return;
    }
    const isSame = facts !== null && facts.identifier === this.#facts?.identifier;
    if (isSame && JSON.stringify(facts) === JSON.stringify(this.#facts)) {
      // What came again says nothing new; the panel stays as the reader has it.
      this.#facts = facts;
      this.#setOld(false);
      return;
    }
    this.#facts = facts;
    if (facts === null) this.#show([paragraph("facts-remark", words.loadingFacts)]);
    else this.#draw({ isSame });
  }

  /**
   * Shows again what is known of a photo, because what was written is not so.
   * @param {string} identifier
   */
  showKnown(identifier) {
    if (this.#facts?.identifier === identifier) this.#draw({ isSame: true });
  }

  /** What the reader is writing stays, where it is about the same photo. */
  #draw({ isSame }) {
    const facts = this.#facts;
    const focus = isSame ? new PanelFocus(this) : null;
    const kept = new Map([...(isSame ? this.children : [])].filter(isBeingWritten)
      .map((section) => [section.dataset.section, section]));
    const sections = sectionsOf(facts, {
      changed: (change) => this.#changed(facts.identifier, change),
      // What came while the date was open could not be shown there.
      closed: () => this.showKnown(facts.identifier),
    });
    this.#show(sections.map((section) => kept.get(section.dataset.section) ?? section));
    focus?.restore();
  }

  #changed(identifier, change) {
    this.dispatchEvent(new CustomEvent("facts-change", { bubbles: true, detail: { identifier, change } }));
  }

  /** @param {string} message why there are no facts */
  set failure(message) {
    this.#facts = undefined;
    this.#show([paragraph("facts-remark", message)]);
  }

  /** Facts that are another photo's stay until something newer is known, dimmed and out of reach. */
  outdate() {
    if (!this.#facts) this.facts = null;
    else this.#setOld(true);
  }

  connectedCallback() {
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", words.information);
    // So that a keyboard can scroll it.
    this.tabIndex = 0;
  }

  /** What is there already is not touched: a field that is taken out and put back has lost the focus. */
  #show(sections) {
    for (const child of [...this.children]) if (!sections.includes(child)) child.remove();
    let next = this.firstChild;
    for (const section of sections) {
      if (section === next) next = next.nextSibling;
      else this.insertBefore(section, next);
    }
    this.#setOld(false);
    this.scrollTop = 0;
  }

  #setOld(isOld) {
    // What is inert loses the focus; the panel keeps it.
    if (isOld && this.querySelector(":focus")) this.focus({ preventScroll: true });
    this.classList.toggle("is-old", isOld);
    for (const section of this.children) section.inert = isOld;
  }
}

customElements.define("facts-panel", FactsPanel);

function sectionsOf(facts, { changed, closed }) {
  const metadata = facts.metadata ?? {};
  const table = rows(rowsOf(facts).filter(({ name }) => !written.has(name)));
  table.append(row("keywords", words.keywords, keywordsField(facts, changed)));
  table.append(row("rating", words.rating, ratingField(facts, changed)));
  const sections = {
    date: dateHeading(facts, changed, closed),
    title: metadata.title ? paragraph("facts-title", metadata.title) : null,
    caption: captionField(facts, changed),
    damage: facts.damage ? damage(facts.damage) : null,
    rows: table,
    files: files(filesOf(facts)),
  };
  return Object.entries(sections).filter(([, section]) => section !== null).map(([name, section]) => {
    section.dataset.section = name;
    return section;
  });
}

/** Whether the reader is writing in a section: its date is open, or a field in focus is not as it was. */
function isBeingWritten(section) {
  const focused = section.matches(":focus") ? section : section.querySelector(":focus");
  return section.querySelector(".facts-date-form") !== null
    || (focused?.defaultValue !== undefined && focused.value !== focused.defaultValue);
}

function damage(reason) {
  const note = element("div", "facts-damage");
  note.append(icon("warning"), paragraph("", words.withReason(words.damage, reason)));
  return note;
}

function rows(list) {
  const table = element("dl", "facts-rows");
  for (const { name, label, value, detail, copy } of list) {
    const parts = [value];
    if (detail) parts.push(" ", element("span", "facts-detail", detail));
    if (copy) parts.push(copyButton(copy));
    table.append(row(name, label, ...parts));
  }
  return table;
}

function row(name, label, ...parts) {
  const made = element("div", "facts-row");
  made.dataset.fact = name;
  const definition = document.createElement("dd");
  definition.append(...parts);
  made.append(element("dt", "", label), definition);
  return made;
}

function files(list) {
  if (list.length === 0) return null;
  const section = document.createElement("section");
  const table = element("ul", "facts-files");
  for (const file of list) {
    const row = element("li", "facts-file");
    const link = element("a", "icon-button");
    link.href = file.address;
    link.download = file.name;
    link.title = words.downloadFile(file.name);
    link.setAttribute("aria-label", link.title);
    link.append(icon("download"));
    const text = document.createElement("div");
    text.append(
      paragraph("facts-file-name", file.name), paragraph("facts-detail", `${file.kind} · ${file.value}`));
    row.append(text, link);
    table.append(row);
  }
  section.append(element("h3", "facts-heading", words.files), table);
  return section;
}

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

/** The browser may refuse, such as when the window has lost the focus. */
async function isCopied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

function paragraph(className, text) {
  return element("p", className, text);
}

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
