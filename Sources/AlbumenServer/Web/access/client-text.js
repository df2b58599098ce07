import { visibleText } from "../questions/question-text.js";
import { formatShortDay } from "../common/words.js";
import { words } from "./words.js";

const millisecondsPerDay = 86_400_000;

/**
 * Returns the day of a date in the reader's time zone: today, yesterday, or "7 May 2024".
 * @param {string | null} date
 * @param {Date} [now]
 */
export function dayText(date, now = new Date()) {
  if (date === null) return formatShortDay(null);
  const day = localDay(new Date(date));
  const age = localDay(now) - day;
  if (age === 0) return words.today;
  return age === 1 ? words.yesterday : formatShortDay(day);
}

/**
 * Returns the days since 1970-01-01 in the reader's time zone.
 * @param {Date} date
 */
function localDay(date) {
  return Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / millisecondsPerDay);
}

/**
 * Returns what is known about an app, in short phrases.
 * @param {import("./client-requests.js").Client} client
 * @param {Date} [now]
 */
export function clientFacts({ access, chosen, since, lastUsed, hasToken }, now = new Date()) {
  const facts = [];
  if (access === "limited") facts.push(words.chosen(chosen));
  if (since !== null) facts.push(words.since(dayText(since, now)));
  facts.push(lastUsed === null ? words.neverUsed : words.lastUsed(dayText(lastUsed, now)));
  if (hasToken) facts.push(words.hasToken);
  return facts;
}

/**
 * Returns the name of who picked photos, as the server knows it.
 * @param {API.PickRequester} requester
 */
export function requesterName({ origin, user, program }) {
  if (origin !== null && user !== null) return words.userPage(visibleText(user), visibleText(origin));
  const name = origin ?? program;
  if (name !== null) return visibleText(name);
  return user === null ? words.unknownRequester : words.userRequester(visibleText(user));
}
