import { icon } from "./icons.js";
import { pageWords as words } from "./words.js";

const probeInterval = 5000;

/**
 * Tells the reader when the library is gone, and looks for its return.
 *
 * A page whose cookie is no longer taken is closed, until another tab of the browser is let in. A server that does not
 * answer is asked again when the reader wishes it, or comes back to the window; then `returned` is told.
 */
export class ConnectionWatch extends EventTarget {
  #library;
  #card = new NoticeCard(document.body);
  /** @type {"here" | "doubted" | "gone" | "closed"} */
  #state = "here";
  #lastProbe = -Infinity;

  /** @param {import("./library.js").Library} library */
  constructor(library) {
    super();
    this.#library = library;
    library.addEventListener("closed", () => this.#close());
    library.addEventListener("unreachable", () => this.#doubt());
    library.addEventListener("answered", () => this.#return());
    addEventListener("focus", () => this.#look());
    addEventListener("online", () => this.#look());
    // A picture does not tell why it failed to load.
    document.addEventListener("error", (event) => this.#pictureFailed(event), { capture: true });
    if (library.trouble === "closed") this.#close();
    else if (library.trouble === "unreachable") this.#doubt();
  }

  #pictureFailed(event) {
    if (!(event.target instanceof HTMLImageElement || event.target instanceof HTMLVideoElement)) return;
    if (this.#state === "here" && performance.now() - this.#lastProbe > probeInterval) this.#probe();
  }

  /** A question that failed may be of a page that is being left, so the library is asked once more. */
  #doubt() {
    if (this.#state !== "here") return;
    this.#state = "doubted";
    setTimeout(() => this.#probe(), 300);
  }

  #look() {
    if (this.#state === "gone" || this.#state === "closed") this.#probe();
  }

  async #probe() {
    this.#lastProbe = performance.now();
    try {
      await this.#library.collections();
    } catch (error) {
      if (this.#state === "doubted" && error.code === "unreachable") this.#lose();
    }
  }

  #return() {
    if (this.#state === "here") return;
    if (this.#state === "closed") location.reload();
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

  #close() {
    if (this.#state === "closed") return;
    this.#state = "closed";
    this.#card.hide();
    document.title = "Albumen";
    replacePage({ icon: "hidden", title: words.closed, advice: words.closedAdvice });
  }
}

/**
 * What a notice says.
 * @typedef {object} NoticeContent
 * @property {string} icon
 * @property {string} title
 * @property {string} advice what can be done
 * @property {{ title: string, perform: () => Promise<void> }} [action] a button
 */

/** A card before everything, the viewer too. Esc puts it away. */
class NoticeCard {
  #parent;
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

  #closed(dialog) {
    dialog?.remove();
    if (this.#dialog === dialog) this.#dialog = null;
  }
}

/**
 * Puts a notice in the place of the whole page: for where nothing can be done here any more.
 * @param {NoticeContent} content
 */
function replacePage(content) {
  const main = document.createElement("main");
  main.className = "notice notice-page";
  main.setAttribute("aria-live", "assertive");
  fill(main, content);
  document.body.replaceChildren(main);
}

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
    // Said once more where it still holds.
    paragraph.textContent = advice;
    button.disabled = false;
    button.focus();
  });
  element.append(button);
}
