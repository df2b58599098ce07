import { askChoice } from "../dialogs/dialogs.js";
import { openPickerWindow } from "../questions/picker-window.js";
import { visibleText } from "../questions/question-text.js";
import { ServerError } from "../server/server-connection.js";
import { clientFacts } from "./client-text.js";
import { button, element } from "../side-page/elements.js";
import { PhotoParts } from "./photo-parts.js";
import { drawPicks, openPicks } from "./pick-list.js";
import { isTokenUnwanted, isTokenWanted, showToken } from "./token-dialogs.js";
import { words } from "./words.js";

/** @typedef {import("./client-requests.js").Client} Client */
/** @typedef {import("./client-requests.js").Access} Access */

/** @type {readonly Access[]} */
const levels = ["full", "limited", "addOnly", "none", "ask"];

/**
 * What the cards of apps need from the page.
 * @typedef {object} CardPage
 * @property {import("./client-requests.js").ClientRequests} requests
 * @property {(identifier: string, content: string) => string} thumbnail returns the address of a picture
 * @property {(text: string) => void} tell shows a notice
 * @property {() => void} changed reads all apps again
 */

/** One app: what it may see, its photos, its token, and what it picked once. */
export class ClientCard {
  element = element("li", "client-card");
  #page;
  /** @type {Client} */
  #client;
  #name = element("h3", "client-name");
  #access = element("p", "client-access");
  #facts = element("p", "client-facts");
  #kept = element("p", "client-kept");
  #chooseButton = button(words.choose, () => this.#choose());
  #makeButton = button(words.makeToken, () => this.#makeToken());
  #endButton = button(words.endToken, () => this.#endToken());
  #photos = element("div", "client-photos");
  /** @type {PhotoParts | null} */
  #parts = null;
  #bar = element("div", "client-bar");
  #picks = element("section", "client-picks");

  /**
   * @param {Client} client
   * @param {CardPage} page
   */
  constructor(client, page) {
    this.#client = client;
    this.#page = page;
    const lines = element("div", "client-lines");
    lines.append(this.#name, this.#access, this.#facts);
    const buttons = element("div", "client-buttons");
    buttons.append(
      button(words.changeAccess, () => this.#changeAccess()), this.#chooseButton, this.#makeButton, this.#endButton,
    );
    const head = element("div", "client-head");
    head.append(lines, buttons);
    this.element.dataset.client = client.client;
    this.element.append(head, this.#kept, this.#photos, this.#picks);
    this.show(client);
  }

  /**
   * Shows what is known about the app now.
   * @param {Client} client
   */
  show(client) {
    this.#client = client;
    const { access, chosen, hasToken } = client;
    this.#name.textContent = visibleText(client.client);
    this.#access.textContent = words.access[access];
    this.#access.dataset.access = access;
    this.#facts.textContent = clientFacts(client).join(" · ");
    const isLimited = access === "limited";
    this.#kept.textContent = !isLimited && chosen > 0 ? words.keptSelection(chosen) : "";
    this.#chooseButton.hidden = !isLimited;
    this.#makeButton.hidden = access !== "full" && !isLimited;
    this.#endButton.hidden = !hasToken;
    this.#showPhotos(isLimited);
    this.#showPicks();
  }

  /** @param {boolean} isLimited */
  #showPhotos(isLimited) {
    if (!isLimited) {
      this.#parts = null;
      this.#photos.replaceChildren();
      return;
    }
    if (this.#parts !== null) {
      this.#parts.refresh();
      return;
    }
    const { client } = this.#client;
    const { requests, thumbnail } = this.#page;
    const parts = new PhotoParts({
      label: words.photosOf(visibleText(client)), empty: words.noneChosen, isSelectable: true, thumbnail,
      load: (after, count) => requests.chosen(client, after, count),
    });
    parts.addEventListener("change", () => this.#showBar());
    this.#parts = parts;
    this.#photos.replaceChildren(this.#bar, parts.element);
    this.#showBar();
  }

  /** Shows the buttons for the selected photos. */
  #showBar() {
    const count = this.#parts?.selected.length ?? 0;
    if (count === 0) {
      this.#bar.replaceChildren(element("p", "", this.#client.chosen > 0 ? words.deselectHint : ""));
      return;
    }
    const [deselect, cancel] = this.#bar.querySelectorAll("button");
    if (deselect && cancel) {
      deselect.textContent = words.deselect(count);
      return;
    }
    this.#bar.replaceChildren(
      button(words.deselect(count), () => this.#deselect(), "button"),
      button(words.clear, () => {
        this.#parts?.clearSelection();
        this.#parts?.focus();
      }),
    );
  }

  #showPicks() {
    const { picks } = this.#client;
    if (picks.length === 0) {
      this.#picks.replaceChildren();
      return;
    }
    // Drawing the list again would close what the reader has opened, and take the focus.
    const key = picks.map(({ id, count }) => `${id}:${count}`).join();
    if (this.#picks.dataset.picks === key && this.#picks.firstChild) return;
    this.#picks.dataset.picks = key;
    const list = drawPicks(picks, this.#page.requests, this.#page.thumbnail, openPicks(this.#picks));
    this.#picks.replaceChildren(element("h4", "", words.picks), list);
  }

  async #changeAccess() {
    const { client, access, hasToken } = this.#client;
    const name = visibleText(client);
    const chosen = await askChoice({
      title: words.changeTitle(name), legend: words.changeTitle(name), confirm: words.change, value: access,
      choices: levels.map((level) => ({
        name: level, label: words.access[level],
        detail: level === "none" && hasToken ? words.noneEndsToken : words.meaning[level],
      })),
    });
    const level = levels.find((each) => each === chosen);
    if (level === undefined || level === access) return;
    await this.#try(async () => {
      this.show(await this.#page.requests.setAccess(client, level));
      this.#page.tell(words.accessIsNow(name, words.access[level]));
      this.#page.changed();
    });
  }

  #choose() {
    const { client } = this.#client;
    return this.#try(() => openPickerWindow(() => this.#page.requests.choose(client)));
  }

  async #deselect() {
    const parts = this.#parts;
    if (parts === null || parts.selected.length === 0) return;
    const { client } = this.#client;
    const assets = parts.selected;
    await this.#try(async () => {
      await this.#page.requests.deselect(client, assets);
      this.#page.tell(words.deselected(visibleText(client), assets.length));
      await parts.refresh();
      parts.focus();
      this.#page.changed();
    });
  }

  async #makeToken() {
    const { client } = this.#client;
    if (!await isTokenWanted(this.#client)) return;
    await this.#try(async () => {
      const token = await this.#page.requests.makeToken(client);
      this.#page.changed();
      await showToken(client, token);
    });
  }

  async #endToken() {
    const { client } = this.#client;
    if (!await isTokenUnwanted(this.#client)) return;
    await this.#try(async () => {
      await this.#page.requests.endToken(client);
      this.#page.tell(words.tokenEnded(visibleText(client)));
      this.#page.changed();
    });
  }

  /**
   * Does something, and shows why it failed.
   * @param {() => Promise<void>} action
   */
  async #try(action) {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.#page.tell(error.message);
      this.#page.changed();
    }
  }
}
