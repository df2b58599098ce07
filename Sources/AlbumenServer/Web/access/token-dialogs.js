import { ask, isConfirmed } from "../dialogs/dialogs.js";
import { visibleText } from "../questions/question-text.js";
import { button, element } from "../side-page/elements.js";
import { words } from "./words.js";

/** @typedef {import("./client-requests.js").Client} Client */

/**
 * Asks whether to make a token. A former one ends.
 * @param {Client} client
 */
export function isTokenWanted({ client, hasToken }) {
  const text = hasToken ? `${words.tokenText} ${words.tokenReplaces}` : words.tokenText;
  return isConfirmed({
    title: words.tokenTitle(visibleText(client)), text, confirm: words.make, isDanger: hasToken, isFinal: hasToken,
  });
}

/**
 * Asks whether to end an app's token.
 * @param {Client} client
 */
export function isTokenUnwanted({ client }) {
  return isConfirmed({
    title: words.endTitle(visibleText(client)), text: words.endText, confirm: words.end, isDanger: true, isFinal: true,
  });
}

/**
 * Shows a new token, with a button that copies it and a line that shows its use.
 * @param {string} client
 * @param {string} token
 * @param {{ writeText: (text: string) => Promise<void> }} clipboard
 */
export async function showToken(client, token, clipboard = navigator.clipboard) {
  const input = element("input", "token-text");
  input.type = "text";
  input.readOnly = true;
  input.value = token;
  input.spellcheck = false;
  input.setAttribute("aria-label", words.token);
  input.addEventListener("focus", () => input.select());
  const status = element("p", "token-status");
  status.setAttribute("role", "status");
  const copy = button(words.copy, async () => {
    try {
      await clipboard.writeText(token);
      status.textContent = words.copied;
    } catch (error) {
      // The browser decides whether the page may write to the clipboard.
      if (!(error instanceof DOMException)) throw error;
      status.textContent = words.copyFailed;
      input.focus();
    }
  }, "button");
  copy.setAttribute("autofocus", "");
  const line = element("div", "token-line");
  line.append(input, copy);
  const use = element("p", "", words.use);
  const example = element("pre", "token-example");
  example.tabIndex = 0;
  example.setAttribute("aria-label", words.use);
  // Other users can read a program's arguments, and not its environment. A name can contain any characters.
  const name = `'${visibleText(client).replaceAll("'", "'\\''")}'`;
  example.textContent = `ALBUMEN_TOKEN=${token} \\\n  albumen access curl ${name} /api/collections`;
  await ask({
    title: words.madeTitle(visibleText(client)), text: words.madeText, cancel: words.done,
    draw: () => [line, status, use, example],
  });
}
