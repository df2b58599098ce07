import { actionOf } from "../shortcuts/shortcuts.js";

/** How far a pointer that clicks may move, in CSS pixels. */
const stillness = 6;

/** A drag this near to the upper or lower edge of a scrollable element scrolls it. In CSS pixels. */
const scrollEdge = 56;
const scrollSpeed = 12;

/** @typedef {{ x: number, y: number }} Point */

/**
 * The steps of dragging.
 * @template Drag what is dragged
 * @typedef {object} DragSteps
 * @property {(target: Element, point: Point) => Drag | null} begin returns `null` if nothing can be dragged there
 * @property {(drag: Drag, point: Point) => void} move
 * @property {(drag: Drag) => void} drop
 * @property {(drag: Drag) => void} end is called after a drop, too
 * @property {HTMLElement[]} scrolled elements that scroll if the pointer is near their edges
 */

/**
 * Dragging with a mouse or pen. A finger scrolls instead, so there has to be another way for everything that can be
 * done by dragging.
 *
 * Escape, or losing the pointer, ends a drag without a drop.
 * @template Drag
 */
export class PointerDrag {
  #steps;
  /** @type {{ content: Drag, point: Point | null } | null} */
  #drag = null;
  /** @type {AbortController | null} */
  #ending = null;

  /**
   * @param {HTMLElement} element contains what can be dragged
   * @param {DragSteps<Drag>} steps
   */
  constructor(element, steps) {
    this.#steps = steps;
    element.addEventListener("pointerdown", (event) => this.#pressed(event));
  }

  /** @param {PointerEvent} event */
  #pressed({ pointerType, button, isPrimary, target, clientX, clientY }) {
    if (pointerType === "touch" || button !== 0 || !isPrimary || this.#ending) return;
    if (!(target instanceof Element)) return;
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    const start = { x: clientX, y: clientY };
    addEventListener("pointermove", (event) => this.#moved(event, target, start), { signal });
    addEventListener("pointerup", () => this.#released(), { signal });
    addEventListener("pointercancel", () => this.#end(), { signal });
    addEventListener("blur", () => this.#end(), { signal });
    addEventListener("keydown", (event) => this.#keyDown(event), { signal, capture: true });
  }

  /**
   * @param {PointerEvent} event
   * @param {Element} target
   * @param {Point} start
   */
  #moved({ clientX, clientY, buttons }, target, start) {
    const point = { x: clientX, y: clientY };
    if (buttons === 0) {
      this.#end();
      return;
    }
    if (this.#drag === null) {
      if (Math.hypot(point.x - start.x, point.y - start.y) < stillness) return;
      const content = this.#steps.begin(target, start);
      if (content === null) {
        this.#end();
        return;
      }
      this.#drag = { content, point: null };
      document.documentElement.classList.add("is-dragging");
      this.#scroll();
    }
    this.#drag.point = point;
    this.#steps.move(this.#drag.content, point);
  }

  /** Scrolls as long as the pointer is near an edge, even if it doesn't move. */
  #scroll() {
    if (this.#drag === null) return;
    const { content, point } = this.#drag;
    if (point !== null) this.#scrollNear(content, point);
    requestAnimationFrame(() => this.#scroll());
  }

  /**
   * @param {Drag} content
   * @param {Point} point
   */
  #scrollNear(content, point) {
    for (const element of this.#steps.scrolled) {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (point.x < left || point.x > right || point.y < top || point.y > bottom) continue;
      const step = point.y < top + scrollEdge ? -scrollSpeed : point.y > bottom - scrollEdge ? scrollSpeed : 0;
      if (step === 0) continue;
      element.scrollTop += step;
      this.#steps.move(content, point);
    }
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (actionOf(event, "page") !== "cancel" || this.#drag === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.#end();
  }

  #released() {
    const drag = this.#drag;
    if (drag !== null) {
      // The browser also dispatches a click for the drop.
      const clicks = new AbortController();
      addEventListener("click", (event) => {
        event.preventDefault();
        event.stopPropagation();
      }, { capture: true, signal: clicks.signal });
      setTimeout(() => clicks.abort());
      this.#steps.drop(drag.content);
    }
    this.#end();
  }

  #end() {
    const drag = this.#drag;
    this.#drag = null;
    this.#ending?.abort();
    this.#ending = null;
    document.documentElement.classList.remove("is-dragging");
    if (drag !== null) this.#steps.end(drag.content);
  }
}
