// Tests of the timeline. The gallery's tests run them in the page.
import { Timeline } from "/web/grid/timeline.js";
import { ServerError } from "/web/server/server-connection.js";

function assert(condition, message) {
  if (!condition) throw new Error(message ?? "The assertion does not hold");
}

function assertEqual(actual, expected, message = "values") {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  assert(one === other, `${message}: ${one} is not ${other}`);
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

export const tests = {
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

};
