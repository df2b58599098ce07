import { words } from "./words.js";

const importCommand = "albumen import ~/Pictures";

/**
 * Returns the message of an empty timeline.
 * @param {boolean} isLibrary whether the whole library is empty, not only an album
 */
export function emptyMessage(isLibrary) {
  const message = titled(words.emptyTitle, isLibrary ? words.emptyText : words.emptyAlbum);
  if (!isLibrary) return message;
  const hint = document.createElement("p");
  hint.textContent = words.emptyCommand;
  const command = document.createElement("code");
  command.textContent = importCommand;
  message.append(hint, command);
  return message;
}

/**
 * Returns the message of a timeline that failed to load.
 * @param {() => void} retry
 */
export function failureMessage(retry) {
  const message = titled(words.failedTitle, words.failedText);
  message.setAttribute("role", "alert");
  message.append(retryButton(retry));
  return message;
}

/**
 * Returns a line that goes below the photos if some of them failed to load.
 * @param {() => void} retry
 */
export function failureBar(retry) {
  const bar = document.createElement("div");
  bar.className = "grid-failure";
  bar.setAttribute("role", "alert");
  const text = document.createElement("span");
  text.textContent = words.failedRest;
  bar.append(text, retryButton(retry));
  return bar;
}

/**
 * @param {string} title
 * @param {string} text
 */
function titled(title, text) {
  const message = document.createElement("div");
  message.className = "grid-message";
  const heading = document.createElement("h2");
  heading.textContent = title;
  const line = document.createElement("p");
  line.textContent = text;
  message.append(heading, line);
  return message;
}

/** @param {() => void} retry */
function retryButton(retry) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = words.retry;
  button.addEventListener("click", retry);
  return button;
}
