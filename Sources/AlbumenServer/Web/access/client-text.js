import { visibleText } from "../questions/question-text.js";
import { dayText } from "../side-page/day-text.js";
import { words } from "./words.js";

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
