import { failureMessage } from "../grid/messages.js";
import { TileSizeInput } from "../grid/tile-size-input.js";
import { ServerError } from "../server/server-connection.js";
import { actionOf } from "../shortcuts/shortcuts.js";
import { cardLayout } from "./card-layout.js";
import { cardTarget } from "./card-keys.js";
import { PeriodCard } from "./period-card.js";
import { PeriodCovers } from "./period-covers.js";
import { periodIndex, periodsOf } from "./periods.js";
import { words } from "./words.js";

/** How far above and below the window cards exist, in windows. */
const margin = 0.6;

/** How long the reader rests until the photos of the cards are loaded, in milliseconds. */
const restMilliseconds = 80;

/**
 * `<period-overview>`: the years or months of a timeline as cards, which lead to the next finer view. Only the cards
 * near the window exist.
 *
 * Events: `period-open` ({name}) when the reader chooses a period, or zooms in on it; `period-leave` when the reader
 * zooms out.
 */
export class PeriodOverview extends HTMLElement {
  #list = document.createElement("div");
  #notes = document.createElement("div");
  /** @type {{ timeline: import("../grid/timeline.js").Timeline, unit: import("./periods.js").PeriodUnit } | null} */
  #shown = null;
  /** @type {import("./periods.js").Period[]} */
  #periods = [];
  /** @type {Map<number, PeriodCard>} */
  #cards = new Map();
  /** @type {PeriodCovers | null} */
  #covers = null;
  /** The index of the card that Tab reaches. */
  #active = 0;
  #layout = cardLayout(0, 0, "months");
  #restTimer = 0;
  #connection = new AbortController();
  #events = new AbortController();
  /**
   * Returns the address to which a card leads.
   * @type {(name: string) => string}
   */
  addressOf = () => "#/";

  connectedCallback() {
    this.#list.className = "period-list";
    this.#list.setAttribute("role", "list");
    this.append(this.#list, this.#notes);
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    this.addEventListener("scroll", () => this.#draw(), { signal, passive: true });
    this.addEventListener("click", (event) => this.#clicked(event), { signal });
    this.addEventListener("keydown", (event) => this.keyPressed(event), { signal });
    new TileSizeInput(this, (step, point) => this.#zoomed(step, point), { isSingle: true }).listen(signal);
    this.addEventListener("focusin", ({ target }) => this.#focused(target), { signal });
    const observer = new ResizeObserver(() => this.#resized());
    observer.observe(this);
    signal.addEventListener("abort", () => observer.disconnect());
  }

  disconnectedCallback() {
    this.#connection.abort();
    this.hide();
  }

  /**
   * The name of the period that the keyboard is at or, if it is not in the window, of the first one there.
   * @returns {string | null}
   */
  get at() {
    const { columns, rowHeight, place } = this.#layout;
    const middle = place(this.#active).top + rowHeight / 2 - this.scrollTop;
    const isSeen = middle > 0 && middle < this.clientHeight;
    const top = Math.floor((this.scrollTop + rowHeight / 2) / rowHeight) * columns;
    return this.#periods[Math.min(this.#periods.length - 1, isSeen ? this.#active : top)]?.name ?? null;
  }

  /**
   * Shows the years or months of a timeline.
   * @param {import("../grid/timeline.js").Timeline} timeline
   * @param {import("./periods.js").PeriodPlace} place
   * @param {AbortSignal} signal
   */
  async show(timeline, { unit, at }, signal) {
    this.hidden = false;
    if (this.#shown?.timeline !== timeline || this.#shown.unit !== unit) {
      this.hide();
      this.hidden = false;
      this.#shown = { timeline, unit };
      this.#covers = new PeriodCovers(timeline, unit, () => this.#showCovers());
      this.#events = new AbortController();
      timeline.addEventListener("replace", () => this.#replaced(), { signal: this.#events.signal });
    }
    if (!await this.#read(() => this.show(timeline, { unit, at }, signal), signal)) return;
    this.#reveal(periodIndex(this.#periods, at), { focus: true });
  }

  /** Hides the view, and forgets what it showed. */
  hide() {
    this.hidden = true;
    this.#events.abort();
    this.#covers?.stop();
    clearTimeout(this.#restTimer);
    for (const card of this.#cards.values()) card.release();
    this.#cards.clear();
    this.#notes.replaceChildren();
    this.#shown = null;
    this.#periods = [];
  }

  /**
   * Reads the periods. Shows a message, and returns `false`, if that fails.
   * @param {() => void} retry
   * @param {AbortSignal} [signal]
   */
  async #read(retry, signal) {
    const shown = this.#shown;
    if (shown === null) return false;
    try {
      const months = await shown.timeline.dates.months({ signal });
      if (signal?.aborted || this.#shown !== shown) return false;
      this.#notes.replaceChildren();
      this.#periods = periodsOf(months, shown.unit);
    } catch (error) {
      if (signal?.aborted || this.#shown !== shown) return false;
      if (!(error instanceof ServerError)) throw error;
      this.#notes.replaceChildren(failureMessage(retry));
      return false;
    }
    this.#list.setAttribute("aria-label", words[shown.unit]);
    for (const card of this.#cards.values()) card.release();
    this.#cards.clear();
    this.#resized();
    return true;
  }

  /** The timeline has another version. The first period in the window stays there. */
  async #replaced() {
    const { at } = this;
    const shown = this.#shown;
    if (shown === null) return;
    const hasFocus = this.contains(document.activeElement);
    this.#covers?.stop();
    this.#covers = new PeriodCovers(shown.timeline, shown.unit, () => this.#showCovers());
    if (await this.#read(() => this.#replaced())) this.#reveal(periodIndex(this.#periods, at), { focus: hasFocus });
  }

  #resized() {
    if (this.clientWidth === 0 || this.#shown === null) return;
    const { at } = this;
    const before = this.#layout;
    this.#layout = cardLayout(this.clientWidth, this.#periods.length, this.#shown.unit);
    this.#list.style.height = `${this.#layout.height}px`;
    const isOther = before.columns !== this.#layout.columns || before.cardWidth !== this.#layout.cardWidth;
    if (isOther) for (const [index, card] of this.#cards) card.place(this.#layout.place(index));
    if (isOther && at !== null && this.scrollTop > 0) {
      this.scrollTop = this.#layout.place(Math.max(0, periodIndex(this.#periods, at))).top;
    }
    this.#draw();
  }

  /** Adds the cards near the window, and removes the others except the card in focus. */
  #draw() {
    const shown = this.#shown;
    if (shown === null) return;
    const { columns, rowHeight } = this.#layout;
    const room = this.clientHeight * margin;
    const first = Math.max(0, Math.floor((this.scrollTop - room) / rowHeight)) * columns;
    const lowest = this.scrollTop + this.clientHeight + room;
    const end = Math.min(this.#periods.length, Math.ceil(lowest / rowHeight) * columns);
    for (const [index, card] of this.#cards) {
      if ((index >= first && index < end) || card.link === document.activeElement) continue;
      card.release();
      this.#cards.delete(index);
    }
    for (let index = first; index < end; index++) if (!this.#cards.has(index)) this.#add(index, shown.unit);
    this.#giveTabStop();
    this.#showCovers();
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#covers?.load(this.#periods.slice(first, end)), restMilliseconds);
  }

  /**
   * @param {number} index
   * @param {import("./periods.js").PeriodUnit} unit
   */
  #add(index, unit) {
    const period = this.#periods[index];
    const card = new PeriodCard(period, {
      unit, index, count: this.#periods.length, address: this.addressOf(period.name),
    });
    card.place(this.#layout.place(index));
    // In the order of the periods, so that screen readers read them in it.
    const next = [...this.#cards].filter(([other]) => other > index).toSorted(([one], [other]) => one - other)[0];
    this.#list.insertBefore(card.element, next?.[1].element ?? null);
    this.#cards.set(index, card);
  }

  #showCovers() {
    const timeline = this.#shown?.timeline;
    if (!timeline) return;
    const size = { width: this.#layout.cardWidth, height: this.#layout.pictureHeight };
    for (const card of this.#cards.values()) {
      const covers = card.hasCovers ? undefined : this.#covers?.get(card.period);
      if (covers) card.showCovers(covers, timeline.library, size);
    }
  }

  // The focus

  /**
   * Brings a card into the window.
   * @param {number} index
   * @param {{ focus: boolean, align?: "start" | "nearest" }} options
   */
  #reveal(index, { focus, align = "start" }) {
    if (index < 0) return;
    const { top } = this.#layout.place(index);
    const bottom = top + this.#layout.rowHeight;
    if (align === "start" || top < this.scrollTop) this.scrollTop = index < this.#layout.columns ? 0 : top - this.#layout.edge;
    else if (bottom > this.scrollTop + this.clientHeight) this.scrollTop = bottom - this.clientHeight;
    this.#active = index;
    this.#draw();
    if (focus) this.#cards.get(index)?.link.focus({ preventScroll: true });
  }

  /** Lets Tab reach one card: the one that had the focus last, or else the first. */
  #giveTabStop() {
    const stop = this.#cards.has(this.#active) ? this.#active : Math.min(...this.#cards.keys());
    for (const [index, { link }] of this.#cards) link.tabIndex = index === stop ? 0 : -1;
  }

  /** @param {EventTarget | null} target */
  #focused(target) {
    for (const [index, { link }] of this.#cards) if (link === target) this.#active = index;
    this.#giveTabStop();
  }

  /**
   * Moves the focus by a key that was pressed in the view, or anywhere if nothing has the focus.
   * @param {KeyboardEvent} event
   */
  keyPressed(event) {
    const rows = Math.max(1, Math.floor(this.clientHeight / this.#layout.rowHeight));
    const place = { count: this.#periods.length, columns: this.#layout.columns, rows };
    const target = cardTarget(actionOf(event, "grid"), this.#active, place);
    if (target === null) return;
    event.preventDefault();
    this.#reveal(target, { focus: true, align: "nearest" });
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    if (event.button !== 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (this.#open(event.target)) event.preventDefault();
  }

  /**
   * Goes to the finer view of the card at a point, or to the coarser view.
   * @param {1 | -1} step
   * @param {{ x: number, y: number }} point from the upper left corner
   */
  #zoomed(step, { x, y }) {
    const { left, top } = this.getBoundingClientRect();
    if (step === 1) this.#open(document.elementFromPoint(left + x, top + y));
    else this.dispatchEvent(new Event("period-leave"));
  }

  /**
   * Opens the period of the card that an element belongs to.
   * @param {EventTarget | null} target
   * @returns {boolean} `false` if it belongs to none
   */
  #open(target) {
    if (!(target instanceof Node)) return false;
    const card = [...this.#cards.values()].find(({ link }) => link.contains(target));
    if (card) this.dispatchEvent(new CustomEvent("period-open", { detail: { name: card.period.name } }));
    return card !== undefined;
  }
}

customElements.define("period-overview", PeriodOverview);
