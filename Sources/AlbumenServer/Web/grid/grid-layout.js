import { BlockLayouts, roughHeight, rowBelow, rowHolding, rowsWithin } from "./block-layout.js";
import { gridMetrics } from "./grid-metrics.js";
import { windowSize } from "./loaded-windows.js";
import { BlockHeights, ScrollSpace } from "./scroll-space.js";

/**
 * The photos of a timeline at one width: where each block and row is, and which of them are near the window.
 *
 * Most methods look at the blocks near the window, so their cost doesn't depend on the size of the library.
 *
 * @typedef {object} RevealTarget
 * @property {number} rank
 * @property {"nearest" | "start" | "center"} align
 * @property {number} below with `start`, how far below the window's upper edge the photo goes
 * @property {boolean} ofPicture whether `below` is measured to the photo's picture instead of its row
 * @property {number} [part] the part of the picture that is above the measured height, from 0 to 1; by default 0
 *
 * @typedef {Pick<RevealTarget, "rank" | "below" | "ofPicture" | "part">} GridPlace the photo that keeps its place
 *
 * @typedef {{ width: number, height: number, tileSize?: number }} GridSize the window, and the photos' size as an index
 *   of `tileSizes`
 */
export class GridLayout {
  /** @type {BlockLayouts} */
  #layouts;

  /**
   * @param {import("./timeline.js").Timeline} timeline
   * @param {GridSize} size
   * @param {number} scrollTop
   * @param {object} before
   * @param {GridLayout | null} [before.layout] of the same ranks at another width
   * @param {BlockHeights | null} [before.heights] of another version at the same width
   */
  constructor(timeline, size, scrollTop, { layout = null, heights = null } = {}) {
    this.timeline = timeline;
    this.metrics = GridLayout.metrics(timeline, size);
    this.#layouts = new BlockLayouts(timeline, this.metrics, layout ? layout.#layouts : null);
    const blocks = this.#layouts.count;
    const [first, last] = [0, blocks - 1].map((block) => roughHeight(this.#layouts.size(block), this.metrics));
    /** @type {ScrollSpace} */
    this.space = new ScrollSpace(new BlockHeights(blocks, first, last, heights), size.height);
    this.space.scrollTop = layout?.space.scrollTop ?? scrollTop;
  }

  /**
   * Returns the measures of a timeline's grid in a window.
   * @param {import("./timeline.js").Timeline} timeline
   * @param {GridSize} size
   */
  static metrics(timeline, { width, height, tileSize }) {
    return gridMetrics(width, height, timeline.count, { hasFold: timeline.futureCount > 0, tileSize });
  }

  /** The photo at the window's upper left, and how far its row is below the upper edge (negative if it is cut). */
  get topPlace() {
    const { block, fraction } = this.space.top;
    const layout = this.#layouts.get(block);
    if (!layout) {
      const within = Math.floor(Math.min(0.999, Math.max(0, fraction)) * this.#layouts.size(block));
      return { rank: block * windowSize + within, below: 0 };
    }
    const inBlock = fraction * layout.height;
    const row = layout.rows[Math.min(layout.rows.length - 1, rowBelow(layout.rows, inBlock))];
    return { rank: block * windowSize + row.first, below: row.y - inBlock };
  }

  /**
   * Returns the photo at a point, with the part of it that is above the point.
   * @param {{ x: number, y: number }} point from the window's upper left corner
   * @returns {GridPlace | null} the nearest photo of the row if none is there; `null` if the row is not laid out
   */
  placeAt({ x, y }) {
    const { scrollTop } = this.space;
    for (const { block, y: top, height } of this.space.near(0)) {
      const layout = this.#layouts.get(block);
      const inBlock = scrollTop + y - top;
      if (!layout || inBlock < 0 || inBlock >= height) continue;
      const row = layout.rows[Math.min(layout.rows.length - 1, rowBelow(layout.rows, inBlock))];
      let place = row.first;
      while (place < row.last && layout.x[place + 1] <= x - this.metrics.inset) place += 1;
      const picture = pictureTop(row);
      const part = Math.min(1, Math.max(0, (inBlock - picture) / row.pictureHeight));
      const below = top + picture + part * row.pictureHeight - scrollTop;
      return { rank: block * windowSize + place, below, ofPicture: true, part };
    }
    return null;
  }

  /** Whether the block at the window's upper edge is laid out. */
  get isTopLaidOut() {
    return this.#layouts.has(this.space.top.block);
  }

  /** The position in the whole, from 0 to 1. */
  get share() {
    const { position, furthest } = this.space;
    return furthest > 0 ? Math.min(1, Math.max(0, position / furthest)) : 0;
  }

  /**
   * Returns how far the picture of a loaded photo is below the window's upper edge.
   * @param {number} rank
   */
  pictureBelow(rank) {
    const block = Math.floor(rank / windowSize);
    const rows = this.#layouts.get(block)?.rows;
    if (!rows) return 0;
    return this.space.y(block) + pictureTop(rows[rowHolding(rows, rank % windowSize)]) - this.space.scrollTop;
  }

  /**
   * Returns the layout of a block, which is made if its photos are loaded.
   * @param {number} block
   */
  layoutOf(block) {
    if (block < 0 || block >= this.space.heights.count) return undefined;
    if (!this.#layouts.has(block)) {
      const made = this.#layouts.make(block);
      if (made) this.#take(new Map([[block, made]]));
    }
    return this.#layouts.get(block);
  }

  /**
   * Lays out the loaded blocks near the window. True heights bring other blocks near, hence the rounds.
   * @param {number} margin above and below the window
   */
  layOutNear(margin) {
    for (let round = 0; round < 6 && this.#layOutEnd(); round++) {
      /** @type {Map<number, import("./block-layout.js").BlockLayout>} */
      const made = new Map();
      for (const { block } of this.space.near(margin)) {
        const layout = this.#layouts.has(block) ? null : this.#layouts.make(block);
        if (layout) made.set(block, layout);
      }
      if (made.size === 0) break;
      this.#take(made);
    }
  }

  /**
   * Notes a window that was loaded.
   * @param {{ first: number, last: number }} ranks
   */
  loaded(ranks) {
    this.#layouts.loaded(ranks);
  }

  /**
   * Returns the first and the last block near the window if one of them is not loaded.
   * @param {number} margin above and below the window
   * @returns {[number, number] | null}
   */
  missingNear(margin) {
    const blocks = this.space.near(margin).map(({ block }) => block);
    if (blocks.length === 0) return null;
    const [first, last] = [blocks[0], blocks[blocks.length - 1]];
    const isFirstDayKnown = this.#layouts.isFirstDayKnown(first);
    if (isFirstDayKnown && blocks.every((block) => this.timeline.item(block * windowSize))) return null;
    return [first - (isFirstDayKnown ? 0 : 1), last];
  }

  /**
   * Forgets the layouts of blocks that are far from the window.
   * @param {number} margin above and below the window
   * @param {number} focusedRank -1 if no photo has the focus
   */
  forgetFar(margin, focusedRank) {
    const near = this.space.near(margin).map(({ block }) => block);
    this.#layouts.forgetOthers(new Set(near).add(Math.floor(focusedRank / windowSize)));
  }

  /**
   * Scrolls to where a photo probably is. If its block is laid out, `reveal` does the rest.
   * @param {RevealTarget} target
   */
  approach({ rank, align, below }) {
    const block = Math.floor(rank / windowSize);
    if (this.layoutOf(block)) return;
    const part = (rank % windowSize) / this.#layouts.size(block);
    const offset = part * this.space.heights.height(block);
    this.space.jump(block, offset, align === "start" ? below : this.space.viewport / 3);
  }

  /**
   * Scrolls so that a photo is in the window.
   * @param {RevealTarget} target
   * @returns {boolean} `false` if the photo's block is not laid out yet
   */
  reveal({ rank, align, below: wanted, ofPicture, part = 0 }) {
    const block = Math.floor(rank / windowSize);
    const layout = this.#layouts.get(block);
    if (!layout) return false;
    const { space } = this;
    const { viewport } = space;
    const row = layout.rows[rowHolding(layout.rows, rank % windowSize)];
    const isTopRow = block === 0 && row === layout.rows[0];
    const below = space.y(block) + row.y - space.scrollTop;
    const isVisible = below >= 0 && below + row.height <= viewport;
    if (isTopRow && wanted === 0 && !ofPicture) {
      space.jump(0, 0);
    } else if (align === "start") {
      space.jump(block, ofPicture ? pictureTop(row) + part * row.pictureHeight : row.y, wanted);
    } else if (align === "center" || below < -viewport || below > 2 * viewport) {
      space.jump(block, row.y, Math.max(0, (viewport - row.height) / 2));
    } else if (!isVisible) {
      const edge = this.metrics.gap * 2;
      space.jump(block, row.y, below < 0 ? edge : Math.max(0, viewport - row.height - edge));
    }
    return true;
  }

  /**
   * Returns the ranks of the photos near the window that are laid out.
   * @param {number} margin above and below the window
   */
  *ranksNear(margin) {
    const { scrollTop, viewport } = this.space;
    for (const { block, y } of this.space.near(margin)) {
      const layout = this.#layouts.get(block);
      if (!layout) continue;
      for (const row of rowsWithin(layout, scrollTop - margin - y, scrollTop + viewport + margin - y)) {
        const { first, last } = layout.rows[row];
        for (let place = first; place <= last; place++) yield block * windowSize + place;
      }
    }
  }

  /**
   * Returns the blocks near the window with their rows near it, and the row that has the focus wherever it is.
   * @param {number} margin above and below the window
   * @param {number} focusedRank -1 if no photo has the focus
   * @returns {import("./mounted-rows.js").WantedBlock[]} in their order
   */
  rowsNear(margin, focusedRank) {
    const { scrollTop, viewport } = this.space;
    const focusedBlock = Math.floor(focusedRank / windowSize);
    const focusedLayout = focusedRank >= 0 ? this.#layouts.get(focusedBlock) : undefined;
    const focusedRow = focusedLayout ? rowHolding(focusedLayout.rows, focusedRank % windowSize) : -1;
    const wanted = this.space.near(margin).map(({ block, y, height }) => {
      const layout = this.#layouts.get(block) ?? null;
      const rows = layout ? [...rowsWithin(layout, scrollTop - margin - y, scrollTop + viewport + margin - y)] : [];
      if (block === focusedBlock && focusedRow >= 0 && !rows.includes(focusedRow)) {
        rows.push(focusedRow);
        rows.sort((one, other) => one - other);
      }
      return { block, y, height, layout, rows };
    });
    if (!focusedLayout || wanted.some(({ block }) => block === focusedBlock)) return wanted;
    // Out of sight, but not so far away that the scrolled element becomes longer.
    const isAbove = wanted.length > 0 && focusedBlock < wanted[0].block;
    const y = scrollTop + (isAbove ? -2 * viewport - focusedLayout.height : 3 * viewport);
    const kept = { block: focusedBlock, y, height: focusedLayout.height, layout: focusedLayout, rows: [focusedRow] };
    return isAbove ? [kept, ...wanted] : [...wanted, kept];
  }

  /** Lays out the block at an end of the library first if the window is there, so that the other blocks don't move. */
  #layOutEnd() {
    const { position, furthest, heights } = this.space;
    const end = position <= 0.5 ? 0 : position >= furthest - 0.5 ? heights.count - 1 : null;
    return end === null || this.#layouts.has(end) || this.#layouts.make(end) !== null;
  }

  /** @param {Map<number, import("./block-layout.js").BlockLayout>} made */
  #take(made) {
    const changes = new Map([...made].map(([block, { height }]) => [block, height]));
    this.space.measured(changes, (block) => this.#layouts.has(block));
    for (const [block, layout] of made) this.#layouts.set(block, layout);
  }
}

/**
 * The pictures of a row are below the names of its days.
 * @param {import("./block-layout.js").Row} row
 */
function pictureTop(row) {
  return row.y + row.height - row.pictureHeight;
}
