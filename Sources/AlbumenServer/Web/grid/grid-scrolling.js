/** Moves the photos of a view when the reader scrolls or drags along the track of time. */
export class GridScrolling {
  #grid;
  #view;
  #isTouched;

  /**
   * @param {HTMLElement} grid the element that scrolls
   * @param {import("./grid-view.js").GridView} view
   * @param {() => boolean} isTouched returns whether a finger is on the grid
   */
  constructor(grid, view, isTouched) {
    this.#grid = grid;
    this.#view = view;
    this.#isTouched = isTouched;
  }

  /** @param {AbortSignal} signal ends listening */
  listen(signal) {
    this.#grid.addEventListener("scroll", () => this.#scrolled(), { signal, passive: true });
    this.#view.frame.scrubber.addEventListener("scrub", ({ detail }) => this.#scrubbed(detail.position), { signal });
  }

  #scrolled() {
    const { layout } = this.#view;
    const { scrollTop } = this.#grid;
    if (!layout || scrollTop === layout.space.scrollTop) return;
    const { space } = layout;
    // A page that bounces goes beyond its ends, and the photos go with it.
    if (scrollTop < 0 || scrollTop > Math.ceil(space.extent - space.viewport) + 1) return;
    const distance = Math.abs(scrollTop - space.scrollTop);
    space.scrolled(scrollTop);
    if (space.isStuck && !this.#isTouched()) this.#view.settle(layout);
    this.#view.moved(distance);
  }

  /**
   * Scrolls by a distance, even if the bar is at its end although the photos are not.
   * @param {number} distance in CSS pixels
   */
  moveBy(distance) {
    const { layout } = this.#view;
    if (!layout) return;
    if (layout.space.isStuck) this.#view.settle(layout);
    this.#grid.scrollTop += distance;
  }

  /** @param {number} position from 0 to 1 */
  #scrubbed(position) {
    const space = this.#view.layout?.space;
    if (!space) return;
    const before = space.position;
    const after = position * space.furthest;
    space.place(after);
    this.#view.moved(Math.abs(after - before));
  }
}
