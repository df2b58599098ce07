// Tests of the grid's pure functions. The gallery's tests run them in the page.
import {
  BlockLayouts, breakRows, layoutBlock, narrowest, roughHeight, rowBelow, rowHolding, shape,
} from "/web/grid/block-layout.js";
import { dayLabels } from "/web/grid/day-labels.js";
import { DayHeadings } from "/web/grid/day-headings.js";
import { GridLayout } from "/web/grid/grid-layout.js";
import { GridKeyboard } from "/web/grid/grid-keyboard.js";
import { gridMetrics } from "/web/grid/grid-metrics.js";
import { barPosition, BlockHeights, largestExtent, photoPosition, ScrollSpace } from "/web/grid/scroll-space.js";
import { decodeThumbHash, thumbHashBytes } from "/web/grid/thumbhash.js";
import { neededPicture } from "/web/grid/tile-pictures.js";
import { limitedTileSize, storedTileSize, storeTileSize, tileSizes } from "/web/grid/tile-sizes.js";
import { Timeline } from "/web/grid/timeline.js";
import { ServerError } from "/web/server-connection.js";
import { yearLabels } from "/web/grid/time-scrubber.js";
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

/** Reproducible random numbers. */
function sequence(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

function shapes(count, seed = 1) {
  const next = sequence(seed);
  const usual = [1.5, 1.3333, 0.75, 0.6667, 1.7778, 1, 0.5625];
  return Array.from({ length: count }, () => usual[Math.floor(next() * usual.length)]);
}

const metrics = { width: 1184, rowHeight: 172, gap: 4, headingHeight: 44 };

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

function shownTops(scrollSpace, margin = 0) {
  return new Map(scrollSpace.near(margin).map(({ block, y }) => [block, y - scrollSpace.scrollTop]));
}

export const tests = {
  "rows: every row of a hundred photos is full and near the wanted height": async () => {
    for (const width of [384, 700, 1184, 1800, 2500]) {
      for (let seed = 1; seed <= 20; seed++) {
        const ratios = shapes(100, seed);
        const rowHeight = width < 600 ? 112 : 172;
        const rows = breakRows(ratios, { width, rowHeight, gap: 4 });
        assertEqual(rows.at(-1).last, 99);
        rows.forEach((row, index) => {
          assert(row.first === (index === 0 ? 0 : rows[index - 1].last + 1), "rows follow each other");
          assert(row.isFull, `row ${index} at ${width} is full`);
          const isNear = row.height > rowHeight * 0.6 && row.height < rowHeight * 1.4;
          assert(isNear, `row ${index} at ${width}: ${row.height}`);
        });
      }
    }
  },

  "rows: the chosen rows differ least from the wanted height of all possible ones": async () => {
    const cost = (rows) => rows.reduce((sum, [start, end]) => {
      const row = ratios.slice(start, end).reduce((total, ratio) => total + ratio, 0);
      return sum + ((500 - 4 * (end - start - 1)) / row - 120) ** 2;
    }, 0);
    const ratios = shapes(11, 5);
    let best = Infinity;
    for (let bits = 0; bits < 2 ** 10; bits++) {
      const ends = [...Array(10).keys()].filter((index) => bits & (1 << index)).map((index) => index + 1).concat(11);
      best = Math.min(best, cost(ends.map((end, index) => [index === 0 ? 0 : ends[index - 1], end])));
    }
    const rows = breakRows(ratios, { width: 500, rowHeight: 120, gap: 4 });
    assertNear(cost(rows.map(({ first, last }) => [first, last + 1])), best, 1e-6, "cost");
  },

  "rows: no photos, no rows": async () => {
    assertEqual(breakRows([], metrics), []);
    const { height, rows } = layoutBlock([], [], undefined, metrics);
    assertEqual([height, rows], [0, []]);
  },

  "rows: one photo keeps the wanted height and is not blown up": async () => {
    const [row] = breakRows([1.5], metrics);
    assertEqual(row, { first: 0, last: 0, height: 172, isFull: false });
    const layout = layoutBlock([1.5], [7], undefined, metrics);
    assertEqual([layout.x[0], layout.width[0]], [0, 258]);
  },

  "rows: photos of extreme shapes are cut to shapes that can be seen": async () => {
    assertEqual([shape(0.01), shape(100), shape(NaN), shape(0), shape(1.5)], [narrowest, 4, 1, 1, 1.5]);
    const ratios = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? 0.01 : 100));
    for (const width of [300, 1184, 5000]) {
      const layout = layoutBlock(ratios, ratios.map(() => 1), 1, { ...metrics, width });
      for (const row of layout.rows) {
        assert(row.pictureHeight > 40 && row.pictureHeight < 300, `height ${row.pictureHeight} at ${width}`);
        for (let place = row.first; place <= row.last; place++) {
          assert(layout.width[place] >= 20, `photo ${place} is ${layout.width[place]} wide at ${width}`);
          assert(layout.x[place] + layout.width[place] <= width, "within the width");
        }
      }
    }
  },

  "layout: tiles of a full row end exactly at the width, with equal gaps": async () => {
    const layout = layoutBlock(shapes(100, 3), Array(100).fill(1), 1, metrics);
    for (const { first, last } of layout.rows) {
      assertEqual(layout.x[first], 0);
      assertEqual(layout.x[last] + layout.width[last], metrics.width);
      for (let place = first; place < last; place++) {
        assertEqual(layout.x[place + 1] - layout.x[place] - layout.width[place], metrics.gap);
      }
    }
  },

  "layout: a day's name stands above its first photo, and a row without a first photo has none": async () => {
    const days = [5, 5, 5, 5, 5, 5, 5, 4, 4, 3, 3, 3];
    const layout = layoutBlock(Array(12).fill(1.5), days, 5, metrics);
    const places = layout.rows.flatMap(({ labels }) => labels.filter((each) => !each.isContinued));
    assertEqual(places.map(({ place }) => place), [7, 9]);
    assertEqual(layoutBlock([1], [5], undefined, metrics).rows[0].labels.length, 1);
    assertEqual(layoutBlock([1], [null], null, metrics).rows[0].labels.length, 0);
    assertEqual(layoutBlock([1], [null], 5, metrics).rows[0].labels.length, 1);
    for (const row of layout.rows) {
      assertEqual(row.height, row.pictureHeight + (row.labels.length > 0 ? metrics.headingHeight : 0));
      row.labels.forEach((label, index) => {
        assertEqual(label.x, layout.x[label.place]);
        const next = row.labels[index + 1];
        if (next) assert(label.x + label.width < next.x, "names do not run into each other");
      });
    }
  },

  "layout: a day that goes on in a row with another day is named again": async () => {
    const layout = layoutBlock(Array(12).fill(1.5), [5, 5, 5, 5, 5, 5, 5, 4, 4, 3, 3, 3], 5, metrics);
    for (const row of layout.rows.filter(({ labels }) => labels.length > 0)) {
      assertEqual(row.labels[0].place, row.first, "the row begins with a name");
      assert(row.labels.some((label) => !label.isContinued));
      assertEqual(row.labels.at(-1).last, row.last);
    }
    const continued = layout.rows.flatMap(({ labels }) => labels.filter((each) => each.isContinued));
    assert(continued.length > 0 && continued.every(({ place }) => layout.rows.some(({ first }) => first === place)));
  },

  "layout: names that are too narrow are joined to one of several days": async () => {
    // Five narrow photos of five days in one row.
    const x = Int32Array.of(0, 84, 168, 252, 500);
    const row = { days: [9, 8, 7, 6, 5], first: 0, last: 4, dayBefore: 9, x, end: 900 };
    const labels = dayLabels(row, { gap: 4, headingWidth: 100 });
    assertEqual(labels.map(({ place, last }) => [place, last]), [[0, 1], [2, 3], [4, 4]]);
    assertEqual(labels.map(({ isContinued }) => isContinued), [false, false, false]);
    assertEqual([labels[0].width, labels[1].x], [160, 168]);
    const phone = dayLabels(row, { gap: 4, headingWidth: Infinity });
    assertEqual(phone.map(({ place, last, width }) => [place, last, width]), [[0, 4, 900]], "one name on a phone");
    const late = dayLabels({ ...row, x: Int32Array.of(0, 200, 400, 600, 880) }, { gap: 4, headingWidth: 100 });
    assertEqual(late.map(({ place, last }) => [place, last]), [[0, 0], [1, 1], [2, 2], [3, 4]], "the last name");
    assertEqual(dayLabels({ ...row, days: [9, 9, 9, 9, 9] }, { gap: 4, headingWidth: Infinity }), []);
  },

  "layout: the height is that of all rows, gaps and insets": async () => {
    const layout = layoutBlock(shapes(40), Array(40).fill(1), undefined, metrics, { leading: 10, trailing: 20 });
    const rows = layout.rows.reduce((sum, { height }) => sum + height + metrics.gap, 0);
    assertEqual(layout.height, 10 + rows + 20);
    assertEqual(layout.rows[0].y, 10);
  },

  "layout: rows are found by height and by photo": async () => {
    const { rows } = layoutBlock(shapes(100), Array(100).fill(1), 1, metrics);
    assertEqual(rowBelow(rows, -50), 0);
    assertEqual(rowBelow(rows, rows[4].y + 1), 4);
    assertEqual(rowBelow(rows, 1e9), rows.length);
    rows.forEach(({ first, last }, index) => {
      assertEqual([rowHolding(rows, first), rowHolding(rows, last)], [index, index]);
    });
  },

  "metrics: a phone has lower rows, and few photos need no track of time": async () => {
    assert(gridMetrics(390, 800, 1000).rowHeight < gridMetrics(1200, 800, 1000).rowHeight);
    assertEqual([gridMetrics(1200, 800, 10).hasScrubber, gridMetrics(1200, 800, 5000).hasScrubber], [false, true]);
    assert(roughHeight(100, metrics) > 1500 && roughHeight(100, metrics) < 5000);
  },

  "metrics: each size of the photos has higher rows than the one before": async () => {
    for (const width of [390, 1200, 2560]) {
      const heights = tileSizes.map((_, tileSize) => gridMetrics(width, 800, 1000, { tileSize }).rowHeight);
      heights.slice(1).forEach((height, index) => assert(height > 1.3 * heights[index], `${heights} at ${width}`));
      assertEqual(gridMetrics(width, 800, 1000).rowHeight, heights[1], "the usual size");
    }
  },

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

  "dates: months begin behind the photos with a date in the future": async () => {
    const library = new FakeLibrary();
    let asked = 0;
    library.months = async () => {
      asked += 1;
      return { version: "1", count: 1000, ranks: [0, 4, 40, 700], days: [40_000, 39_000, 300, null] };
    };
    library.futureCount = 10;
    const timeline = new Timeline(library, "A");
    const months = await timeline.dates.months();
    assertEqual(months, [
      { day: 39_000, first: 0, count: 30 }, { day: 300, first: 30, count: 660 }, { day: null, first: 690, count: 300 },
    ]);
    await timeline.dates.months();
    assertEqual(asked, 1, "requests");
    await timeline.setFolded(false);
    assertEqual((await timeline.dates.months())[0], { day: 40_000, first: 0, count: 4 });
  },

  "dates: the identifiers of days are those of all their ranks, of one version": async () => {
    const library = new FakeLibrary();
    library.count = 30_000;
    library.futureCount = 100;
    const asked = [];
    library.days = async (_, version, days) => {
      asked.push(days);
      if (version !== library.version) throw new ServerError(410, "versionGone", "gone");
      return days === null ? [{ from: 29_000, count: 2 }] : [{ from: 90, count: 20 }, { from: 200, count: 12_000 }];
    };
    library.identifiers = async (_, version, from, count) => {
      if (version !== library.version) throw new ServerError(410, "versionGone", "gone");
      return Array.from({ length: count }, (_, index) => `${version}/${from + index}`);
    };
    const timeline = new Timeline(library, "A");
    await timeline.open();
    library.version = "2";
    const found = await timeline.dates.identifiers({ first: 9, last: 7 });
    assertEqual([found.length, found[0], found[10], found.at(-1)], [12_010, "2/100", "2/200", "2/12199"]);
    assertEqual(asked.at(-1), { first: 7, last: 9 });
    assertEqual(await timeline.dates.identifiers({ first: null, last: null }), ["2/29000", "2/29001"]);
  },

  "dates: the loaded ranks of days end where another day is known to begin": async () => {
    const timeline = new Timeline(new FakeLibrary(), "A");
    await timeline.load(0, 199);
    const around = (first, last, rank) => Object.values(timeline.dates.loadedRanks({ first, last, rank }));
    assertEqual(around(97, 97, 33), [30, 39, true]);
    assertEqual(around(97, 95, 33), [30, 59, true]);
    assertEqual(around(81, 81, 195), [190, 199, false]);
    assertEqual(around(100, 100, 0), [0, 9, true]);
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

  "heights: unknown blocks have the average of the known, and sums agree with them": async () => {
    const next = sequence(9);
    const heights = new BlockHeights(37, 500, 100);
    for (let step = 0; step < 60; step++) {
      heights.set(Math.floor(next() * 37), 200 + Math.floor(next() * 900));
      let top = 0;
      for (let block = 0; block < 37; block++) {
        assertNear(heights.top(block), top, 1e-6, `top of ${block}`);
        const { block: found, offset } = heights.locate(top + 1);
        assertEqual(found, block);
        assertNear(offset, 1, 1e-6, "offset");
        top += heights.height(block);
      }
      assertNear(heights.total, top, 1e-6, "total");
    }
    assertEqual(heights.locate(1e12).block, 36);
  },

  "heights: the small last block does not spoil the average": async () => {
    const heights = new BlockHeights(10, 500, 50);
    assertNear(heights.total, 9 * 500 + 50, 1e-6, "total");
    heights.set(9, 40);
    assertEqual(heights.estimate, 500);
    heights.set(3, 700);
    assertEqual([heights.estimate, heights.height(5), heights.height(9)], [700, 700, 40]);
  },

  "scrolling: small steps move by as many pixels, however large the library": async () => {
    const large = space(10_000, 800, { height: 2500 });
    assertEqual(large.extent, largestExtent);
    large.jump(5000, 300);
    large.settle();
    const before = large.position;
    for (let step = 1; step <= 20; step++) large.scrolled(large.scrollTop + 100);
    assertNear(large.position - before, 2000, 1e-3, "distance");
  },

  "scrolling: dragging the bar reaches every part and exactly both ends": async () => {
    const large = space(10_000, 800, { height: 2500 });
    large.scrolled(largestExtent - 800);
    assertNear(large.position, large.furthest, 0.01, "end");
    large.scrolled(largestExtent / 2);
    assertNear(large.position / large.furthest, 0.5, 0.001, "middle");
    large.scrolled(0);
    assertEqual(large.position, 0);
    const place = { total: 25e6, viewport: 800, extent: largestExtent };
    let last = -1;
    for (let bar = 0; bar <= largestExtent - 800; bar += 40_000) {
      const position = photoPosition(bar, place);
      assert(position > last, "a place further down the bar is further down the photos");
      assertNear(barPosition(position, place), bar, 0.01, "there and back");
      last = position;
    }
  },

  "scrolling: resting makes the bar agree and moves nothing on screen": async () => {
    const large = space(10_000, 800, { height: 2500 });
    large.jump(7000, 100);
    large.settle();
    for (let step = 0; step < 400; step++) large.scrolled(large.scrollTop + 300);
    const before = shownTops(large);
    const { scrollTop } = large.settle();
    assertEqual([...shownTops(large)], [...before]);
    const place = { total: large.heights.total, viewport: 800, extent: large.extent };
    assertNear(scrollTop, barPosition(large.position, place), 1, "bar");
  },

  "scrolling: what is on screen stays when blocks above it get their true heights": async () => {
    const small = space(100, 800);
    const laidOut = new Set([50]);
    small.jump(50, -300);
    small.measured(new Map([[50, 1200]]), () => false);
    const before = shownTops(small).get(50);
    for (const block of [49, 48, 51, 10, 99]) {
      small.measured(new Map([[block, 400 + 37 * block]]), (each) => laidOut.has(each));
      laidOut.add(block);
      assertNear(shownTops(small, 5000).get(50), before, 1e-6, `block 50 after ${block}`);
    }
  },

  "scrolling: a block on screen that is laid out keeps the part at the window's edge": async () => {
    const small = space(100, 800);
    small.jump(50, 250);
    small.measured(new Map([[50, 2000]]), () => false);
    assertEqual([small.top.block, small.top.fraction], [50, 0.25]);
  },

  "scrolling: the ends hold, also when their blocks get their true heights": async () => {
    const small = space(100, 800);
    small.place(Infinity);
    small.measured(new Map([[99, 333]]), () => false);
    assertNear(small.position, small.furthest, 1e-6, "end");
    small.jump(0, 0);
    small.measured(new Map([[0, 1234]]), () => false);
    assertEqual(small.position, 0);
    small.jump(0, -5000);
    assertEqual(small.position, 0);
  },

  "scrolling: a bar at its end while photos are left asks to be settled": async () => {
    const large = space(10_000, 800, { height: 2500 });
    large.jump(200, 0);
    large.corrected(500);
    for (let step = 0; step < 5; step++) large.scrolled(Math.max(0, large.scrollTop - 100));
    assert(large.isStuck);
    large.settle();
    assert(!large.isStuck);
  },

  "scrolling: only the blocks near the window are looked at": async () => {
    const large = space(10_000, 800, { height: 2500 });
    large.jump(5000, 1000);
    assertEqual(large.near(0).map(({ block }) => block), [5000]);
    assertEqual(large.near(1600).map(({ block }) => block), [4999, 5000, 5001]);
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

  "timeline: windows are aligned, and an item is there once its window is": async () => {
    const library = new FakeLibrary();
    const timeline = new Timeline(library, "A");
    await timeline.open();
    assertEqual([timeline.count, timeline.version, timeline.item(250)], [1000, "1", undefined]);
    const loaded = [];
    timeline.addEventListener("load", ({ detail }) => loaded.push([detail.first, detail.last]));
    await timeline.load(250, 310);
    assertEqual(library.asked.slice(1).sort(), ["1:200+100", "1:300+100"]);
    assertEqual(loaded.sort(), [[200, 299], [300, 399]]);
    assertEqual([timeline.item(250).identifier, timeline.item(250).rank, timeline.item(250).day], ["1/250", 250, 75]);
    assertEqual(timeline.item(400), undefined);
  },

  "timeline: the last window asks for what there is, and ranks outside ask for nothing": async () => {
    const library = new FakeLibrary();
    library.count = 130;
    const timeline = new Timeline(library, "A");
    await timeline.load(-50, 5000);
    assertEqual(library.asked.slice(1).sort(), ["1:0+100", "1:100+30"]);
    await timeline.load(200, 300);
    assertEqual(library.asked.length, 3);
  },

  "timeline: equal requests are shared, and no more than four run at once": async () => {
    const library = new FakeLibrary();
    const timeline = new Timeline(library, "A");
    await timeline.open();
    library.hold();
    const all = Promise.all([timeline.load(0, 99), timeline.load(0, 99), timeline.load(0, 999)]);
    await Promise.resolve();
    assertEqual(library.waiting, 4);
    library.release();
    await all;
    assertEqual(library.asked.length, 11);
    assertEqual(new Set(library.asked).size, 11);
  },

  "timeline: a request ends when all who wait have aborted, not before": async () => {
    const library = new FakeLibrary();
    const timeline = new Timeline(library, "A");
    await timeline.open();
    library.hold();
    const [one, other] = [new AbortController(), new AbortController()];
    const outcomes = [
      timeline.load(0, 99, { signal: one.signal }).then(() => "loaded", () => "aborted"),
      timeline.load(0, 99, { signal: other.signal }).then(() => "loaded", () => "aborted"),
    ];
    one.abort();
    await Promise.resolve();
    assert(!library.asked.includes("aborted 0"), "still wanted by the other");
    other.abort();
    assertEqual(await Promise.all(outcomes), ["aborted", "aborted"]);
    assert(library.asked.includes("aborted 0"));
    library.release();
    await timeline.load(0, 99);
    assert(timeline.item(0));
  },

  "timeline: the windows used longest ago are forgotten": async () => {
    const library = new FakeLibrary();
    library.count = 100_000;
    const timeline = new Timeline(library, "A");
    await timeline.load(0, 99);
    for (let window = 1; window <= 80; window++) {
      await timeline.load(window * 100, window * 100);
      assert(timeline.item(0), "used all the time, so kept");
    }
    assertEqual(timeline.item(150), undefined);
    assert(timeline.item(8050));
  },

  "timeline: when the version is gone it reads the new one and tells of it": async () => {
    const library = new FakeLibrary();
    const timeline = new Timeline(library, "A");
    await timeline.load(0, 99);
    await timeline.load(200, 299);
    let replaced = 0;
    timeline.addEventListener("replace", () => {
      replaced += 1;
      // The visible photos are available at once in the new version, up to its end.
      assertEqual([timeline.item(0).identifier, timeline.item(250)], [`${library.version}/0`, undefined]);
    });
    library.version = "2";
    library.count = 150;
    await timeline.load(100, 199);
    assertEqual([replaced, timeline.version, timeline.count], [1, "2", 150]);
    assertEqual(timeline.item(149).identifier, "2/149");
    library.version = "3";
    assertEqual(await timeline.rankOf("known"), 17);
    assertEqual([replaced, timeline.version, await timeline.rankOf("unknown")], [2, "3", null]);
  },

  "timeline: photos with a date in the future have no ranks until they are unfolded": async () => {
    const library = new FakeLibrary();
    library.futureCount = 130;
    library.places = new Map([["1/129", 129], ["1/130", 130]]);
    const timeline = new Timeline(library, "A");
    await timeline.load(0, 99);
    assertEqual([timeline.count, timeline.total, timeline.isFolded], [870, 1000, true]);
    assertEqual(library.asked, ["timeline", "1:130+100"], "windows begin behind them");
    assertEqual([timeline.item(0).identifier, timeline.item(0).rank], ["1/130", 0]);
    assertEqual(timeline.marks, [{ rank: -130, day: 100 }, { rank: 370, day: 50 }]);
    assertEqual(await timeline.ranksOf(["1/129", "1/130"]), [null, 0]);
    const replaced = [];
    timeline.addEventListener("replace", ({ detail }) => replaced.push(detail.shift));
    await timeline.open();
    assertEqual(replaced, [], "nothing is other");
    timeline.seen = () => ({ photos: [timeline.item(0)], first: 0, last: 20 });
    await timeline.setFolded(false);
    assertEqual([replaced, timeline.count, timeline.isFolded], [[130], 1000, false]);
    assertEqual(timeline.item(130).identifier, "1/130", "what was seen is there at once");
    assertEqual(await timeline.ranksOf(["1/129"]), [129]);
    // All but thirty photos are no longer in the future.
    await timeline.setFolded(true);
    library.futureCount = 30;
    await timeline.open();
    assertEqual([replaced.length, timeline.count, timeline.version], [3, 970, "1"]);
  },

  "timeline: what is seen is read where it is in the new version": async () => {
    const library = new FakeLibrary();
    const timeline = new Timeline(library, "A");
    await timeline.load(500, 599);
    const seen = { photos: [520, 521, 522].map((rank) => timeline.item(rank)), first: 515, last: 540 };
    timeline.seen = () => seen;
    let shift = null;
    timeline.addEventListener("replace", ({ detail }) => (shift = detail.shift));
    // The first photo is gone, and the others have moved 150 ranks down.
    library.places = new Map([["1/521", 671], ["1/522", 672]]);
    library.version = "2";
    library.asked = [];
    await timeline.reopen();
    assertEqual([shift, timeline.item(671).identifier, timeline.item(721)], [150, "2/671", undefined]);
    assertEqual(timeline.loadedRank("2/671"), 671);
    assertEqual(timeline.loadedRank("1/521"), undefined);
    assertEqual(library.asked, ["timeline", "2:ranks 3", "2:500+100", "2:600+100"]);

    // None of the photos exists any more, so the ranks stay.
    library.places = new Map();
    library.version = "3";
    await timeline.reopen();
    assertEqual([shift, timeline.item(520).identifier], [0, "3/520"]);
  },

  "timeline: a version that is the same replaces nothing": async () => {
    const library = new FakeLibrary();
    const timeline = new Timeline(library, "A");
    await timeline.load(500, 599);
    let isReplaced = false;
    timeline.addEventListener("replace", () => (isReplaced = true));
    library.asked = [];
    await timeline.reopen();
    assertEqual([library.asked, isReplaced], [["timeline"], false]);
  },

  "timeline: a window that cannot be read with a new version is left for later": async () => {
    const library = new FakeLibrary();
    const timeline = new Timeline(library, "A");
    await timeline.load(100, 199);
    const answer = library.window;
    library.window = async () => {
      throw new ServerError(500, "failed", "down");
    };
    library.version = "2";
    await timeline.open();
    assertEqual([timeline.version, timeline.item(100)], ["2", undefined]);
    library.window = answer;
    await timeline.load(100, 199);
    assertEqual(timeline.item(100).identifier, "2/100");
  },

  "timeline: opening again after a change does not take what was being read before it": async () => {
    const library = new FakeLibrary();
    const timeline = new Timeline(library, "A");
    const { timeline: answer } = library;
    let go;
    library.timeline = async () => {
      const read = await answer.call(library);
      await new Promise((resolve) => (go = resolve));
      return read;
    };
    const first = timeline.open();
    await Promise.resolve();
    library.version = "2";
    library.timeline = answer;
    const second = timeline.reopen();
    while (!go) await Promise.resolve();
    go();
    await Promise.all([first, second]);
    assertEqual(timeline.version, "2");
  },

  "timeline: identifiers of ranks that are loaded cost nothing, those of others are asked for in parts": async () => {
    const library = new FakeLibrary();
    library.count = 25_000;
    library.identifiers = async (_, version, from, count) => {
      library.asked.push(`${version}:identifiers ${from}+${count}`);
      return Array.from({ length: count }, (_, index) => `${version}/${from + index}`);
    };
    const timeline = new Timeline(library, "A");
    await timeline.load(0, 199);
    library.asked = [];
    assertEqual(await timeline.identifiers(98, 101), ["1/98", "1/99", "1/100", "1/101"]);
    assertEqual(library.asked, []);
    const all = await timeline.identifiers(0, 24_999);
    assertEqual([all.length, all.at(-1)], [25_000, "1/24999"]);
    assertEqual(library.asked, ["1:identifiers 0+10000", "1:identifiers 10000+10000", "1:identifiers 20000+5000"]);
  },

  "layout: photos in an order of the reader's have no days above them": async () => {
    const library = new FakeLibrary();
    const metrics = gridMetrics(1000, 800, 1000);
    for (const isByDate of [true, false]) {
      library.isByDate = isByDate;
      const timeline = new Timeline(library, "A");
      await timeline.load(0, 99);
      const { rows } = new BlockLayouts(timeline, metrics, null).make(0);
      assertEqual(rows.some(({ labels }) => labels.length > 0), isByDate);
    }
  },

  "timeline: a failure is told to whoever asked and as an event, and can be tried again": async () => {
    const library = new FakeLibrary();
    const timeline = new Timeline(library, "A");
    await timeline.open();
    const answer = library.window;
    library.window = async () => {
      throw new ServerError(500, "failed", "down");
    };
    let told = 0;
    timeline.addEventListener("error", () => (told += 1));
    const outcome = await timeline.load(0, 99).then(() => "loaded", (error) => error.message);
    assertEqual([outcome, told], ["down", 1]);
    library.window = answer;
    await timeline.load(0, 99);
    assert(timeline.item(0));
  },

  "timeline: the day of a rank that is not loaded is that of the mark before it": async () => {
    const timeline = new Timeline(new FakeLibrary(), "A");
    await timeline.open();
    assertEqual([timeline.dayNear(0), timeline.dayNear(499), timeline.dayNear(999)], [100, 100, 50]);
  },

  "track of time: years never overlap and keep the order of the photos": async () => {
    const marks = Array.from({ length: 257 }, (_, index) => ({ rank: index * 4, day: 20_000 - index * 60 }));
    const labels = yearLabels(marks, 1025, 400);
    assert(labels.length > 5 && labels.length <= 20, `${labels.length} labels`);
    labels.forEach(({ y }, index) => assert(y >= 10 && y <= 390 && (index === 0 || y - labels[index - 1].y >= 20)));
    assertEqual(yearLabels([{ rank: 0, day: null }], 1, 400), []);
  },

  "keyboard: arrows go to the neighbours, up and down stay in the column": async () => {
    const layout = layoutBlock(Array(100).fill(1.5), Array(100).fill(1), 1, metrics);
    const around = { count: 100, blockSize: 100, viewport: 600, layout: (block) => (block === 0 ? layout : undefined) };
    const keyboard = new GridKeyboard();
    const actions = ["left", "right", "first", "last", "open"];
    assertEqual(actions.map((action) => keyboard.target(action, 10, around)), [9, 11, 0, 99, null]);
    assertEqual([keyboard.target("left", 0, around), keyboard.target("right", 99, around)], [0, 99]);
    const start = layout.rows[3].first + 1;
    const below = keyboard.target("down", start, around);
    assertEqual(rowHolding(layout.rows, below), 4);
    assertEqual(keyboard.target("up", below, around), start);
    assertEqual(keyboard.target("up", 0, around), 0);
    assert(keyboard.target("pageDown", 0, around) > layout.rows[2].last);
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
