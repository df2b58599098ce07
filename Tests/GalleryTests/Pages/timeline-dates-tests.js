// Tests of the timeline's months and days. The gallery's tests run them in the page.
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

};
