import { ServerError } from "../library.js";
import { words } from "./words.js";

/** How often a place is looked for when the album changes meanwhile. */
const tries = 3;

/**
 * Places in an album that its reader arranges, as the album is now: what was seen may be older.
 *
 * Each fails with a `ServerError`, one of its own where the photo that a place is beside is no longer in the album.
 *
 * @typedef {{ before: string | null }} PhotoPlace the photo that others come before; null for the end
 */

/**
 * The place beside a photo, for photos that it may be one of.
 * @param {import("../grid/timeline.js").Timeline} timeline
 * @param {{ identifier: string, isAfter: boolean }} beside
 * @param {readonly string[]} assets
 * @returns {Promise<PhotoPlace>}
 */
export async function placeBeside(timeline, { identifier, isAfter }, assets) {
  const moved = new Set(assets);
  const following = await around(timeline, identifier, (rank) => {
    const first = rank + (isAfter ? 1 : 0);
    return [first, first + assets.length];
  });
  return { before: following.find((other) => !moved.has(other)) ?? null };
}

/**
 * The place past the next photo that is none of those that move.
 * @param {import("../grid/timeline.js").Timeline} timeline
 * @param {string} identifier of one of them
 * @param {readonly string[]} assets
 * @param {1 | -1} step forwards or back
 * @returns {Promise<PhotoPlace | null>} null where there is none to pass
 */
export async function placePast(timeline, identifier, assets, step) {
  const moved = new Set(assets);
  const near = await around(timeline, identifier, (rank) => {
    return step < 0 ? [rank - assets.length, rank - 1] : [rank + 1, rank + assets.length + 1];
  });
  const others = near.filter((other) => !moved.has(other));
  if (others.length === 0) return null;
  return { before: (step < 0 ? others.at(-1) : others[1]) ?? null };
}

/** The identifiers of some ranks near a photo's, all of one version. */
async function around(timeline, identifier, ranks) {
  for (let left = tries; left > 0; left--) {
    const rank = await timeline.rankOf(identifier);
    if (rank === null) break;
    const { version } = timeline;
    const [first, last] = ranks(rank);
    const [begin, end] = [Math.max(0, first), Math.min(timeline.count - 1, last)];
    const found = begin <= end ? await timeline.identifiers(begin, end) : [];
    if (timeline.version === version) return found;
  }
  throw new ServerError(0, "conflict", words.placeGone);
}
