import { coordinatesIn } from "/web/facts-editing/coordinates.js";
import { changedDate, dateChange, readingOfFirst } from "/web/facts-editing/date-change.js";
import { askDate } from "/web/facts-editing/date-dialog.js";
import { askDescription } from "/web/facts-editing/description-dialog.js";
import { askPlace } from "/web/facts-editing/place-dialog.js";
import { SelectionActions } from "/web/facts-editing/selection-actions.js";
import { LibraryChanges, photosPerChange } from "/web/server/library-changes.js";
import { actionsFor } from "/web/editing/selection-bar.js";

function assertEqual(found, expected, subject = "") {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  if (left !== right) throw new Error(`${subject}: ${left} instead of ${right}`);
}

const first = {
  identifier: "a", creationDate: "2024-05-07T01:33:04.500Z", localDateTime: "2024-05-07T09:33:04.500",
  utcOffset: 28_800,
};
const last = {
  identifier: "b", creationDate: "2024-05-09T10:00:00Z", localDateTime: "2024-05-09T10:00:00", utcOffset: null,
};
const summaryOf = (changes = {}) => ({
  count: 3, caption: { isMixed: true, value: null }, rating: { isMixed: true, value: null },
  utcOffset: { isMixed: true, value: null },
  keywords: [{ keyword: "lake", count: 3 }, { keyword: "sky", count: 1 }, { keyword: "hill", count: 1 }],
  keywordCount: 3,
  places: [{ latitude: 48.2, longitude: 16.4, altitude: 170, count: 2 }], placeCount: 1, placedCount: 2,
  datedCount: 2, first, last, ...changes,
});
const choice = (changes) => ({
  mode: "first", reading: "2024-05-07T09:33:04", shift: 0, zone: null, keeps: "clockTime", ...changes,
});
const dialog = () => document.querySelector("dialog.ask");
const field = (selector) => dialog().querySelector(selector);
const submit = () => field("form").requestSubmit();

/** Sets a field as if the reader did. */
function write(selector, value) {
  const input = field(selector);
  if (input.type === "radio" || input.type === "checkbox") {
    input.click();
    return;
  }
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

export const tests = {
  "an unchanged date is no change, and keeps the fraction of a second": () => {
    assertEqual(dateChange(choice(), first), {});
    assertEqual(dateChange(choice({ reading: "2024-05-07T09:33" }), first), { dateShift: -4 });
  },
  "setting the first date moves all": () => {
    const moved = choice({ reading: "2024-05-08T08:33:04" });
    assertEqual(dateChange(moved, first), { dateShift: 82_800 });
    assertEqual(changedDate(moved, last, first), { reading: "2024-05-10T09:00:00", utcOffset: null });
  },
  "a new zone keeps the clock or the moment": () => {
    const clock = choice({ zone: 7200 });
    assertEqual(dateChange(clock, first), { timeZone: { utcOffset: 7200, keeps: "clockTime" } });
    assertEqual(changedDate(clock, first, first), { reading: "2024-05-07T09:33:04", utcOffset: 7200 });
    const moment = choice({ zone: 7200, keeps: "moment", reading: "2024-05-07T03:33:04" });
    assertEqual(readingOfFirst(first, moment), "2024-05-07T03:33:04");
    assertEqual(dateChange(moment, first), { timeZone: { utcOffset: 7200, keeps: "moment" } });
    assertEqual(changedDate(moment, last, first), { reading: "2024-05-09T12:00:00", utcOffset: 7200 });
  },
  "one date for all keeps each zone": () => {
    const same = choice({ mode: "same", reading: "2020-01-01T10:00" });
    assertEqual(dateChange(same, first), { clockTime: "2020-01-01T10:00:00" });
    assertEqual(changedDate(same, last, first), { reading: "2020-01-01T10:00:00", utcOffset: null });
  },
  "dates outside of the years 1 to 9999 are refused": () => {
    assertEqual(dateChange(choice({ reading: "" }), first), null);
    assertEqual(dateChange(choice({ mode: "same", reading: "12024-01-01T00:00" }), first), null);
    assertEqual(changedDate(choice({ mode: "shift", shift: 252e9 }), first, first), null);
  },
  "coordinates are read in all usual forms": () => {
    const expected = { latitude: 48.2, longitude: -16.4 };
    for (const text of [
      "48.2, -16.4", " 48.2 -16.4 ", "48.2;-16.4", "(48.2, −16.4)", "48,2; -16,4", "48,2, -16,4", "48.2° N, 16.4° W",
      "N 48.2 W 16.4", "48°12′N 16°24′W", "48° 12' 0\" N, 16° 24' 0\" W", "北纬 48.2°，西经 16.4°", "geo:48.2,-16.4",
      "https://www.openstreetmap.org/#map=15/48.2/-16.4",
      "https://www.openstreetmap.org/?mlat=48.2&mlon=-16.4#map=5/1/2",
      "https://www.google.com/maps/@48.2,-16.4,15z",
      "https://www.google.com/maps/place/X/@1,2,15z/data=!3d48.2!4d-16.4",
      "https://maps.apple.com/?ll=48.2%2C-16.4", "https://maps.apple.com/?ll=48.2,-16.4&q=x",
    ]) {
      assertEqual(coordinatesIn(text), expected, text);
    }
    assertEqual(coordinatesIn("48.20000° N, 16.40000° W"), expected);
  },
  "texts that are no coordinates are refused": () => {
    for (const text of [
      "", "Vienna", "48.2", "91, 0", "0, 181", "48.2, 16.4, 3", "48°60′N 16°W", "https://example.com",
    ]) {
      assertEqual(coordinatesIn(text), null, text);
    }
  },
  "the dialog of dates returns the chosen change": async () => {
    const answer = askDate(summaryOf());
    assertEqual(field("[value=first]").checked, true);
    write("[value=shift]");
    write("[data-part=hours]", "1");
    write("[data-part=days]", "2");
    assertEqual(field("[type=datetime-local]").closest("label").hidden, true);
    write(".fact-shift select", "-1");
    assertEqual(field(".fact-preview").textContent.includes("→"), true);
    submit();
    assertEqual(await answer, { dateShift: -176_400 });
  },
  "a zone that keeps the moment changes the time in the field": async () => {
    const answer = askDate(summaryOf());
    write("label > select", "0");
    assertEqual(field("[type=datetime-local]").value.slice(0, 19), "2024-05-07T09:33:04");
    write("[value=moment]");
    assertEqual(field("[type=datetime-local]").value.slice(0, 19), "2024-05-07T01:33:04");
    submit();
    assertEqual(await answer, { timeZone: { utcOffset: 0, keeps: "moment" } });
  },
  "photos without dates can be given one": async () => {
    const answer = askDate(summaryOf({ datedCount: 0, first: null, last: null }));
    write("[type=datetime-local]", "2020-01-02T03:04:05");
    submit();
    assertEqual(await answer, { clockTime: "2020-01-02T03:04:05" });
  },
  "mixed values stay unless the reader changes them": async () => {
    const answer = askDescription(summaryOf());
    assertEqual([...dialog().querySelectorAll(".fact-keywords input")].map((box) => [box.checked, box.indeterminate]),
      [[true, false], [false, true], [false, true]]);
    submit();
    assertEqual(await answer, {});
  },
  "keywords are added to all, and removed from all": async () => {
    const answer = askDescription(summaryOf());
    const [lake, sky, hill] = dialog().querySelectorAll(".fact-keywords input");
    lake.click();
    sky.click();
    for (let press = 0; press < 3; press += 1) hill.click();
    assertEqual([hill.checked, hill.indeterminate], [false, true]);
    write("input[type=text]", "trip, lake ,");
    submit();
    assertEqual(await answer, { addedKeywords: ["sky", "trip", "lake"] });
  },
  "different captions can be removed or replaced": async () => {
    const removed = askDescription(summaryOf());
    write("[type=checkbox]:not(.fact-keywords *)");
    submit();
    assertEqual(await removed, { caption: null });
    const replaced = askDescription(summaryOf({ rating: { isMixed: false, value: 3 } }));
    write("textarea", " Trip ");
    write("select", "0");
    submit();
    assertEqual(await replaced, { caption: "Trip", rating: 0 });
  },
  "a place is written, taken from the selection, or removed": async () => {
    const written = askPlace(summaryOf());
    write("input", "nowhere");
    submit();
    assertEqual(field(".fact-problem").textContent !== "", true);
    write("input", "1.5, 2.5");
    assertEqual(field(".fact-problem").textContent, "");
    submit();
    assertEqual(await written, { location: { latitude: 1.5, longitude: 2.5 } });
    const taken = askPlace(summaryOf());
    const offers = [...dialog().querySelectorAll(".fact-offer")];
    assertEqual(offers.length, 2);
    offers[0].click();
    submit();
    assertEqual(await taken, { location: { latitude: 48.2, longitude: 16.4, altitude: 170 } });
    const removed = askPlace(summaryOf());
    field(".fact-remove").click();
    assertEqual(await removed, { location: null });
  },
  "one request changes 20,000 photos": async () => {
    const sizes = [];
    const changes = new LibraryChanges({
      change: async (_method, _address, { assets }) => {
        sizes.push(assets.length);
        return { assets: [], undo: `u${sizes.length}` };
      },
    });
    const assets = Array.from({ length: photosPerChange + 1 }, (_, index) => `p${index}`);
    assertEqual(await changes.write(assets, { dateShift: 1 }), ["u1", "u2"]);
    assertEqual(sizes, [photosPerChange, 1]);
  },
  "a selection of more photos than a request takes is refused with a notice": async () => {
    const texts = [];
    const actions = new SelectionActions(null, { notice: { show: (text) => texts.push(text) } });
    assertEqual(await actions.perform("download", { length: 100_001 }, null), false);
    assertEqual(texts.length, 1);
  },
  "Recently Deleted has no downloads and no editing": () => {
    assertEqual(actionsFor({ subtype: 1_000_000_201 }).includes("download"), false);
    assertEqual(actionsFor(undefined).includes("download"), true);
    assertEqual(actionsFor(undefined).includes("edit"), true);
  },
};
