import { ownCollections } from "../sidebar/collections.js";
import { PointerDrag } from "./pointer-drag.js";

/** The fraction of a folder's height, at each end, where a drop goes beside the folder and not into it. */
const folderEdge = 0.27;

/** @typedef {"before" | "into" | "after"} Zone where a drop goes, relative to a collection */
/** @typedef {{ parent: string | null, before: string | null }} CollectionPlace */

/**
 * A collection that is dragged.
 * @typedef {{ item: HTMLElement, row: HTMLElement | null, place: CollectionPlace | null }} DraggedCollection
 */

/**
 * Returns where a collection goes that is dropped on another.
 * @param {readonly import("../server/library.js").LibraryCollection[]} collections
 * @param {string} moved
 * @param {string} target
 * @param {Zone} zone of the target
 * @returns {CollectionPlace | null} `null` if the collection can't go there, or is there
 */
export function dropPlace(collections, moved, target, zone) {
  const own = ownCollections(collections);
  const find = (/** @type {string | null} */ identifier) => own.find((each) => each.identifier === identifier);
  const onto = find(target);
  if (!onto || target === moved) return null;
  for (let each = find(target); each; each = find(each.parent)) if (each.identifier === moved) return null;
  const parent = zone === "into" ? target : onto.parent;
  const siblings = own.filter((each) => each.parent === parent && each.identifier !== moved);
  const place = siblings.findIndex((each) => each.identifier === target);
  const index = { into: 0, before: place, after: place + 1 }[zone];
  const before = siblings[index]?.identifier ?? null;
  const order = own.filter((each) => each.parent === parent).map((each) => each.identifier);
  const isThere = find(moved)?.parent === parent && (order[order.indexOf(moved) + 1] ?? null) === before;
  return isThere ? null : { parent, before };
}

/** Drags albums and folders of the sidebar to another place, or into folders. */
export class CollectionDrag {
  #collections;
  #place;

  /**
   * @param {import("../sidebar/album-sidebar.js").AlbumSidebar} sidebar
   * @param {() => readonly import("../server/library.js").LibraryCollection[]} collections
   * @param {(identifier: string, place: CollectionPlace) => void} place
   */
  constructor(sidebar, collections, place) {
    this.#collections = collections;
    this.#place = place;
    /** @type {import("./pointer-drag.js").DragSteps<DraggedCollection>} */
    const steps = {
      begin: (target) => this.#begin(target),
      move: (drag, point) => this.#move(drag, point),
      drop: (drag) => {
        const { collection } = drag.item.dataset;
        if (drag.place !== null && collection) this.#place(collection, drag.place);
      },
      end: ({ item, row }) => {
        item.classList.remove("is-dragged");
        row?.removeAttribute("data-drop");
      },
      scrolled: [sidebar.list],
    };
    new PointerDrag(sidebar, steps);
  }

  /**
   * @param {Element} target
   * @returns {DraggedCollection | null}
   */
  #begin(target) {
    const item = target.closest(".sidebar-row > .sidebar-link")?.closest("[data-collection]");
    if (!(item instanceof HTMLElement)) return null;
    item.classList.add("is-dragged");
    return { item, row: null, place: null };
  }

  /**
   * @param {DraggedCollection} drag
   * @param {import("./pointer-drag.js").Point} point
   */
  #move(drag, { x, y }) {
    drag.row?.removeAttribute("data-drop");
    const row = document.elementFromPoint(x, y)?.closest(".sidebar-row");
    drag.row = row instanceof HTMLElement ? row : null;
    drag.place = null;
    const { collection, type } = drag.row?.parentElement?.dataset ?? {};
    const moved = drag.item.dataset.collection;
    if (drag.row === null || collection === undefined || moved === undefined) return;
    const { top, height } = drag.row.getBoundingClientRect();
    const zone = zoneAt((y - top) / height, type === "folder");
    drag.place = dropPlace(this.#collections(), moved, collection, zone);
    if (drag.place !== null) drag.row.dataset.drop = zone;
  }
}

/**
 * @param {number} part of the row's height
 * @param {boolean} isFolder
 * @returns {Zone}
 */
function zoneAt(part, isFolder) {
  if (!isFolder) return part < 0.5 ? "before" : "after";
  if (part < folderEdge) return "before";
  return part > 1 - folderEdge ? "after" : "into";
}
