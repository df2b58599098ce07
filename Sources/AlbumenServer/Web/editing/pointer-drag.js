/** A pointer that moves less, in CSS pixels, clicks. */
const stillness = 6;

/** Near the upper and lower edge of what scrolls, as many CSS pixels high, a drag scrolls it. */
const scrollEdge = 56;
const scrollSpeed = 12;

/**
 * Dragging with a mouse or pen. A finger scrolls instead, so what can be dragged can be done in other ways too.
 *
 * Escape, and whatever takes the pointer away, ends a drag without a drop.
 */
export class PointerDrag {
  #parts;
  #drag = null;
  #ending = null;

  /**
   * @param {HTMLElement} element what is dragged is in it
   * @param {object} parts
   * @param {(target: Element, point: { x: number, y: number }) => object | null} parts.begin what is dragged; null
   *   where nothing is
   * @param {(drag: object, point: { x: number, y: number }) => void} parts.move
   * @param {(drag: object) => void} parts.drop
   * @param {(drag: object) => void} parts.end after a drop too
   * @param {HTMLElement[]} parts.scrolled what scrolls when the pointer is near its edges
   */
  constructor(element, parts) {
    this.#parts = parts;
    element.addEventListener("pointerdown", (event) => this.#pressed(event));
  }

  #pressed({ pointerType, button, isPrimary, target, clientX, clientY }) {
    if (pointerType === "touch" || button !== 0 || !isPrimary || this.#ending) return;
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    const start = { x: clientX, y: clientY };
    addEventListener("pointermove", (event) => this.#moved(event, target, start), { signal });
    addEventListener("pointerup", () => this.#released(), { signal });
    addEventListener("pointercancel", () => this.#end(), { signal });
    addEventListener("blur", () => this.#end(), { signal });
    addEventListener("keydown", (event) => this.#keyDown(event), { signal, capture: true });
  }

  #moved({ clientX, clientY, buttons }, target, start) {
    const point = { x: clientX, y: clientY };
    if (buttons === 0) {
      this.#end();
      return;
    }
    if (this.#drag === null) {
      if (Math.hypot(point.x - start.x, point.y - start.y) < stillness) return;
      this.#drag = this.#parts.begin(target, start);
      if (this.#drag === null) {
        this.#end();
        return;
      }
      document.documentElement.classList.add("is-dragging");
      this.#scroll();
    }
    this.#drag.point = point;
    this.#parts.move(this.#drag, point);
  }

  /** Scrolls as long as the pointer is near an edge, also while it is still. */
  #scroll() {
    if (this.#drag === null) return;
    const { point } = this.#drag;
    for (const element of point ? this.#parts.scrolled : []) {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (point.x < left || point.x > right || point.y < top || point.y > bottom) continue;
      const step = point.y < top + scrollEdge ? -scrollSpeed : point.y > bottom - scrollEdge ? scrollSpeed : 0;
      if (step === 0) continue;
      element.scrollTop += step;
      this.#parts.move(this.#drag, point);
    }
    requestAnimationFrame(() => this.#scroll());
  }

  #keyDown(event) {
    if (event.key !== "Escape" || this.#drag === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.#end();
  }

  #released() {
    const drag = this.#drag;
    if (drag !== null) {
      // The browser makes a click of it, which nobody means.
      const clicks = new AbortController();
      addEventListener("click", (event) => {
        event.preventDefault();
        event.stopPropagation();
      }, { capture: true, signal: clicks.signal });
      setTimeout(() => clicks.abort());
      this.#parts.drop(drag);
    }
    this.#end();
  }

  #end() {
    const drag = this.#drag;
    this.#drag = null;
    this.#ending?.abort();
    this.#ending = null;
    document.documentElement.classList.remove("is-dragging");
    if (drag !== null) this.#parts.end(drag);
  }
}
