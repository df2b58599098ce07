import { ownCollections } from "../album-sidebar.js";
import { PointerDrag } from "./pointer-drag.js";

/** The part of a folder's height, at each end, that means a place beside it and not in it. */
const folderEdge = 0.27;

/**
 * Where a collection goes that is dropped on another.
 * @param {readonly import("../library.js").LibraryCollection[]} collections
 * @param {string} moved
 * @param {string} target
 * @param {"before" | "into" | "after"} zone of the target
 * @returns {{ parent: string | null, before: string | null } | null} null where it cannot go there, or is there
 */
export function dropPlace(collections, moved, target, zone) {
  const own = ownCollections(collections);
  const find = (identifier) => own.find((each) => each.identifier === identifier);
  const onto = find(target);
  if (!onto || target === moved) return null;
  for (let each = onto; each; each = find(each.parent)) if (each.identifier === moved) return null;
  const parent = zone === "into" ? target : onto.parent;
  const siblings = own.filter((each) => each.parent === parent && each.identifier !== moved);
  const place = siblings.findIndex((each) => each.identifier === target);
  const index = { into: 0, before: place, after: place + 1 }[zone];
  const before = siblings[index]?.identifier ?? null;
  const order = own.filter((each) => each.parent === parent).map((each) => each.identifier);
  const isThere = find(moved)?.parent === parent && (order[order.indexOf(moved) + 1] ?? null) === before;
  return isThere ? null : { parent, before };
}

/** Dragging albums and folders of the sidebar to another place, and into folders. */
export class CollectionDrag {
  #collections;
  #place;

  /**
   * @param {HTMLElement} sidebar
   * @param {() => import("../library.js").LibraryCollection[]} collections
   * @param {(identifier: string, place: { parent: string | null, before: string | null }) => void} place
   */
  constructor(sidebar, collections, place) {
    this.#collections = collections;
    this.#place = place;
    new PointerDrag(sidebar, {
      begin: (target) => this.#begin(target),
      move: (drag, point) => this.#move(drag, point),
      drop: ({ item, place }) => {
        if (place !== null) this.#place(item.dataset.collection, place);
      },
      end: ({ item, row }) => {
        item.classList.remove("is-dragged");
        row?.removeAttribute("data-drop");
      },
      scrolled: [sidebar.querySelector(".sidebar-list")],
    });
  }

  #begin(target) {
    const item = target.closest(".sidebar-row > .sidebar-link")?.closest("[data-collection]");
    if (!item) return null;
    item.classList.add("is-dragged");
    return { item, row: null, place: null };
  }

  #move(drag, { x, y }) {
    drag.row?.removeAttribute("data-drop");
    drag.row = document.elementFromPoint(x, y)?.closest(".sidebar-row") ?? null;
    drag.place = null;
    if (drag.row === null) return;
    const { top, height } = drag.row.getBoundingClientRect();
    const { collection, type } = drag.row.parentElement.dataset;
    const zone = zoneAt((y - top) / height, type === "folder");
    drag.place = dropPlace(this.#collections(), drag.item.dataset.collection, collection, zone);
    if (drag.place !== null) drag.row.dataset.drop = zone;
  }
}

function zoneAt(part, isFolder) {
  if (!isFolder) return part < 0.5 ? "before" : "after";
  if (part < folderEdge) return "before";
  return part > 1 - folderEdge ? "after" : "into";
}
