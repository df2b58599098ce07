// Tests of the grid's heights, scrolling and keys. The gallery's tests run them in the page.
import { layoutBlock, rowHolding } from "/web/grid/block-layout.js";
import { GridKeyboard } from "/web/grid/grid-keyboard.js";
import { barPosition, BlockHeights, largestExtent, photoPosition, ScrollSpace } from "/web/grid/scroll-space.js";
import { yearLabels } from "/web/grid/time-scrubber.js";

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

const metrics = { width: 1184, rowHeight: 172, gap: 4, headingHeight: 44 };

function space(blockCount, viewport, { height = 1000, estimate = height } = {}) {
  const made = new ScrollSpace(new BlockHeights(blockCount, estimate), viewport);
  made.settle();
  return made;
}

function shownTops(scrollSpace, margin = 0) {
  return new Map(scrollSpace.near(margin).map(({ block, y }) => [block, y - scrollSpace.scrollTop]));
}

export const tests = {
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

};
