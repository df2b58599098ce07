// Tests of the order in which the viewer loads. The gallery's tests run them in the page.
import { ServerError } from "/web/server/server-connection.js";
import "/web/viewer/facts-panel.js";
import { PictureLayers } from "/web/viewer/picture-layers.js";
import { PictureFaults } from "/web/server/picture-faults.js";
import { SlideLoader } from "/web/viewer/slide-loader.js";
import { ViewerStage } from "/web/viewer/viewer-stage.js";
import { words } from "/web/viewer/words.js";

function assert(claim, message) {
  if (!claim) throw new Error(message ?? "The claim does not hold");
}

function assertEqual(found, expected, message = "") {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  assert(left === right, `${message} ${left} is not ${right}`);
}

const facts = {
  identifier: "A", mediaType: "image", kinds: ["live", "hdr", "favorite"], pixelWidth: 4032, pixelHeight: 3024,
  duration: 0, creationDate: "2024-05-07T01:33:04Z", localDateTime: "2024-05-07T09:33:04", utcOffset: 28800,
  dateSource: "exifOriginal", addedDate: "2026-05-01T10:00:00Z",
  location: { latitude: -33.5, longitude: 151.25, altitude: -4 },
  isFavorite: true, isHidden: false, albums: [], alternate: null, damage: null,
  metadata: {
    cameraMake: "Apple", cameraModel: "iPhone 15 Pro", lensModel: "back camera", frameRate: null, videoCodec: "hevc",
    title: null, caption: null, keywords: ["lake", "summer"], rating: 4,
  },
  resources: [
    {
      type: "photo", originalFilename: "IMG_1.HEIC", contentType: "image/heic", fileSize: 1_200_000, pixelWidth: 4032,
      pixelHeight: 3024, address: "/api/assets/A/originals/photo",
    },
    {
      type: "pairedVideo", originalFilename: "IMG_1.MOV", contentType: "video/quicktime", fileSize: 2_300_000,
      pixelWidth: 0, pixelHeight: 0, address: "/api/assets/A/originals/pairedVideo",
    },
  ],
  content: "1f", pictures: { thumbnail: "", preview: "", full: "", animated: null },
  video: { address: "/api/assets/A/video", codec: "hevc" },
};

/** A loader whose answers a test sends. */
class LoaderScene {
  asked = [];
  cancelled = [];
  received = [];
  settled = [];
  now = 0;
  #answers = new Map();
  #waits = [];

  constructor({ missing = [] } = {}) {
    this.loader = new SlideLoader({
      load: (rank, kind, signal) => this.#load(rank, kind, signal, missing),
      deliver: (rank, kind, { error }) => this.received.push(`${rank} ${kind}${error ? " failed" : ""}`),
      settled: (rank) => this.settled.push(rank),
      now: () => this.now,
      wait: (_, signal) => new Promise((resolve, reject) => {
        this.#waits.push(resolve);
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      }),
    });
  }

  #load(rank, kind, signal, missing) {
    const name = `${rank} ${kind}`;
    this.asked.push(name);
    if (kind === "item") return Promise.resolve({ rank });
    signal.addEventListener("abort", () => this.cancelled.push(name), { once: true });
    if (missing.includes(name)) return Promise.reject(new Error("missing"));
    return new Promise((resolve) => this.#answers.set(name, resolve));
  }

  async answer(...names) {
    for (const name of names) {
      this.#answers.get(name)(name);
      await this.calm();
    }
  }

  async passWaits() {
    for (const resolve of this.#waits.splice(0)) resolve();
    await this.calm();
  }

  /** Waits until all promises that can settle have settled. */
  async calm() {
    for (let turn = 0; turn < 30; turn++) await Promise.resolve();
  }

  get pictures() {
    return this.asked.filter((name) => !name.endsWith("item"));
  }
}

export const tests = {
  "the reason of a picture that can't be decoded is asked once": async () => {
    const faults = new PictureFaults();
    let asked = 0;
    const ask = (status) => async () => {
      asked += 1;
      return status === null ? null : new ServerError(status, "noPicture", "it is damaged");
    };
    const both = await Promise.all([faults.reason("a", ask(422)), faults.reason("a", ask(422))]);
    assertEqual([asked, both[0].status, both[0] === both[1]], [1, 422, true]);
    await faults.reason("a", ask(422));
    assertEqual([asked, faults.of("a").message], [1, "it is damaged"]);
    for (const status of [503, 0, null]) await faults.reason("b", ask(status));
    assertEqual([asked, faults.of("b")], [4, null], "another try may succeed");
  },

  "a better picture is not replaced by a lesser one": () => {
    const layers = new PictureLayers({ placeholder: null, description: "Photo" });
    layers.show("preview", new Image());
    layers.show("thumbnail", new Image());
    layers.show("tile", new Image());
    assertEqual([layers.shown, layers.element.children.length], ["preview", 1]);
    assertEqual(layers.element.firstChild.alt, "Photo");
    layers.show("full", new Image());
    assertEqual([layers.shown, layers.element.children.length], ["full", 1]);
    layers.replace("preview", new Image());
    assertEqual(layers.shown, "preview");
  },

  "a placeholder that cannot be read leaves its place empty": () => {
    for (const placeholder of [null, "", "%%%", "AAAA"]) {
      assertEqual(new PictureLayers({ placeholder, description: "" }).element.children.length, 0);
    }
  },

  "what is on show is loaded first, then its neighbours": async () => {
    const scene = new LoaderScene();
    scene.loader.show(5, [6, 4]);
    await scene.calm();
    assertEqual(scene.settled, [5]);
    assertEqual(scene.pictures, ["5 thumbnail"]);
    await scene.answer("5 thumbnail");
    assertEqual(scene.pictures, ["5 thumbnail", "5 preview", "5 facts"]);
    await scene.answer("5 preview", "5 facts", "6 thumbnail", "4 thumbnail", "6 preview", "4 preview");
    assertEqual(scene.pictures.slice(3), ["6 thumbnail", "4 thumbnail", "6 preview", "4 preview"]);
    assertEqual(scene.loader.value(6, "preview"), "6 preview");
    assertEqual(scene.cancelled, []);
  },

  "a photo that was preloaded is not asked for again": async () => {
    const scene = new LoaderScene();
    scene.loader.show(5, [6]);
    await scene.calm();
    await scene.answer("5 thumbnail", "5 preview", "5 facts", "6 thumbnail", "6 preview");
    scene.now = 5000;
    scene.loader.show(6, [7, 5]);
    await scene.calm();
    assertEqual(scene.asked.filter((name) => name === "6 preview").length, 1);
    assertEqual(scene.pictures.at(-1), "6 facts");
  },

  "stepping away cancels what is no longer near": async () => {
    const scene = new LoaderScene();
    scene.loader.show(5, [6, 4]);
    await scene.calm();
    await scene.answer("5 thumbnail");
    scene.now = 5000;
    scene.loader.show(20, [21, 19]);
    await scene.calm();
    assert(scene.cancelled.includes("5 preview") && scene.cancelled.includes("5 facts"), scene.cancelled.join());
    await scene.answer("5 preview");
    assert(!scene.received.includes("5 preview"), "an answer that came too late was delivered");
    assertEqual(scene.loader.value(5, "thumbnail"), undefined);
  },

  "quick steps load thumbnails, and the preview of where they stop": async () => {
    const scene = new LoaderScene();
    scene.loader.show(0, []);
    await scene.calm();
    for (const rank of [3, 6, 9]) {
      scene.now += 30;
      scene.loader.show(rank, []);
      await scene.calm();
    }
    await scene.answer("9 thumbnail");
    assertEqual(scene.pictures.filter((name) => name.endsWith("preview")), []);
    assertEqual(scene.settled, [0]);
    await scene.passWaits();
    assertEqual(scene.settled, [0, 9]);
    assertEqual(scene.pictures.filter((name) => name.endsWith("preview")), ["9 preview"]);
  },

  "a picture that does not come is told, and the others are loaded all the same": async () => {
    const scene = new LoaderScene({ missing: ["5 thumbnail", "5 preview"] });
    scene.loader.show(5, [6]);
    await scene.calm();
    await scene.answer("5 facts");
    assert(scene.received.includes("5 preview failed"), scene.received.join());
    assert(scene.asked.includes("6 thumbnail"), scene.asked.join());
    scene.loader.forget(5);
    scene.now = 5000;
    scene.loader.show(5, [6]);
    await scene.calm();
    assertEqual(scene.asked.filter((name) => name === "5 preview").length, 2, "asked again");
  },

  "facts that failed are asked for again when the photo is shown again": async () => {
    const missing = ["5 facts"];
    const scene = new LoaderScene({ missing });
    scene.loader.show(5, [6]);
    await scene.calm();
    await scene.answer("5 thumbnail", "5 preview", "6 thumbnail", "6 preview");
    assert(scene.received.includes("5 facts failed"), scene.received.join());
    missing.pop();
    for (const [rank, neighbour] of [[6, 5], [5, 6]]) {
      scene.now += 5000;
      scene.loader.show(rank, [neighbour]);
      await scene.calm();
      if (rank === 6) await scene.answer("6 facts");
    }
    await scene.answer("5 facts");
    assertEqual(scene.received.at(-1), "5 facts");
    assertEqual(scene.asked.filter((name) => name === "5 preview").length, 1, "what came is not asked for again");
  },

  "facts of another photo are out of reach, and give way to a failure": () => {
    const panel = document.createElement("facts-panel");
    panel.facts = null;
    panel.outdate();
    assertEqual([panel.textContent, panel.className], [words.loadingFacts, ""]);
    panel.facts = facts;
    panel.outdate();
    assert(panel.classList.contains("is-old") && [...panel.children].every(({ inert }) => inert), "within reach");
    panel.facts = facts;
    assert(!panel.classList.contains("is-old") && ![...panel.children].some(({ inert }) => inert), "out of reach");
    panel.outdate();
    panel.failure = words.gone;
    assertEqual([panel.textContent, panel.className, panel.firstChild.inert], [words.gone, "", false]);
    panel.outdate();
    assertEqual(panel.textContent, words.loadingFacts);
  },

  "a photo is tried again at the rank that it has by then": async () => {
    const retried = [];
    const viewerStage = new ViewerStage({ zoomed() {}, turn() {}, retry: (rank) => retried.push(rank) });
    const item = { rank: 3, identifier: "A", ratio: 1, placeholder: null, day: null, kinds: [], content: "1f" };
    viewerStage.show(3, [], { item: () => item });
    const { signal } = new AbortController();
    await viewerStage.current.fail(new ServerError(503, "unavailable", "the library is busy"), signal);
    viewerStage.renumber(7);
    viewerStage.element.querySelector(".viewer-notice button").click();
    assertEqual(retried, [7]);
    await viewerStage.current.fail(new ServerError(422, "noPicture", "it is damaged: no frames"), signal);
    const notice = viewerStage.element.querySelector(".viewer-notice");
    assertEqual(notice.querySelector("button"), null, "it does not help to try again");
    assertEqual(notice.textContent, words.withReason(words.noPicture, "it is damaged"));
  },

  "stopping cancels everything": async () => {
    const scene = new LoaderScene();
    scene.loader.show(5, [6]);
    await scene.calm();
    scene.loader.stop();
    assertEqual(scene.cancelled, ["5 thumbnail"]);
    await scene.answer("5 thumbnail");
    assert(!scene.received.includes("5 thumbnail"));
  },

};
