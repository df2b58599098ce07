import { Library } from "/web/server/library.js";
import { ServerError } from "/web/server/server-connection.js";
import { formatPosition } from "/web/viewer/movie/movie-time.js";
import { PartLayout } from "/web/viewer/movie/part-layout.js";
import { PartPace } from "/web/viewer/movie/part-pace.js";
import { isBuffered, nextPart, positionAfterGap } from "/web/viewer/movie/part-plan.js";
import { PartedVideo } from "/web/viewer/movie/parted-video.js";
import { PositionBar } from "/web/viewer/movie/position-bar.js";
import { rateAt, SlowMotion } from "/web/viewer/movie/slow-motion.js";

function assert(claim, message) {
  if (!claim) throw new Error(message ?? "The claim does not hold");
}

function assertEqual(found, expected, message = "") {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  assert(left === right, `${message} ${left} is not ${right}`);
}

/** Waits until a condition holds, at most two minutes. */
async function until(condition, message) {
  const end = performance.now() + 120_000;
  while (!condition()) {
    assert(performance.now() < end, message);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A stream of parts, each of four seconds, of which nothing is buffered. */
const even = new PartLayout({ firstPartDurations: [], partDuration: 4, count: 10 });
const plan = (state) => nextPart({ position: 0, layout: even, loaded: new Set(), spans: [], ...state });

/**
 * Plays a stream whose parts take a fraction of their playing time to get, with a clock of its own. Returns how often
 * playback waits after its first frame.
 */
function pauses(layout, share) {
  const loaded = new Set();
  let [position, end, count] = [0, 0, 0];
  while (loaded.size < layout.count) {
    const number = nextPart({ position, layout, loaded, spans: end > 0 ? [{ start: 0, end }] : [] });
    if (number === null) {
      position += 1;
      continue;
    }
    assertEqual(number, loaded.size, "the parts come in their order");
    if (end > 0) {
      const reached = position + layout.duration(number) * share;
      if (reached > end + 1e-9) count += 1;
      position = Math.min(end, reached);
    }
    loaded.add(number);
    end = layout.start(number) + layout.duration(number);
  }
  return count;
}

export const tests = {
  "a machine that keeps up gets all lines": () => {
    const pace = new PartPace(["1080", "720", "480"]);
    for (let part = 0; part < 5; part += 1) pace.note({ form: "1080", elapsed: 2, played: 4 });
    assertEqual(pace.form, "1080");
  },

  "a machine that is a little slow gets fewer lines": () => {
    const pace = new PartPace(["1080", "720", "480"]);
    pace.note({ form: "1080", elapsed: 4, played: 4 });
    assertEqual(pace.form, "720");
    // A part that began before the change says nothing about the new form.
    pace.note({ form: "1080", elapsed: 9, played: 4 });
    assertEqual(pace.form, "720");
    pace.note({ form: "720", elapsed: 3.9, played: 4 });
    assertEqual(pace.form, "480");
    pace.note({ form: "480", elapsed: 100, played: 4 });
    assertEqual(pace.form, "480", "there are no fewer");
  },

  "a machine that is far too slow gets the fewest lines at once": () => {
    const pace = new PartPace(["1080", "720", "480"]);
    pace.note({ form: "1080", elapsed: 8, played: 4 });
    assertEqual(pace.form, "480");
  },

  "a short part says nothing about the machine, but several do": () => {
    const pace = new PartPace(["1080", "720", "480"]);
    pace.note({ form: "1080", elapsed: 0.9, played: 0.25 });
    assertEqual(pace.form, "1080", "the first part also started a worker");
    pace.note({ form: "1080", elapsed: 0.3, played: 0.25 });
    pace.note({ form: "1080", elapsed: 0.6, played: 0.5 });
    assertEqual(pace.form, "720", "1.5 s for a second of the video");
    pace.note({ form: "720", elapsed: 0.9, played: 1 });
    assertEqual(pace.form, "720");
  },

  "the first parts are short": () => {
    const layout = new PartLayout({ firstPartDurations: [0.25, 0.25, 0.5, 1, 2], partDuration: 4, count: 8 });
    assertEqual([0, 1, 2, 3, 4, 5, 6, 7].map((number) => layout.start(number)), [0, 0.25, 0.5, 1, 2, 4, 8, 12]);
    assertEqual([0, 4, 5].map((number) => layout.duration(number)), [0.25, 2, 4]);
    const positions = [-1, 0, 0.24, 0.25, 0.9, 1, 3.9, 4, 7.9, 8, 12, 400];
    assertEqual(positions.map((position) => layout.numberAt(position)), [0, 0, 0, 1, 2, 3, 4, 5, 5, 6, 7, 7]);
    const next = (loaded, position, end, ahead) =>
      plan({ layout, loaded: new Set(loaded), position, spans: [{ start: 0, end }], ...ahead ? { ahead } : {} });
    assertEqual(next([], 0, 0), 0);
    assertEqual(next([0], 0, 0.25), 1);
    assertEqual(next([0, 1, 2, 3], 0, 2, 4), 4, "four seconds are loaded before playback");
    assertEqual(next([0, 1, 2, 3, 4], 0, 4, 4), null);
    assertEqual(next([0, 1, 2, 3, 4], 0, 4), 5);
    assertEqual(plan({ layout, position: 9 }), 6, "a seek costs one part");
  },

  "a machine that makes parts in half of their time plays without a pause": () => {
    const layout = new PartLayout({ firstPartDurations: [0.25, 0.25, 0.5, 1, 2], partDuration: 4, count: 12 });
    assertEqual(pauses(layout, 0.5), 0);
    assertEqual(pauses(layout, 2 / 3), 3, "a slower machine waits for parts that are longer than those before");
    assertEqual(pauses(new PartLayout({ firstPartDurations: [], partDuration: 4, count: 12 }), 0.99), 0);
  },

  "slow playback leaves more time for a part": () => {
    const pace = new PartPace(["1080", "720"]);
    pace.note({ form: "1080", elapsed: 8, played: 32 });
    assertEqual(pace.form, "1080");
  },

  "the part at the position comes first, then those after it": () => {
    assertEqual(plan({}), 0);
    assertEqual(plan({ position: 21 }), 5, "a seek costs one part");
    const spans = [{ start: 20, end: 24 }];
    assertEqual(plan({ position: 21, loaded: new Set([5]), spans }), 6);
    assertEqual(plan({ position: 21, loaded: new Set([5, 6, 7, 8]), spans }), null, "enough is loaded");
    assertEqual(plan({ position: 21, loaded: new Set([5]), spans, ahead: 0 }), null, "nothing ahead is wanted");
    assertEqual(plan({ position: 39, loaded: new Set([9]), spans: [{ start: 36, end: 40 }] }), null, "the end");
    assertEqual(plan({ position: 400 }), 9, "behind the end");
  },

  "copied packets before the first keyframe of a part are in the part before": () => {
    const spans = [{ start: 22, end: 26 }];
    assertEqual(plan({ position: 20.5, loaded: new Set([5]), spans }), 4);
    assertEqual(plan({ position: 20.5, loaded: new Set([4, 5]), spans }), 6, "it is not there either");
    assertEqual(plan({ position: 21.5, loaded: new Set([5]), spans }), 6, "a small gap is skipped");
  },

  "playback moves over a small gap": () => {
    const spans = [{ start: 0.08, end: 4 }, { start: 8, end: 12 }];
    assertEqual([isBuffered(spans, 0), isBuffered(spans, 2), isBuffered(spans, 4)], [false, true, false]);
    assertEqual(positionAfterGap(spans, 0), 0.09);
    assertEqual([positionAfterGap(spans, 2), positionAfterGap(spans, 5), positionAfterGap([], 0)], [null, null, null]);
  },

  "positions are written as people write them": () => {
    assertEqual([0, 5.9, 65, 3605, NaN, Infinity, -1].map(formatPosition), [
      "0:00", "0:05", "1:05", "1:00:05", "0:00", "0:00", "0:00",
    ]);
  },

  "only the range is slowed": () => {
    const slowed = { start: 2, end: 8, rate: 0.125 };
    assertEqual([0, 2, 7.9, 8].map((position) => rateAt(slowed, position)), [1, 0.125, 0.125, 1]);
    assertEqual(rateAt({ ...slowed, rate: 0.01 }, 3), 0.0625, "browsers play no slower");
  },

  "the switch turns slow motion off and on": () => {
    const video = document.createElement("video");
    const slowMotion = new SlowMotion(video, { start: 0, end: 8, rate: 0.25 });
    video.dispatchEvent(new Event("timeupdate"));
    assertEqual([video.playbackRate, video.preservesPitch], [0.25, false]);
    slowMotion.isOn = false;
    assertEqual(video.playbackRate, 1);
    slowMotion.isOn = true;
    assertEqual(video.playbackRate, 0.25);
    slowMotion.release();
    assertEqual([video.playbackRate, video.preservesPitch], [1, true]);
  },

  "keys and the pointer move the position": () => {
    const { signal } = new AbortController();
    const video = document.createElement("video");
    const state = { duration: 100, currentTime: 0, paused: true };
    for (const name of ["duration", "paused"]) Object.defineProperty(video, name, { get: () => state[name] });
    Object.defineProperty(video, "currentTime", {
      get: () => state.currentTime,
      set: (position) => (state.currentTime = position),
    });
    const bar = new PositionBar(video, { address: "data:,", count: 12 }, 1.5, signal);
    Object.assign(bar.element.style, { position: "fixed", left: "0", top: "0", width: "200px", height: "40px" });
    document.body.append(bar.element);
    const press = (key) => {
      const event = new KeyboardEvent("keydown", { key, cancelable: true });
      bar.element.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const reached = ["ArrowRight", "PageUp", "ArrowLeft", "End", "Home"].map((key) => {
      assert(press(key), key);
      return state.currentTime;
    });
    assertEqual(reached, [1, 11, 10, 100, 0]);
    assert(!press("a"), "other keys are the viewer's");
    bar.element.setPointerCapture = () => {};
    bar.element.dispatchEvent(new PointerEvent("pointerdown", { button: 0, clientX: 50, clientY: 10, pointerId: 1 }));
    assertEqual(state.currentTime, 25);
    bar.element.dispatchEvent(new PointerEvent("pointermove", { clientX: 150, clientY: 10, pointerId: 1 }));
    assertEqual([state.currentTime, bar.element.getAttribute("aria-valuenow")], [75, "75"]);
    bar.element.dispatchEvent(new PointerEvent("pointerup", { pointerId: 1 }));
    bar.element.dispatchEvent(new PointerEvent("pointermove", { clientX: 10, clientY: 10, pointerId: 1 }));
    assertEqual(state.currentTime, 75, "the finger is up");
    bar.element.remove();
  },

  "bytes come with the server's errors": async () => {
    const answers = [
      new Response(new Uint8Array([1, 2, 3])),
      new Response(JSON.stringify({ error: { code: "noPicture", message: "it is damaged" } }), { status: 422 }),
    ];
    const library = new Library({ fetch: async () => answers.shift() });
    const { signal } = new AbortController();
    assertEqual([...new Uint8Array(await library.bytes("/x", signal))], [1, 2, 3]);
    const error = await library.bytes("/x", signal).then(() => null, (failure) => failure);
    assert(error instanceof ServerError && error.status === 422 && error.message === "it is damaged", String(error));
  },

  "a part that cannot be read fails once, and leaving cancels the request": async () => {
    const asked = [];
    const parts = {
      address: "/part?content=x", type: 'video/mp4; codecs="avc1.64002a"', duration: 20, firstPartDurations: [],
      partDuration: 4, count: 5,
      forms: ["480"],
    };
    const failures = [];
    const make = (bytes) => {
      const video = document.createElement("video");
      document.body.append(video);
      const parted = new PartedVideo({
        video, address: "/parts", failed: (error) => failures.push(error),
        library: { movieParts: async () => parts, bytes: (address, signal) => bytes(address, signal) },
      });
      return { video, parted };
    };
    const garbled = make(async (address) => {
      asked.push(address);
      return new Uint8Array(1000).buffer;
    });
    await until(() => failures.length > 0, "no failure is reported");
    assertEqual([failures, asked], [[null], ["/part?content=x&form=480&number=0"]]);
    garbled.video.remove();

    let signalOfRequest = null;
    const waiting = make((_, signal) => {
      signalOfRequest = signal;
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    await until(() => signalOfRequest !== null, "no part is requested");
    waiting.parted.release();
    assert(signalOfRequest.aborted, "the request goes on");
    waiting.video.remove();

    const refused = new ServerError(503, "unavailable", "the machine is busy");
    const busy = make(async () => {
      throw refused;
    });
    await until(() => failures.length > 1, "no failure is reported");
    assert(failures[1] === refused, String(failures[1]));
    busy.video.remove();

    const forms = [];
    parts.forms = ["1080", "480"];
    const slow = make(async (address) => {
      forms.push(new URL(address, location.href).searchParams.get("form"));
      throw refused;
    });
    await until(() => failures.length > 2, "no failure is reported");
    assertEqual(forms, ["1080", "480"], "fewer lines are tried first");
    slow.video.remove();
  },
};
