/**
 * What following needs of the viewer.
 * @typedef {object} FollowingCalls
 * @property {(rank: number) => void} show shows a rank of the new version
 * @property {() => void} close
 * @property {(error: unknown) => void} failed
 */

/** Keeps the viewer at its photo when the timeline has another version, in which the photo has another rank. */
export class TimelineFollowing {
  #photo;
  #stage;
  #burst;
  #loading;
  #calls;
  /** Counts how often the timeline was followed: the answer to an earlier request is ignored. */
  #count = 0;

  /**
   * @param {import("./viewed-photo.js").ViewedPhoto} photo
   * @param {object} parts
   * @param {import("./viewer-stage.js").ViewerStage} parts.stage
   * @param {import("./viewer-burst.js").ViewerBurst} parts.burst
   * @param {import("./viewer-loading.js").ViewerLoading} parts.loading
   * @param {FollowingCalls} calls
   */
  constructor(photo, { stage, burst, loading }, calls) {
    this.#photo = photo;
    this.#stage = stage;
    this.#burst = burst;
    this.#loading = loading;
    this.#calls = calls;
  }

  /** Stays at the photo on show, or goes to the next if it was deleted. */
  async follow() {
    const signal = this.#photo.signal;
    const timeline = this.#photo.timeline;
    if (timeline === null) return;
    const number = ++this.#count;
    const shown = this.#identifierAt(0);
    this.#loading.stop();
    try {
      const identifiers = [0, 1, -1].map((step) => this.#identifierAt(step));
      const known = identifiers.flatMap((identifier) => identifier ?? []);
      const ranks = await timeline.ranksOf(known, { signal });
      if (signal.aborted || number !== this.#count) return;
      // If the reader has stepped meanwhile, the new photo is followed.
      if (this.#identifierAt(0) !== shown) {
        await this.follow();
        return;
      }
      if (timeline.count === 0) {
        if (!this.#burst.isEntered) this.#calls.close();
        return;
      }
      const [rank, ...beside] = identifiers
        .map((identifier) => (identifier === undefined ? null : ranks[known.indexOf(identifier)]));
      let [next, previous] = beside;
      if (rank === null && this.#burst.isLoaded && !this.#burst.isEntered) {
        // Another frame may represent the burst now. The viewer shows it in place of the deleted one.
        const successor = await this.#burst.rankOfSuccessor(timeline, signal);
        if (signal.aborted || number !== this.#count) return;
        if (successor !== null) [next, previous] = [successor, null];
      }
      if (rank === null) {
        this.#stage.clear();
        this.#calls.show(next ?? (previous === null ? this.#photo.rank : previous + 1));
      } else {
        this.#stage.renumber(rank);
        this.#calls.show(rank);
      }
    } catch (error) {
      if (!signal.aborted) this.#calls.failed(error);
    }
  }

  /**
   * Returns the photo on show, or one beside it. The timeline may have other ranks by now.
   * @param {number} step
   */
  #identifierAt(step) {
    return this.#stage.slide(this.#photo.rank + step)?.item.identifier;
  }
}
