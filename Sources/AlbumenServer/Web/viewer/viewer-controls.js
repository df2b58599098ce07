import { icon } from "../common/icons.js";
import { formatDay } from "../common/words.js";
import { DownloadButton } from "./download-button.js";
import { nameCommand } from "./viewer-keys.js";
import { words } from "./words.js";

/** @typedef {import("./viewer-keys.js").Command} Command */

/** The bar and the buttons over the stage. The viewer carries out their commands. */
export class ViewerControls {
  /** @type {Record<string, HTMLButtonElement>} */
  #buttons = {};
  #day = document.createElement("p");
  #position = document.createElement("span");
  #zoom = document.createElement("span");
  /** The elements for the surface, in the order of the Tab key. */
  elements;
  download = new DownloadButton();

  /** @param {(command: Command) => void} run carries out a command */
  constructor(run) {
    const button = (/** @type {Command} */ command, /** @type {string} */ name, /** @type {string} */ iconName) => {
      const made = document.createElement("button");
      made.type = "button";
      made.className = `icon-button viewer-${command}`;
      nameCommand(made, command, name);
      made.append(icon(iconName));
      made.addEventListener("click", () => run(command));
      this.#buttons[command] = made;
      return made;
    };
    this.#day.className = "viewer-day";
    this.#position.className = "viewer-position";
    this.#zoom.className = "viewer-zoom";
    const place = document.createElement("p");
    place.className = "viewer-place";
    place.append(this.#position, this.#zoom);
    const title = document.createElement("div");
    title.className = "viewer-title";
    title.append(this.#day, place);

    const bar = document.createElement("div");
    bar.className = "viewer-bar viewer-control";
    const actions = document.createElement("div");
    actions.className = "viewer-actions";
    actions.append(
      button("zoomOut", words.zoomOut, "zoom-out"),
      button("zoomIn", words.zoomIn, "zoom-in"),
      button("edit", words.edit, "adjust"),
      button("favorite", words.favorite, "favorite"),
      button("hide", words.hide, "hidden"),
      button("add", words.addToAlbum, "album-add"),
      button("restore", words.restore, "restore"),
      button("trash", words.delete, "trash"),
      this.download.element,
      button("information", words.information, "info"),
      button("fullScreen", words.fullScreen, "fullscreen"),
    );
    bar.append(button("close", words.close, "close"), title, actions);
    this.#buttons.fullScreen.hidden = !document.fullscreenEnabled;
    const previous = button("previous", words.previous, "previous");
    const next = button("next", words.next, "next");
    previous.classList.add("viewer-step", "viewer-control");
    next.classList.add("viewer-step", "viewer-control");
    this.elements = [bar, previous, next];
  }

  /**
   * @param {number} rank
   * @param {number} count
   * @param {import("../grid/loaded-windows.js").TimelineItem | undefined} item `undefined` if it is not loaded
   * @param {{ isInBurst?: boolean }} options whether the ranks are those of a burst's frames
   */
  show(rank, count, item, { isInBurst = false } = {}) {
    this.#day.textContent = item ? formatDay(item.day) : "";
    const position = isInBurst ? words.framePosition : words.position;
    this.#position.textContent = position({ position: rank + 1, count });
    nameCommand(this.#buttons.close, "close", isInBurst ? words.leaveBurst : words.close);
    this.#buttons.previous.disabled = rank <= 0;
    this.#buttons.next.disabled = rank >= count - 1;
  }

  /** @param {import("./zoomable-picture.js").ZoomablePicture | null} picture `null` if nothing can be zoomed */
  showZoom(picture) {
    this.#buttons.zoomIn.disabled = !picture || picture.isLargest;
    this.#buttons.zoomOut.disabled = !picture?.isZoomed;
    const scale = picture?.isZoomed ? picture.pixelScale : null;
    this.#zoom.textContent = scale === null ? "" : words.zoomLevel(Math.round(scale * 100));
  }

  /**
   * Shows which actions the photo has.
   * @param {{ isTrashed: boolean, isFavorite: boolean, isHidden: boolean } | null} state `null` if it is not known
   */
  showState(state) {
    const { isTrashed = false, isFavorite = false, isHidden = false } = state ?? {};
    const { edit, favorite, hide, add, restore, trash } = this.#buttons;
    for (const button of [edit, favorite, hide, add, restore, trash]) button.disabled = state === null;
    edit.hidden = isTrashed;
    favorite.hidden = isTrashed;
    hide.hidden = isTrashed;
    add.hidden = isTrashed;
    restore.hidden = !isTrashed;
    nameCommand(trash, "trash", isTrashed ? words.purge : words.delete);
    favorite.setAttribute("aria-pressed", String(isFavorite));
    favorite.classList.toggle("is-on", isFavorite);
    nameCommand(hide, "hide", isHidden ? words.unhide : words.hide);
    hide.replaceChildren(icon(isHidden ? "shown" : "hidden"));
  }

  /** @param {boolean} isOpen */
  showPanel(isOpen) {
    const button = this.#buttons.information;
    button.setAttribute("aria-expanded", String(isOpen));
    button.classList.toggle("is-on", isOpen);
  }

  /** @param {boolean} isFull */
  showFullScreen(isFull) {
    const button = this.#buttons.fullScreen;
    nameCommand(button, "fullScreen", isFull ? words.leaveFullScreen : words.fullScreen);
    button.replaceChildren(icon(isFull ? "exit-fullscreen" : "fullscreen"));
  }
}
