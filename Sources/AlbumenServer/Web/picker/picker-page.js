import { ServerError } from "../server/server-connection.js";
import { endingFor, endingOf, showEnding, showFailure } from "./ending.js";
import { OpenPicker } from "./open-picker.js";
import { PageGuard } from "./page-guard.js";
import { PickRequests } from "./pick-requests.js";
import { words } from "./words.js";

/** How often a second window asks whether the first has closed, in milliseconds. */
const takeoverMilliseconds = 1000;

/** The page on which the owner of a library chooses photos for an app: opens the pick, and shows how it ended. */
export class PickerPage {
  #library;
  #requests;
  #guard = new PageGuard();
  /** @type {OpenPicker | null} */
  #picker = null;
  /** Whether the pick has ended. Nothing that comes later changes the page. */
  #hasEnded = false;

  /**
   * @param {import("../server/library.js").Library} library
   * @param {string} number of the pick
   */
  constructor(library, number) {
    this.#library = library;
    this.#requests = new PickRequests(library, number);
  }

  /** Opens the pick and shows the photos. */
  async start() {
    document.title = words.title;
    try {
      const pick = await this.#requests.read();
      if (pick.state !== "waiting" && pick.state !== "open") {
        this.#end(endingFor(pick.state, { isAccess: pick.selectionFor !== null }));
        return;
      }
      this.#picker = new OpenPicker(this.#library, this.#requests, pick, {
        failed: (error) => this.#failed(error), ended: (ending) => this.#end(ending),
        appeared: () => this.#guard.restart(),
      });
      await this.#picker.start();
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.#failed(error);
    }
  }

  /** @param {ServerError} error */
  #failed(error) {
    const ending = endingOf(error);
    if (ending !== null) this.#end(ending);
    else if (!this.#hasEnded) {
      this.#close();
      showFailure(error.message);
    }
  }

  /** @param {import("./ending.js").Ending} ending */
  #end(ending) {
    if (this.#hasEnded) return;
    this.#close();
    showEnding(ending);
    if (ending === "open") setTimeout(() => this.#takeOver(), takeoverMilliseconds);
    // Browsers close only windows that a script has opened, or that have shown nothing else.
    if (history.length === 1 && ["added", "cancelled", "saved", "unchanged", "ended"].includes(ending)) window.close();
  }

  /** Shows the pick in this window once the other window has closed, before the server cancels the pick. */
  async #takeOver() {
    try {
      await this.#requests.read();
      location.reload();
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      const ending = endingOf(error);
      if (ending === "open" || error.code === "unreachable") {
        setTimeout(() => this.#takeOver(), takeoverMilliseconds);
      } else if (ending !== null) showEnding(ending);
    }
  }

  #close() {
    this.#hasEnded = true;
    this.#picker?.close();
  }
}
