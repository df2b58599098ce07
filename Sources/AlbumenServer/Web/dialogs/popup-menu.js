import { icon } from "../common/icons.js";

/** The distance between a menu and the window's edges, in CSS pixels. */
const margin = 8;

/**
 * How far a menu reaches beyond the point where it opens, in CSS pixels. The pointer is then over the menu, also inside
 * its round corners. Browsers close a menu if a button that was pressed beside it is released beside it.
 */
const overlap = 4;

/**
 * Opens a menu, and restores the focus when the menu closes. Over a modal dialog, the menu is a part of the dialog.
 * @typedef {{ label: string, icon: string, isDanger?: boolean, isDisabled?: boolean, perform: () => void }} MenuEntry
 * @param {HTMLElement} anchor the button or photo that opened it
 * @param {string} label for screen readers
 * @param {MenuEntry[]} entries
 * @param {{ x: number, y: number } | null} [point] where the menu opens, by default beside the button
 */
export function openMenu(anchor, label, entries, point = null) {
  const menu = document.createElement("div");
  menu.className = "popup-menu";
  menu.popover = "auto";
  menu.setAttribute("role", "menu");
  menu.setAttribute("aria-label", label);
  menu.append(...entries.map((entry) => item(entry, () => menu.hidePopover())));
  menu.addEventListener("keydown", (event) => keyDown(event, menu));
  // Some browsers ask for their own menu when the key is released that has opened this one.
  menu.addEventListener("contextmenu", (event) => event.preventDefault());
  menu.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== "closed") return;
    anchor.removeAttribute("aria-expanded");
    if (menu.contains(document.activeElement) || document.activeElement === document.body) anchor.focus();
    menu.remove();
  });
  (anchor.closest(".viewer-surface, dialog") ?? document.body).append(menu);
  anchor.setAttribute("aria-expanded", "true");
  menu.showPopover();
  place(menu, anchor.getBoundingClientRect(), point);
  buttonsIn(menu)[0]?.focus();
}

/**
 * @param {MenuEntry} entry
 * @param {() => void} close
 */
function item({ label, icon: name, isDanger = false, isDisabled = false, perform }, close) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "popup-item";
  button.classList.toggle("is-danger", isDanger);
  button.setAttribute("role", "menuitem");
  button.tabIndex = -1;
  button.disabled = isDisabled;
  const text = document.createElement("span");
  text.textContent = label;
  button.append(icon(name), text);
  button.addEventListener("click", () => {
    close();
    perform();
  });
  return button;
}

/**
 * @param {HTMLElement} menu
 * @param {DOMRect} anchor
 * @param {{ x: number, y: number } | null} point
 */
function place(menu, anchor, point) {
  const { width, height } = menu.getBoundingClientRect();
  const x = point ? point.x - overlap : anchor.left;
  const below = point ? point.y - overlap : anchor.bottom + 4;
  const above = (point ? point.y + overlap : anchor.top - 4) - height;
  const y = below + height <= innerHeight - margin || above < margin ? below : above;
  menu.style.left = `${Math.max(margin, Math.min(x, innerWidth - width - margin))}px`;
  menu.style.top = `${Math.max(margin, Math.min(y, innerHeight - height - margin))}px`;
}

/** @param {HTMLElement} menu */
function buttonsIn(menu) {
  return [...menu.querySelectorAll("button")].filter(({ disabled }) => !disabled);
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} menu
 */
function keyDown(event, menu) {
  // What lies below the menu, such as the viewer, gets none of its keys.
  event.stopPropagation();
  const items = buttonsIn(menu);
  const index = items.findIndex((button) => button === document.activeElement);
  /** @type {Record<string, HTMLElement | undefined>} */
  const targets = {
    ArrowDown: items[(index + 1) % items.length], ArrowUp: items.at(index <= 0 ? -1 : index - 1),
    Home: items[0], End: items.at(-1),
  };
  if (event.key === "Tab") menu.hidePopover();
  const target = targets[event.key];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
