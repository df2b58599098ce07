// Tests of the grid's other parts. The gallery's tests run them in the page.
import { DayHeadings } from "/web/grid/day-headings.js";
import { GridLayout } from "/web/grid/grid-layout.js";
import { BlockHeights, ScrollSpace } from "/web/grid/scroll-space.js";
import { decodeThumbHash, thumbHashBytes } from "/web/grid/thumbhash.js";
import { neededPicture } from "/web/grid/tile-pictures.js";
import { limitedTileSize, storedTileSize, storeTileSize } from "/web/grid/tile-sizes.js";
import { Timeline } from "/web/grid/timeline.js";
import { ServerError } from "/web/server/server-connection.js";
import { FutureFold } from "/web/grid/future-fold.js";
import { photoName, words } from "/web/grid/words.js";

function assert(condition, message) {
  if (!condition) throw new Error(message ?? "The assertion does not hold");
}

function assertEqual(actual, expected, message = "values") {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  assert(one === other, `${message}: ${one} is not ${other}`);
}

function assertNear(actual, expected, tolerance, message = "value") {
  assert(Math.abs(actual - expected) <= tolerance, `${message}: ${actual} is not within ${tolerance} of ${expected}`);
}

/** A library that returns windows of numbered photos and records the requests. */
class FakeLibrary {
  asked = [];
  version = "1";
  count = 1000;
  isByDate = true;
  futureCount = 0;
  /** The ranks of photos that a test requests. */
  places = new Map();
  #held = null;

  hold() {
    this.#held = [];
  }

  release() {
    for (const go of this.#held ?? []) go();
    this.#held = null;
  }

  get waiting() {
    return this.#held?.length ?? 0;
  }

  async timeline() {
    this.asked.push("timeline");
    return {
      version: this.version, count: this.count, isByDate: this.isByDate, futureCount: this.futureCount,
      marks: [{ rank: 0, day: 100 }, { rank: 500, day: 50 }],
    };
  }

  async window(collection, version, from, count, { signal } = {}) {
    this.asked.push(`${version}:${from}+${count}`);
    if (this.#held) {
      await new Promise((resolve, reject) => {
        this.#held.push(resolve);
        signal.addEventListener("abort", () => {
          this.asked.push(`aborted ${from}`);
          reject(signal.reason);
        });
      });
    }
    if (version !== this.version) throw new ServerError(410, "versionGone", "gone");
    const column = (make) => Array.from({ length: count }, (_, index) => make(from + index));
    return {
      version, count: this.count, from,
      identifiers: column((rank) => `${version}/${rank}`), ratios: column(() => 1.5), longSides: column(() => 4000),
      placeholders: column(() => null),
      days: column((rank) => 100 - Math.floor(rank / 10)), kinds: column(() => []), durations: column(() => 0),
      contents: column(() => "c"), frameCounts: column(() => 0),
    };
  }

  async ranks(collection, version, assets) {
    this.asked.push(`${version}:ranks ${assets.length}`);
    if (version !== this.version) throw new ServerError(410, "versionGone", "gone");
    return assets.map((asset) => this.places.get(asset) ?? null);
  }

  async rank(collection, version, asset) {
    if (version !== this.version) throw new ServerError(410, "versionGone", "gone");
    return asset === "known" ? 17 : null;
  }
}

function space(blockCount, viewport, { height = 1000, estimate = height } = {}) {
  const made = new ScrollSpace(new BlockHeights(blockCount, estimate), viewport);
  made.settle();
  return made;
}

export const tests = {
  "sizes: the browser stores the size, and what it stores otherwise is ignored": async () => {
    const values = new Map();
    const storage = { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => values.set(key, value) };
    assertEqual(storedTileSize(storage), 1);
    storeTileSize(3, storage);
    assertEqual([storedTileSize(storage), values.size], [3, 1]);
    for (const [text, size] of [["0", 0], ["9", 3], ["-4", 0], ["large", 1], ["NaN", 1], ["1.6", 2]]) {
      values.set([...values.keys()][0], text);
      assertEqual(storedTileSize(storage), size, text);
    }
    assertEqual([limitedTileSize(-1), limitedTileSize(4)], [0, 3]);
  },

  "sizes: a tile asks for the smallest picture that is sharp": async () => {
    assertEqual([100, 341, 342, 682, 683, 5000].map(neededPicture), [256, 256, 512, 512, 1440, 1440]);
  },

  "sizes: the photo under the pointer stays there when all photos change their size": async () => {
    const timeline = new Timeline(new FakeLibrary(), "A");
    await timeline.load(0, 999);
    const size = { width: 1200, height: 800 };
    let layout = new GridLayout(timeline, { ...size, tileSize: 1 }, 0);
    layout.space.settle();
    layout.space.jump(4, 500);
    layout.layOutNear(800);
    for (const tileSize of [2, 3, 2, 1, 0, 1]) {
      const point = { x: 700, y: 430 };
      const place = layout.placeAt(point);
      assert(place !== null && place.part >= 0 && place.part <= 1);
      layout = new GridLayout(timeline, { ...size, tileSize }, 0, { layout });
      layout.space.settle();
      const target = { align: "start", ...place };
      layout.approach(target);
      layout.layOutNear(800);
      assert(layout.reveal(target));
      layout.layOutNear(800);
      const top = layout.pictureBelow(place.rank);
      assert(top <= place.below + 1, `the photo begins above the point: ${top} and ${place.below}`);
      const row = layout.layoutOf(Math.floor(place.rank / 100)).rows.find(({ last }) => last >= place.rank % 100);
      assertNear(top + place.part * row.pictureHeight, place.below, 1.5, `size ${tileSize}`);
    }
  },

  "headings: a check shows whether its days are selected, and Tab reaches that of the active photo": async () => {
    const headings = new DayHeadings();
    const label = { x: 0, width: 200, isContinued: false };
    const made = [0, 10, 20].map((rank) => headings.make({ first: 100 - rank, last: 100 - rank, rank }, label));
    const checks = made.map((heading) => heading.firstElementChild);
    assertEqual(checks.map((check) => check.getAttribute("aria-checked")), ["false", "false", "false"]);
    headings.stateOf = ({ rank }) => (rank === 10 ? "true" : "mixed");
    headings.mark();
    assertEqual(checks.map((check) => check.getAttribute("aria-checked")), ["mixed", "true", "mixed"]);
    headings.giveTabStop(15);
    assertEqual(checks.map(({ tabIndex }) => tabIndex), [-1, 0, -1]);
    assertEqual(headings.daysOf(checks[2]), { first: 80, last: 80, rank: 20 });
    headings.forget([made[2]]);
    assertEqual(headings.daysOf(checks[2]), undefined);
    assert(checks[0].textContent.includes("1970"), checks[0].textContent);
  },

  "ThumbHash: a known hash becomes the picture it was made of": async () => {
    // A picture of 40 × 20 pixels, the left half (230, 60, 30) and the right half (20, 70, 200).
    const bytes = thumbHashBytes("WXcCrKJ/dXmIiIiHiIiPiPiIiA==");
    const pixels = decodeThumbHash(bytes, 32, 16);
    assertEqual(pixels.length, 4 * 32 * 16);
    const mean = (from) => [0, 1, 2, 3].map((channel) => {
      let sum = 0;
      for (let y = 0; y < 16; y++) for (let x = from; x < from + 16; x++) sum += pixels[4 * (32 * y + x) + channel];
      return sum / 256;
    });
    [[mean(0), [230, 60, 30, 255]], [mean(16), [20, 70, 200, 255]]].forEach(([actual, expected]) => {
      actual.forEach((value, channel) => assertNear(value, expected[channel], 32, `channel ${channel}`));
    });
  },

  "ThumbHash: what is none is refused": async () => {
    assertEqual(thumbHashBytes("not base64!"), null);
    assertEqual(thumbHashBytes("AAA="), null);
    assertEqual(decodeThumbHash(thumbHashBytes("WXcCrKJ/"), 4, 4), null);
  },

  "names: a photo's name tells kind, date, favorite and place": async () => {
    const name = photoName({ rank: 2, kinds: ["video", "favorite"], duration: 12, day: 19_850 }, 1200);
    assert(name.includes("12") && name.includes("2024") && /1,?200/.test(name), name);
    const plain = photoName({ rank: 0, kinds: [], duration: 0, day: null }, 1);
    assert(plain !== name && !plain.includes("null") && !plain.includes("undefined"), plain);
  },

  "a stack's name tells how many photos it has": () => {
    const item = { rank: 0, kinds: ["burst"], duration: 0, day: 20_000, frameCount: 5 };
    assert(photoName(item, 9).startsWith(words.burstOf(5)), photoName(item, 9));
    assert(photoName({ ...item, frameCount: 0 }, 9).startsWith(words.kinds.burst), "a kept frame");
  },

  "the line of photos in the future tells how many and whether they are shown": () => {
    let pressed = 0;
    const fold = new FutureFold(() => (pressed += 1));
    const button = fold.element.querySelector("button");
    fold.show({ y: 7, inset: 20 }, { futureCount: 1, isFolded: true });
    assertEqual([fold.element.hidden, button.getAttribute("aria-expanded")], [false, "false"]);
    assert(button.textContent.includes(words.future(1)) && button.textContent.includes(words.showFuture));
    fold.show({ y: 7, inset: 20 }, { futureCount: 2345, isFolded: false });
    assertEqual(button.getAttribute("aria-expanded"), "true");
    button.click();
    assertEqual(pressed, 1);
    for (const [place, timeline] of [[null, { futureCount: 3, isFolded: true }], [{ y: 0, inset: 0 }, null],
      [{ y: 0, inset: 0 }, { futureCount: 0, isFolded: false }]]) {
      fold.show(place, timeline);
      assertEqual(fold.element.hidden, true);
    }
  },
};
