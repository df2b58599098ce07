import { pageWords } from "../common/words.js";
import { ServerConnection, ServerError } from "../server/server-connection.js";
import { button, element } from "../side-page/elements.js";
import { deviceName } from "./device-name.js";
import { trustSection } from "./trust-section.js";
import { words } from "./words.js";

/** The time between two questions whether the owner has answered, in milliseconds. */
const interval = 1000;
/** The number of questions. The link and the confirmation end before. */
const mostQuestions = 660;

/** The page that pairs this device. The link's key is in the fragment of its address. */
export class PairPage {
  #connection;
  #location;
  #state = element("div", "pair-state");
  #form = element("form", "pair-form");
  #name = element("input");
  /** The same for each request with the link, because an answer can be lost. */
  #attempt = crypto.randomUUID() + crypto.randomUUID();

  /** @param {{ connection?: ServerConnection, location?: Location }} options stand in for the browser's in tests */
  constructor({ connection = new ServerConnection(), location = globalThis.location } = {}) {
    this.#connection = connection;
    this.#location = location;
  }

  start() {
    const key = this.#location.hash.slice(1);
    // The key is a secret, so it doesn't stay in the address and in the browser's history.
    history.replaceState(null, "", this.#location.pathname);
    // Another link that is opened in this window.
    addEventListener("hashchange", () => this.#location.reload());
    document.title = pageWords.titled(words.title);
    this.#state.setAttribute("role", "status");
    const page = element("main", "pair-page");
    page.append(element("h1", "page-title", words.title), this.#state, this.#form, trustSection());
    document.body.prepend(page);
    if (key === "") {
      this.#form.remove();
      this.#tell(words.scan);
    } else {
      this.#draw(key);
    }
  }

  /** @param {string} key */
  #draw(key) {
    this.#name.type = "text";
    this.#name.value = deviceName();
    this.#name.maxLength = 60;
    this.#name.autocomplete = "off";
    const label = element("label", "pair-field", words.name);
    label.append(this.#name);
    const pair = button(words.pair, () => {}, "button");
    pair.type = "submit";
    this.#form.append(element("p", "", words.intro), label, pair);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      pair.disabled = true;
      this.#pair(key, pair);
    });
  }

  /**
   * @param {string} key
   * @param {HTMLButtonElement} pair
   */
  async #pair(key, pair) {
    const name = this.#name.value.trim();
    let isClaimed = false;
    try {
      /** @type {API.ClaimedPairing} */
      const { secret, number } = await this.#connection.ask("/api/pairing", undefined, {
        method: "POST", body: JSON.stringify({ key, attempt: this.#attempt, ...(name === "" ? {} : { name }) }),
        headers: { Accept: "application/json", "Content-Type": "application/json" },
      });
      isClaimed = true;
      this.#form.remove();
      this.#state.replaceChildren(
        element("p", "", words.compare), element("output", "pair-number", number), element("p", "", words.waiting),
      );
      await this.#wait(secret);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      if (!isClaimed && error.code !== "noPairing") {
        // Too many attempts, or no connection: the link may still be valid.
        pair.disabled = false;
        this.#tell(error.message);
        return;
      }
      this.#form.remove();
      this.#tell(error.code === "noPairing" ? words.state.expired : error.message);
    }
  }

  /**
   * Waits for the owner's answer. A lost connection doesn't end it.
   * @param {string} secret
   */
  async #wait(secret) {
    for (let question = 0; question < mostQuestions; question += 1) {
      await new Promise((resolve) => setTimeout(resolve, interval));
      try {
        /** @type {API.PairingState} */
        const { state } = await this.#connection.ask("/api/pairing", undefined, {
          headers: { Accept: "application/json", Authorization: `Bearer ${secret}` },
        });
        if (state === "confirmed") return this.#location.replace("/");
        if (state === "refused" || state === "contested") return this.#tell(words.state[state]);
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
        if (error.code !== "unreachable") throw error;
      }
    }
    this.#tell(words.state.expired);
  }

  /** @param {string} text */
  #tell(text) {
    this.#state.replaceChildren(element("p", "", text));
  }
}
