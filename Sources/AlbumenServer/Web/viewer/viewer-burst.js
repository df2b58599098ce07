import { ServerError } from "../server/server-connection.js";
import { trashAlbum } from "../address/page-history.js";
import { BurstTimeline } from "./burst-timeline.js";

/** The most frames that are searched for in a timeline. */
const mostSearched = 100;

/**
 * A request to change the choice among the frames of a burst.
 * @typedef {object} BurstChangeRequest
 * @property {string} asset any frame of the burst
 * @property {string[]} frames all frames
 * @property {{ kept: string[] } | { key: string }} change
 * @property {() => void} settle shows the library's choice again, after the reader's was stored
 */

/** @typedef {import("../grid/timeline.js").Timeline | BurstTimeline} ViewedTimeline */

/**
 * What a burst needs of the viewer.
 * @typedef {object} BurstCalls
 * @property {(timeline: ViewedTimeline) => void} begin shows another timeline
 * @property {(rank: number, image?: HTMLImageElement | null) => void} go shows a photo; `image` is seen at once
 * @property {() => void} close
 * @property {() => void} focus
 * @property {() => void} stripChanged is called when the strip appears or disappears
 * @property {(request: BurstChangeRequest) => void} change
 */

/**
 * The burst that the photo on show belongs to, with its strip.
 *
 * If the reader picks a frame, the viewer shows the burst as a timeline, until the reader leaves the burst.
 */
export class ViewerBurst {
  #photo;
  #strip;
  #calls;
  /**
   * The burst of the photo on show; `null` until it is loaded.
   * @type {BurstTimeline | null}
   */
  #burst = null;
  /**
   * What the viewer showed before the frames of the burst; `null` unless it shows them.
   * @type {{ timeline: ViewedTimeline, rank: number, identifier: string | undefined } | null}
   */
  #outer = null;
  #hadStrip = false;

  /**
   * @param {import("./viewed-photo.js").ViewedPhoto} photo
   * @param {import("./burst-strip.js").BurstStrip} strip
   * @param {BurstCalls} calls
   */
  constructor(photo, strip, calls) {
    this.#photo = photo;
    this.#strip = strip;
    this.#calls = calls;
  }

  /** Whether the viewer shows the frames in place of the timeline. */
  get isEntered() {
    return this.#outer !== null;
  }

  /** The rank in the timeline that the viewer was opened with; `null` unless the viewer shows the frames. */
  get outerRank() {
    return this.#outer?.rank ?? null;
  }

  /** Whether the burst of the photo on show is loaded. */
  get isLoaded() {
    return this.#burst !== null;
  }

  /** Whether the strip is visible. */
  get hasStrip() {
    return this.#hadStrip;
  }

  /** Forgets the timeline that the viewer showed before the frames. */
  forgetOuter() {
    this.#outer = null;
  }

  /** Reads the burst again, after a change of the library. */
  async refresh() {
    const burst = this.#burst;
    if (burst === null) return;
    const isRead = await this.#read(burst, this.#photo.signal);
    if (!isRead || burst !== this.#burst) return;
    if (burst.count > 1) this.show();
    else if (this.#outer !== null) await this.leave();
    else this.hide();
  }

  /**
   * Reads the burst of a photo once stepping has stopped at it.
   * @param {import("../grid/loaded-windows.js").TimelineItem} item
   */
  async load(item) {
    if (this.#outer !== null || (this.#burst !== null && this.#burst.rankIn(item.identifier) >= 0)) return;
    this.hide();
    const timeline = this.#photo.timeline;
    if (timeline === null || !item.kinds.includes("burst") || timeline.collection === trashAlbum) return;
    const burst = new BurstTimeline(timeline.library, timeline.collection, item.identifier);
    const isRead = await this.#read(burst, this.#photo.signal);
    const isShown = timeline === this.#photo.timeline && this.#photo.item?.identifier === item.identifier;
    if (!isRead || !isShown || burst.count < 2) return;
    this.#burst = burst;
    this.show();
  }

  /** Shows the strip if the photo on show is a frame of the burst. */
  show() {
    const shown = this.#photo.item?.identifier;
    const burst = shown !== undefined && this.#burst !== null && this.#burst.rankIn(shown) >= 0 ? this.#burst : null;
    if (burst !== null && shown !== undefined) this.#strip.show(burst, shown);
    else if (!this.#strip.hidden) this.#strip.hide();
    if ((burst !== null) === this.#hadStrip) return;
    this.#hadStrip = burst !== null;
    this.#calls.stripChanged();
  }

  hide() {
    this.#burst = null;
    this.show();
  }

  /** Moves the focus to the frames, or leaves the burst. */
  toggleFrames() {
    if (this.#outer !== null) this.leave();
    else if (!this.#strip.hidden) this.#strip.focusFrame();
  }

  /**
   * Shows a frame of the burst.
   * @param {string} identifier
   * @param {HTMLImageElement | null} [image] is seen at once
   */
  showFrame(identifier, image = null) {
    const burst = this.#burst;
    const timeline = this.#photo.timeline;
    const rank = burst?.rankIn(identifier) ?? -1;
    if (burst === null || timeline === null || rank < 0) return;
    if (this.#outer === null) {
      const shown = this.#photo.item?.identifier;
      if (identifier === shown) return;
      this.#outer = { timeline, rank: this.#photo.rank, identifier: shown };
      this.#calls.begin(burst);
    }
    this.#calls.go(rank, image);
  }

  /** Returns to the timeline, at the photo that represents the burst now. */
  async leave() {
    const [outer, burst] = [this.#outer, this.#burst];
    if (outer === null || burst === null) return;
    const { timeline, rank, identifier } = outer;
    const signal = this.#photo.signal;
    let place = null;
    try {
      const frames = [burst.key, identifier, ...burst.kept].flatMap((frame) => frame ?? []).slice(0, mostSearched);
      const ranks = await timeline.ranksOf(frames, { signal });
      place = ranks.find((found) => found !== null) ?? null;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ServerError)) throw error;
    }
    if (signal.aborted) return;
    this.#outer = null;
    if (timeline.count === 0) {
      this.#calls.close();
      return;
    }
    this.#calls.begin(timeline);
    this.#calls.go(place ?? rank);
    this.#calls.focus();
  }

  /**
   * Returns the rank of the frame that represents the burst now, or of a kept frame; `null` if the timeline has
   * neither.
   * @param {ViewedTimeline} timeline
   * @param {AbortSignal} signal
   */
  async rankOfSuccessor(timeline, signal) {
    const burst = this.#burst;
    if (burst === null || !await this.#read(burst, signal) || burst.key === null) return null;
    const ranks = await timeline.ranksOf([burst.key, ...burst.kept].slice(0, mostSearched), { signal });
    return ranks.find((rank) => rank !== null) ?? null;
  }

  /** Whether the photo on show is a frame of a burst that can be made its key photo. */
  get canMakeKeyPhoto() {
    return this.#burst !== null && !this.#strip.hidden && this.#photo.item?.identifier !== this.#burst.key;
  }

  /** Makes the frame on show the key photo. */
  makeKeyPhoto() {
    const identifier = this.#photo.item?.identifier;
    if (identifier !== undefined && this.canMakeKeyPhoto) this.#change({ key: identifier });
  }

  /** Keeps the frames that the reader has chosen. */
  keepChosen() {
    if (this.#strip.canKeep) this.#change({ kept: this.#strip.chosen });
  }

  /** Chooses the frame on show, or stops choosing it. */
  toggleChosen() {
    this.#strip.toggleChosen();
  }

  /** @param {BurstChangeRequest["change"]} change */
  #change(change) {
    const burst = this.#burst;
    if (burst === null || this.#strip.hidden) return;
    const frames = burst.items.map(({ identifier }) => identifier);
    this.#calls.change({ asset: burst.key ?? frames[0], frames, change, settle: () => this.#strip.settle() });
  }

  /**
   * Returns `false` if the burst can't be read. The photo is shown without its strip then.
   * @param {BurstTimeline} burst
   * @param {AbortSignal} signal
   */
  async #read(burst, signal) {
    try {
      await burst.read({ signal });
      return !signal.aborted;
    } catch (error) {
      if (signal.aborted || error instanceof ServerError) return false;
      throw error;
    }
  }
}
