import { pageWords } from "../words.js";
import { animateTogether, calmTime } from "./tile-transition.js";
import { slideNotice } from "./slide-notice.js";
import { ViewerSlide } from "./viewer-slide.js";
import { fittedRectangle } from "./zoom.js";

/** The gap between neighbours while they are swiped, in CSS pixels. */
const gap = 32;

/** A swipe turns to the neighbour from this share of the stage's width, or this speed in CSS pixels a millisecond. */
const turningShare = 0.3;
const turningSpeed = 0.45;

/** How much of a swipe is followed where there is no neighbour. */
const resistance = 0.3;

/** The place of the photo on show, and of its neighbours left and right of it, which are seen while a finger swipes. */
export class ViewerStage {
  element = document.createElement("div");
  #slides = new Map();
  #rank = null;
  #calls;
  #turning = null;
  #notice = null;
  #observer = new ResizeObserver(() => this.place());

  /**
   * @param {object} calls
   * @param {() => void} calls.zoomed is called when the zoom of the photo on show has changed
   * @param {(rank: number) => void} calls.retry is called when the reader wants a photo to be loaded again
   * @param {(step: 1 | -1) => void} calls.turn is called when a swipe has brought a neighbour on show
   */
  constructor(calls) {
    this.#calls = calls;
    this.element.className = "viewer-stage";
    this.#observer.observe(this.element);
  }

  /** The slide on show, or undefined while its photo is not loaded. */
  get current() {
    return this.#slides.get(this.#rank);
  }

  /** The slide of a rank, if it is on show or a neighbour. */
  slide(rank) {
    return this.#slides.get(rank);
  }

  /**
   * Shows a rank. Slides of photos that are not near it are removed.
   * @param {number} rank
   * @param {number[]} neighbours
   * @param {import("../grid/timeline.js").Timeline} timeline
   */
  show(rank, neighbours, timeline) {
    this.#endTurning();
    this.#notice?.remove();
    const wanted = [rank, ...neighbours];
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

  /** Adds the slide of a rank as soon as its photo is known; one that is there learns what is known now. */
  add(rank, timeline) {
    const item = timeline.item(rank);
    if (!item) return;
    const known = this.#slides.get(rank);
    if (known?.item.identifier === item.identifier) {
      known.item = item;
      return;
    }
    // The rank is another photo's by now.
    known?.remove();
    const slide = new ViewerSlide(timeline, item, {
      zoomed: () => this.#calls.zoomed(),
      // Only the slide on show can be clicked, and its rank may have become another.
      retry: () => this.#calls.retry(this.#rank),
    });
    this.#slides.set(rank, slide);
    this.element.append(slide.element);
    slide.place(this.#size);
    if (rank === this.#rank) slide.wake();
  }

  /** Gives the slide on show another rank, and removes all others; for a timeline in which all ranks are new. */
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

  /** Tells why a photo of which nothing is known is not on show. */
  tell(text) {
    this.#notice?.remove();
    this.#notice = slideNotice({ text, action: { name: pageWords.tryAgain, do: () => this.#calls.retry(this.#rank) } });
    this.element.append(this.#notice);
  }

  /** Where a photo is when it fits, in the window. */
  placeInWindow(slide) {
    const stage = this.element.getBoundingClientRect();
    const { left, top, width, height } = fittedRectangle(slide.item.ratio, stage);
    return { left: stage.left + left, top: stage.top + top, width, height };
  }

  clear() {
    this.#endTurning();
    this.#notice?.remove();
    for (const slide of this.#slides.values()) slide.remove();
    this.#slides.clear();
    this.#rank = null;
  }

  /** Follows a finger sideways. */
  swipe(x) {
    this.#endTurning();
    const hasNeighbour = this.#slides.has(this.#rank - Math.sign(x));
    const followed = hasNeighbour ? x : x * resistance;
    this.element.classList.add("is-swiping");
    for (const [rank, slide] of this.#slides) slide.element.style.transform = this.#shifted(rank, followed);
  }

  /** Turns to the neighbour, or back. */
  async swipeEnd(x, velocity) {
    const direction = -Math.sign(x);
    const isFar = Math.abs(x) > this.#size.width * turningShare;
    const isFast = Math.abs(velocity) > turningSpeed && Math.sign(velocity) === Math.sign(x);
    const step = (isFar || isFast) && this.#slides.has(this.#rank + direction) ? direction : 0;
    const goal = -step * (this.#size.width + gap);
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
