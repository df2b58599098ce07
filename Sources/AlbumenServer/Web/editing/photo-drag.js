import { formatNumber } from "../words.js";
import { PointerDrag } from "./pointer-drag.js";

/** How far the picture that follows the pointer is from it, in CSS pixels. */
const ghostDistance = 14;

/**
 * Dragging photos onto an album of the sidebar, and within an album that the reader arranges to another place.
 */
export class PhotoDrag {
  #grid;
  #page;
  #ghost = null;
  #marker = document.createElement("div");

  /**
   * @param {import("../grid/photo-grid.js").PhotoGrid} grid
   * @param {HTMLElement} sidebar
   * @param {object} page
   * @param {(identifier: string) => string[]} page.dragged the photos that go with one
   * @param {() => boolean} page.isArranged whether the album in the grid has an order of the reader's
   * @param {(album: string, assets: string[]) => void} page.addTo
   * @param {(assets: string[], place: { identifier: string, isAfter: boolean }) => void} page.moveTo puts them beside
   *   a photo
   */
  constructor(grid, sidebar, page) {
    this.#grid = grid;
    this.#page = page;
    this.#marker.className = "drop-marker";
    new PointerDrag(grid, {
      begin: (target) => this.#begin(target),
      move: (drag, point) => this.#move(drag, point),
      drop: (drag) => this.#drop(drag),
      end: (drag) => this.#end(drag),
      scrolled: [grid, sidebar.querySelector(".sidebar-list")],
    });
  }

  #begin(target) {
    const photo = this.#grid.photoOf(target);
    if (photo === null) return null;
    const assets = this.#page.dragged(photo.identifier);
    this.#ghost = ghost(this.#grid.tileImage(photo.rank), assets.length);
    document.body.append(this.#ghost);
    return { assets, album: null, place: null };
  }

  #move(drag, { x, y }) {
    this.#ghost.style.transform = `translate(${x + ghostDistance}px, ${y + ghostDistance}px)`;
    const element = document.elementFromPoint(x, y);
    const album = element?.closest("album-sidebar [data-type=album]") ?? null;
    if (drag.album !== album) {
      drag.album?.classList.remove("is-target");
      album?.classList.add("is-target");
      drag.album = album;
    }
    drag.place = album === null && this.#page.isArranged() ? this.#placeAt(element, x) : null;
    if (drag.place === null) this.#marker.remove();
  }

  /** Beside which photo a drop puts photos, by its identifier: ranks may be others by then. Marks the place. */
  #placeAt(element, x) {
    const photo = this.#grid.photoOf(element);
    if (photo === null) return null;
    const { left, right, top, height } = this.#grid.tileRect(photo.rank);
    const isAfter = x > (left + right) / 2;
    this.#marker.style.transform = `translate(${(isAfter ? right : left) - 2}px, ${top}px)`;
    this.#marker.style.height = `${height}px`;
    if (!this.#marker.isConnected) document.body.append(this.#marker);
    return { identifier: photo.identifier, isAfter };
  }

  #drop({ assets, album, place }) {
    if (album !== null) this.#page.addTo(album.dataset.collection, assets);
    else if (place !== null) this.#page.moveTo(assets, place);
  }

  #end({ album }) {
    album?.classList.remove("is-target");
    this.#marker.remove();
    this.#ghost?.remove();
    this.#ghost = null;
  }
}

function ghost(image, count) {
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
