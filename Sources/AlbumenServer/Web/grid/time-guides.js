import { formatDays, formatMonth } from "../common/words.js";

/** The space above and below the track of time, in CSS pixels. */
const trackMargin = 24;

/**
 * Shows the day at the window's upper edge, which is seen while the reader scrolls.
 * @param {import("./grid-frame.js").GridFrame} frame
 * @param {import("./grid-layout.js").GridLayout} layout
 */
export function showDay(frame, layout) {
  const { rank, below } = layout.topPlace;
  const isAtHeading = below >= 0 && rank === 0;
  frame.showDay(isAtHeading || layout.space.top.fraction < 0 ? null : dayText(layout, rank));
}

/**
 * Returns the day of a photo, or its month while the photo is not loaded.
 * @param {import("./grid-layout.js").GridLayout} layout
 * @param {number} rank
 */
function dayText({ timeline }, rank) {
  const item = timeline.item(rank);
  if (item) return formatDays(item.day, item.day);
  return timeline.isByDate ? formatMonth(timeline.dayNear(rank)) : null;
}

/**
 * Shows the years beside the track of time.
 * @param {import("./grid-frame.js").GridFrame} frame
 * @param {import("./grid-layout.js").GridLayout} layout
 */
export function showScale(frame, { metrics, space, timeline }) {
  if (!metrics.hasScrubber) return;
  const { count, marks, isByDate } = timeline;
  frame.scrubber.show({
    marks: isByDate ? marks : [],
    count,
    height: space.viewport - trackMargin,
    screen: Math.min(1, space.viewport / Math.max(1, space.furthest)),
    dayAt: (position) => timeline.dayNear(Math.min(count - 1, Math.floor(position * count))),
  });
}
