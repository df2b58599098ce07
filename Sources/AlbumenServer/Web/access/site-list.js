import { isConfirmed } from "../dialogs/dialogs.js";
import { ServerError } from "../server/server-connection.js";
import { visibleText } from "../questions/question-text.js";
import { dayText } from "../side-page/day-text.js";
import { arrange, button, element } from "../side-page/elements.js";
import { words } from "./words.js";

/** @typedef {API.Sites["sites"][number]} Site */

/** The sites that may ask for photos in browsers of other devices, with buttons that end that. */
export class SiteList {
  element = element("section", "access-sites");
  #library;
  #tell;
  #address = element("p", "side-page-intro");
  #list = element("ul", "client-list");
  /** @type {Map<string, SiteItem>} */
  #items = new Map();

  /**
   * @param {Pick<import("../server/library.js").Library, "ask" | "change">} library
   * @param {(text: string) => void} tell reports a failure
   */
  constructor(library, tell) {
    this.#library = library;
    this.#tell = tell;
    this.element.hidden = true;
    this.#list.setAttribute("role", "list");
    this.#list.setAttribute("aria-label", words.sites);
    this.element.append(
      element("h2", "side-page-heading", words.sites), element("p", "side-page-intro", words.sitesHint), this.#address,
      this.#list,
    );
  }

  /** Reads the sites again. Fails with a `ServerError`. */
  async refresh() {
    /** @type {API.Sites} */
    const { addresses, sites } = await this.#library.ask("/api/sites");
    // Sites of this machine need no connection.
    this.element.hidden = addresses.length === 0 && sites.length === 0;
    this.#address.hidden = addresses.length === 0;
    // The cookie of this device is for one address.
    const address = addresses.includes(location.origin) ? location.origin : addresses[0] ?? "";
    this.#address.replaceChildren(words.sitesAddress, element("code", "site-address", address));
    const known = new Set(sites.map(({ id }) => id));
    for (const id of this.#items.keys()) if (!known.has(id)) this.#items.delete(id);
    arrange(this.#list, sites.map((site) => this.#item(site).element));
  }

  /** @param {Site} site */
  #item(site) {
    const item = this.#items.get(site.id) ?? new SiteItem(() => this.#remove(site));
    this.#items.set(site.id, item);
    item.show(site);
    return item;
  }

  /** @param {Site} site */
  async #remove({ id, origin }) {
    const isWanted = await isConfirmed({
      title: words.disconnectTitle(origin), text: words.disconnectText, confirm: words.disconnect, isDanger: true,
    });
    if (!isWanted) return;
    try {
      await this.#library.change("DELETE", `/api/sites/${encodeURIComponent(id)}`);
      await this.refresh();
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      // The page says so itself if this browser was signed out, or if no server answers.
      if (error.code !== "unreachable" && error.status !== 401) this.#tell(error.message);
    }
  }
}

/** A site in the list. */
class SiteItem {
  element = element("li", "client-card");
  #name = element("h3", "client-name");
  #facts = element("p", "client-facts");
  #end;

  /** @param {() => void} end */
  constructor(end) {
    const lines = element("div", "client-lines");
    lines.append(this.#name, this.#facts);
    this.#end = button(words.disconnectOne, end);
    const buttons = element("div", "client-buttons");
    buttons.append(this.#end);
    const head = element("div", "client-head");
    head.append(lines, buttons);
    this.element.append(head);
  }

  /** @param {Site} site */
  show({ id, origin, device, created, lastUsed }) {
    this.element.dataset.site = id;
    this.#name.textContent = origin;
    this.#facts.textContent = [
      words.siteOn(device === null || device === "" ? words.unknownDevice : visibleText(device)),
      words.siteSince(dayText(created)), lastUsed === null ? words.neverUsed : words.lastUsed(dayText(lastUsed)),
    ].join(" · ");
    this.#end.setAttribute("aria-label", `${words.disconnectOne} ${origin}`);
  }
}
