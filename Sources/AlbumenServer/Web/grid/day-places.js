import { words } from "./words.js";

/** The number of photos of a day whose places its heading counts. */
const photosAtMost = 200;

/** The number of towns that a heading names. */
const townsAtMost = 2;

/**
 * Returns where photos were taken: the towns with most of them, or one town with its part. Counts the photos of the last
 * day that follow in other rows, as far as they are loaded.
 * @param {{ item(rank: number): import("./loaded-windows.js").TimelineItem | undefined }} timeline
 * @param {number} first rank
 * @param {number} last rank
 */
export function dayPlaces(timeline, first, last) {
  const lastDay = timeline.item(last)?.day ?? null;
  /** @type {Map<string, Map<string, number>>} */
  const towns = new Map();
  for (let rank = first; rank < first + photosAtMost; rank++) {
    const item = timeline.item(rank);
    if (!item || rank > last && item.day !== lastDay) break;
    const [town, part = ""] = item.placeNames ?? [];
    if (town === undefined) continue;
    const parts = towns.get(town) ?? new Map();
    parts.set(part, (parts.get(part) ?? 0) + 1);
    towns.set(town, parts);
  }
  const common = [...towns].map(([town, parts]) => ({ town, parts, count: sum(parts.values()) }))
    .toSorted((one, other) => other.count - one.count);
  if (common.length === 1) {
    const [{ town, parts, count }] = common;
    const part = [...parts].find(([name, number]) => name !== "" && 2 * number > count);
    return part ? words.townAndPart(town, part[0]) : town;
  }
  return common.slice(0, townsAtMost).map(({ town }) => town).join(words.townSeparator);
}

/** @param {Iterable<number>} numbers */
function sum(numbers) {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
