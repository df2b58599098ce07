import { icon } from "../common/icons.js";
import { ServerError } from "../server/server-connection.js";
import { requesterText } from "./request-card.js";
import { words } from "./words.js";

/**
 * A card in the gallery that offers to choose photos for a program that waits, or for a web page whose window waits for
 * the reader to sign in.
 */
export class PickOffer {
  #library;
  #card = document.createElement("div");
  /**
   * The numbers of picks, and the origins of pages, that the reader doesn't want to see.
   * @type {Set<string>}
   */
  #declined = new Set();
  /** Counts the requests, so that a late answer changes nothing. */
  #asked = 0;

  /**
   * @param {import("../server/library.js").Library} library
   * @param {HTMLElement} parent
   */
  constructor(library, parent) {
    this.#library = library;
    this.#card.className = "pick-offer";
    this.#card.hidden = true;
    this.#card.setAttribute("role", "status");
    parent.append(this.#card);
  }

  /** Asks which programs wait, and offers the first. */
  async refresh() {
    this.#asked += 1;
    const asked = this.#asked;
    /** @type {import("./pick-requests.js").Pick[]} */
    let picks = [];
    try {
      ({ picks } = await this.#library.ask("/api/picker/waiting"));
    } catch (error) {
      // The next event asks again.
      if (!(error instanceof ServerError)) throw error;
    }
    if (asked !== this.#asked) return;
    const offered = picks.find(({ number, requester: { origin } }) =>
      !this.#declined.has(number) && (origin === null || !this.#declined.has(origin)));
    if (offered === undefined) this.#hide();
    else if (this.#card.dataset.number !== offered.number) this.#show(offered);
  }

  #hide() {
    this.#card.hidden = true;
    delete this.#card.dataset.number;
    this.#card.replaceChildren();
  }

  /** @param {import("./pick-requests.js").Pick} pick */
  #show({ number, requester, application }) {
    const title = document.createElement("p");
    title.className = "pick-offer-title";
    title.textContent = requesterText(requester);
    const lines = document.createElement("div");
    lines.append(title);
    // A page's own words would be an advertisement in the gallery.
    if (application !== null && requester.origin === null) {
      const claim = document.createElement("p");
      claim.className = "pick-offer-claim";
      claim.textContent = words.calls(application);
      lines.append(claim);
    }
    const open = document.createElement("a");
    open.className = "button";
    open.href = `/picker?number=${encodeURIComponent(number)}`;
    open.target = "_blank";
    open.rel = "noopener";
    open.textContent = words.open;
    open.addEventListener("click", () => this.#hide());
    const decline = document.createElement("button");
    decline.type = "button";
    decline.className = "icon-button";
    decline.title = words.notNow;
    decline.setAttribute("aria-label", words.notNow);
    decline.append(icon("close"));
    decline.addEventListener("click", () => {
      this.#declined.add(requester.origin ?? number);
      this.#hide();
      this.refresh();
    });
    this.#card.dataset.number = number;
    this.#card.replaceChildren(lines, open, decline);
    this.#card.hidden = false;
  }
}
