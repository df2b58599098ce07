import { words } from "./words.js";

/** A bar at the foot of the page while the reader chooses photos for an album. */
export class PhotoPicking {
  #bar = document.createElement("div");
  #text = document.createElement("p");
  #add = document.createElement("button");

  /**
   * The album that gets the photos; `null` if no photos are being chosen.
   * @type {import("../server/library.js").LibraryCollection | null}
   */
  album = null;

  /**
   * @param {HTMLElement} parent
   * @param {{ add: () => void, cancel: () => void }} calls
   */
  constructor(parent, { add, cancel }) {
    this.#bar.className = "picking-bar";
    this.#bar.hidden = true;
    this.#bar.setAttribute("role", "region");
    this.#text.className = "picking-text";
    this.#text.setAttribute("role", "status");
    const back = document.createElement("button");
    back.type = "button";
    back.className = "text-button";
    back.textContent = words.cancel;
    back.addEventListener("click", cancel);
    this.#add.type = "button";
    this.#add.className = "button picking-add";
    this.#add.addEventListener("click", () => {
      if (this.#add.getAttribute("aria-disabled") !== "true") add();
    });
    this.#bar.append(this.#text, back, this.#add);
    parent.append(this.#bar);
  }

  /** @param {import("../server/library.js").LibraryCollection} album */
  begin(album) {
    this.album = album;
    this.#bar.hidden = false;
    this.#bar.setAttribute("aria-label", words.picking(album.title));
    this.#text.textContent = words.picking(album.title);
    this.show(0);
  }

  /** @param {number} count of the chosen photos */
  show(count) {
    this.#add.textContent = words.pick(count);
    // Unlike `disabled`, this keeps the focus.
    this.#add.setAttribute("aria-disabled", String(count === 0));
  }

  end() {
    this.album = null;
    this.#bar.hidden = true;
    this.#text.textContent = "";
  }
}
