import { ConnectionWatch } from "../server/connection-watch.js";
import { ServerError } from "../server/server-connection.js";
import { pageWords } from "../common/words.js";
import { element, message } from "../side-page/elements.js";
import { drawSidePage } from "../side-page/side-page.js";
import { problemCards } from "./problem-cards.js";
import { factSections } from "./fact-sections.js";
import { words } from "./words.js";

/** How often the status is read while the page is visible, in milliseconds. */
const interval = 30_000;

/** The page that shows the library's condition: its problems, sizes, disk, checks and place. */
export class StatusPage {
  #library;
  #state = element("div", "side-page-state", words.loading);
  #problems = element("section", "status-problems");
  #facts = element("div", "status-facts");
  #timer = 0;
  #hasRead = false;

  /** @param {import("../server/library.js").Library} library */
  constructor(library) {
    this.#library = library;
  }

  /** Draws the page, and reads the status again while the page is visible. */
  async start() {
    document.title = pageWords.titled(words.title);
    this.#state.setAttribute("role", "status");
    this.#problems.setAttribute("aria-label", words.problems);
    drawSidePage(words, [this.#state, this.#problems, this.#facts]);
    new ConnectionWatch(this.#library).addEventListener("returned", () => this.#refresh());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#refresh();
    });
    await this.#refresh();
  }

  async #refresh() {
    clearTimeout(this.#timer);
    try {
      /** @type {[API.LibraryStatus, API.CurrentBackup]} */
      const [status, { backup }] = await Promise.all([
        this.#library.ask("/api/status"), this.#library.ask("/api/backup"),
      ]);
      this.#show(status, backup);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      // What was read stays. The watch of the connection reports a server that doesn't answer.
      if (!this.#hasRead) {
        this.#state.replaceChildren(message({
          icon: "warning", title: words.failed, text: error.message,
          action: { title: words.tryAgain, perform: () => this.#refresh() },
        }));
      }
    }
    if (!document.hidden) this.#timer = setTimeout(() => this.#refresh(), interval);
  }

  /**
   * @param {API.LibraryStatus} status
   * @param {API.Backup | null} backup
   */
  #show(status, backup) {
    this.#hasRead = true;
    const isWhole = status.problems.length === 0;
    this.#state.className = isWhole ? "side-page-state status-whole" : "side-page-state";
    this.#state.replaceChildren(isWhole ? words.whole : words.problemCount(status.problems.length));
    this.#problems.hidden = isWhole;
    this.#problems.replaceChildren(...problemCards(status));
    this.#facts.replaceChildren(...factSections(status, backup));
  }
}
