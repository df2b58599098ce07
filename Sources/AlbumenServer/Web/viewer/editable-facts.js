import { icon } from "../common/icons.js";
import { dateOf } from "./facts.js";
import { words } from "./words.js";

// The fields for the facts that the reader can write. When the reader leaves a field, it calls `changed` with the new
// value. Escape restores the text. Facts of photos in Recently Deleted are read-only.

/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {(change: import("../server/library-changes.js").AssetChange) => void} Changed */

/**
 * A request to change facts of a photo.
 * @typedef {object} FactsChange
 * @property {string} identifier
 * @property {import("../server/library-changes.js").AssetChange} change
 * @property {() => void} refused shows the old facts, after the change failed
 */

const highestRating = 5;

const separator = /[,，、;；\n]/u;

/**
 * Returns the keywords in a line that separates them with commas.
 * @param {string} text
 * @param {readonly string[]} [known] the keywords before; those that contain a separator stay whole
 * @returns {string[]} each once
 */
export function keywordsIn(text, known = []) {
  const whole = known.filter((word) => separator.test(word))
    .map((word) => ({ word, text: inOneLine(word) }))
    .toSorted((one, other) => other.text.length - one.text.length);
  const found = new Set();
  let rest = text.trimStart();
  while (rest !== "") {
    const kept = whole.find((each) => each.text !== "" && rest.startsWith(each.text) && isEnd(rest, each.text.length));
    const from = kept?.text.length ?? 0;
    const end = rest.slice(from).search(separator);
    const word = end < 0 ? rest : rest.slice(0, from + end);
    found.add(kept?.word ?? word.trim());
    rest = end < 0 ? "" : rest.slice(from + end + 1).trimStart();
  }
  found.delete("");
  return [...found];
}

/**
 * Whether a keyword may end at a place of a line.
 * @param {string} line
 * @param {number} place
 */
function isEnd(line, place) {
  const rest = line.slice(place).trimStart();
  return rest === "" || separator.test(rest[0]);
}

/**
 * Returns a keyword as a field with one line shows it.
 * @param {string} word
 */
function inOneLine(word) {
  return word.replace(/[\r\n]/gu, "").trim();
}

/**
 * Returns the instant of a clock's reading.
 * @param {string} reading the value of an `<input type="datetime-local">`
 * @param {number | null} utcOffset of the clock, in seconds; `null` if it is unknown
 * @returns {string | null} in UTC; `null` if the reading isn't valid
 */
export function instantOf(reading, utcOffset) {
  const moment = Date.parse(`${reading}Z`);
  if (Number.isNaN(moment)) return null;
  return `${new Date(moment - (utcOffset ?? 0) * 1000).toISOString().slice(0, 19)}Z`;
}

/**
 * @param {Facts} facts
 * @param {Changed} changed
 */
export function captionField(facts, changed) {
  const before = facts.metadata?.caption ?? "";
  const field = document.createElement("textarea");
  field.className = "facts-field facts-caption";
  field.rows = 1;
  field.placeholder = words.addCaption;
  field.setAttribute("aria-label", words.caption);
  prepare(field, "caption", before, isReadOnly(facts), (text) => changed({ caption: text.trim() || null }));
  const fit = () => {
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight + 2}px`;
  };
  field.addEventListener("input", fit);
  // The field has no height before it is visible, and its height depends on its width.
  let width = 0;
  new ResizeObserver(() => {
    if (field.clientWidth === width) return;
    width = field.clientWidth;
    fit();
  }).observe(field);
  return field;
}

/**
 * @param {Facts} facts
 * @param {Changed} changed
 */
export function keywordsField(facts, changed) {
  const field = document.createElement("input");
  field.type = "text";
  field.className = "facts-field";
  field.autocomplete = "off";
  field.placeholder = words.addKeywords;
  field.setAttribute("aria-label", words.keywords);
  const known = facts.metadata?.keywords ?? [];
  const before = known.join(words.keywordSeparator);
  prepare(field, "keywords", before, isReadOnly(facts), (text) => changed({ keywords: keywordsIn(text, known) }));
  return field;
}

/**
 * @param {Facts} facts
 * @param {Changed} changed
 */
export function ratingField(facts, changed) {
  let rating = facts.metadata?.rating ?? 0;
  const field = document.createElement("div");
  field.className = "facts-rating";
  field.dataset.field = "rating";
  field.setAttribute("role", "slider");
  field.setAttribute("aria-label", words.rating);
  field.setAttribute("aria-valuemin", "0");
  field.setAttribute("aria-valuemax", String(highestRating));
  field.setAttribute("aria-disabled", String(isReadOnly(facts)));
  field.tabIndex = 0;
  const stars = Array.from({ length: highestRating }, () => icon("star"));
  field.append(...stars);
  const show = () => {
    field.setAttribute("aria-valuenow", String(rating));
    field.setAttribute("aria-valuetext", rating > 0 ? words.stars(rating) : words.noRating);
    for (const [index, star] of stars.entries()) star.classList.toggle("is-on", index < rating);
  };
  const set = (/** @type {number} */ value) => {
    if (isReadOnly(facts) || value === rating) return;
    rating = value;
    show();
    changed({ rating });
  };
  field.addEventListener("click", (event) => {
    const { target } = event;
    const index = stars.findIndex((star) => target instanceof Node && star.contains(target));
    // Pressing the last star of the rating removes the rating.
    if (index >= 0) set(index + 1 === rating ? 0 : index + 1);
  });
  field.addEventListener("keydown", (event) => {
    /** @type {Record<string, number | undefined>} */
    const values = {
      ArrowRight: rating + 1, ArrowUp: rating + 1, ArrowLeft: rating - 1, ArrowDown: rating - 1, Home: 0,
      End: highestRating, 0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5,
    };
    const value = values[event.key];
    if (value === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    set(Math.min(highestRating, Math.max(0, value)));
  });
  show();
  return field;
}

/**
 * Returns when the photo was taken, with a button to change that.
 * @param {Facts} facts
 * @param {Changed} changed
 * @param {() => void} closed is called if the reader has closed the form without a change
 */
export function dateHeading(facts, changed, closed) {
  const top = document.createElement("div");
  top.className = "facts-date";
  const read = () => top.replaceChildren(...dateLines(facts, isReadOnly(facts) ? null : write));
  const write = () => {
    const form = dateForm(facts, (change) => {
      read();
      top.querySelector("button")?.focus();
      if (change) changed(change);
      else closed();
    });
    top.replaceChildren(form);
    form.querySelector("input")?.focus();
  };
  read();
  return top;
}

/**
 * @param {Facts} facts
 * @param {(() => void) | null} write opens the form; `null` if the date is read-only
 */
function dateLines(facts, write) {
  const { day, time, remark } = dateOf(facts);
  const heading = document.createElement("h2");
  heading.className = "facts-day";
  heading.textContent = day;
  /** @type {HTMLElement[]} */
  const lines = [heading];
  const addLine = (/** @type {string} */ className, /** @type {string | null} */ text) => {
    if (!text) return;
    const line = document.createElement("p");
    line.className = className;
    line.textContent = text;
    lines.push(line);
  };
  addLine("facts-time", time);
  addLine("facts-remark", remark);
  if (write) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "icon-button facts-edit";
    button.dataset.field = "date";
    button.title = words.editDate;
    button.setAttribute("aria-label", words.editDate);
    button.append(icon("pencil"));
    button.addEventListener("click", write);
    lines.push(button);
  }
  return lines;
}

/**
 * @param {Facts} facts
 * @param {(change: { creationDate: string } | null) => void} done
 */
function dateForm(facts, done) {
  const form = document.createElement("form");
  form.className = "facts-date-form";
  const input = document.createElement("input");
  input.type = "datetime-local";
  input.step = "1";
  input.required = true;
  input.className = "facts-field";
  input.setAttribute("aria-label", words.dateAndTime);
  const before = (facts.localDateTime ?? facts.creationDate ?? "").replace("Z", "").slice(0, 19);
  input.value = before;
  const cancel = document.createElement("button");
  cancel.type = "button";
  cancel.className = "text-button";
  cancel.textContent = words.cancel;
  cancel.addEventListener("click", () => done(null));
  const save = document.createElement("button");
  save.type = "submit";
  save.className = "button";
  save.textContent = words.save;
  form.append(input, cancel, save);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const creationDate = instantOf(input.value, facts.utcOffset ?? null);
    done(creationDate === null || input.value === before ? null : { creationDate });
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    done(null);
  });
  return form;
}

/** @param {Facts} facts */
function isReadOnly(facts) {
  return facts.trashedDate !== null && facts.trashedDate !== undefined;
}

/**
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {string} name
 * @param {string} before
 * @param {boolean} readOnly
 * @param {(text: string) => void} save
 */
function prepare(field, name, before, readOnly, save) {
  field.dataset.field = name;
  field.value = before;
  field.defaultValue = before;
  field.readOnly = readOnly;
  field.addEventListener("change", () => {
    if (field.value !== before) save(field.value);
  });
  /** @type {HTMLElement} */
  const element = field;
  element.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const isDone = event.key === "Enter" && (field.localName === "input" || event.ctrlKey || event.metaKey);
    if (event.key === "Escape") field.value = before;
    else if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
    // Leaving the field saves its text.
    field.blur();
    const panel = field.closest("facts-panel");
    if (panel instanceof HTMLElement) panel.focus({ preventScroll: true });
  });
}
