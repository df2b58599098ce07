import { icon } from "../icons.js";
import { dateOf } from "./facts.js";
import { words } from "./words.js";

/**
 * The facts that the reader writes. Each field calls `changed` with what is different when the reader leaves it; Escape
 * brings back what was there. What is in Recently Deleted can only be read.
 *
 * @typedef {(change: object) => void} Changed as `facts-change` tells it
 */

const highestRating = 5;

const separator = /[,，、;；\n]/u;

/**
 * The keywords in a line that separates them with commas.
 * @param {string} text
 * @param {readonly string[]} [known] the keywords before; those that have a separator in them stay whole
 * @returns {string[]} each once
 */
export function keywordsIn(text, known = []) {
  const whole = known.filter((word) => separator.test(word))
    .map((word) => ({ word, text: inOneLine(word) }))
    .sort((one, other) => other.text.length - one.text.length);
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

/** Whether a keyword may end at a place of a line. */
function isEnd(line, place) {
  const rest = line.slice(place).trimStart();
  return rest === "" || separator.test(rest[0]);
}

/** As a field of one line has it. */
function inOneLine(word) {
  return word.replace(/[\r\n]/gu, "").trim();
}

/**
 * The instant of a clock's reading.
 * @param {string} reading as an `<input type="datetime-local">` has it
 * @param {number | null} utcOffset of the clock, in seconds; null where it is not known
 * @returns {string | null} in UTC; null where the reading is none
 */
export function instantOf(reading, utcOffset) {
  const moment = Date.parse(`${reading}Z`);
  if (Number.isNaN(moment)) return null;
  return `${new Date(moment - (utcOffset ?? 0) * 1000).toISOString().slice(0, 19)}Z`;
}

/** @param {Changed} changed */
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
  // It has no height before it is seen, and another in another width.
  let width = 0;
  new ResizeObserver(() => {
    if (field.clientWidth === width) return;
    width = field.clientWidth;
    fit();
  }).observe(field);
  return field;
}

/** @param {Changed} changed */
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

/** @param {Changed} changed */
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
  const set = (value) => {
    if (isReadOnly(facts) || value === rating) return;
    rating = value;
    show();
    changed({ rating });
  };
  field.addEventListener("click", (event) => {
    const index = stars.findIndex((star) => star.contains(event.target));
    // The last star that is set takes the rating away.
    if (index >= 0) set(index + 1 === rating ? 0 : index + 1);
  });
  field.addEventListener("keydown", (event) => {
    const value = {
      ArrowRight: rating + 1, ArrowUp: rating + 1, ArrowLeft: rating - 1, ArrowDown: rating - 1, Home: 0,
      End: highestRating, 0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5,
    }[event.key];
    if (value === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    set(Math.min(highestRating, Math.max(0, value)));
  });
  show();
  return field;
}

/**
 * When the photo was taken, and a way to change that.
 * @param {Changed} changed
 * @param {() => void} closed is called where the reader has put the way away without a change
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
    form.querySelector("input").focus();
  };
  read();
  return top;
}

function dateLines(facts, write) {
  const { day, time, remark } = dateOf(facts);
  const heading = document.createElement("h2");
  heading.className = "facts-day";
  heading.textContent = day;
  const lines = [heading];
  for (const [className, text] of [["facts-time", time], ["facts-remark", remark]]) {
    if (!text) continue;
    const line = document.createElement("p");
    line.className = className;
    line.textContent = text;
    lines.push(line);
  }
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
    const creationDate = instantOf(input.value, facts.utcOffset);
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

function isReadOnly(facts) {
  return facts.trashedDate !== null && facts.trashedDate !== undefined;
}

function prepare(field, name, before, isReadOnly, save) {
  field.dataset.field = name;
  field.value = before;
  field.defaultValue = before;
  field.readOnly = isReadOnly;
  field.addEventListener("change", () => {
    if (field.value !== before) save(field.value);
  });
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const isDone = event.key === "Enter" && (field.localName === "input" || event.ctrlKey || event.metaKey);
    if (event.key === "Escape") field.value = before;
    else if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
    // Leaving it saves what is different.
    field.blur();
    field.closest("facts-panel")?.focus({ preventScroll: true });
  });
}
