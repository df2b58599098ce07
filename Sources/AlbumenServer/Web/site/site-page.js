import { icon } from "../common/icons.js";
import { PageGuard } from "../picker/page-guard.js";
import { ServerError } from "../server/server-connection.js";
import { button, element } from "../side-page/elements.js";
import { words } from "./words.js";

/** The time between two questions whether the site asks for photos, in milliseconds. */
const interval = 1000;

/**
 * The page that asks the owner whether a site may ask for photos in this browser. The site's origin and the hash of its
 * secret are in the address, sealed by the server.
 */
export class SitePage {
  #library;
  #location;
  #guard = new PageGuard();
  #page = element("main", "site-page");
  /** @type {string | null} */
  #token = null;
  /** Whether the owner has answered. */
  #isAnswered = false;

  /**
   * @param {Pick<import("../server/library.js").Library, "ask" | "change">} library
   * @param {{ location?: Location }} options stands in for the browser's in tests
   */
  constructor(library, { location = globalThis.location } = {}) {
    this.#library = library;
    this.#location = location;
  }

  start() {
    document.title = words.title;
    document.body.prepend(this.#page);
    const fields = new URLSearchParams(this.#location.search);
    const origin = fields.get("origin");
    if (origin === null) {
      this.#end(words.expired);
      return;
    }
    this.#draw(origin, {
      origin, secret: fields.get("secret") ?? "", continues: fields.get("continues") === "true",
      end: Number(fields.get("end")), seal: fields.get("seal") ?? "",
    });
  }

  /**
   * @param {string} origin
   * @param {Omit<API.SiteAnswer, "answer">} request
   */
  #draw(origin, request) {
    const connect = button(words.connect, () => this.#answer(origin, request, "connect"), "button");
    const refuse = button(words.refuse, () => this.#answer(origin, request, "refuse"));
    const bar = element("div", "site-buttons");
    bar.append(connect, refuse);
    const rules = element("ul", "site-rules");
    rules.append(...words.rules.map((text) => element("li", "", text)));
    const title = element("h1", "page-title");
    const [before, after] = words.question;
    title.append(before, element("strong", "site-origin", origin), after);
    const sign = icon("globe");
    sign.classList.add("notice-icon");
    this.#page.replaceChildren(sign, title, rules, bar);
    addEventListener("pagehide", () => this.#leave(request));
    // A page that comes back from the browser's history asks again.
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted && !this.#isAnswered) this.#location.reload();
    });
    this.#readToken();
  }

  /** Reads the token of changes, because a page that is closed can't wait for it. */
  async #readToken() {
    try {
      /** @type {API.Session} */
      const { csrfToken } = await this.#library.ask("/api/session");
      this.#token = csrfToken;
    } catch (error) {
      // The answer of the owner fails for the same reason, and says so.
      if (!(error instanceof ServerError)) throw error;
    }
  }

  /**
   * Tells the site that the window was closed without an answer.
   * @param {Omit<API.SiteAnswer, "answer">} request
   */
  #leave(request) {
    if (this.#isAnswered || this.#token === null) return;
    fetch("/api/sites", {
      method: "POST", keepalive: true, body: JSON.stringify({ ...request, answer: "leave" }),
      headers: { "Content-Type": "application/json", "Albumen-CSRF-Token": this.#token },
    }).catch(() => undefined);
  }

  /**
   * @param {string} origin
   * @param {Omit<API.SiteAnswer, "answer">} request
   * @param {"connect" | "refuse"} answer
   */
  async #answer(origin, request, answer) {
    this.#isAnswered = true;
    for (const each of this.#page.querySelectorAll("button")) each.disabled = true;
    try {
      const site = await this.#library.change("POST", "/api/sites", { ...request, answer });
      if (answer === "refuse") this.#end(words.refused);
      else if (request.continues) await this.#continue(/** @type {API.ConnectedSite} */ (site).id, origin);
      else this.#end(words.connected(origin));
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.#end(error.code === "expired" ? words.expired : error.message, { isFailure: true });
    }
  }

  /**
   * Continues to the picker, as soon as the site asks for photos. On a phone, the site's page is hidden, and browsers
   * let it wait for long.
   * @param {string} id of the site
   * @param {string} origin
   */
  async #continue(id, origin) {
    this.#show(words.waiting(origin));
    for (;;) {
      /** @type {API.SitePick} */
      const { number } = await this.#library.ask(`/api/sites/${encodeURIComponent(id)}/pick`);
      if (number !== null) {
        this.#location.replace(`/picker?number=${encodeURIComponent(number)}`);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, interval));
    }
  }

  /**
   * Says how it ended, and closes the window if a script has opened it.
   * @param {string} text
   * @param {{ isFailure?: boolean }} options
   */
  #end(text, { isFailure = false } = {}) {
    this.#show(text, words.close);
    if (!isFailure && history.length === 1) window.close();
  }

  /**
   * Replaces the page by a sentence.
   * @param {string} text
   * @param {string} [advice]
   */
  #show(text, advice = "") {
    this.#guard.restart();
    const title = element("h1", "page-title", text);
    title.tabIndex = -1;
    this.#page.replaceChildren(title, ...(advice === "" ? [] : [element("p", "site-state", advice)]));
    title.focus();
  }
}
