import { icon } from "../common/icons.js";
import { words } from "./words.js";

/** How long after a change the state is asked for, in milliseconds. Changes are sent within some seconds. */
const settleMilliseconds = 9_000;

/** How often the state is asked for while changes wait, in milliseconds. */
const waitingMilliseconds = 60_000;

/** From which age on changes count as not backed up, in seconds. */
const patience = 60;

/**
 * A line below the albums that says whether the library's place has all changes. There is none for a library without a
 * place.
 */
export class BackupState {
  #library;
  #sidebar;
  #line = document.createElement("p");
  #timer = 0;

  /**
   * @param {import("../server/library.js").Library} library
   * @param {import("../sidebar/album-sidebar.js").AlbumSidebar} sidebar
   */
  constructor(library, sidebar) {
    this.#library = library;
    this.#sidebar = sidebar;
    this.#line.className = "backup-state";
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.refresh();
    });
  }

  /** Asks for the state, and shows it. A failure leaves the line as it is: the page reports lost connections elsewhere. */
  async refresh() {
    clearTimeout(this.#timer);
    let state;
    try {
      /** @type {API.CurrentBackup} */
      const answer = await this.#library.ask("/api/backup");
      // An answer of something else than the library, such as a proxy, has no state.
      state = answer.backup ?? null;
    } catch {
      this.#refreshIn(waitingMilliseconds);
      return;
    }
    this.#show(state);
    if (state !== null && !state.isProtected) this.#refreshIn(waitingMilliseconds);
  }

  /** Asks for the state when a change has had the time to be sent. */
  noteChange() {
    this.#refreshIn(settleMilliseconds);
  }

  /** @param {number} milliseconds */
  #refreshIn(milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!document.hidden) this.refresh();
    }, milliseconds);
  }

  /** @param {API.Backup | null} state */
  #show(state) {
    if (state === null) {
      this.#sidebar.foot = null;
      return;
    }
    const age = state.oldestWaiting === null ? null : (Date.now() - Date.parse(state.oldestWaiting)) / 1000;
    const isLate = !state.isProtected && (age === null || age > patience);
    let text = words.saved;
    if (state.confirmed === null) text = words.never;
    else if (isLate) text = words.late(age ?? 0);
    else if (!state.isProtected) text = words.sending;
    this.#line.toggleAttribute("data-late", isLate || state.confirmed === null);
    const label = document.createElement("span");
    label.textContent = text;
    this.#line.replaceChildren(icon(isLate || state.confirmed === null ? "warning" : "cloud"), label);
    this.#line.title = [state.place, state.failure, state.limitation].filter((each) => each !== null).join("\n");
    this.#sidebar.foot = this.#line;
  }
}
