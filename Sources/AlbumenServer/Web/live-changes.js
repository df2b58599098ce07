import { ServerError } from "./library.js";

/** How long changes that follow each other are gathered, in milliseconds. */
const gatherMilliseconds = 250;

/** How long after a failure the stream is opened again, in milliseconds: each time twice as long. */
const firstPause = 1000;
const longestPause = 30_000;

/** What the reader would lose a hold of if the page were drawn anew. */
const opened = ".popup-menu, dialog.ask, .viewer-menu:popover-open";

/**
 * What some changes of the library touched.
 * @typedef {object} TouchedThings
 * @property {boolean} isAll whether that is not known, and may be anything
 * @property {boolean} areAssets whether there are photos among it
 * @property {Set<string>} collections identifiers of albums and folders
 * @property {number} number of the last change
 */

/**
 * Follows the library's changes, whoever makes them, and has the page show them: what comes within a quarter of a
 * second at once, one after the other, and never while the reader holds something.
 *
 * A page that is hidden lets its connection go, as a browser has few for each server, and catches up when it is seen
 * again. Where the server cannot tell what was missed, everything is looked at again.
 */
export class LiveChanges {
  #library;
  #show;
  /** @type {EventSource | null} */
  #source = null;
  /** What the page was told last. @type {string | null} */
  #token = null;
  /** What is not shown yet. @type {TouchedThings | null} */
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
  /** Whether the server no longer knew what the page was told last. */
  #wasRefused = false;

  /**
   * @param {import("./library.js").Library} library
   * @param {(touched: TouchedThings) => Promise<boolean | void>} show answers false where it could not be shown
   * @param {{ gather?: number, pause?: number, isBusy?: () => boolean }} [options] times in milliseconds; whether the
   *   reader would be disturbed now
   */
  constructor(library, show, { gather = gatherMilliseconds, pause = firstPause, isBusy = () => false } = {}) {
    this.#library = library;
    this.#show = show;
    this.#times = { gather, pause };
    this.#pause = pause;
    this.#isBusy = isBusy;
    document.addEventListener("visibilitychange", () => this.#look());
    library.addEventListener("closed", () => {
      this.#isClosed = true;
      this.#letGo();
    });
    library.addEventListener("unreachable", () => (this.#isUnreachable = true));
    library.addEventListener("answered", () => this.#answered());
    this.#look();
  }

  /** Whether changes are told as they are made. */
  get isConnected() {
    return this.#source !== null;
  }

  #look() {
    if (document.hidden) this.#letGo();
    else if (this.#source === null) this.#open();
  }

  #letGo() {
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
    });
    // What was changed before the stream began is not told.
    source.addEventListener("current", ({ lastEventId }) => {
      this.#token = lastEventId;
      // A library that was put back to an earlier state has lower numbers than the page has seen.
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

  /** A browser does not tell why; that the stream did not begin may be because of the token. */
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

  /** A question is asked first: whose answer does not come tells the reader that the library is gone. */
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

/** Whether a finger or a button of the mouse is down. */
class PointerHold {
  isHeld = false;

  constructor() {
    const options = { capture: true, passive: true };
    addEventListener("pointerdown", () => (this.isHeld = true), options);
    for (const type of ["pointerup", "pointercancel", "blur"]) {
      addEventListener(type, () => (this.isHeld = false), options);
    }
    // A finger that scrolls is no pointer any more.
    for (const type of ["touchstart", "touchmove", "touchend", "touchcancel"]) {
      addEventListener(type, ({ touches }) => (this.isHeld = touches.length > 0), options);
    }
    // A button that was let go where the page cannot see it.
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

/** The number of the change after which the library is at a token. */
function numberOf(token) {
  return Number(token.slice(token.lastIndexOf("-") + 1));
}

/**
 * @param {object} change as the server tells it
 * @returns {TouchedThings}
 */
function touchedBy({ token, assets, albums = {}, folders = {} }) {
  const identifiers = [albums, folders].flatMap(({ inserted = [], updated = [], deleted = [] }) => {
    return [...inserted, ...updated, ...deleted];
  });
  // PhotoKit's identifiers have what they are of behind a slash.
  const collections = new Set(identifiers.map((identifier) => identifier.split("/", 1)[0]));
  const areAssets = assets !== undefined;
  // What leaves Recently Deleted for good was out of sight: it is told as a change of nothing.
  return { isAll: !areAssets && collections.size === 0, areAssets, collections, number: numberOf(token) };
}
