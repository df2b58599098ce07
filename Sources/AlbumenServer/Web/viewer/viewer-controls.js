import { icon } from "../icons.js";
import { formatDay } from "../words.js";
import { DownloadButton } from "./download-button.js";
import { nameCommand } from "./viewer-keys.js";
import { words } from "./words.js";

/** The bar and the buttons over the stage. What they do is done by the viewer. */
export class ViewerControls {
  #buttons = new Map();
  #day = document.createElement("p");
  #position = document.createElement("p");
  /** What goes into the surface, in the order of the Tab key. */
  elements;
  download = new DownloadButton();

  /** @param {(command: string) => void} run as the keys' commands are called */
  constructor(run) {
    const button = (command, name, iconName) => {
      const made = document.createElement("button");
      made.type = "button";
      made.className = `icon-button viewer-${command}`;
      nameCommand(made, command, name);
      made.append(icon(iconName));
      made.addEventListener("click", () => run(command));
      this.#buttons.set(command, made);
      return made;
    };
    this.#day.className = "viewer-day";
    this.#position.className = "viewer-position";
    const title = document.createElement("div");
    title.className = "viewer-title";
    title.append(this.#day, this.#position);

    const bar = document.createElement("div");
    bar.className = "viewer-bar viewer-control";
    bar.append(
      button("close", words.close, "close"),
      title,
      button("zoomOut", words.zoomOut, "zoom-out"),
      button("zoomIn", words.zoomIn, "zoom-in"),
      button("favorite", words.favorite, "favorite"),
      button("hide", words.hide, "hidden"),
      button("restore", words.restore, "restore"),
      button("trash", words.delete, "trash"),
      this.download.element,
      button("information", words.information, "info"),
      button("fullScreen", words.fullScreen, "fullscreen"),
    );
    this.#buttons.get("fullScreen").hidden = !document.fullscreenEnabled;
    const previous = button("previous", words.previous, "previous");
    const next = button("next", words.next, "next");
    previous.classList.add("viewer-step", "viewer-control");
    next.classList.add("viewer-step", "viewer-control");
    this.elements = [bar, previous, next];
  }

  /**
   * @param {number} rank
   * @param {number} count
   * @param {object | undefined} item undefined while it is not loaded
   * @param {{ isInBurst?: boolean }} [options] whether the ranks are those of a burst's frames
   */
  show(rank, count, item, { isInBurst = false } = {}) {
    this.#day.textContent = item ? formatDay(item.day) : "";
    const position = isInBurst ? words.framePosition : words.position;
    this.#position.textContent = position({ position: rank + 1, count });
    const close = this.#buttons.get("close");
    nameCommand(close, "close", isInBurst ? words.leaveBurst : words.close);
    this.#buttons.get("previous").disabled = rank <= 0;
    this.#buttons.get("next").disabled = rank >= count - 1;
  }

  /** @param {import("./zoomable-picture.js").ZoomablePicture | null} picture null where nothing can be zoomed */
  showZoom(picture) {
    this.#buttons.get("zoomIn").disabled = !picture || picture.isLargest;
    this.#buttons.get("zoomOut").disabled = !picture?.isZoomed;
  }

  /**
   * What can be done with the photo.
   * @param {{ isTrashed: boolean, isFavorite: boolean, isHidden: boolean } | null} state null while it is not known
   */
  showState(state) {
    const { isTrashed = false, isFavorite = false, isHidden = false } = state ?? {};
    const names = ["favorite", "hide", "restore", "trash"];
    const [favorite, hide, restore, trash] = names.map((name) => this.#buttons.get(name));
    for (const button of [favorite, hide, restore, trash]) button.disabled = state === null;
    favorite.hidden = isTrashed;
    hide.hidden = isTrashed;
    restore.hidden = !isTrashed;
    nameCommand(trash, "trash", isTrashed ? words.purge : words.delete);
    favorite.setAttribute("aria-pressed", String(isFavorite));
    favorite.classList.toggle("is-on", isFavorite);
    nameCommand(hide, "hide", isHidden ? words.unhide : words.hide);
    hide.replaceChildren(icon(isHidden ? "shown" : "hidden"));
  }

  showPanel(isOpen) {
    const button = this.#buttons.get("information");
    button.setAttribute("aria-expanded", String(isOpen));
    button.classList.toggle("is-on", isOpen);
  }

  showFullScreen(isFull) {
    const button = this.#buttons.get("fullScreen");
    nameCommand(button, "fullScreen", isFull ? words.leaveFullScreen : words.fullScreen);
    button.replaceChildren(icon(isFull ? "exit-fullscreen" : "fullscreen"));
  }
}
