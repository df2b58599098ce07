import { icon } from "../common/icons.js";
import { InputGuard } from "./input-guard.js";
import { answerChoices, questionLines, questionTitle, typedNumber, visibleText } from "./question-text.js";
import { words } from "./words.js";

/** @typedef {import("./question-requests.js").Question} Question */
/** @typedef {import("./question-text.js").AnswerChoice} AnswerChoice */

/**
 * What a question's dialog reports.
 * @typedef {object} QuestionCalls
 * @property {(choice: AnswerChoice, count: number | null) => Promise<void>} answer sends the answer. If the promise is
 *   rejected, the dialog stays open.
 * @property {() => void} later the reader puts the question off
 */

/**
 * A question of a program as a dialog. It can't be answered by accident: none of its answers has the focus, and it
 * ignores input at first. Esc and the button in the corner put the question off.
 */
export class QuestionDialog {
  #dialog = document.createElement("dialog");
  #question;
  #calls;
  #guard;
  #count = document.createElement("input");
  #failure = element("p", "question-failure");
  #others = element("p", "question-others");
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  #closed = new AbortController();
  /** Whether an answer is being sent. */
  #isSending = false;

  /**
   * @param {Question} question
   * @param {QuestionCalls} calls
   * @param {{ quiet?: number }} options `quiet`: how long input is ignored, in milliseconds
   */
  constructor(question, calls, { quiet } = {}) {
    this.#question = question;
    this.#calls = calls;
    this.#guard = new InputGuard(this.#dialog, { quiet });
    this.#draw();
    this.#listen();
  }

  get question() {
    return this.#question;
  }

  get element() {
    return this.#dialog;
  }

  /** Shows the question over everything else. */
  open() {
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    this.#dialog.querySelector("h2")?.focus();
    this.#guard.restart();
  }

  /** Closes the dialog without an answer. */
  close() {
    this.#closed.abort();
    this.#dialog.close();
    this.#dialog.remove();
  }

  /**
   * Shows how many other questions wait.
   * @param {number} count
   */
  showOthers(count) {
    this.#others.textContent = count > 0 ? words.others(count) : "";
  }

  /** @param {string} text */
  fail(text) {
    this.#failure.textContent = text;
  }

  #draw() {
    const dialog = this.#dialog;
    const { kind, text, count } = this.#question;
    dialog.className = "question";
    dialog.dataset.question = String(this.#question.id);
    const title = element("h2", "question-title");
    title.id = `question-title-${this.#question.id}`;
    title.tabIndex = -1;
    title.setAttribute("autofocus", "");
    title.textContent = questionTitle(this.#question);
    title.title = visibleText(this.#question.program ?? "");
    const lines = element("div", "question-lines");
    lines.id = `question-lines-${this.#question.id}`;
    if (kind === "change" && text) {
      const change = element("p", "question-change");
      change.textContent = words.wants(visibleText(text));
      lines.append(change);
    }
    for (const { text: said, isClaim } of questionLines(this.#question)) {
      const line = element("p", isClaim ? "question-line is-claim" : "question-line");
      line.textContent = said;
      lines.append(line);
    }
    dialog.setAttribute("aria-labelledby", title.id);
    dialog.setAttribute("aria-describedby", lines.id);
    const later = element("button", "icon-button question-later");
    later.type = "button";
    later.title = words.later;
    later.setAttribute("aria-label", words.later);
    later.append(icon("close"));
    later.addEventListener("click", () => this.#putOff());
    const sign = icon("terminal");
    sign.classList.add("question-icon");
    const head = element("header", "question-head");
    head.append(sign, title, later);
    const answers = element("div", "question-answers");
    const choices = answerChoices(this.#question);
    this.#buttons = choices.map((choice) => this.#button(choice));
    answers.append(...this.#buttons);
    this.#failure.setAttribute("role", "alert");
    this.#others.setAttribute("role", "status");
    const field = count === null || count === undefined ? [] : [this.#field(count)];
    const form = document.createElement("form");
    form.append(head, lines, ...field, this.#failure, answers, this.#others);
    form.addEventListener("submit", (event) => event.preventDefault());
    dialog.append(form);
  }

  /** @param {AnswerChoice} choice */
  #button(choice) {
    const { answer, label, detail, isDanger = false } = choice;
    const button = element("button", "question-answer");
    button.type = "button";
    button.dataset.answer = answer;
    button.classList.toggle("is-danger", isDanger && this.#question.count !== null);
    const name = element("span", "question-answer-name");
    name.textContent = label;
    button.append(name);
    if (detail !== undefined) {
      const more = document.createElement("small");
      more.textContent = detail;
      button.append(more);
    }
    button.addEventListener("click", () => this.#answer(choice));
    return button;
  }

  /** @param {number} count */
  #field(count) {
    const field = element("label", "question-field");
    const name = document.createElement("span");
    name.textContent = words.repeat(count);
    this.#count.type = "text";
    this.#count.inputMode = "numeric";
    this.#count.autocomplete = "off";
    field.append(name, this.#count);
    return field;
  }

  #listen() {
    const dialog = this.#dialog;
    const { signal } = this.#closed;
    // Keys belong to the dialog while it is open.
    dialog.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.#putOff();
    });
    dialog.addEventListener("close", () => this.#putOff());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#guard.restart();
    }, { signal });
  }

  #putOff() {
    if (this.#isSending || this.#closed.signal.aborted) return;
    this.close();
    this.#calls.later();
  }

  /** @param {AnswerChoice} choice */
  async #answer(choice) {
    if (this.#isSending) return;
    const { count } = this.#question;
    const isCounted = choice.answer === "allow" && count !== null && count !== undefined;
    if (isCounted && typedNumber(this.#count.value) !== count) {
      this.fail(words.notRepeated(count));
      this.#count.focus();
      return;
    }
    this.#isSending = true;
    this.fail("");
    for (const button of this.#buttons) button.setAttribute("aria-disabled", "true");
    try {
      await this.#calls.answer(choice, isCounted ? count : null);
    } finally {
      this.#isSending = false;
      for (const button of this.#buttons) button.removeAttribute("aria-disabled");
    }
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} className
 */
function element(name, className) {
  const made = document.createElement(name);
  made.className = className;
  return made;
}
