import { UploadPanel } from "./upload-panel.js";
import { UploadQueue } from "./upload-queue.js";
import { words } from "./words.js";

/**
 * The page as the uploads see it.
 * @typedef {object} UploadsPage
 * @property {(text: string) => void} tell shows a notice
 * @property {(album: string) => void} showAlbum goes to an album
 */

/** Adds files of this device: sends them, and shows how far they are. */
export class Uploads {
  #page;
  #queue;
  #panel;
  #isDue = false;

  /**
   * @param {import("../server/library.js").Library} library
   * @param {UploadsPage} page
   */
  constructor(library, page) {
    this.#page = page;
    this.#queue = new UploadQueue(library, () => this.#changed());
    this.#panel = new UploadPanel(this.#queue, page.showAlbum);
    addEventListener("beforeunload", (event) => {
      if (!this.#queue.hasEnded) event.preventDefault();
    });
  }

  /**
   * @param {import("./upload-queue.js").AddedFiles} added
   * @param {import("../server/library.js").LibraryCollection | undefined} album
   */
  add(added, album) {
    if (added.files.length === 0 && added.unreadable.length === 0) return;
    if (this.#queue.hasEnded) this.#queue.clear();
    if (this.#queue.add(added, album?.identifier) === 0) {
      this.#page.tell(words.nothing);
      return;
    }
    this.#panel.open(album?.title);
  }

  /** Draws at most once for each frame, or later in a window that isn't visible. */
  #changed() {
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      this.#panel.draw();
    }, 50);
  }
}
