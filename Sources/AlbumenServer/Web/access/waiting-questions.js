import { pickerAddress } from "../questions/picker-window.js";
import { questionLines, questionTitle } from "../questions/question-text.js";
import { button, element } from "../side-page/elements.js";
import { words } from "./words.js";

/** The questions that wait for the reader's answer: the section is hidden while there are none. */
export class WaitingQuestions {
  element = element("section", "waiting-questions");
  #queue;
  #list = element("ul");

  /** @param {import("../questions/question-queue.js").QuestionQueue} queue */
  constructor(queue) {
    this.#queue = queue;
    this.#list.setAttribute("role", "list");
    this.element.append(element("h2", "side-page-heading", words.waiting), this.#list);
    queue.addEventListener("change", () => this.#show());
    this.#show();
  }

  #show() {
    const { questions } = this.#queue;
    this.element.hidden = questions.length === 0;
    this.#list.replaceChildren(...questions.map((question) => {
      const lines = element("div", "waiting-lines");
      lines.append(element("p", "waiting-title", questionTitle(question)));
      const said = question.picker ? [{ text: words.choosing, isClaim: false }] : questionLines(question);
      lines.append(...said.map(({ text, isClaim }) => {
        return element("p", isClaim ? "waiting-text waiting-claim" : "waiting-text", text);
      }));
      const item = element("li", "waiting-question");
      item.append(lines, this.#control(question));
      return item;
    }));
  }

  /** @param {import("../questions/question-requests.js").Question} question */
  #control({ id, picker }) {
    if (!picker) return button(words.answer, () => this.#queue.show(id), "button");
    const link = element("a", "button", words.continueChoosing);
    link.href = pickerAddress(picker);
    link.target = "_blank";
    link.rel = "noopener";
    return link;
  }
}
