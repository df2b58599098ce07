// Tests of the grid's layout. The gallery's tests run them in the page.
import {
  BlockLayouts, breakRows, layoutBlock, narrowest, roughHeight, rowBelow, rowHolding, shape,
} from "/web/grid/block-layout.js";
import { dayLabels } from "/web/grid/day-labels.js";
import { gridMetrics } from "/web/grid/grid-metrics.js";
import { tileSizes } from "/web/grid/tile-sizes.js";
import { Timeline } from "/web/grid/timeline.js";
import { ServerError } from "/web/server/server-connection.js";

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

};
