import { leaveFormerRun } from "./former-run.js";
import { icon } from "../common/icons.js";
import { ServerError } from "./server-connection.js";
import { pageWords as words } from "../common/words.js";

const probeInterval = 5000;

/**
 * Shows a notice while the library can't be reached, and waits for its return.
 *
 * If the browser has kept what was seen, the page shows that instead of the notice.
 *
 * If the server no longer accepts the page's cookie, the page is closed until another tab of the browser opens a link.
 * If no server answers, the watch asks again when the reader presses the button or returns to the window. If the server
 * was started again, the page continues under the server's new name, at the same place. Unsaved changes of a photo need
 * the reader's decision before.
 *
 * Event: `returned` when the library answers again.
 */
export class ConnectionWatch extends EventTarget {
  #library;
  #card = new NoticeCard(document.body);
  /** @type {"here" | "doubted" | "kept" | "gone" | "moved" | "closed"} */
  #state = "here";
  #lastProbe = -Infinity;

  /** @param {import("./library.js").Library} library */
  constructor(library) {
    super();
    this.#library = library;
    library.addEventListener("closed", () => this.#close());
    library.addEventListener("moved", () => this.#follow());
    library.addEventListener("unreachable", () => this.#doubt());
    library.addEventListener("kept", () => this.#keep());
    library.addEventListener("answered", () => this.#return());
    addEventListener("focus", () => this.#look());
    addEventListener("online", () => this.#look());
    // An image that failed to load doesn't report the reason.
    document.addEventListener("error", (event) => this.#pictureFailed(event), { capture: true });
    if (library.trouble === "closed") this.#close();
    else if (library.trouble === "moved") this.#follow();
    else if (library.trouble === "unreachable") this.#doubt();
    else if (library.trouble === "kept") this.#keep();
  }

  /** @param {Event} event */
  #pictureFailed(event) {
    if (!(event.target instanceof HTMLImageElement || event.target instanceof HTMLVideoElement)) return;
    if (this.#state === "here" && performance.now() - this.#lastProbe > probeInterval) this.#probe();
  }

  /** A request also fails if the reader leaves the page, so the library is asked once more. */
  #doubt() {
    if (this.#state !== "here") return;
    this.#state = "doubted";
    setTimeout(() => this.#probe(), 300);
  }

  #look() {
    if (["kept", "gone", "closed"].includes(this.#state)) this.#probe();
  }

  /** The page shows what the browser has kept, and says so itself. */
  #keep() {
    if (this.#state === "closed" || this.#state === "moved") return;
    this.#state = "kept";
    this.#card.hide();
  }

  async #probe() {
    this.#lastProbe = performance.now();
    try {
      await this.#library.collections();
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      if (this.#state === "doubted" && error.code === "unreachable") this.#lose();
    }
  }

  #return() {
    if (this.#state === "here") return;
    if (this.#state === "closed") {
      // Loading the page again would lose the files that are being added.
      if (addingPanel() === null) location.reload();
      return;
    }
    this.#state = "here";
    this.#card.hide();
    this.dispatchEvent(new Event("returned"));
  }

  #lose() {
    this.#state = "gone";
    this.#card.show({
      icon: "warning", title: words.unreachable, advice: words.unreachableAdvice,
      action: { title: words.tryAgain, perform: () => this.#probe() },
    });
  }

  #follow() {
    if (document.querySelector(".has-changes") === null) {
      leaveFormerRun();
      return;
    }
    if (this.#state === "moved") return;
    this.#state = "moved";
    this.#card.show({
      icon: "warning", title: words.moved, advice: words.movedAdvice,
      action: { title: words.continueWithout, perform: async () => leaveFormerRun() },
    });
  }

  #close() {
    if (this.#state === "closed") return;
    this.#state = "closed";
    this.#card.hide();
    document.title = "Albumen";
    // Other devices reach the library over TLS alone, and browsers of its machine never do.
    const isDevice = location.protocol === "https:";
    replacePage({
      icon: "hidden", title: isDevice ? words.closedDevice : words.closed,
      advice: isDevice ? words.closedDeviceAdvice : words.closedAdvice,
    });
  }
}

/**
 * The content of a notice.
 * @typedef {object} NoticeContent
 * @property {string} icon
 * @property {string} title
 * @property {string} advice what the reader can do
 * @property {{ title: string, perform: () => Promise<void> }} [action] a button
 */

/** A card over the page and the viewer. Esc closes it. */
class NoticeCard {
  #parent;
  /** @type {HTMLDialogElement | null} */
  #dialog = null;

  /** @param {HTMLElement} parent */
  constructor(parent) {
    this.#parent = parent;
  }

  /** @param {NoticeContent} content */
  show(content) {
    this.hide();
    const dialog = document.createElement("dialog");
    dialog.className = "notice notice-card";
    fill(dialog, content);
    dialog.setAttribute("aria-labelledby", "notice-title");
    dialog.setAttribute("aria-describedby", "notice-advice");
    dialog.addEventListener("close", () => this.#closed(dialog));
    this.#parent.append(dialog);
    this.#dialog = dialog;
    dialog.showModal();
  }

  hide() {
    const dialog = this.#dialog;
    dialog?.close();
    this.#closed(dialog);
  }

  /** @param {HTMLDialogElement | null} dialog */
  #closed(dialog) {
    dialog?.remove();
    if (this.#dialog === dialog) this.#dialog = null;
  }
}

/** Returns the panel with files that are being added, or `null` if there are none. */
function addingPanel() {
  return document.querySelector(".uploads.is-adding");
}

/**
 * Replaces the whole page by a notice. Files that are being added go on when the browser is signed in again.
 * @param {NoticeContent} content
 */
function replacePage(content) {
  const main = document.createElement("main");
  main.className = "notice notice-page";
  main.setAttribute("aria-live", "assertive");
  fill(main, content);
  const panel = addingPanel();
  document.body.replaceChildren(main, ...(panel === null ? [] : [panel]));
}

/**
 * @param {HTMLElement} element
 * @param {NoticeContent} content
 */
function fill(element, { icon: name, title, advice, action }) {
  const picture = icon(name);
  picture.classList.add("notice-icon");
  const heading = document.createElement("h1");
  heading.className = "notice-title";
  heading.id = "notice-title";
  heading.textContent = title;
  const paragraph = document.createElement("p");
  paragraph.className = "notice-advice";
  paragraph.id = "notice-advice";
  paragraph.textContent = advice;
  element.append(picture, heading, paragraph);
  if (action === undefined) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = action.title;
  paragraph.setAttribute("role", "status");
  button.addEventListener("click", async () => {
    button.disabled = true;
    paragraph.textContent = "";
    await action.perform();
    // Screen readers announce the advice again if it still applies.
    paragraph.textContent = advice;
    button.disabled = false;
    button.focus();
  });
  element.append(button);
}
