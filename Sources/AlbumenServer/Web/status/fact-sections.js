import { formatBytes, formatNumber } from "../common/words.js";
import { dayText } from "../side-page/day-text.js";
import { element } from "../side-page/elements.js";
import { words } from "./words.js";

/**
 * Returns the sections about the library's sizes, disk, checks and place.
 * @param {API.LibraryStatus} status
 * @param {API.Backup | null} backup
 */
export function factSections(status, backup) {
  const sections = [
    section(words.library, [
      [words.folder, status.folder],
      [words.items, formatNumber(status.assets)],
      [words.originals, amount(status.originals)],
      [words.thumbnails, amount(status.thumbnails)],
      [words.previews, amount(status.previews)],
      [words.catalog, formatBytes(status.catalogBytes)],
      [words.version, status.version],
    ]),
  ];
  if (status.disk !== null) sections.push(diskSection(status.disk));
  sections.push(verificationSection(status.verification), placeSection(status.place, backup));
  if (status.watchedFolders.length > 0) sections.push(foldersSection(status.watchedFolders));
  return sections;
}

/** @param {API.LibraryStatus["watchedFolders"]} folders */
function foldersSection(folders) {
  return section(words.folders, folders.map(({ path, imported, problem }) => [
    path, problem === null ? words.imported(imported) : problem,
  ]));
}

/** @param {NonNullable<API.LibraryStatus["disk"]>} disk */
function diskSection({ freeBytes, totalBytes, fullDate }) {
  const made = section(words.disk, [[words.free, words.freeOf(formatBytes(freeBytes), formatBytes(totalBytes))]]);
  const meter = element("meter", "status-meter");
  meter.max = totalBytes;
  meter.value = totalBytes - freeBytes;
  meter.setAttribute("aria-label", words.used);
  made.append(meter);
  if (fullDate !== null) made.append(element("p", "side-page-intro", words.full(dayText(fullDate))));
  return made;
}

/** @param {API.LibraryStatus["verification"]} verification */
function verificationSection(verification) {
  if (verification === null || verification.lastCheck === null) {
    const made = section(words.verification, []);
    made.append(element("p", "side-page-intro", words.unchecked));
    return made;
  }
  const { checked, began, lastCheck, completed } = verification;
  return section(words.verification, [
    [words.checkedAll, completed === null ? words.notYet : dayText(completed)],
    [words.checked, words.checkedSince(formatNumber(checked), dayText(began))],
    [words.lastCheck, dayText(lastCheck)],
  ]);
}

/**
 * @param {API.LibraryStatus["place"]} place
 * @param {API.Backup | null} backup
 */
function placeSection(place, backup) {
  if (place === null) {
    const made = section(words.place, []);
    made.append(element("p", "side-page-intro", words.noPlace));
    return made;
  }
  /** @type {[string, string][]} */
  const facts = [
    [words.address, place.address], [words.stored, amount(place.stored)], [words.waiting, amount(place.waiting)],
  ];
  if (place.failing.count > 0) facts.push([words.failing, amount(place.failing)]);
  if (place.remote.count > 0) facts.push([words.onlyThere, amount(place.remote)]);
  if (backup !== null) {
    facts.push([words.changes, backup.isProtected ? words.allSent : words.unsent(backup.waitingChanges)]);
  }
  const made = section(words.place, facts);
  made.append(element("p", "side-page-intro", place.isDurable ? words.durable : words.local));
  return made;
}

/** @param {API.StoredAmount} stored */
function amount({ count, bytes }) {
  return words.files(count, formatBytes(bytes));
}

/**
 * @param {string} title
 * @param {readonly [string, string][]} facts
 */
function section(title, facts) {
  const list = element("dl", "status-list");
  for (const [name, value] of facts) list.append(element("dt", "", name), element("dd", "", value));
  const made = element("section", "status-section");
  made.append(element("h2", "side-page-heading", title));
  if (facts.length > 0) made.append(list);
  return made;
}
