import { formatBytes } from "../common/words.js";
import { words } from "./words.js";

/** The number of files in the list. */
const mostListed = 200;

/** The panel at the foot of the page with the files that are being added. */
export class UploadPanel {
  #queue;
  #showAlbum;
  #element = document.createElement("section");
  #title = document.createElement("h2");
  #text = document.createElement("p");
  #status = document.createElement("p");
  #bar = document.createElement("progress");
  #details = document.createElement("details");
  #summary = document.createElement("summary");
  #list = document.createElement("ul");
  #buttons = document.createElement("div");
  #drawnButtons = "";
  #album = "";

  /**
   * @param {import("./upload-queue.js").UploadQueue} queue
   * @param {(album: string) => void} showAlbum
   */
  constructor(queue, showAlbum) {
    this.#queue = queue;
    this.#showAlbum = showAlbum;
    this.#element.className = "uploads";
    this.#element.setAttribute("aria-label", words.region);
    this.#title.className = "uploads-title";
    this.#text.className = "uploads-text";
    this.#status.className = "uploads-status";
    this.#status.setAttribute("role", "status");
    this.#bar.setAttribute("aria-label", words.region);
    this.#summary.textContent = words.details;
    this.#details.append(this.#summary, this.#list);
    this.#details.addEventListener("toggle", () => this.#drawList());
    this.#buttons.className = "uploads-buttons";
    // Keys belong to the panel while it has the focus.
    this.#element.addEventListener("keydown", (event) => event.stopPropagation());
    this.#element.append(this.#title, this.#text, this.#bar, this.#status, this.#details, this.#buttons);
  }

  /** @param {string | undefined} album the title of the album that the photos join */
  open(album) {
    this.#album = album === undefined ? "" : words.addingTo(album);
    if (!this.#element.isConnected) document.body.append(this.#element);
    this.draw();
  }

  draw() {
    const { items, isPaused, hasEnded, isReconnecting } = this.#queue;
    const total = items.reduce((sum, { file }) => sum + file.size, 0);
    const sent = items.reduce((sum, item) => sum + (item.hasEnded ? item.file.size : item.sent), 0);
    const done = items.filter((item) => item.hasEnded || item.state === "sent").length;
    this.#bar.max = Math.max(1, total);
    this.#bar.value = hasEnded ? this.#bar.max : sent;
    this.#bar.hidden = hasEnded;
    this.#element.classList.toggle("is-adding", !hasEnded);
    this.#title.textContent = hasEnded ? this.#result() : words.adding(Math.min(done + 1, items.length), items.length);
    this.#text.textContent = hasEnded ? this.#album
      : [this.#album, `${formatBytes(sent)} / ${formatBytes(total)}`].filter((text) => text !== "").join(" · ");
    const states = new Set(items.map(({ state }) => state));
    this.#tell(hasEnded ? this.#result()
      : isPaused ? words.paused
      : isReconnecting ? words.reconnecting
      : states.has("sending") ? "" : states.has("checking") ? words.preparing : words.finishing);
    this.#status.classList.toggle("is-heard-only", hasEnded);
    this.#drawButtons();
    this.#drawList();
  }

  /**
   * Screen readers announce each new text.
   * @param {string} text
   */
  #tell(text) {
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }

  #result() {
    const count = (/** @type {string[]} */ ...states) =>
      this.#queue.items.filter(({ state }) => states.includes(state)).length;
    const [known, deleted, failed, cancelled] = [
      count("known"), count("deleted"), count("failed", "refused"), count("cancelled"),
    ];
    return [
      words.added(count("added")), ...(known > 0 ? [words.known(known)] : []),
      ...(deleted > 0 ? [words.deleted(deleted)] : []), ...(failed > 0 ? [words.failed(failed)] : []),
      ...(cancelled > 0 ? [words.cancelled(cancelled)] : []),
    ].join(", ");
  }

  #drawButtons() {
    const { items, isPaused, hasEnded } = this.#queue;
    const canRetry = items.some(({ state }) => state === "failed");
    const album = items.find(({ state, importAlbum }) => state === "added" && importAlbum !== null)?.importAlbum ?? null;
    const wanted = hasEnded ? `ended ${canRetry} ${album}` : isPaused ? "paused" : "running";
    if (wanted === this.#drawnButtons) return;
    this.#drawnButtons = wanted;
    const hadFocus = this.#buttons.contains(document.activeElement);
    const buttons = hasEnded ? [
      ...(canRetry ? [button(words.retry, () => this.#queue.retry())] : []),
      ...(album === null ? [] : [button(words.show, () => this.#showAlbum(album))]),
      button(words.close, () => this.#close()),
    ] : [
      isPaused ? button(words.resume, () => this.#queue.resume()) : button(words.pause, () => this.#queue.pause()),
      button(words.cancel, () => void this.#queue.cancel()),
    ];
    this.#buttons.replaceChildren(...buttons);
    if (hadFocus) buttons[0].focus();
  }

  #close() {
    this.#element.remove();
    this.#queue.clear();
    const add = document.querySelector(".page-add");
    if (add instanceof HTMLElement) add.focus();
  }

  /** Draws the files that aren't in the library, and then the others. */
  #drawList() {
    if (!this.#details.open) return;
    const { items } = this.#queue;
    const order = ["failed", "refused", "sending", "checking", "sent", "waiting", "deleted", "known", "added", "cancelled"];
    const sorted = items.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
    const rows = sorted.slice(0, mostListed).map(row);
    if (items.length > mostListed) {
      const more = document.createElement("li");
      more.textContent = words.more(items.length - mostListed);
      rows.push(more);
    }
    this.#list.replaceChildren(...rows);
  }
}

/** @param {import("./file-upload.js").FileUpload} item */
function row({ file, state, sent, reason }) {
  const element = document.createElement("li");
  element.dataset.state = state;
  const name = document.createElement("span");
  name.className = "uploads-name";
  name.textContent = file.name;
  const text = document.createElement("span");
  text.className = "uploads-state";
  const share = file.size > 0 ? Math.floor((100 * sent) / file.size) : 0;
  text.textContent = state === "sending" ? `${words.states[state]} ${share} %` : words.states[state];
  element.append(name, text);
  if (reason !== "") {
    const line = document.createElement("span");
    line.className = "uploads-reason";
    line.textContent = reason;
    element.append(line);
  }
  return element;
}

/**
 * @param {string} text
 * @param {() => void} pressed
 */
function button(text, pressed) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "text-button";
  element.textContent = text;
  element.addEventListener("click", pressed);
  return element;
}
