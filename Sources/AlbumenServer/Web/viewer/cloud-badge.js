import { icon } from "../common/icons.js";
import { pageWords } from "../common/words.js";
import { words } from "./words.js";

/** How long a photo stays on show before it's downloaded, in milliseconds. Stepping through photos downloads none. */
const restTime = 300;

/**
 * Shows that a photo or video is only in the library's place. A photo is brought to the server's machine, with its
 * progress. A video isn't: it plays while its pieces come.
 */
export class CloudBadge {
  element = document.createElement("p");
  #text = document.createElement("span");
  #retry = document.createElement("button");
  /** Downloads the files of the badge's asset again. */
  #retryDownload = () => {};
  #timer = 0;
  /** @type {EventSource | null} */
  #events = null;

  constructor() {
    this.element.className = "viewer-cloud";
    this.element.hidden = true;
    this.#retry.type = "button";
    this.#retry.className = "viewer-cloud-retry";
    this.#retry.textContent = pageWords.tryAgain;
    this.#retry.addEventListener("click", () => this.#retryDownload());
    this.element.append(icon("cloud"), this.#text);
  }

  /**
   * Shows the badge of an asset.
   * @param {API.Asset} facts
   * @param {() => void} ended is called when the files are on the server's machine
   */
  begin({ download, mediaType }, ended) {
    this.end();
    if (download === null) return;
    this.element.hidden = false;
    this.#show(mediaType === "video" ? words.playsFromCloud : words.inCloud, null);
    if (mediaType !== "image") return;
    this.#timer = window.setTimeout(() => this.#download(download, ended), restTime);
  }

  /** Hides the badge. If nobody else waits for the files, their download ends. */
  end() {
    clearTimeout(this.#timer);
    this.#events?.close();
    this.#events = null;
    this.element.hidden = true;
  }

  /**
   * @param {string} address
   * @param {() => void} ended
   */
  #download(address, ended) {
    const events = new EventSource(address);
    this.#events = events;
    events.addEventListener("progress", ({ data }) => {
      const { fraction } = JSON.parse(data);
      this.#show(words.downloading(Math.round(fraction * 100)), fraction);
    });
    events.addEventListener("end", () => {
      this.end();
      ended();
    });
    events.addEventListener("failed", ({ data }) => {
      events.close();
      this.#show(words.notDownloaded(JSON.parse(data).message), null);
      this.#offerRetry(address, ended);
    });
    // Otherwise, the browser would ask again for as long as the photo is on show.
    events.addEventListener("error", () => {
      events.close();
      this.#show(words.inCloud, null);
      this.#offerRetry(address, ended);
    });
  }

  /**
   * @param {string} address
   * @param {() => void} ended
   */
  #offerRetry(address, ended) {
    this.element.append(this.#retry);
    this.#retryDownload = () => {
      this.#show(words.inCloud, null);
      this.#download(address, ended);
    };
  }

  /**
   * @param {string} text
   * @param {number | null} fraction of the download
   */
  #show(text, fraction) {
    this.#retry.remove();
    this.#text.textContent = text;
    this.element.style.setProperty("--fraction", String(fraction ?? 0));
    this.element.classList.toggle("is-downloading", fraction !== null);
  }
}
