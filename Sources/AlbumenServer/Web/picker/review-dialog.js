import { icon } from "../common/icons.js";
import { words } from "./words.js";

/** The number of photos that the dialog shows. Others are counted. */
const mostShown = 500;

/**
 * The chosen photos in their order, where the reader removes them, and moves them if the app asked for an order.
 */
export class ReviewDialog {
  #library;
  #choice;
  #describe;
  #dialog = document.createElement("dialog");
  #list = document.createElement("ol");
  #rest = document.createElement("p");
  #closed = new AbortController();

  /**
   * @param {import("../server/library.js").Library} library
   * @param {import("./choice.js").Choice} choice
   * @param {(identifier: string) => { name: string, content: string } | undefined} describe returns what is known about
   *   a photo
   */
  constructor(library, choice, describe) {
    this.#library = library;
    this.#choice = choice;
    this.#describe = describe;
  }

  open() {
    const dialog = this.#dialog;
    dialog.className = "picker-review-dialog";
    const title = document.createElement("h2");
    title.id = "review-title";
    title.textContent = words.reviewTitle;
    dialog.setAttribute("aria-labelledby", title.id);
    const removeAll = button("text-button", words.removeAll);
    removeAll.addEventListener("click", () => {
      this.#choice.selection.clear();
      dialog.close();
    });
    const done = button("button", words.back);
    done.autofocus = true;
    done.addEventListener("click", () => dialog.close());
    const head = document.createElement("header");
    head.append(title, removeAll, done);
    this.#list.className = "review-list";
    this.#list.setAttribute("role", "list");
    this.#rest.className = "review-rest";
    dialog.append(head, this.#list, this.#rest);
    dialog.addEventListener("close", () => {
      this.#closed.abort();
      dialog.remove();
    });
    dialog.addEventListener("click", ({ target }) => {
      if (target === dialog) dialog.close();
    });
    this.#choice.addEventListener("change", () => this.#show(), { signal: this.#closed.signal });
    document.body.append(dialog);
    this.#show();
    dialog.showModal();
  }

  #show() {
    const { identifiers } = this.#choice.selection;
    if (identifiers.length === 0 && this.#dialog.open) {
      this.#dialog.close();
      return;
    }
    const focused = document.activeElement?.closest("[data-asset]");
    const place = focused ? [...this.#list.children].indexOf(focused) : -1;
    const command = document.activeElement?.getAttribute("data-command");
    const asset = focused?.getAttribute("data-asset");
    const shown = identifiers.slice(0, mostShown);
    this.#list.replaceChildren(...shown.map((identifier, index) => this.#row(identifier, index, identifiers.length)));
    this.#rest.textContent = identifiers.length > shown.length ? words.more(identifiers.length - shown.length) : "";
    if (place < 0) return;
    // The focus stays on the photo that moved, or goes to the photo in the place of a removed one.
    const next = this.#list.querySelector(`[data-asset="${asset}"]`)
      ?? this.#list.children[Math.min(place, this.#list.children.length - 1)];
    const control = next?.querySelector(`[data-command="${command}"]:not(:disabled)`) ?? next?.querySelector("button");
    if (control instanceof HTMLElement) control.focus();
  }

  /**
   * @param {string} identifier
   * @param {number} index
   * @param {number} count
   */
  #row(identifier, index, count) {
    const item = this.#describe(identifier);
    const number = words.item(index + 1);
    const name = item === undefined ? number : `${number}, ${item.name}`;
    const image = new Image();
    image.alt = name;
    image.loading = "lazy";
    image.decoding = "async";
    image.draggable = false;
    image.src = this.#library.thumbnailAddress(identifier, item?.content ?? "");
    const row = document.createElement("li");
    row.className = "review-item";
    row.dataset.asset = identifier;
    row.append(image);
    if (this.#choice.isOrdered) {
      const badge = document.createElement("span");
      badge.className = "review-number";
      badge.ariaHidden = "true";
      badge.textContent = String(index + 1);
      row.append(badge);
    }
    const buttons = document.createElement("div");
    buttons.className = "review-buttons";
    if (this.#choice.isOrdered) {
      buttons.append(
        this.#command("earlier", "previous", words.earlier(name), index === 0, () => this.#move(index, -1)),
        this.#command("later", "next", words.later(name), index === count - 1, () => this.#move(index, 1)),
      );
    }
    const remove = () => this.#choice.selection.remove([identifier]);
    buttons.append(this.#command("remove", "close", words.removeItem(name), false, remove));
    row.append(buttons);
    return row;
  }

  /**
   * @param {string} name
   * @param {string} drawing
   * @param {string} label
   * @param {boolean} isDisabled
   * @param {() => void} perform
   */
  #command(name, drawing, label, isDisabled, perform) {
    const made = button("icon-button", "");
    made.dataset.command = name;
    made.disabled = isDisabled;
    made.title = label;
    made.setAttribute("aria-label", label);
    made.append(icon(drawing));
    made.addEventListener("click", perform);
    return made;
  }

  /**
   * @param {number} index
   * @param {1 | -1} step
   */
  #move(index, step) {
    const identifiers = [...this.#choice.selection.identifiers];
    const [moved] = identifiers.splice(index, 1);
    identifiers.splice(index + step, 0, moved);
    this.#choice.selection.replace(identifiers);
  }
}

/**
 * @param {string} className
 * @param {string} text
 */
function button(className, text) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  made.textContent = text;
  return made;
}
