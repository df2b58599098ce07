/** The smallest width of a card, by unit. Wider windows have more columns. */
const leastWidth = { years: 380, months: 270, days: 270 };

/** The height of a card's name and count. */
const captionHeight = 60;

/** The space above the first row, for the ring around the card in focus. */
const edge = 8;

/** The height of a card's pictures per width. */
const pictureShape = 2 / 3;

/**
 * Returns the measures of the cards in a window.
 * @param {number} width of the window
 * @param {number} count of cards
 * @param {import("./periods.js").PeriodUnit} unit
 */
export function cardLayout(width, count, unit) {
  const isNarrow = width < 600;
  const inset = isNarrow ? 16 : 20;
  const gap = 16;
  const room = Math.max(1, width - 2 * inset);
  const columns = Math.max(1, Math.floor((room + gap) / (leastWidth[unit] + gap)));
  const cardWidth = Math.floor((room - gap * (columns - 1)) / columns);
  const pictureHeight = Math.round(cardWidth * pictureShape);
  const rowHeight = pictureHeight + captionHeight;
  const rows = Math.ceil(count / columns);
  return {
    columns, cardWidth, pictureHeight, rowHeight, inset, edge,
    height: rows * rowHeight + inset + (isNarrow ? 72 : 0),
    /** @param {number} index */
    place: (index) => ({
      left: inset + (index % columns) * (cardWidth + gap),
      top: Math.floor(index / columns) * rowHeight + edge,
      width: cardWidth,
    }),
  };
}
