import { formatNumber } from "../common/words.js";
import { PointerDrag } from "./pointer-drag.js";

/** The distance between the pointer and the picture that follows it, in CSS pixels. */
const ghostDistance = 14;

/** @typedef {{ identifier: string, isAfter: boolean }} PlaceBeside a place beside a photo */

/**
 * Photos that are dragged.
 * @typedef {{ assets: readonly string[], ghost: HTMLElement, album: HTMLElement | null, place: PlaceBeside | null }}
 *   DraggedPhotos
 */

/** Drags photos onto an album of the sidebar, or to another place in an album that the reader arranges. */
export class PhotoDrag {
  #grid;
  #page;
  #marker = document.createElement("div");

  /**
   * @param {import("../grid/photo-grid.js").PhotoGrid} grid
   * @param {import("../sidebar/album-sidebar.js").AlbumSidebar} sidebar
   * @param {object} page
   * @param {() => boolean} page.canBegin returns `false` while a pen selects photos
   * @param {(identifier: string) => readonly string[]} page.dragged returns the photos that are dragged with one
   * @param {() => boolean} page.isArranged returns whether the reader arranges the album in the grid
   * @param {(album: string, assets: readonly string[]) => void} page.addTo
   * @param {(assets: readonly string[], place: PlaceBeside) => void} page.moveTo moves photos beside another
   */
  constructor(grid, sidebar, page) {
    this.#grid = grid;
    this.#page = page;
    this.#marker.className = "drop-marker";
    /** @type {import("./pointer-drag.js").DragSteps<DraggedPhotos>} */
    const steps = {
      begin: (target) => this.#begin(target),
      move: (drag, point) => this.#move(drag, point),
      drop: (drag) => this.#drop(drag),
      end: (drag) => this.#end(drag),
      scrolled: [grid, sidebar.list],
    };
    new PointerDrag(grid, steps);
  }

  /**
   * @param {Element} target
   * @returns {DraggedPhotos | null}
   */
  #begin(target) {
    const photo = this.#grid.photoOf(target);
    if (photo === null || !this.#page.canBegin()) return null;
    const assets = this.#page.dragged(photo.identifier);
    const ghost = makeGhost(this.#grid.tileImage(photo.rank), assets.length);
    document.body.append(ghost);
    return { assets, ghost, album: null, place: null };
  }

  /**
   * @param {DraggedPhotos} drag
   * @param {import("./pointer-drag.js").Point} point
   */
  #move(drag, { x, y }) {
    drag.ghost.style.transform = `translate(${x + ghostDistance}px, ${y + ghostDistance}px)`;
    const element = document.elementFromPoint(x, y);
    const found = element?.closest("album-sidebar [data-type=album]");
    const album = found instanceof HTMLElement ? found : null;
    if (drag.album !== album) {
      drag.album?.classList.remove("is-target");
      album?.classList.add("is-target");
      drag.album = album;
    }
    drag.place = album === null && this.#page.isArranged() ? this.#placeAt(element, x) : null;
    if (drag.place === null) this.#marker.remove();
  }

  /**
   * Returns the place for a drop, and marks it. The place has an identifier, because ranks may change until the drop.
   * @param {Element | null} element
   * @param {number} x
   * @returns {PlaceBeside | null}
   */
  #placeAt(element, x) {
    const photo = this.#grid.photoOf(element);
    const tile = photo && this.#grid.tileRect(photo.rank);
    if (!tile) return null;
    const { left, right, top, height } = tile;
    const isAfter = x > (left + right) / 2;
    this.#marker.style.transform = `translate(${(isAfter ? right : left) - 2}px, ${top}px)`;
    this.#marker.style.height = `${height}px`;
    if (!this.#marker.isConnected) document.body.append(this.#marker);
    return { identifier: photo.identifier, isAfter };
  }

  /** @param {DraggedPhotos} drag */
  #drop({ assets, album, place }) {
    if (album?.dataset.collection) this.#page.addTo(album.dataset.collection, assets);
    else if (place !== null) this.#page.moveTo(assets, place);
  }

  /** @param {DraggedPhotos} drag */
  #end({ album, ghost }) {
    album?.classList.remove("is-target");
    this.#marker.remove();
    ghost.remove();
  }
}

/**
 * Returns the picture that follows the pointer.
 * @param {HTMLImageElement | null} image
 * @param {number} count
 */
function makeGhost(image, count) {
  const element = document.createElement("div");
  element.className = "drag-ghost";
  element.ariaHidden = "true";
  if (image) {
    const picture = new Image();
    picture.alt = "";
    picture.src = image.currentSrc || image.src;
    element.append(picture);
  }
  if (count > 1) {
    const badge = document.createElement("span");
    badge.textContent = formatNumber(count);
    element.append(badge);
  }
  return element;
}
