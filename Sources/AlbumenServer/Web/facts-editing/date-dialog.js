import { ask } from "../dialogs/dialogs.js";
import { zoneName } from "../viewer/facts.js";
import { chooseLanguage } from "../common/words.js";
import { changedDate, dateChange, readingOfFirst, timeOf } from "./date-change.js";
import { choice, element, labelled, select } from "./elements.js";
import { words } from "./words.js";

/** @typedef {import("./date-change.js").DateChoice} DateChoice */
/** @typedef {import("./date-change.js").DatedAsset} DatedAsset */

/** The offsets in use, in quarters of an hour. */
const zones = [
  -48, -44, -40, -38, -36, -32, -28, -24, -20, -16, -14, -12, -8, -4, 0, 4, 8, 12, 14, 16, 18, 20, 22, 23, 24, 26, 28,
  32, 35, 36, 38, 40, 42, 44, 48, 51, 52, 56,
].map((quarters) => quarters * 900);

const secondsOf = { days: 86_400, hours: 3600, minutes: 60, seconds: 1 };
const mostDays = 3_700_000;

/**
 * Asks how the dates of photos change, and shows the first and the last date before and after.
 * @param {API.AssetSummary} summary
 * @returns {Promise<import("./date-change.js").AssetChange | null>} empty if nothing changes; `null` if the reader
 *   cancels
 */
export function askDate(summary) {
  const form = new DateForm(summary);
  return ask({
    title: words.dateTitle(summary.count), confirm: words.save, draw: () => [form.element], answer: () => form.change,
  });
}

/** The fields of the dialog, and the preview. */
class DateForm {
  element = element("div", "fact-dialog");
  #summary;
  /** @type {DatedAsset | null} */
  #first;
  /** @type {{ input: HTMLInputElement, row: HTMLElement }[]} */
  #modes;
  /** @type {{ input: HTMLInputElement, row: HTMLElement }[]} */
  #keeps = [
    choice("keeps", "clockTime", words.keepsClock, true), choice("keeps", "moment", words.keepsMoment, false),
  ];
  #keepsGroup = element("div", "fact-choices");
  #reading = dateField();
  #shift = new ShiftFields();
  #zone;
  #preview = element("div", "fact-preview");
  /** The reading in the field before the reader changes it. */
  #shownReading = "";

  /** @param {API.AssetSummary} summary */
  constructor(summary) {
    this.#summary = summary;
    this.#first = summary.first;
    const isOne = summary.count === 1;
    /** @type {[DateChoice["mode"], string][]} */
    const modes = this.#first === null
      ? [["same", isOne ? words.setOne : words.setAll]]
      : [["first", isOne ? words.setOne : words.setFirst], ["shift", words.shift]];
    if (!isOne && this.#first !== null) modes.push(["same", words.setAll]);
    this.#modes = modes.map(([mode, text], index) => choice("mode", mode, text, index === 0));
    const device = -new Date(this.#first?.creationDate ?? Date.now()).getTimezoneOffset() * 60;
    const own = summary.utcOffset.isMixed || summary.utcOffset.value === null
      ? (isOne ? words.sameZone : words.sameZones)
      : `${isOne ? words.sameZone : words.sameZones} · ${zoneName(summary.utcOffset.value)}`;
    this.#zone = select([
      { value: "", text: own },
      ...[...new Set([...zones, device])].toSorted((one, other) => one - other).map((offset) => ({
        value: String(offset), text: offset === device ? words.thisZone(zoneName(offset)) : zoneName(offset),
      })),
    ], "");
    this.#shownReading = this.#first ? readingOfFirst(this.#first, this.#choice) : "";
    this.#reading.value = this.#shownReading;
    this.#draw();
    this.element.addEventListener("input", () => this.#changed());
    this.#changed();
  }

  #draw() {
    const modes = element("div", "fact-choices", ...this.#modes.map(({ row }) => row));
    modes.setAttribute("role", "radiogroup");
    modes.setAttribute("aria-label", words.dateModes);
    modes.hidden = this.#modes.length === 1;
    this.#keepsGroup.setAttribute("role", "radiogroup");
    this.#keepsGroup.setAttribute("aria-label", words.keepsLegend);
    this.#keepsGroup.append(...this.#keeps.map(({ row }) => row));
    this.#preview.setAttribute("role", "status");
    this.#preview.setAttribute("aria-label", words.preview);
    this.element.append(
      modes, labelled(words.dateAndTime, this.#reading), this.#shift.element, labelled(words.zone, this.#zone),
      this.#keepsGroup, this.#preview);
  }

  /** @type {DateChoice} */
  get #choice() {
    const mode = /** @type {DateChoice["mode"]} */ (this.#modes.find(({ input }) => input.checked)?.input.value);
    const keeps = /** @type {DateChoice["keeps"]} */ (this.#keeps.find(({ input }) => input.checked)?.input.value);
    return {
      mode, reading: this.#reading.value, shift: this.#shift.seconds,
      zone: this.#zone.value === "" ? null : Number(this.#zone.value), keeps: mode === "same" ? "clockTime" : keeps,
    };
  }

  /** The change, or `null` if the fields are not valid. */
  get change() {
    const change = dateChange(this.#choice, this.#first);
    if (change === null || !this.#isValid) {
      this.#reading.setCustomValidity(words.badDate);
      this.#reading.reportValidity();
      return null;
    }
    return change;
  }

  /** Whether the first and the last date stay within the years that a date can have. */
  get #isValid() {
    return [this.#first, this.#summary.last]
      .every((asset) => asset === null || changedDate(this.#choice, asset, this.#first) !== null);
  }

  #changed() {
    this.#reading.setCustomValidity("");
    this.#followZone();
    const { mode, zone } = this.#choice;
    const reading = this.#reading.closest("label");
    if (reading) reading.hidden = mode === "shift";
    this.#shift.element.hidden = mode !== "shift";
    this.#keepsGroup.hidden = zone === null || mode === "same";
    this.#showPreview();
  }

  /** If a new zone keeps the moment, shows the first date on the clock of that zone, with the reader's change. */
  #followZone() {
    if (this.#first === null || this.#choice.mode !== "first") return;
    const shown = readingOfFirst(this.#first, this.#choice);
    const [before, after] = [timeOf(this.#shownReading), timeOf(shown)];
    const written = timeOf(this.#reading.value);
    if (before === null || after === null || written === null || before === after) return;
    this.#reading.value = new Date((written + after - before) * 1000).toISOString().slice(0, 19);
    this.#shownReading = shown;
  }

  #showPreview() {
    const { first, last, count, datedCount } = this.#summary;
    const rows = first === null || last === null ? [] : [this.#row(count > 1 ? words.first : "", first)];
    if (last !== null && datedCount > 1) rows.push(this.#row(words.last, last));
    const undated = count - datedCount;
    if (undated > 0 && this.#choice.mode !== "same") rows.push(element("p", "fact-hint", words.undated(undated)));
    if (this.#choice.mode === "first" && datedCount > 1) rows.unshift(element("p", "fact-hint", words.setFirstDetail));
    this.#preview.replaceChildren(...rows);
  }

  /**
   * @param {string} name
   * @param {DatedAsset} asset
   */
  #row(name, asset) {
    const after = changedDate(this.#choice, asset, this.#first);
    const before = asset.localDateTime
      ? inWords(asset.localDateTime.slice(0, 19), asset.utcOffset) : words.noDate;
    const row = element("p", "fact-date");
    if (name) row.append(element("span", "fact-date-name", name));
    row.append(
      element("span", "fact-date-before", before), " → ",
      element("strong", "fact-date-after", after ? inWords(after.reading, after.utcOffset) : words.badDate));
    return row;
  }
}

/** The time by which dates move. */
class ShiftFields {
  element = element("div", "fact-shift");
  #direction = select([{ value: "1", text: words.later }, { value: "-1", text: words.earlier }], "1");
  /** @type {{ input: HTMLInputElement, seconds: number }[]} */
  #fields = [];

  constructor() {
    this.#direction.setAttribute("aria-label", words.direction);
    const names = /** @type {(keyof typeof secondsOf)[]} */ (Object.keys(secondsOf));
    this.#fields = names.map((name) => {
      const input = element("input", "");
      input.type = "number";
      input.min = "0";
      input.max = String(mostDays);
      input.step = "1";
      input.inputMode = "numeric";
      input.placeholder = "0";
      input.dataset.part = name;
      this.element.append(labelled(words[name], input));
      return { input, seconds: secondsOf[name] };
    });
    this.element.append(this.#direction);
  }

  get seconds() {
    const total = this.#fields.reduce((sum, { input, seconds }) => sum + Number(input.value) * seconds, 0);
    return Number(this.#direction.value) * total || 0;
  }
}

function dateField() {
  const input = element("input", "");
  input.type = "datetime-local";
  input.step = "1";
  input.setAttribute("autofocus", "");
  return input;
}

/** @type {Intl.DateTimeFormat | undefined} */
let format;

/**
 * @param {string} reading
 * @param {number | null} utcOffset
 */
function inWords(reading, utcOffset) {
  format ??= new Intl.DateTimeFormat(
    chooseLanguage(navigator.languages).locale, { timeZone: "UTC", dateStyle: "medium", timeStyle: "medium" });
  const text = format.format((timeOf(reading) ?? 0) * 1000);
  return utcOffset === null ? text : `${text} ${zoneName(utcOffset)}`;
}
