import { icon } from "../common/icons.js";
import { shownName, visibleText } from "../questions/question-text.js";
import { words } from "./words.js";

/**
 * Returns the sentence that names who asks, as the server knows it. Any program can name a page's origin, so the
 * sentence also names the program, and first of all the user if it isn't the library's owner.
 * @param {import("./pick-requests.js").Requester} requester
 */
export function requesterText({ kind, origin, user, program }) {
  if (kind === "user" && user !== null && origin !== null) return words.userPage(visibleText(user), origin);
  if (origin !== null) return program === null ? words.page(origin) : words.pageIn(origin, shownName(program));
  if (program !== null) return user === null ? words.process(program) : words.processOf(program, user);
  return user === null ? words.unknown : words.user(user);
}

/**
 * Draws who asks, and apart from it what the app says about itself, which nobody has checked.
 * @param {import("./pick-requests.js").Pick} pick
 */
export function drawRequestCard({ requester, application, purpose, selectionFor, needsConfirmation }) {
  const title = document.createElement("h1");
  title.className = "request-title";
  const isAccess = selectionFor !== null;
  title.textContent = isAccess ? words.selectionFor(visibleText(selectionFor)) : requesterText(requester);
  const text = document.createElement("p");
  text.className = "request-text";
  const name = isAccess ? null : application;
  const claims = [name && words.calls(name), purpose && words.states(purpose)].filter(Boolean);
  if (claims.length > 0) {
    const claim = document.createElement("q");
    claim.className = "request-claim";
    claim.textContent = claims.join(words.betweenSentences);
    text.append(claim, words.betweenSentences);
  }
  text.append(isAccess ? words.selectionRule : (needsConfirmation ? words.shareRule : words.rule));
  const sign = icon(isAccess ? "access" : (requester.kind === "origin" ? "globe" : "terminal"));
  sign.classList.add("request-icon");
  const lines = document.createElement("div");
  lines.className = "request-lines";
  lines.append(title, text);
  const card = document.createElement("div");
  card.className = "request-card";
  card.append(sign, lines);
  return card;
}
