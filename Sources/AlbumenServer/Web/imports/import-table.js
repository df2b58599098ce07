import { formatNumber } from "../common/words.js";
import { words } from "./words.js";

/** The most refused files that are listed. */
const refusedLimit = 20;

/**
 * Returns what became of the facts of a source, as a table.
 * @param {API.SourceTable} source
 * @param {boolean} isDryRun
 */
export function factTable({ summary, facts }, isDryRun) {
  const table = document.createElement("table");
  table.className = "import-table";
  const caption = table.createCaption();
  caption.textContent = summary;
  const head = table.createTHead().insertRow();
  for (const text of [words.fact, words.found, isDryRun ? words.usable : words.used, words.others]) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = text;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const { fact, found, used, differences } of facts) {
    const row = body.insertRow();
    const name = document.createElement("th");
    name.scope = "row";
    name.textContent = words.facts[fact] ?? fact;
    row.append(name);
    row.insertCell().textContent = formatNumber(found);
    row.insertCell().textContent = formatNumber(used);
    row.insertCell().textContent = Object.entries(differences)
      .map(([reason, count]) => `${formatNumber(count)} ${words.reasons[reason] ?? reason}`).join(", ");
  }
  return table;
}

/**
 * Returns the files that can't be read, with the reasons, behind a line with their number.
 * @param {Pick<API.Import, "refused" | "refusedCount">} run
 */
export function refusedFiles({ refused, refusedCount }) {
  const details = document.createElement("details");
  details.className = "import-refused";
  const summary = document.createElement("summary");
  summary.textContent = words.refused(refusedCount);
  const list = document.createElement("ul");
  for (const { path, reason } of refused.slice(0, refusedLimit)) {
    const item = document.createElement("li");
    const name = document.createElement("code");
    name.textContent = path;
    item.append(name, " ", reason);
    list.append(item);
  }
  details.append(summary, list);
  const rest = refusedCount - Math.min(refused.length, refusedLimit);
  if (rest > 0) {
    const more = document.createElement("p");
    more.textContent = words.more(rest);
    details.append(more);
  }
  return details;
}
