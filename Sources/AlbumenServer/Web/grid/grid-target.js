/** @typedef {import("./grid-layout.js").RevealTarget & { focus: boolean }} FocusTarget */

/** The photo to bring into the window. It remains set until the photo's place is known. */
export class GridTarget {
  /** @type {FocusTarget | null} */
  #target = null;

  get isSet() {
    return this.#target !== null;
  }

  /** @param {FocusTarget} target */
  set(target) {
    this.#target = target;
  }

  /** @param {FocusTarget} target */
  setUnlessSet(target) {
    this.#target ??= target;
  }

  forget() {
    this.#target = null;
  }

  /**
   * Follows the photo into another version of the timeline.
   * @param {number} by ranks
   */
  shift(by) {
    if (this.#target) this.#target.rank += by;
  }

  /**
   * Scrolls to where the photo probably is.
   * @param {import("./grid-layout.js").GridLayout} layout
   */
  approach(layout) {
    const target = this.#target;
    if (target === null) return;
    target.rank = Math.min(layout.timeline.count - 1, Math.max(0, target.rank));
    layout.approach(target);
  }

  /**
   * Brings the photo into the window if its place is known.
   * @param {import("./grid-layout.js").GridLayout} layout
   * @returns {FocusTarget | null} the photo, which is forgotten; `null` if there is none or its place isn't known
   */
  show(layout) {
    const target = this.#target;
    if (target === null || !layout.reveal(target)) return null;
    this.#target = null;
    return target;
  }
}
