/**
 * Returns the rank at which arrow keys enter the grid: the photo that had the focus last if it is in the window, or else
 * the first that is wholly in it.
 * @param {import("./grid-layout.js").GridLayout} layout
 * @param {number} activeRank
 */
export function entryRank(layout, activeRank) {
  const ranks = [...layout.ranksNear(0)];
  if (ranks.includes(activeRank)) return activeRank;
  return ranks.find((rank) => layout.pictureBelow(rank) >= 0) ?? ranks[0] ?? layout.topPlace.rank;
}

/**
 * Returns the middle of the photo in focus if it is in the window, or else of the window; `null` at the upper end of
 * the photos.
 * @param {import("./grid-layout.js").GridLayout} layout
 * @param {Element} grid
 * @param {Element | undefined} focused
 */
export function middle(layout, grid, focused) {
  const frame = grid.getBoundingClientRect();
  const photo = focused?.getBoundingClientRect();
  if (photo && photo.bottom > frame.top && photo.top < frame.bottom) {
    return { x: photo.x + photo.width / 2 - frame.x, y: photo.y + photo.height / 2 - frame.y };
  }
  return layout.space.position <= 0.5 ? null : { x: frame.width / 2, y: frame.height / 2 };
}
