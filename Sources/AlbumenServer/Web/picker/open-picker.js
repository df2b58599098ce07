import { CollectionList } from "../server/collection-list.js";
import { SelectionMode } from "../editing/selection-mode.js";
import { TouchSelection } from "../editing/touch-selection.js";
import { ServerError } from "../server/server-connection.js";
import { actionOf } from "../shortcuts/shortcuts.js";
import { ShortNotice } from "../dialogs/short-notice.js";
import { Choice } from "./choice.js";
import { ClientChoice } from "./client-choice.js";
import { endingFor } from "./ending.js";
import { PickEvents } from "./pick-events.js";
import { PickedAlbum } from "./picked-album.js";
import { drawPicker, showEdges } from "./picker-parts.js";
import { ReviewDialog } from "./review-dialog.js";
import { Suitability } from "./suitability.js";
import { words } from "./words.js";

/**
 * What an open picker reports.
 * @typedef {object} PickerCalls
 * @property {(error: ServerError) => void} failed the pick can't go on
 * @property {(ending: import("./ending.js").Ending) => void} ended
 * @property {() => void} appeared something else is under the pointer
 */

/** How long a search of the app stays before its next one replaces it, so that the page takes input in between. */
const searchPauseInMilliseconds = 3000;

/** The page while the reader chooses photos. */
export class OpenPicker {
  #library;
  #requests;
  #calls;
  #parts;
  #choice;
  #suitability;
  /** @type {SelectionMode} */
  #mode;
  /** @type {PickedAlbum} */
  #album;
  #collections;
  #notice = new ShortNotice(document.body);
  /** @type {PickEvents | null} */
  #events = null;
  /** Whether the choice is being added or cancelled, so that another press changes nothing. */
  #isEnding = false;
  /** Whether the pick was changed meanwhile. A pick that ends can't be read, so the page waits for the answer. */
  #hasChanged = false;
  #isClosed = false;
  /** The last read of the pick. */
  #reading = Promise.resolve();
  /** The number of the app's last search that the page has shown or waits to show. */
  #searchChanges;
  #searchTimer = 0;
  /** When the app's next search may be shown. */
  #nextSearch = 0;
  /** Whether photos have been shown. */
  #hasPhotos = false;

  /**
   * @param {import("../server/library.js").Library} library
   * @param {import("./pick-requests.js").PickRequests} requests
   * @param {import("./pick-requests.js").Pick} pick
   * @param {PickerCalls} calls
   */
  constructor(library, requests, pick, calls) {
    this.#library = library;
    this.#requests = requests;
    this.#calls = calls;
    this.#collections = new CollectionList(library);
    this.#suitability = new Suitability(requests);
    this.#choice = pick.selectionFor === null
      ? new Choice(requests, this.#suitability, pick) : new ClientChoice(requests, pick);
    this.#searchChanges = pick.searchChanges;
    this.#parts = drawPicker(document.body, pick);
    const { grid } = this.#parts;
    this.#album = new PickedAlbum(library, this.#parts, this.#collections, {
      shown: (identifiers) => this.#want(identifiers),
      replaced: () => this.#mode.forgetRanks(),
    });
    this.#mode = new SelectionMode(grid, () => this.#album.timeline, {
      selection: this.#choice.selection, fromAnchor: true,
      suitable: (identifiers, signal) => this.#suitable(identifiers, signal),
    });
    grid.choiceOf = (identifier) => ({
      number: this.#choice.number(identifier), obstacle: this.#suitability.obstacle(identifier),
    });
    // In one row, a finger that moves aside scrolls.
    if (pick.limit !== 1 && pick.mode !== "compact") new TouchSelection(grid, this.#mode);
    this.#listen();
    calls.appeared();
  }

  /** Shows the photos. */
  async start() {
    this.#mode.start();
    this.#show();
    this.#events = new PickEvents(this.#requests, {
      changed: () => this.#changed(),
      scroll: () => this.#album.scrollTo(this.#choice.pick.initial),
      zoom: (step) => (this.#parts.grid.tileSize += step),
      ended: (reason) => this.#calls.ended(endingFor(reason, { isAccess: this.#isAccess })),
    });
    const { initial, search } = this.#choice.pick;
    await Promise.all([this.#loadCollections(), this.#album.start(initial, search)]);
  }

  /** Stops following the pick. */
  close() {
    this.#isClosed = true;
    this.#events?.close();
    this.#album.close();
  }

  #listen() {
    const {
      grid, share, add, cancel, files, review, sidebar, showAlbums, content, request, search, details,
    } = this.#parts;
    grid.addEventListener("photo-press", (event) => {
      event.preventDefault();
      this.#pressed(event.detail);
    });
    grid.addEventListener("days-press", ({ detail }) => this.#mode.toggleDays(detail));
    this.#mode.addEventListener("error", ({ detail }) => this.#notice.show(detail.error.message));
    details.element.addEventListener("change", () => (this.#choice.removes = details.removes));
    this.#choice.addEventListener("change", () => this.#show());
    this.#choice.addEventListener("refuse", ({ detail }) => this.#notice.show(detail.text));
    this.#choice.addEventListener("error", ({ detail }) => this.#calls.failed(detail.error));
    this.#suitability.addEventListener("change", () => grid.markPhotos());
    add.addEventListener("click", () => {
      if (add.getAttribute("aria-disabled") !== "true") this.#finish("add");
    });
    share.addEventListener("click", () => {
      if (share.getAttribute("aria-disabled") !== "true") this.#share();
    });
    cancel.addEventListener("click", () => this.#finish("cancel"));
    files.addEventListener("click", () => this.#finish("files"));
    review.addEventListener("click", () => {
      if (review.getAttribute("aria-disabled") === "true" || this.#choice instanceof ClientChoice) return;
      new ReviewDialog(this.#library, this.#choice, (identifier) => this.#album.describe(identifier)).open();
    });
    sidebar.behind = [content, request];
    showAlbums.addEventListener("click", () => sidebar.open());
    addEventListener("keydown", (event) => this.#keyDown(event));
    addEventListener("focus", () => this.#album.refresh());
    search.addEventListener("search-leave", () => grid.takeFocus());
  }

  /** @param {import("../grid/grid-input.js").PhotoPress} press */
  #pressed(press) {
    if (this.#isEnding) return;
    // Enter opens photos in the gallery. Here it chooses, like Space.
    const action = press.action === "open" ? "choose" : press.action;
    if (!this.#choice.endsAtOnce) {
      this.#mode.pressed({ ...press, action, shiftKey: press.shiftKey && this.#choice.pick.limit !== 1 });
      return;
    }
    const { selection } = this.#choice;
    selection.replace([press.identifier]);
    if (selection.has(press.identifier)) this.#finish("add");
  }

  /** Lets a page receive the choice, and each change from then on. */
  #share() {
    return this.#onceAtATime(() => this.#choice.confirm());
  }

  /**
   * Does what follows a press, unless an earlier press still has an effect. The pick's changes are read afterwards.
   * @param {() => Promise<void>} action
   */
  async #onceAtATime(action) {
    if (this.#isEnding) return;
    this.#isEnding = true;
    try {
      await action();
    } finally {
      this.#isEnding = false;
      if (this.#hasChanged) this.#changed();
    }
  }

  /**
   * Ends choosing, once the server has the choice.
   * @param {"add" | "cancel" | "files"} action
   */
  #finish(action) {
    return this.#onceAtATime(() => this.#end(action));
  }

  /** @param {"add" | "cancel" | "files"} action */
  async #end(action) {
    try {
      const { requestChanges } = this.#choice.pick;
      await this.#reading;
      if (this.#isClosed) return;
      if (action === "add" && !await this.#choice.settle()) return;
      if (action === "add" && this.#choice.pick.requestChanges !== requestChanges) {
        this.#notice.show(words.changedMeanwhile);
        return;
      }
      const { revision } = this.#choice.pick;
      await this.#requests.end(action, revision, this.#isAccess ? undefined : this.#choice.removes);
      this.#calls.ended(endingFor(action === "add" ? "added" : "cancelled", { isAccess: this.#isAccess }));
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      if (error.status === 404 || error.status === 410) this.#calls.failed(error);
      else this.#notice.show(error.message);
      if (error.status === 409) await this.#reread();
    }
  }

  /** Reads what the app has changed, now or after the press that still has an effect. */
  #changed() {
    this.#hasChanged = this.#isEnding;
    if (!this.#isEnding && !this.#isClosed) this.#reading = this.#reread();
  }

  async #reread() {
    try {
      const pick = await this.#requests.read();
      this.#choice.take(pick);
      this.#search(pick);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      // While no server answers, the events try again.
      if (error.code !== "unreachable") this.#calls.failed(error);
    }
  }

  /**
   * Shows a new search of the app, or the last one after a pause.
   * @param {import("./pick-requests.js").Pick} pick
   */
  #search({ search, searchChanges }) {
    if (searchChanges === this.#searchChanges || this.#isClosed) return;
    this.#searchChanges = searchChanges;
    clearTimeout(this.#searchTimer);
    const wait = Math.max(0, this.#nextSearch - performance.now());
    this.#searchTimer = setTimeout(() => this.#showSearch(search), wait);
  }

  /**
   * A press that was meant for other photos has no effect.
   * @param {string | null} search
   */
  async #showSearch(search) {
    if (this.#isClosed) return;
    this.#nextSearch = performance.now() + searchPauseInMilliseconds;
    this.#hasPhotos = false;
    this.#calls.appeared();
    await this.#album.search(search);
  }

  /** @param {readonly string[]} identifiers */
  async #want(identifiers) {
    if (!this.#hasPhotos) this.#calls.appeared();
    this.#hasPhotos = true;
    try {
      await (this.#choice instanceof ClientChoice ? this.#choice : this.#suitability).want(identifiers);
    } catch (error) {
      // The server decides about each photo when it is chosen.
      if (!(error instanceof ServerError)) throw error;
    }
  }

  /**
   * @param {readonly string[]} identifiers
   * @param {AbortSignal} signal
   */
  async #suitable(identifiers, signal) {
    if (this.#choice instanceof ClientChoice) return this.#choice.suitable(identifiers, signal);
    const suitable = await this.#suitability.suitable(identifiers, signal);
    if (suitable.length < identifiers.length) this.#notice.show(words.fewer(identifiers.length - suitable.length));
    return suitable;
  }

  async #loadCollections() {
    if (await this.#collections.load()) this.#album.showCollections();
  }

  /** Whether the reader edits the photos that an app sees, rather than choosing photos for a pick. */
  get #isAccess() {
    return this.#choice.pick.selectionFor !== null;
  }

  /** Shows the choice in the bar. */
  #show() {
    const { add, hasActions, hasReview, news, picker, review, share, status } = this.#parts;
    const { endsAtOnce, pick } = this.#choice;
    const { limit, needsConfirmation, requestChanges, requester } = pick;
    const { size } = this.#choice.selection;
    showEdges(picker, pick);
    picker.classList.toggle("is-single", limit === 1);
    picker.classList.toggle("ends-at-once", endsAtOnce);
    this.#showButtons({ share: needsConfirmation, add: hasActions && !endsAtOnce && !needsConfirmation });
    review.hidden = !hasReview || limit === 1;
    if (this.#isAccess) {
      // An app may see nothing, too.
      status.textContent = words.chosen(size);
      return;
    }
    add.textContent = size > 0 && limit !== 1 ? words.addCount(size) : words.add;
    // Unlike `disabled`, this keeps the focus. The reader can confirm that the app gets none of its preselected photos.
    add.setAttribute("aria-disabled", String(size === 0 && pick.initial === null));
    review.setAttribute("aria-disabled", String(size === 0));
    share.textContent = words.share(size, requester.origin ?? "");
    share.setAttribute("aria-disabled", String(size === 0));
    const rule = limit === 0 ? words.unlimited : words.limit(limit);
    news.textContent = requestChanges === 0 ? "" : `${words.changed}${words.betweenSentences}${rule}`;
    if (endsAtOnce) status.textContent = words.chooseOne;
    else status.textContent = limit > 0 ? words.chosenOf(size, limit) : words.chosen(size);
  }

  /**
   * Shows the button that delivers the choice. A press that was on its way has no effect on another button.
   * @param {{ share: boolean, add: boolean }} shown
   */
  #showButtons(shown) {
    const { share, add, grid } = this.#parts;
    if (share.hidden !== shown.share && add.hidden !== shown.add) return;
    this.#calls.appeared();
    const hasFocus = document.activeElement === share || document.activeElement === add;
    [share.hidden, add.hidden] = [!shown.share, !shown.add];
    if (hasFocus) grid.takeFocus();
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Element) || document.querySelector("dialog:modal")) return;
    const { grid, search, picker } = this.#parts;
    if (!picker.isConnected) return;
    if (actionOf(event, "page") === "search") {
      if (search.hidden) return;
      event.preventDefault();
      search.focusText();
    } else if (actionOf(event, "selection") === "all") {
      event.preventDefault();
      const { limit, needsConfirmation } = this.#choice.pick;
      if (needsConfirmation) this.#notice.show(words.shareFirst);
      else if (limit !== 1) this.#mode.selectAll();
    } else if (target === document.body || target === document.documentElement) {
      grid.keyPressed(event);
    }
  }
}
