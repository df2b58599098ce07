import { ConnectionWatch } from "../server/connection-watch.js";
import { LiveChanges } from "../server/live-changes.js";
import { QuestionQueue } from "../questions/question-queue.js";
import { QuestionRequests } from "../questions/question-requests.js";
import { ServerError } from "../server/server-connection.js";
import { ShortNotice } from "../dialogs/short-notice.js";
import { arrange, element, message } from "../side-page/elements.js";
import { drawSidePage } from "../side-page/side-page.js";
import { pageWords } from "../common/words.js";
import { BrowserList } from "./browser-list.js";
import { ClientCard } from "./client-card.js";
import { ClientRequests } from "./client-requests.js";
import { requesterName } from "./client-text.js";
import { drawPicks, openPicks } from "./pick-list.js";
import { SenderList } from "./sender-list.js";
import { SiteList } from "./site-list.js";
import { WaitingQuestions } from "./waiting-questions.js";
import { words } from "./words.js";

/** The page that shows which app sees which photos, and where the owner changes that. */
export class AccessPage {
  #library;
  #requests;
  #queue;
  #notice = new ShortNotice(document.body);
  /** @type {Map<string, ClientCard>} */
  #cards = new Map();
  #state = element("div", "side-page-state");
  #apps = element("section", "access-apps");
  #list = element("ul", "client-list");
  #others = element("section", "access-others");
  #browsers;
  #senders;
  #sites;
  /** Whether the apps are being read, and whether they have to be read again afterwards. */
  #isReading = false;
  #isStale = false;
  /** Whether the apps were read at least once. */
  #hasRead = false;

  /** @param {import("../server/library.js").Library} library */
  constructor(library) {
    this.#library = library;
    this.#requests = new ClientRequests(library);
    this.#queue = new QuestionQueue(new QuestionRequests(library), (text) => this.#notice.show(text));
    this.#browsers = new BrowserList(library, (text) => this.#notice.show(text));
    this.#senders = new SenderList(library, (text) => this.#notice.show(text));
    this.#sites = new SiteList(library, (text) => this.#notice.show(text));
  }

  /** Draws the page, and follows the changes. */
  async start() {
    document.title = pageWords.titled(words.title);
    this.#draw();
    new ConnectionWatch(this.#library).addEventListener("returned", () => this.#refresh());
    new LiveChanges(this.#library, () => this.#refresh(), {
      questionsChanged: () => this.#queue.refresh(), clientsChanged: () => this.#refresh(),
      devicesChanged: () => this.#browsers.followPairing(),
    });
    await Promise.all([this.#queue.refresh(), this.#refresh()]);
  }

  #draw() {
    this.#list.setAttribute("role", "list");
    this.#list.setAttribute("aria-label", words.apps);
    this.#apps.hidden = true;
    this.#apps.append(element("h2", "side-page-heading", words.apps), this.#list);
    this.#others.hidden = true;
    this.#state.setAttribute("role", "status");
    this.#state.textContent = words.loading;
    drawSidePage(words, [
      element("p", "side-page-intro", words.intro), new WaitingQuestions(this.#queue).element, this.#state, this.#apps,
      this.#others, this.#browsers.element, this.#sites.element, this.#senders.element,
    ]);
  }

  /** Reads the apps again. Events that come meanwhile cause one more reading. */
  async #refresh() {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const [clients] = await Promise.all([
          this.#requests.list(), this.#browsers.refresh(), this.#sites.refresh(), this.#senders.refresh(),
        ]);
        if (!this.#isStale) this.#show(clients);
      }
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.#fail(error);
    } finally {
      this.#isReading = false;
    }
  }

  /** @param {ServerError} error */
  #fail(error) {
    // What was read stays. The watch of the connection reports a server that doesn't answer.
    if (this.#hasRead) {
      if (error.code !== "unreachable" && error.status !== 401) this.#notice.show(error.message);
      return;
    }
    this.#state.replaceChildren(message({
      icon: "warning", title: words.failed, text: error.message,
      action: { title: words.tryAgain, perform: () => this.#refresh() },
    }));
  }

  /** @param {API.Clients} clients */
  #show({ clients, requesters }) {
    this.#hasRead = true;
    const isEmpty = clients.length === 0 && requesters.length === 0;
    this.#state.hidden = !isEmpty;
    this.#state.replaceChildren(...(isEmpty ? [
      message({ icon: "access", title: words.emptyTitle, text: words.emptyText }),
    ] : []));
    this.#apps.hidden = clients.length === 0;
    const names = new Set(clients.map(({ client }) => client));
    for (const name of this.#cards.keys()) if (!names.has(name)) this.#cards.delete(name);
    arrange(this.#list, clients.map((client) => this.#card(client).element));
    this.#showOthers(requesters);
  }

  /** @param {API.Clients["clients"][number]} client */
  #card(client) {
    const known = this.#cards.get(client.client);
    if (known) {
      known.show(client);
      return known;
    }
    const card = new ClientCard(client, {
      requests: this.#requests,
      thumbnail: (identifier, content) => this.#library.thumbnailAddress(identifier, content),
      tell: (text) => this.#notice.show(text),
      changed: () => this.#refresh(),
    });
    this.#cards.set(client.client, card);
    return card;
  }

  /** @param {API.Clients["requesters"]} requesters */
  #showOthers(requesters) {
    this.#others.hidden = requesters.length === 0;
    const key = JSON.stringify(requesters);
    if (this.#others.dataset.requesters === key) return;
    this.#others.dataset.requesters = key;
    const open = openPicks(this.#others);
    const thumbnail = (/** @type {string} */ identifier, /** @type {string} */ content) =>
      this.#library.thumbnailAddress(identifier, content);
    const items = requesters.map(({ requester, picks }) => {
      const item = element("li", "client-card");
      item.append(
        element("h3", "client-name", requesterName(requester)), drawPicks(picks, this.#requests, thumbnail, open),
      );
      return item;
    });
    const list = element("ul", "client-list");
    list.setAttribute("role", "list");
    list.append(...items);
    this.#others.replaceChildren(
      element("h2", "side-page-heading", words.others), element("p", "side-page-intro", words.picksHint), list,
    );
  }
}
