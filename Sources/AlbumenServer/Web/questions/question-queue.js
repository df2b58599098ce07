import { ServerError } from "../server/server-connection.js";
import { openPickerWindow } from "./picker-window.js";
import { QuestionDialog } from "./question-dialog.js";
import { shownName } from "./question-text.js";
import { words } from "./words.js";

/** @typedef {import("./question-requests.js").Question} Question */
/** @typedef {import("./question-text.js").AnswerChoice} AnswerChoice */

/**
 * Shows the questions of programs, one at a time. A question disappears when its program ends, or when it is answered
 * or withdrawn.
 *
 * Event: `change` when the questions are others.
 */
export class QuestionQueue extends EventTarget {
  #requests;
  #tell;
  #openPicker;
  #quiet;
  /** @type {readonly Question[]} */
  #questions = [];
  /**
   * The questions that the reader has put off in this page.
   * @type {Set<number>}
   */
  #later = new Set();
  /** @type {QuestionDialog | null} */
  #dialog = null;
  /** Counts the requests, so that a late answer changes nothing. */
  #asked = 0;

  /**
   * @param {Pick<import("./question-requests.js").QuestionRequests, "list" | "answer" | "openPicker">} requests
   * @param {(text: string) => void} tell shows a notice
   * @param {{ quiet?: number, openPicker?: typeof openPickerWindow }} options `quiet`: how long a question ignores
   *   input, in milliseconds
   */
  constructor(requests, tell, { quiet, openPicker = openPickerWindow } = {}) {
    super();
    this.#requests = requests;
    this.#tell = tell;
    this.#openPicker = openPicker;
    this.#quiet = quiet;
  }

  /** All open questions, oldest first. */
  get questions() {
    return this.#questions;
  }

  /** Reads the questions again, and shows the first that the reader hasn't put off. */
  async refresh() {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const questions = await this.#requests.list();
      if (asked === this.#asked) this.#take(questions);
    } catch (error) {
      // The stream of changes asks again when it is open again.
      if (!(error instanceof ServerError)) throw error;
    }
  }

  /**
   * Shows a question that the reader has put off.
   * @param {number} identifier
   */
  show(identifier) {
    this.#later.delete(identifier);
    this.#showFirst();
  }

  /** @param {readonly Question[]} questions */
  #take(questions) {
    this.#questions = questions;
    const shown = this.#dialog?.question.id;
    if (shown !== undefined && !this.#waiting.some(({ id }) => id === shown)) this.#close();
    this.#showFirst();
    this.dispatchEvent(new Event("change"));
  }

  /** The questions for a dialog. The reader is answering the others in the picker's window, or later. */
  get #waiting() {
    return this.#questions.filter(({ id, picker }) => !picker && !this.#later.has(id));
  }

  #showFirst() {
    const [first, ...others] = this.#waiting;
    if (this.#dialog === null && first !== undefined) {
      const dialog = new QuestionDialog(first, {
        answer: (choice, count) => this.#answer(first, choice, count),
        later: () => this.#putOff(first.id),
      }, { quiet: this.#quiet });
      this.#dialog = dialog;
      dialog.open();
    }
    this.#dialog?.showOthers(others.length);
  }

  #close() {
    this.#dialog?.close();
    this.#dialog = null;
  }

  /** @param {number} identifier */
  #putOff(identifier) {
    this.#later.add(identifier);
    this.#dialog = null;
    this.#showFirst();
    this.dispatchEvent(new Event("change"));
  }

  /**
   * @param {Question} question
   * @param {AnswerChoice} choice
   * @param {number | null} count
   */
  async #answer(question, choice, count) {
    const { id } = question;
    try {
      if (choice.opensPicker) await this.#openPicker(() => this.#requests.openPicker(id));
      else await this.#requests.answer(id, choice.answer, count);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      if (error.status !== 404) {
        if (this.#dialog?.question.id === id) this.#dialog.fail(error.message);
        else this.#tell(error.message);
        return;
      }
      this.#leave(id);
      this.#tell(words.gone);
      return;
    }
    // A notice belongs to the open dialog, so it comes after this one is closed.
    this.#leave(id);
    if (!choice.opensPicker) this.#tell(answeredText(question, choice));
  }

  /**
   * Closes a question that is no longer here, and asks for the others.
   * @param {number} identifier
   */
  #leave(identifier) {
    if (this.#dialog?.question.id === identifier) this.#close();
    this.#take(this.#questions.filter(({ id }) => id !== identifier));
    this.refresh();
  }
}

/**
 * @param {Question} question
 * @param {AnswerChoice} choice
 */
function answeredText({ kind, client, accessLevel }, { answer }) {
  const name = shownName(client);
  if (answer === "allow") return words.answered.allow(name);
  if (answer === "all") return accessLevel === "addOnly" ? words.answered.adding(name) : words.answered.all(name);
  if (kind === "change") return words.answered.deny(name);
  return kind === "selection" ? words.answered.keep(name) : words.answered.none(name);
}
