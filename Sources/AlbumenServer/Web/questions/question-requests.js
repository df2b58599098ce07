/**
 * A question of a program that the owner hasn't answered.
 * @typedef {API.Question} Question
 */

/** @typedef {"all" | "selected" | "none" | "allow"} Answer */

/** The requests about questions. Every request fails with a `ServerError`. */
export class QuestionRequests {
  #library;

  /** @param {import("../server/library.js").Library} library */
  constructor(library) {
    this.#library = library;
  }

  /**
   * Returns the open questions, oldest first.
   * @returns {Promise<Question[]>}
   */
  async list() {
    /** @type {API.Questions} */
    const answer = await this.#library.ask("/api/questions");
    return answer.questions;
  }

  /**
   * Answers a question. Fails with 404 if it's gone or was answered.
   * @param {number} identifier
   * @param {Answer} answer
   * @param {number | null} [count] the repeated number of items, if the question needs it
   */
  answer(identifier, answer, count = null) {
    const content = count === null ? { answer } : { answer, count };
    return this.#library.change("POST", `/api/questions/${identifier}`, content);
  }

  /**
   * Opens a session of the picker in which the owner chooses what the program sees, and returns its number.
   * @param {number} identifier
   * @returns {Promise<string>}
   */
  async openPicker(identifier) {
    /** @type {API.PickNumber} */
    const answer = await this.#library.change("POST", `/api/questions/${identifier}/picker`, {});
    return answer.number;
  }
}
