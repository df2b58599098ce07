import { words } from "./words.js";

/**
 * Returns the message of a search without results.
 * @param {string} text
 */
export function noResultsMessage(text) {
  const message = document.createElement("div");
  message.className = "grid-message";
  const heading = document.createElement("h2");
  heading.textContent = words.none;
  const line = document.createElement("p");
  line.textContent = words.noneText(text);
  const advice = document.createElement("p");
  advice.textContent = words.noneAdvice;
  message.append(heading, line, advice);
  return message;
}
