import { words } from "./words.js";

/** @typedef {import("./question-requests.js").Question} Question */
/** @typedef {import("./question-requests.js").Answer} Answer */

/**
 * Returns a text of a program without characters that have no form of their own: line breaks, and marks that change the
 * direction of what follows, could make it look like a text of the page.
 * @param {string} text
 */
export function visibleText(text) {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "�");
}

/** The longest name of a program in a sentence, in characters. */
const longestName = 90;

/**
 * Returns the name or path of a program for a sentence. Leaves out the middle of a long one, so that the rest of the
 * sentence stays visible.
 * @param {string} name
 */
export function shownName(name) {
  const characters = [...visibleText(name)];
  if (characters.length <= longestName) return characters.join("");
  const beginning = Math.floor(longestName / 3);
  return `${characters.slice(0, beginning).join("")}…${characters.slice(beginning + 1 - longestName).join("")}`;
}

/**
 * Returns the sentence that names who asks, and for what. The program is named as the kernel knows it.
 * @param {Question} question
 */
export function questionTitle({ kind, program, accessLevel }) {
  const name = program === null ? words.aProgram : words.program(shownName(program));
  if (kind === "change") return words.asksChange(name);
  if (kind === "selection") return words.asksSelection(name);
  return accessLevel === "addOnly" ? words.asksAdding(name) : words.asksAccess(name);
}

/**
 * Returns what the program says about itself, which nobody has checked (`isClaim`), or that it says nothing.
 * @param {Question} question
 * @returns {{ text: string, isClaim: boolean }[]}
 */
export function questionLines({ kind, client, reason }) {
  const lines = [{ text: words.calls(shownName(client)), isClaim: true }];
  if (reason) lines.push({ text: words.gives(visibleText(reason)), isClaim: true });
  else if (kind === "access") lines.push({ text: words.noReason, isClaim: false });
  return lines;
}

/**
 * @typedef {object} AnswerChoice
 * @property {Answer} answer
 * @property {string} label
 * @property {string} [detail] what the answer means
 * @property {boolean} [opensPicker] whether the reader chooses photos before the question is answered
 * @property {boolean} [isDanger]
 */

/**
 * Returns the possible answers to a question.
 * @param {Question} question
 * @returns {AnswerChoice[]}
 */
export function answerChoices({ kind, accessLevel }) {
  /** @type {AnswerChoice} */
  const deny = { answer: "none", label: words.deny };
  switch (kind) {
    case "change": return [{ answer: "allow", label: words.allow, isDanger: true }, deny];
    case "selection":
      return [
        { answer: "selected", label: words.select, detail: words.selectDetail, opensPicker: true },
        { answer: "none", label: words.keep },
      ];
    default: break;
  }
  if (accessLevel === "addOnly") return [{ answer: "all", label: words.allowAdding, detail: words.addingDetail }, deny];
  return [
    { answer: "all", label: words.all, detail: words.allDetail },
    { answer: "selected", label: words.select, detail: words.selectDetail, opensPicker: true },
    deny,
  ];
}

/**
 * Returns the number in a text that the reader typed, in which separators and spaces don't matter; `null` without one.
 * @param {string} text
 */
export function typedNumber(text) {
  const digits = text.normalize("NFKC").replaceAll(/[\s.,'’_]/gu, "");
  return /^[0-9]{1,15}$/.test(digits) ? Number(digits) : null;
}
