import { visibleText } from "../questions/question-text.js";
import { element } from "../side-page/elements.js";
import { words } from "./words.js";

/** @typedef {typeof import("../dialogs/dialogs.js").ask} Ask */

/**
 * Asks for the name of a new sender, and whether it may read the library.
 * @param {Ask} ask
 * @returns {Promise<{ name: string, canRead: boolean } | null>} `null` if the reader cancels
 */
export function askForSender(ask) {
  const name = element("input", "token-text");
  name.type = "text";
  name.maxLength = 60;
  name.autocomplete = "off";
  name.setAttribute("aria-label", words.senderName);
  name.placeholder = words.senderName;
  name.setAttribute("autofocus", "");
  const canRead = element("input");
  canRead.type = "checkbox";
  const choice = element("label", "sender-choice");
  choice.append(canRead, words.senderMayRead);
  return ask({
    title: words.addSenderTitle, text: words.addSenderText, confirm: words.add, draw: () => [name, choice],
    answer: () => (name.value.trim() === "" ? null : { name: name.value.trim(), canRead: canRead.checked }),
  });
}

/**
 * Shows what the reader enters in the app, with the new password.
 * @param {Ask} ask
 * @param {{ name: string, password: string, addresses: string[], fingerprint: string | null }} sender
 */
export function showPassword(ask, { name, password, addresses, fingerprint }) {
  const address = `${addresses[0] ?? location.origin}/dav/inbox/`;
  /** @type {Element[]} */
  const facts = [
    fact(words.senderAddress, address), fact(words.senderName, visibleText(name)), fact(words.senderPassword, password),
  ];
  if (addresses.length === 0) facts.push(element("p", "", words.senderOnlyHere));
  if (fingerprint !== null) {
    const print = element("p", "device-fingerprint", words.senderFingerprint);
    print.append(element("code", "", fingerprint));
    facts.push(print);
  }
  return ask({
    title: words.senderMadeTitle(visibleText(name)), text: words.senderMadeText, cancel: words.done, draw: () => facts,
  });
}

/**
 * @param {string} title
 * @param {string} value
 */
function fact(title, value) {
  const label = element("label", "sender-fact", title);
  const field = element("input", "token-text");
  field.type = "text";
  field.readOnly = true;
  field.value = value;
  field.spellcheck = false;
  field.addEventListener("focus", () => field.select());
  label.append(field);
  return label;
}
