import { isConfirmed } from "../dialogs/dialogs.js";
import { ServerError } from "../server/server-connection.js";
import { visibleText } from "../questions/question-text.js";
import { dayText } from "../side-page/day-text.js";
import { arrange, button, element } from "../side-page/elements.js";
import { DevicePairing } from "./device-pairing.js";
import { words } from "./words.js";

/** @typedef {API.Browsers["browsers"][number]} Browser */

/** The browsers and devices that stay signed in, with buttons that sign them out, and one that adds a device. */
export class BrowserList {
  element = element("section", "access-browsers");
  #library;
  #tell;
  #list = element("ul", "client-list");
  #all = button(words.signOutAll, () => this.#endAll());
  /** @type {Map<string, BrowserItem>} */
  #items = new Map();
  #pairing;

  /**
   * @param {Pick<import("../server/library.js").Library, "ask" | "change">} library
   * @param {(text: string) => void} tell reports a failure
   */
  constructor(library, tell) {
    this.#library = library;
    this.#tell = tell;
    this.#pairing = new DevicePairing(library, tell);
    this.#list.setAttribute("role", "list");
    this.#list.setAttribute("aria-label", words.browsers);
    this.#all.hidden = true;
    const bar = element("div", "client-buttons");
    bar.append(button(words.addDevice, () => this.#add(), "button"), this.#all);
    this.element.append(
      element("h2", "side-page-heading", words.browsers), element("p", "side-page-intro", words.browsersHint), this.#list,
      bar,
    );
  }

  /** Reads the browsers again. Fails with a `ServerError`. */
  async refresh() {
    /** @type {API.Browsers} */
    const { browsers } = await this.#library.ask("/api/browsers");
    this.#all.hidden = browsers.length < 2;
    const known = new Set(browsers.map(({ id }) => id));
    for (const id of this.#items.keys()) if (!known.has(id)) this.#items.delete(id);
    arrange(this.#list, browsers.map((browser) => this.#item(browser).element));
  }

  /** Shows how far the pairing of a device is. */
  followPairing() {
    return this.#pairing.follow();
  }

  async #add() {
    const name = await this.#pairing.start();
    if (name === null) return;
    this.#tell(words.deviceAdded(name === "" ? words.unknownDevice : visibleText(name)));
    await this.refresh();
  }

  /** @param {Browser} browser */
  #item(browser) {
    const item = this.#items.get(browser.id) ?? new BrowserItem(() => this.#end(browser));
    this.#items.set(browser.id, item);
    item.show(browser);
    return item;
  }

  /** @param {Browser} browser */
  async #end(browser) {
    const text = browser.address === null ? words.signOutText : words.signOutDeviceText;
    const isWanted = await isConfirmed({
      title: words.signOutTitle(browserName(browser)), text: browser.isThis ? words.signOutThisText : text,
      confirm: words.signOut, isDanger: true,
    });
    if (isWanted) await this.#change(`/api/browsers/${encodeURIComponent(browser.id)}`);
  }

  async #endAll() {
    const isWanted = await isConfirmed({
      title: words.signOutAllTitle, text: words.signOutAllText, confirm: words.signOutAll, isDanger: true,
    });
    if (isWanted) await this.#change("/api/browsers");
  }

  /** @param {string} address */
  async #change(address) {
    try {
      await this.#library.change("DELETE", address);
      await this.refresh();
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      // The page says so itself if this browser was signed out, or if no server answers.
      if (error.code !== "unreachable" && error.status !== 401) this.#tell(error.message);
    }
  }
}

/** A browser in the list. */
class BrowserItem {
  element = element("li", "client-card");
  #name = element("h3", "client-name");
  #facts = element("p", "client-facts");
  #end;

  /** @param {() => void} end */
  constructor(end) {
    const lines = element("div", "client-lines");
    lines.append(this.#name, this.#facts);
    this.#end = button(words.signOutOne, end);
    const buttons = element("div", "client-buttons");
    buttons.append(this.#end);
    const head = element("div", "client-head");
    head.append(lines, buttons);
    this.element.append(head);
  }

  /** @param {Browser} browser */
  show(browser) {
    const name = browserName(browser);
    this.element.dataset.browser = browser.id;
    this.element.toggleAttribute("data-this", browser.isThis);
    this.#name.textContent = browser.isThis ? words.thisBrowser(name) : name;
    this.#facts.textContent = [
      ...(browser.address === null ? [] : [words.deviceAt(browser.address)]), words.signedIn(dayText(browser.created)),
      words.lastUsed(dayText(browser.lastUsed)),
    ].join(" · ");
    this.#end.setAttribute("aria-label", `${words.signOutOne} ${name}`);
  }
}

/** @param {Browser} browser */
function browserName({ name }) {
  return name === "" ? words.unknownBrowser : visibleText(name);
}
