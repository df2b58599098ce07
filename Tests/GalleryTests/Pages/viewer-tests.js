// Tests of the viewer's commands and pictures. The gallery's tests run them in the page.
import { BurstTimeline } from "/web/viewer/burst-timeline.js";
import "/web/viewer/facts-panel.js";
import { LiveMovie } from "/web/viewer/moving-picture.js";
import { loadPicture, PictureError } from "/web/viewer/picture-loading.js";
import { isInWindow, transformTo } from "/web/viewer/tile-transition.js";
import { commandOf } from "/web/viewer/viewer-keys.js";

function assert(claim, message) {
  if (!claim) throw new Error(message ?? "The claim does not hold");
}

function assertEqual(found, expected, message = "") {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  assert(left === right, `${message} ${left} is not ${right}`);
}

export const tests = {
  "a moving part that nothing fades is paused when it stops": () => {
    const video = { address: "data:,", codec: null, contentType: "video/mp4", parts: "/nowhere" };
    const movie = new LiveMovie({ video, library: { movieParts: () => new Promise(() => {}) }, ended() {}, failed() {} });
    document.body.append(movie.element);
    let pauses = 0;
    movie.element.pause = () => (pauses += 1);
    movie.play({ withSound: false });
    movie.element.classList.add("is-playing");
    movie.stop();
    assertEqual([pauses, movie.isPlaying], [1, false]);
    movie.release();
  },

  "a picture comes decoded": async () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [3, 2];
    const image = await loadPicture(canvas.toDataURL(), new AbortController().signal);
    assertEqual([image.complete, image.naturalWidth, image.naturalHeight], [true, 3, 2]);
  },

  "what is no picture fails, and what is cancelled says so": async () => {
    const failure = (address, signal) => loadPicture(address, signal).then(() => null, (error) => error);
    const broken = await failure("data:image/png;base64,AAAA", new AbortController().signal);
    assert(broken instanceof PictureError, String(broken));
    const cancellation = new AbortController();
    const waiting = failure("data:image/png;base64,AAAA", cancellation.signal);
    cancellation.abort();
    assertEqual((await waiting).name, "AbortError");
    assertEqual((await failure("data:,", cancellation.signal)).name, "AbortError");
  },

  "a picture flies from its tile's place": () => {
    const place = new DOMRect(0, 0, 1000, 800);
    assertEqual(transformTo(place, new DOMRect(100, 50, 100, 80)), "translate(-350px, -310px) scale(0.1, 0.1)");
    assertEqual(isInWindow(null), false);
    assertEqual(isInWindow(new DOMRect(-300, 10, 200, 100)), false);
    assertEqual(isInWindow(new DOMRect(10, 10, 200, 100)), true);
  },

  "keys are commands, unless they belong to the browser": () => {
    const command = (key, more) => commandOf(new KeyboardEvent("keydown", { key, ...more }));
    assertEqual(["ArrowRight", "Home", "Escape", "I", "+", "=", "-", "0", " ", "l"].map((key) => command(key)), [
      "next", "first", "close", "information", "zoomIn", "zoomIn", "zoomOut", "fit", "play", "live",
    ]);
    assertEqual(["z", "o"].map((key) => command(key)), ["actual", "originals"]);
    assertEqual(command("f", { ctrlKey: true }) ?? null, null);
    assertEqual(command("+", { metaKey: true }) ?? null, null);
    assertEqual(command("x") ?? null, null);
    assertEqual([".", "h", "Delete"].map((key) => command(key)), ["favorite", "hide", "trash"]);
    assertEqual(["b", "k", "m", "s"].map((key) => command(key)), ["frames", "choose", "keyPhoto", "keep"]);
    const field = document.createElement("textarea");
    let written = null;
    field.addEventListener("keydown", (event) => (written = [commandOf(event)]));
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "." }));
    assertEqual(written, [undefined]);
  },

  "the frames of a burst are read in parts, and again when it changes": async () => {
    let count = 501;
    let version = "1";
    const asked = [];
    const library = {
      burst: async (asset, from, size) => {
        asked.push([asset, from]);
        const column = (make) => Array.from({ length: Math.min(size, count - from) }, (_, index) => make(from + index));
        return {
          key: "f1", kept: column((rank) => rank === 2),
          window: {
            version, identifiers: column((rank) => `f${rank}`), ratios: column(() => 1.5),
            longSides: column(() => 4000), placeholders: column(() => null),
            days: column(() => 100), kinds: column(() => ["burst"]), durations: column(() => 0),
            contents: column(() => "c"), frameCounts: column((rank) => (rank === 1 ? count : 0)),
          },
        };
      },
    };
    const burst = new BurstTimeline(library, "A", "f9");
    let replaced = 0;
    burst.addEventListener("replace", () => (replaced += 1));
    await burst.read();
    assertEqual([burst.count, burst.key, [...burst.kept], asked], [501, "f1", ["f2"], [["f9", 0], ["f9", 500]]]);
    assertEqual([burst.item(500).identifier, burst.item(500).rank, burst.rankIn("f7"), burst.item(501)],
      ["f500", 500, 7, undefined]);
    assertEqual(await burst.ranksOf(["f3", "x"]), [3, null]);
    version = "2";
    await burst.read();
    assertEqual([replaced, asked.at(-1)[0]], [1, "f1"], "nothing is other, and the key photo leads there");
    count = 3;
    await burst.read();
    assertEqual([replaced, burst.count], [2, 3]);
  },
};
