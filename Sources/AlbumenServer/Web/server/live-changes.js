import { changeNumber } from "./change-number.js";
import { ServerError } from "./server-connection.js";

/** How long changes are gathered before they are shown, in milliseconds. */
const gatherMilliseconds = 250;

/** The pause after a failure before the stream is opened again, in milliseconds. Each pause is twice as long. */
const firstPause = 1000;
const longestPause = 30_000;

/** While one of these is open, changes wait: drawing the page again would close it. */
const opened = ".popup-menu, dialog.ask, .viewer-menu:popover-open";

/**
 * The objects that some changes of the library touched.
 * @typedef {object} TouchedThings
 * @property {boolean} isAll whether the changes may have touched anything
 * @property {boolean} areAssets whether the changes touched photos
 * @property {Set<string>} collections identifiers of albums and folders
 * @property {number} number of the last change
 */

/**
 * Follows the stream of the library's changes, and calls the page to show them: one call at a time, for all changes of
 * a quarter of a second, and never while the reader holds the pointer down or scrolls.
 *
 * A hidden page closes its connection, because browsers have few for each server, and catches up when it is visible
 * again. If the server no longer has the changes in between, the page reads everything again.
 */
export class LiveChanges {
  #library;
  #show;
  /** @type {EventSource | null} */
  #source = null;
  /**
   * The token of the last change that was received.
   * @type {string | null}
   */
  #token = null;
  /**
   * The changes that are not shown yet.
   * @type {TouchedThings | null}
   */
  #touched = null;
  #isShowing = false;
  #isClosed = false;
  #isUnreachable = false;
  #gathering = 0;
  #times;
  #pause;
  #retrying = 0;
  #hold = new PointerHold();
  #isBusy;
  #tells;
  /** Whether the server didn't accept the token. */
  #wasRefused = false;

  /**
   * @param {import("./library.js").Library} library
   * @param {(touched: TouchedThings) => Promise<boolean | void>} show returns `false` if it failed
   * @param {object} options times in milliseconds
   * @param {number} [options.gather]
   * @param {number} [options.pause]
   * @param {() => boolean} [options.isBusy] returns whether changes have to wait
   * @param {() => void} [options.picksChanged] is called when the programs change that wait for photos
   * @param {() => void} [options.questionsChanged] is called when the questions change that wait for an answer
   * @param {() => void} [options.clientsChanged] is called when the access of apps changes
   * @param {() => void} [options.devicesChanged] is called when the pairing of a device progresses
   */
  constructor(library, show, {
    gather = gatherMilliseconds, pause = firstPause, isBusy = () => false, picksChanged = () => {},
    questionsChanged = () => {}, clientsChanged = () => {}, devicesChanged = () => {},
  } = {}) {
    this.#library = library;
    this.#show = show;
    this.#times = { gather, pause };
    this.#pause = pause;
    this.#isBusy = isBusy;
    this.#tells = {
      picks: picksChanged, questions: questionsChanged, clients: clientsChanged, devices: devicesChanged,
    };
    document.addEventListener("visibilitychange", () => this.#followVisibility());
    library.addEventListener("closed", () => {
      this.#isClosed = true;
      this.#disconnect();
    });
    library.addEventListener("unreachable", () => (this.#isUnreachable = true));
    library.addEventListener("answered", () => this.#answered());
    this.#followVisibility();
  }

  /** Whether the stream is open. */
  get isConnected() {
    return this.#source !== null;
  }

  #followVisibility() {
    if (document.hidden) this.#disconnect();
    else if (this.#source === null) this.#open();
  }

  #disconnect() {
    clearTimeout(this.#retrying);
    this.#source?.close();
    this.#source = null;
  }

  #open() {
    clearTimeout(this.#retrying);
    if (this.#isClosed || document.hidden) return;
    const source = this.#library.changes(this.#token);
    this.#source = source;
    let isOpen = false;
    source.addEventListener("open", () => {
      isOpen = true;
      this.#pause = this.#times.pause;
      // Events of the time before are lost.
      for (const tell of Object.values(this.#tells)) tell();
    });
    for (const [name, tell] of Object.entries(this.#tells)) source.addEventListener(name, () => tell());
    // For the dialog of an import.
    source.addEventListener("import", ({ data }) => {
      this.#library.dispatchEvent(new CustomEvent("import", { detail: JSON.parse(data) }));
    });
    // For the files that the page adds.
    source.addEventListener("uploads", () => this.#library.dispatchEvent(new Event("uploads")));
    // For the editor, which shows how far its video is.
    source.addEventListener("edits", ({ data }) => {
      this.#library.dispatchEvent(new CustomEvent("edits", { detail: JSON.parse(data).edits }));
    });
    // The stream doesn't have the changes from before it began.
    source.addEventListener("current", (/** @type {MessageEvent<string>} */ { lastEventId }) => {
      this.#token = lastEventId;
      // A library that was restored from a copy can have lower numbers than the page has seen.
      const number = this.#wasRefused ? Infinity : numberOf(lastEventId);
      this.#wasRefused = false;
      this.#gather({ isAll: true, areAssets: true, collections: new Set(), number });
    });
    source.addEventListener("message", ({ lastEventId, data }) => {
      this.#token = lastEventId;
      this.#gather(touchedBy(JSON.parse(data)));
    });
    source.addEventListener("error", () => this.#failed(source, isOpen));
  }

  /**
   * Tries again later. Browsers don't report the reason. If the stream didn't begin, it may be the token.
   * @param {EventSource} source
   * @param {boolean} wasOpen
   */
  #failed(source, wasOpen) {
    source.close();
    if (source !== this.#source) return;
    this.#source = null;
    if (!wasOpen && this.#token !== null) {
      this.#token = null;
      this.#wasRefused = true;
    }
    this.#wait();
  }

  #wait() {
    clearTimeout(this.#retrying);
    this.#retrying = setTimeout(() => this.#retry(), this.#pause);
    this.#pause = Math.min(longestPause, this.#pause * 2);
  }

  /** Makes a request before it opens the stream, because the library reports a failed request to the reader. */
  async #retry() {
    if (document.hidden || this.#source !== null || this.#isClosed) return;
    try {
      await this.#library.collections();
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      if (this.#source === null && !this.#isClosed) this.#wait();
      return;
    }
    if (this.#source === null) this.#open();
  }

  #answered() {
    if (!this.#isUnreachable) return;
    this.#isUnreachable = false;
    this.#pause = this.#times.pause;
    if (this.#source === null) this.#open();
  }

  /** @param {TouchedThings} touched */
  #gather(touched) {
    this.#touched = this.#touched === null ? touched : merged(this.#touched, touched);
    this.#schedule();
  }

  #schedule(delay = this.#times.gather) {
    if (this.#gathering !== 0 || this.#isShowing || this.#touched === null) return;
    this.#gathering = setTimeout(() => {
      this.#gathering = 0;
      this.#showTouched();
    }, delay);
  }

  async #showTouched() {
    if (this.#touched === null || this.#isClosed) return;
    if (this.#hold.isHeld || this.#isBusy() || document.querySelector(opened) !== null) {
      this.#schedule();
      return;
    }
    const touched = this.#touched;
    this.#touched = null;
    this.#isShowing = true;
    let isShown = false;
    try {
      isShown = (await this.#show(touched)) !== false;
    } finally {
      this.#isShowing = false;
      if (isShown) {
        this.#schedule();
      } else {
        this.#touched = this.#touched === null ? touched : merged(touched, this.#touched);
        this.#schedule(this.#times.pause);
      }
    }
  }
}

/** Observes whether a finger or a button of the mouse is down. */
class PointerHold {
  isHeld = false;

  constructor() {
    const options = { capture: true, passive: true };
    addEventListener("pointerdown", () => (this.isHeld = true), options);
    for (const type of ["pointerup", "pointercancel", "blur"]) {
      addEventListener(type, () => (this.isHeld = false), options);
    }
    // When a finger scrolls, its pointer events end.
    const touched = (/** @type {TouchEvent} */ { touches }) => (this.isHeld = touches.length > 0);
    addEventListener("touchstart", touched, options);
    addEventListener("touchmove", touched, options);
    addEventListener("touchend", touched, options);
    addEventListener("touchcancel", touched, options);
    // A button may have been released outside of the window.
    addEventListener("pointermove", ({ buttons }) => {
      if (buttons === 0) this.isHeld = false;
    }, options);
  }
}

/**
 * @param {TouchedThings} before
 * @param {TouchedThings} after
 * @returns {TouchedThings}
 */
function merged(before, after) {
  return {
    isAll: before.isAll || after.isAll,
    areAssets: before.areAssets || after.areAssets,
    collections: new Set([...before.collections, ...after.collections]),
    number: Math.max(before.number, after.number),
  };
}

/**
 * Returns the number of the change in a token.
 * @param {string} token
 */
function numberOf(token) {
  return changeNumber(token.slice(token.lastIndexOf("-") + 1));
}

/**
 * @param {API.Change} change
 * @returns {TouchedThings}
 */
function touchedBy({ token, assets, albums = {}, folders = {} }) {
  const identifiers = [albums, folders].flatMap(({ inserted = [], updated = [], deleted = [] }) => {
    return [...inserted, ...updated, ...deleted];
  });
  // PhotoKit's identifiers have a suffix after a slash.
  const collections = new Set(identifiers.map((identifier) => identifier.split("/", 1)[0]));
  const areAssets = assets !== undefined;
  // Assets that are deleted from Recently Deleted were not visible: their change has no objects.
  return { isAll: !areAssets && collections.size === 0, areAssets, collections, number: numberOf(token) };
}
