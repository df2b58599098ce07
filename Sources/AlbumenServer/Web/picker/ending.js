import { icon } from "../common/icons.js";
import { words } from "./words.js";

/**
 * Why the page shows no photos.
 * @typedef {"added" | "cancelled" | "saved" | "unchanged" | "ended" | "expired" | "missing" | "open"} Ending
 */

/** @type {Record<Ending, { title: string, text: string, icon: string, reloads?: boolean }>} */
const endings = {
  added: { title: words.addedTitle, text: words.closeText, icon: "chosen" },
  cancelled: { title: words.cancelledTitle, text: words.closeText, icon: "close" },
  saved: { title: words.selectionTitle, text: words.closeText, icon: "chosen" },
  unchanged: { title: words.unchangedTitle, text: words.closeText, icon: "close" },
  ended: { title: words.endedTitle, text: words.closeText, icon: "close" },
  expired: { title: words.expiredTitle, text: words.againText, icon: "warning" },
  missing: { title: words.missingTitle, text: words.againText, icon: "warning" },
  open: { title: words.openTitle, text: words.otherText, icon: "warning", reloads: true },
};

/**
 * Returns what the page shows for a failed request; `null` if it is another failure.
 * @param {import("../server/server-connection.js").ServerError} error
 * @returns {Ending | null}
 */
export function endingOf({ status, code }) {
  // A request to choose photos ends with the run of the server.
  if (status === 404 || code === "otherRun") return "missing";
  if (status === 409 && code === "pickIsOpen") return "open";
  if (status !== 410) return null;
  return code === "pickEnded" ? "ended" : "expired";
}

/**
 * Returns what the page shows when a pick has ended.
 * @param {string} reason of the event
 * @param {{ isAccess?: boolean }} options `isAccess`: whether the reader edited the photos that an app sees
 * @returns {Ending}
 */
export function endingFor(reason, { isAccess = false } = {}) {
  if (isAccess && reason === "added") return "saved";
  if (isAccess && reason === "cancelled") return "unchanged";
  return reason === "added" || reason === "cancelled" || reason === "expired" ? reason : "ended";
}

/**
 * Replaces the page by a sentence.
 * @param {Ending} ending
 */
export function showEnding(ending) {
  const { title, text, icon: name, reloads = false } = endings[ending];
  show(title, text, name, reloads);
}

/**
 * Replaces the page by a failure, with a button that loads it again.
 * @param {string} text
 */
export function showFailure(text) {
  show(words.failedTitle, text, "warning", true);
}

/**
 * @param {string} title
 * @param {string} text
 * @param {string} iconName
 * @param {boolean} reloads
 */
function show(title, text, iconName, reloads) {
  const sign = icon(iconName);
  sign.classList.add("notice-icon");
  const heading = document.createElement("h1");
  heading.className = "notice-title";
  heading.tabIndex = -1;
  heading.textContent = title;
  const advice = document.createElement("p");
  advice.className = "notice-advice";
  advice.textContent = text;
  const page = document.createElement("main");
  page.className = "notice notice-page";
  page.append(sign, heading, advice);
  if (reloads) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = words.reload;
    button.addEventListener("click", () => location.reload());
    page.append(button);
  }
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.remove();
  document.body.replaceChildren(page);
  document.title = title;
  heading.focus();
}
