import { ask, isConfirmed } from "../dialogs/dialogs.js";
import { ServerError } from "../server/server-connection.js";
import { visibleText } from "../questions/question-text.js";
import { dayText } from "../side-page/day-text.js";
import { arrange, button, element } from "../side-page/elements.js";
import { askForSender, showPassword } from "./sender-dialogs.js";
import { words } from "./words.js";

/** @typedef {API.Sender} Sender */

/** The programs that add photos over the network, with buttons that add and remove one. */
export class SenderList {
  element = element("section", "access-senders");
  #library;
  #tell;
  #list = element("ul", "client-list");
  /** @type {Map<string, SenderItem>} */
  #items = new Map();

  /**
   * @param {Pick<import("../server/library.js").Library, "ask" | "change">} library
   * @param {(text: string) => void} tell reports a failure
   */
  constructor(library, tell) {
    this.#library = library;
    this.#tell = tell;
    this.#list.setAttribute("role", "list");
    this.#list.setAttribute("aria-label", words.senders);
    const bar = element("div", "client-buttons");
    bar.append(button(words.addSender, () => this.#add(), "button"));
    this.element.append(
      element("h2", "side-page-heading", words.senders), element("p", "side-page-intro", words.sendersHint), this.#list,
      bar,
    );
  }

  /** Reads the senders again. Fails with a `ServerError`. */
  async refresh() {
    /** @type {API.Senders} */
    const { senders } = await this.#library.ask("/api/senders");
    const known = new Set(senders.map(({ id }) => id));
    for (const id of this.#items.keys()) if (!known.has(id)) this.#items.delete(id);
    arrange(this.#list, senders.map((sender) => this.#item(sender).element));
  }

  async #add() {
    const wanted = await askForSender(ask);
    if (wanted === null) return;
    await this.#reporting(async () => {
      /** @type {API.AddedSender} */
      const { sender, password } = await this.#library.change("POST", "/api/senders", wanted);
      /** @type {API.Senders} */
      const { addresses, fingerprint } = await this.#library.ask("/api/senders");
      await showPassword(ask, { name: sender.name, password, addresses, fingerprint });
      await this.refresh();
    });
  }

  /** @param {Sender} sender */
  #item(sender) {
    const item = this.#items.get(sender.id) ?? new SenderItem(() => this.#remove(sender));
    this.#items.set(sender.id, item);
    item.show(sender);
    return item;
  }

  /** @param {Sender} sender */
  async #remove({ id, name }) {
    const isWanted = await isConfirmed({
      title: words.removeSenderTitle(visibleText(name)), text: words.removeSenderText, confirm: words.removeSender,
      isDanger: true,
    });
    if (!isWanted) return;
    await this.#reporting(async () => {
      await this.#library.change("DELETE", `/api/senders/${encodeURIComponent(id)}`);
      await this.refresh();
    });
  }

  /** @param {() => Promise<void>} action */
  async #reporting(action) {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      // The page says so itself if this browser was signed out, or if no server answers.
      if (error.code !== "unreachable" && error.status !== 401) this.#tell(error.message);
    }
  }
}

/** A sender in the list. */
class SenderItem {
  element = element("li", "client-card");
  #name = element("h3", "client-name");
  #facts = element("p", "client-facts");
  #remove;

  /** @param {() => void} remove */
  constructor(remove) {
    const lines = element("div", "client-lines");
    lines.append(this.#name, this.#facts);
    this.#remove = button(words.removeSenderOne, remove);
    const buttons = element("div", "client-buttons");
    buttons.append(this.#remove);
    const head = element("div", "client-head");
    head.append(lines, buttons);
    this.element.append(head);
  }

  /** @param {Sender} sender */
  show({ id, name, canRead, created, lastUsed, address }) {
    this.element.dataset.sender = id;
    this.#name.textContent = visibleText(name);
    this.#facts.textContent = [
      canRead ? words.senderReads : words.senderAdds, words.senderAdded(dayText(created)),
      lastUsed === null ? words.neverUsed : words.lastUsed(dayText(lastUsed)),
      ...(address === null ? [] : [words.deviceAt(address)]),
    ].join(" · ");
    this.#remove.setAttribute("aria-label", `${words.removeSenderOne} ${visibleText(name)}`);
  }
}
