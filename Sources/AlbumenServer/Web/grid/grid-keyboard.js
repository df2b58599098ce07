import { rowHolding } from "./block-layout.js";

/**
 * What the keyboard has to know of the grid.
 * @typedef {object} Surroundings
 * @property {number} count of photos
 * @property {number} blockSize photos in a block
 * @property {number} viewport height of the window
 * @property {(block: number) => import("./block-layout.js").BlockLayout | undefined} layout returns `undefined` if a
 *   block is not loaded
 */

/** @typedef {import("../shortcuts/shortcuts.js").ShortcutAction<"grid">} GridAction */

/**
 * Computes the photo that a key moves the focus to. Remembers the column while the reader goes up and down, as a text
 * editor does.
 */
export class GridKeyboard {
  /** @type {number | null} */
  #column = null;

  /**
   * @param {GridAction} action of the key
   * @param {number} rank
   * @param {Surroundings} surroundings
   * @returns {number | null} the rank to go to; `null` if the action moves nowhere
   */
  target(action, rank, surroundings) {
    const isVertical = action === "up" || action === "down" || action === "pageUp" || action === "pageDown";
    if (!isVertical) this.#column = null;
    switch (action) {
      case "left": return Math.max(0, rank - 1);
      case "right": return Math.min(surroundings.count - 1, rank + 1);
      case "first": return 0;
      case "last": return surroundings.count - 1;
      case "up": return this.#vertical(rank, -1, surroundings).rank;
      case "down": return this.#vertical(rank, 1, surroundings).rank;
      case "pageUp": return this.#page(rank, -1, surroundings);
      case "pageDown": return this.#page(rank, 1, surroundings);
      default: return null;
    }
  }

  /** Forgets the column, because the focus has moved in another way. */
  reset() {
    this.#column = null;
  }

  /**
   * @param {number} rank
   * @param {1 | -1} direction
   * @param {Surroundings} surroundings
   */
  #page(rank, direction, surroundings) {
    let place = rank;
    for (let distance = 0; distance < surroundings.viewport * 0.85;) {
      const next = this.#vertical(place, direction, surroundings);
      if (next.rank === place) break;
      place = next.rank;
      distance += Math.max(1, next.height);
    }
    return place;
  }

  /**
   * @param {number} rank
   * @param {1 | -1} direction
   * @param {Surroundings} surroundings
   */
  #vertical(rank, direction, { count, blockSize, layout }) {
    const block = Math.floor(rank / blockSize);
    const here = layout(block);
    if (!here) {
      const far = Math.min(count - 1, Math.max(0, rank + direction * blockSize));
      return { rank: far, height: Infinity };
    }
    const place = rank % blockSize;
    const column = (this.#column ??= here.x[place] + here.width[place] / 2);
    const row = rowHolding(here.rows, place) + direction;
    if (row >= 0 && row < here.rows.length) return inRow(here, here.rows[row], block * blockSize, column);
    const nextBlock = block + direction;
    if (nextBlock < 0 || nextBlock * blockSize >= count) return { rank, height: 0 };
    const next = layout(nextBlock);
    if (next) {
      const nextRow = next.rows[direction > 0 ? 0 : next.rows.length - 1];
      return inRow(next, nextRow, nextBlock * blockSize, column);
    }
    return { rank: direction > 0 ? nextBlock * blockSize : block * blockSize - 1, height: Infinity };
  }
}

/**
 * Returns the photo of a row at a column, or the photo nearest to it.
 * @param {import("./block-layout.js").BlockLayout} layout
 * @param {import("./block-layout.js").Row} row
 * @param {number} firstRank of the block
 * @param {number} column
 */
function inRow(layout, row, firstRank, column) {
  const distance = (/** @type {number} */ place) => Math.abs(layout.x[place] + layout.width[place] / 2 - column);
  let best = row.first;
  for (let place = row.first; place <= row.last; place++) {
    const isUnder = layout.x[place] <= column && column < layout.x[place] + layout.width[place];
    if (isUnder) {
      best = place;
      break;
    }
    if (distance(place) < distance(best)) best = place;
  }
  return { rank: firstRank + best, height: row.height };
}
