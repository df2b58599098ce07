import { ServerError } from "../server/server-connection.js";
import { words } from "./words.js";

/** How often a place is searched for if the album changes meanwhile. */
const tries = 3;

/** @typedef {{ before: string | null }} PhotoPlace the photo that others come before; `null` for the end */

/**
 * Returns the place beside a photo of an album that the reader arranges. The photo may be one of those that move. The
 * place is in the album as it is now, which may differ from what the reader saw.
 *
 * Fails with a `ServerError` if the photo is no longer in the album.
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
 * Returns the place past the next photo that doesn't move. Fails like `placeBeside`.
 * @param {import("../grid/timeline.js").Timeline} timeline
 * @param {string} identifier of one of them
 * @param {readonly string[]} assets
 * @param {1 | -1} step forward or back
 * @returns {Promise<PhotoPlace | null>} `null` if there is no such photo
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

/**
 * Returns the identifiers at some ranks near a photo's, all of one version.
 * @param {import("../grid/timeline.js").Timeline} timeline
 * @param {string} identifier
 * @param {(rank: number) => [number, number]} ranks returns the first and the last rank for the photo's
 */
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
