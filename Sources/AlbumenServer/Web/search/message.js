import { libraryAlbum, printAddress } from "../address/page-history.js";
import { ServerError } from "../server/server-connection.js";
import { words } from "./words.js";

/**
 * Returns the message of a search without results. If a similar search finds something, it has a link to that search.
 * @param {string} text
 * @param {(text: string) => Promise<string | null>} correct returns a similar text that finds something
 */
export function noResultsMessage(text, correct) {
  const message = document.createElement("div");
  message.className = "grid-message";
  const heading = document.createElement("h2");
  heading.textContent = words.none;
  const line = document.createElement("p");
  line.textContent = words.noneText(text);
  const correction = document.createElement("p");
  correction.className = "search-correction";
  correction.setAttribute("role", "status");
  const advice = document.createElement("p");
  advice.textContent = words.noneAdvice;
  message.append(heading, line, correction, advice);
  showCorrection(correction, text, correct);
  return message;
}

/**
 * @param {HTMLElement} line
 * @param {string} text
 * @param {(text: string) => Promise<string | null>} correct
 */
async function showCorrection(line, text, correct) {
  try {
    const corrected = await correct(text);
    if (corrected === null) return;
    const link = document.createElement("a");
    link.href = printAddress({ album: libraryAlbum, asset: null, search: corrected });
    link.textContent = words.didYouMean(corrected);
    line.append(link);
  } catch (error) {
    // The message is complete without a correction.
    if (!(error instanceof ServerError)) throw error;
  }
}
