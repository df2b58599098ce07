import { icon } from "../common/icons.js";
import { actionOf } from "../shortcuts/shortcuts.js";
import { CoverCard } from "./cover-card.js";
import { CoverLayout } from "./cover-layout.js";
import { CoverPictures } from "./cover-pictures.js";
import { listOrders } from "./list-order.js";
import { words } from "./words.js";

/** @typedef {import("./cover-items.js").CoverItem} CoverItem */

/** How far above and below the window cards exist, in windows. */
const margin = 0.5;

/**
 * `<collection-covers>`: albums and folders as cards with their covers. Only cards near the window exist in the
 * document, and only their covers are requested.
 *
 * Tab reaches one card. Arrow keys move from card to card.
 *
 * Events: `collection-command` (`CollectionCommand`), which bubbles; `list-order` ({order}) when the reader chooses
 * another order; `bring-over`, which bubbles, when the reader wants photos of other programs.
 */
export class CollectionCovers extends HTMLElement {
  /** @type {import("../server/library.js").Library | null} */
  library = null;
  #sort = document.createElement("select");
  #bringOver = document.createElement("button");
  #space = document.createElement("div");
  #message = document.createElement("div");
  /** @type {readonly CoverItem[]} */
  #items = [];
  /** The list that is shown, and where the reader was in each list. */
  #list = "";
  /** @type {Map<string, { top: number, active: number }>} */
  #places = new Map();
  #layout = new CoverLayout(0, 0);
  /** @type {Map<number, CoverCard>} */
  #cards = new Map();
  #active = 0;
  /** @type {CoverPictures | null} */
  #pictures = null;
  #connection = new AbortController();

  connectedCallback() {
    if (!this.firstChild) {
      this.#space.className = "covers-space";
      this.#message.className = "covers-message";
      this.#sort.className = "album-sort covers-sort";
      this.#sort.setAttribute("aria-label", words.sort);
      this.#sort.append(...listOrders.map((order) => new Option(words.listOrders[order], order)));
      this.#sort.hidden = true;
      this.#bringOver.type = "button";
      this.#bringOver.className = "text-button covers-bring-over";
      this.#bringOver.append(icon("download"), words.bringOver);
      this.#bringOver.hidden = true;
      this.append(this.#sort, this.#bringOver, this.#space, this.#message);
    }
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    this.#sort.addEventListener("change", () => {
      this.dispatchEvent(new CustomEvent("list-order", { detail: { order: this.#sort.value } }));
    }, { signal });
    this.#bringOver.addEventListener("click", () => {
      this.dispatchEvent(new CustomEvent("bring-over", { bubbles: true }));
    }, { signal });
    this.addEventListener("scroll", () => this.#render(), { signal, passive: true });
    this.addEventListener("keydown", (event) => this.#keyDown(event), { signal });
    this.addEventListener("click", (event) => this.#clicked(event), { signal });
    this.addEventListener("contextmenu", (event) => this.#menuWanted(event), { signal });
    this.addEventListener("focusin", ({ target }) => this.#focused(target), { signal });
    const observer = new ResizeObserver(() => this.#lay());
    observer.observe(this);
    signal.addEventListener("abort", () => observer.disconnect());
  }

  disconnectedCallback() {
    this.#connection.abort();
    this.#pictures?.stop();
  }

  /**
   * Shows the order of the list; `null` if it can't be chosen. Set it before `show`.
   * @param {import("./list-order.js").ListOrder | null} order
   */
  set order(order) {
    this.#sort.hidden = order === null;
    if (order !== null) this.#sort.value = order;
  }

  /**
   * Shows a list. If it is shown already, the window and the focus stay.
   * @param {string} list
   * @param {string} label for screen readers
   * @param {readonly CoverItem[]} items
   * @param {HTMLElement} emptyMessage
   */
  show(list, label, items, emptyMessage) {
    // The message of an empty list has its own button.
    this.#bringOver.hidden = list !== "imports" || items.length === 0;
    const isOther = list !== this.#list;
    const kept = this.#places.get(list);
    const focused = this.#focusedIdentifier;
    this.#list = list;
    this.#items = items;
    if (items.length > 0) {
      this.#space.setAttribute("role", "list");
      this.#space.setAttribute("aria-label", label);
      this.#space.setAttribute("aria-description", words.listHelp);
    } else {
      for (const name of ["role", "aria-label", "aria-description"]) this.#space.removeAttribute(name);
    }
    this.#message.replaceChildren(...(items.length === 0 ? [emptyMessage] : []));
    if (isOther) {
      this.#forgetCards();
      this.#active = kept?.active ?? 0;
    }
    const place = items.findIndex(({ identifier }) => identifier === focused);
    if (place >= 0) this.#active = place;
    this.#active = Math.max(0, Math.min(this.#active, items.length - 1));
    this.#lay();
    if (isOther) this.scrollTop = kept?.top ?? 0;
    this.#render();
    if (focused !== null && !isOther && items.length > 0) this.#focus(this.#active);
  }

  /** Leaves the list. Its place is kept. */
  hide() {
    this.#list = "";
    this.#items = [];
    this.#forgetCards();
    this.#pictures?.stop();
  }

  /** Requests covers again, because the library has changed. */
  refresh() {
    this.#pictures?.refresh();
  }

  /** Puts the focus on the card that had it last. Returns `false` if there is none. */
  focusActive() {
    if (this.#items.length === 0) return false;
    this.#focus(this.#active);
    return true;
  }

  /**
   * Handles a key that was pressed outside of the cards: the card that had the focus last gets it.
   * @param {KeyboardEvent} event
   */
  keyPressed(event) {
    if (this.#items.length === 0 || event.shiftKey) return;
    if (this.#layout.step(actionOf(event, "grid"), this.#active, this.clientHeight) === null) return;
    event.preventDefault();
    this.#focus(this.#active);
  }

  get #focusedIdentifier() {
    const card = this.contains(document.activeElement) ? document.activeElement?.closest("[data-collection]") : null;
    return card?.getAttribute("data-collection") ?? null;
  }

  /** Lays the cards out for the width. */
  #lay() {
    if (this.clientWidth === 0) return;
    const style = getComputedStyle(this);
    const width = this.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    this.#layout = new CoverLayout(width, this.#items.length);
    this.#space.style.height = `${this.#layout.height}px`;
    this.#render();
  }

  #render() {
    const { library } = this;
    if (library === null || this.#list === "" || this.clientHeight === 0) return;
    this.#places.set(this.#list, { top: this.scrollTop, active: this.#active });
    const layout = this.#layout;
    const extra = this.clientHeight * margin;
    const top = this.scrollTop - this.#space.offsetTop;
    const { first, end } = layout.range(top - extra, top + this.clientHeight + extra);
    // The card in focus stays, wherever it is.
    const kept = this.#focusedIdentifier === null ? -1 : this.#active;
    for (const [index, card] of this.#cards) {
      if ((index >= first && index < end) || index === kept) continue;
      card.element.remove();
      this.#cards.delete(index);
    }
    this.#pictures ??= new CoverPictures(library, () => this.#draw());
    const wanted = [];
    for (let index = first; index < end; index++) {
      this.#mount(index);
      for (const album of this.#items[index].albums) wanted.push(album);
    }
    this.#giveTabStop();
    this.#draw();
    this.#pictures.want(wanted);
  }

  /** @param {number} index */
  #mount(index) {
    const known = this.#cards.get(index);
    const card = known ?? new CoverCard();
    const { cardWidth: width, cardHeight: height } = this.#layout;
    card.show(this.#items[index], {
      index, count: this.#items.length, width, height, ...this.#layout.place(index),
    });
    if (known) return;
    this.#cards.set(index, card);
    // Screen readers read the cards in the order of the document.
    const following = [...this.#cards.keys()].filter((other) => other > index);
    const next = following.length > 0 ? this.#cards.get(Math.min(...following)) : undefined;
    this.#space.insertBefore(card.element, next?.element ?? null);
  }

  #draw() {
    const { library } = this;
    if (library === null) return;
    for (const [index, card] of this.#cards) {
      const item = this.#items[index];
      if (item === undefined) continue;
      const covers = item.albums.map((album) => this.#pictures?.cover(album));
      // Until all covers are loaded, the card keeps what it shows.
      if (!covers.includes(undefined)) {
        card.draw(library, item, covers.map((cover) => cover ?? null), this.#layout.cardWidth);
      }
    }
  }

  #giveTabStop() {
    const active = this.#cards.has(this.#active) ? this.#active : Math.min(...this.#cards.keys());
    for (const [index, { link, more }] of this.#cards) {
      link.tabIndex = index === active ? 0 : -1;
      more.tabIndex = index === active ? 0 : -1;
    }
  }

  #forgetCards() {
    for (const { element } of this.#cards.values()) element.remove();
    this.#cards.clear();
  }

  /** @param {number} index */
  #focus(index) {
    this.#active = index;
    const { y } = this.#layout.place(index);
    const top = this.#space.offsetTop + y;
    const bottom = top + this.#layout.cardHeight;
    if (top < this.scrollTop) this.scrollTop = top - this.#space.offsetTop;
    else if (bottom > this.scrollTop + this.clientHeight) this.scrollTop = bottom - this.clientHeight + 16;
    this.#render();
    this.#mount(index);
    this.#giveTabStop();
    this.#cards.get(index)?.link.focus({ preventScroll: true });
  }

  /** @param {EventTarget | null} target */
  #focused(target) {
    const card = target instanceof Element ? target.closest(".cover-card") : null;
    for (const [index, { element }] of this.#cards) if (element === card) this.#active = index;
    this.#giveTabStop();
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    const { target, shiftKey } = event;
    if (!(target instanceof HTMLElement) || !target.closest(".cover-link")) return;
    const collection = this.#items[this.#active]?.identifier;
    const command = actionOf(event, "albums");
    if ((command === "rename" || command === "delete") && collection !== undefined) {
      event.preventDefault();
      this.#command(command, collection, target);
      return;
    }
    const index = shiftKey ? null : this.#layout.step(actionOf(event, "grid"), this.#active, this.clientHeight);
    if (index === null) return;
    event.preventDefault();
    this.#focus(index);
  }

  /** @param {MouseEvent} event */
  #clicked({ target }) {
    const more = target instanceof Element ? target.closest(".cover-more") : null;
    const collection = more?.closest("[data-collection]")?.getAttribute("data-collection");
    if (more instanceof HTMLElement && collection) this.#command("menu", collection, more);
  }

  /** @param {MouseEvent} event */
  #menuWanted(event) {
    const card = event.target instanceof Element ? event.target.closest(".cover-card") : null;
    const collection = card?.getAttribute("data-collection");
    const anchor = card?.querySelector(".cover-more");
    if (!collection || !(anchor instanceof HTMLElement)) return;
    event.preventDefault();
    this.#command("menu", collection, anchor, event.button === 2 ? { x: event.clientX, y: event.clientY } : null);
  }

  /**
   * @param {"menu" | "rename" | "delete"} command
   * @param {string} identifier
   * @param {HTMLElement} anchor
   * @param {{ x: number, y: number } | null} [point]
   */
  #command(command, identifier, anchor, point = null) {
    const detail = { command, identifier, anchor, point };
    this.dispatchEvent(new CustomEvent("collection-command", { bubbles: true, detail }));
  }
}

customElements.define("collection-covers", CollectionCovers);
