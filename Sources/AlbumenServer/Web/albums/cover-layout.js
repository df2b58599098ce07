/** The smallest width of a card, and the space between cards, in CSS pixels. */
const smallest = 168;
const smallestOnPhone = 136;
const gap = 20;

/** The height of a card's title and detail below its square picture. */
const textHeight = 52;

/** The width below which cards are smaller. */
const phoneWidth = 600;

/** The places of equal cards in rows. */
export class CoverLayout {
  /**
   * @param {number} width of all columns
   * @param {number} count of the cards
   */
  constructor(width, count) {
    const least = width < phoneWidth ? smallestOnPhone : smallest;
    this.count = count;
    this.columns = Math.max(1, Math.floor((width + gap) / (least + gap)));
    this.cardWidth = Math.max(1, Math.floor((width - gap * (this.columns - 1)) / this.columns));
    this.cardHeight = this.cardWidth + textHeight;
  }

  /** The height of all rows. */
  get height() {
    const rows = Math.ceil(this.count / this.columns);
    return rows === 0 ? 0 : rows * (this.cardHeight + gap) - gap;
  }

  /** @param {number} index */
  place(index) {
    return {
      x: (index % this.columns) * (this.cardWidth + gap),
      y: Math.floor(index / this.columns) * (this.cardHeight + gap),
    };
  }

  /**
   * Returns the cards between two heights: the first, and the one after the last.
   * @param {number} top
   * @param {number} bottom
   */
  range(top, bottom) {
    const step = this.cardHeight + gap;
    const first = Math.max(0, Math.floor(top / step)) * this.columns;
    const end = Math.max(0, Math.ceil(bottom / step)) * this.columns;
    return { first: Math.min(first, this.count), end: Math.min(end, this.count) };
  }

  /**
   * Returns the card that a key leads to; `null` if the key doesn't move.
   * @param {import("../shortcuts/shortcuts.js").ShortcutAction<"grid"> | undefined} action of the key
   * @param {number} index of the card in focus
   * @param {number} viewport the height of the window
   */
  step(action, index, viewport) {
    const page = Math.max(1, Math.floor(viewport / (this.cardHeight + gap))) * this.columns;
    /** @type {Record<string, number>} */
    const targets = {
      left: index - 1, right: index + 1, up: index - this.columns, down: index + this.columns,
      pageUp: index - page, pageDown: index + page, first: 0, last: this.count - 1,
    };
    if (action === undefined || !(action in targets) || this.count === 0) return null;
    return Math.min(this.count - 1, Math.max(0, targets[action]));
  }
}
