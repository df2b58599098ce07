import { pageWords } from "../common/words.js";
import { animateTogether, calmTime } from "./tile-transition.js";
import { slideNotice } from "./slide-notice.js";
import { ViewerSlide } from "./viewer-slide.js";

/** The gap between neighbors while they are swiped, in CSS pixels. */
const gap = 32;

/**
 * From this fraction of the stage's width, or this speed in CSS pixels a millisecond, a swipe turns to the neighbor.
 */
const turningShare = 0.3;
const turningSpeed = 0.45;

/** The fraction of a swipe that the photo follows if it has no neighbor. */
const resistance = 0.3;

/** Holds the photo on show, and its neighbors to the left and right, which are visible while a finger swipes. */
export class ViewerStage {
  element = document.createElement("div");
  /** @type {Map<number, ViewerSlide>} */
  #slides = new Map();
  /** The rank on show; -1 if there is none. */
  #rank = -1;
  #calls;
  /** @type {ReturnType<typeof animateTogether> | null} */
  #turning = null;
  /** @type {HTMLElement | null} */
  #notice = null;
  #observer = new ResizeObserver(() => this.place());

  /**
   * @param {object} calls
   * @param {() => void} calls.zoomed is called when the zoom of the photo on show has changed
   * @param {(rank: number) => void} calls.retry is called when the reader presses the button to load a photo again
   * @param {(step: 1 | -1) => void} calls.turn is called when a swipe has turned to a neighbor
   */
  constructor(calls) {
    this.#calls = calls;
    this.element.className = "viewer-stage";
    this.#observer.observe(this.element);
  }

  /** The slide on show, or `undefined` if its photo is not loaded. */
  get current() {
    return this.#slides.get(this.#rank);
  }

  /**
   * Returns the slide of a rank that is on show or a neighbor.
   * @param {number} rank
   */
  slide(rank) {
    return this.#slides.get(rank);
  }

  /**
   * Shows a rank. Slides of photos that are not near it are removed.
   * @param {number} rank
   * @param {number[]} neighbors
   * @param {import("./viewer-burst.js").ViewedTimeline} timeline
   */
  show(rank, neighbors, timeline) {
    this.#endTurning();
    this.#notice?.remove();
    const wanted = [rank, ...neighbors];
    for (const [other, slide] of this.#slides) {
      if (wanted.includes(other)) continue;
      slide.remove();
      this.#slides.delete(other);
    }
    this.#rank = rank;
    for (const near of wanted) this.add(near, timeline);
    for (const [other, slide] of this.#slides) if (other !== rank) slide.rest();
    this.current?.wake();
  }

  /**
   * Adds the slide of a rank if its photo is loaded, or updates the slide.
   * @param {number} rank
   * @param {import("./viewer-burst.js").ViewedTimeline} timeline
   */
  add(rank, timeline) {
    const item = timeline.item(rank);
    if (!item) return;
    const known = this.#slides.get(rank);
    if (known?.item.identifier === item.identifier && known.item.content === item.content) {
      known.item = item;
      return;
    }
    // The rank has another photo now.
    known?.remove();
    const slide = new ViewerSlide(timeline, item, {
      zoomed: () => this.#calls.zoomed(),
      // Only the slide on show can be clicked, and its rank may have changed.
      retry: () => this.#calls.retry(this.#rank),
    });
    this.#slides.set(rank, slide);
    this.element.append(slide.element);
    slide.place(this.#size);
    if (rank === this.#rank) slide.wake();
  }

  /**
   * Gives the slide on show another rank, and removes the others, because all ranks have changed.
   * @param {number} rank
   */
  renumber(rank) {
    const { current } = this;
    for (const slide of this.#slides.values()) if (slide !== current) slide.remove();
    this.#slides.clear();
    if (current) this.#slides.set(rank, current);
    this.#rank = rank;
  }

  /** Lays the slides out for the stage's size. */
  place() {
    if (this.#size.width === 0 || this.#size.height === 0) return;
    for (const slide of this.#slides.values()) slide.place(this.#size);
    if (this.current) this.#calls.zoomed();
  }

  /**
   * Shows a failure in place of a photo that is not loaded.
   * @param {string} text
   */
  showFailure(text) {
    this.#notice?.remove();
    this.#notice = slideNotice({ text, action: { name: pageWords.tryAgain, do: () => this.#calls.retry(this.#rank) } });
    this.element.append(this.#notice);
  }

  /**
   * Returns where a photo is in the window when it is fitted.
   * @param {ViewerSlide} slide
   */
  placeInWindow(slide) {
    const stage = this.element.getBoundingClientRect();
    const { left, top, width, height } = slide.placeIn(stage);
    return { left: stage.left + left, top: stage.top + top, width, height };
  }

  clear() {
    this.#endTurning();
    this.#notice?.remove();
    for (const slide of this.#slides.values()) slide.remove();
    this.#slides.clear();
    this.#rank = -1;
  }

  /**
   * Follows a finger sideways.
   * @param {number} x the distance, in CSS pixels
   */
  swipe(x) {
    this.#endTurning();
    const hasNeighbor = this.#slides.has(this.#rank - Math.sign(x));
    const followed = hasNeighbor ? x : x * resistance;
    this.element.classList.add("is-swiping");
    for (const [rank, slide] of this.#slides) slide.element.style.transform = this.#shifted(rank, followed);
  }

  /**
   * Turns to the neighbor, or back.
   * @param {number} x the distance, in CSS pixels
   * @param {number} velocity in CSS pixels a millisecond
   */
  async swipeEnd(x, velocity) {
    const direction = x > 0 ? -1 : 1;
    const isFar = Math.abs(x) > this.#size.width * turningShare;
    const isFast = Math.abs(velocity) > turningSpeed && Math.sign(velocity) === Math.sign(x);
    const step = (isFar || isFast) && this.#slides.has(this.#rank + direction) ? direction : 0;
    const goal = -step * (this.#size.width + gap);
    /** @type {import("./tile-transition.js").AnimatedPart[]} */
    const parts = [...this.#slides].map(([rank, { element }]) =>
      [element, [{ transform: element.style.transform || "none" }, { transform: this.#shifted(rank, goal) }]]);
    const turning = animateTogether(parts, calmTime(this.element));
    this.#turning = turning;
    if (!(await turning.finished)) return;
    this.#endTurning();
    if (step !== 0) this.#calls.turn(step);
  }

  get #size() {
    return { width: this.element.clientWidth, height: this.element.clientHeight };
  }

  /**
   * @param {number} rank
   * @param {number} x
   */
  #shifted(rank, x) {
    return `translateX(${(rank - this.#rank) * (this.#size.width + gap) + x}px)`;
  }

  #endTurning() {
    this.#turning?.cancel();
    this.#turning = null;
    this.element.classList.remove("is-swiping");
    for (const { element } of this.#slides.values()) element.style.transform = "";
  }
}
