import { ServerError } from "/web/server-connection.js";
import { chooseLanguage, formatDay, language } from "/web/words.js";
import { codecName, mayPlay, mayPlayFile } from "/web/viewer/codec-support.js";
import { BurstTimeline } from "/web/viewer/burst-timeline.js";
import "/web/viewer/facts-panel.js";
import { dateOf, exposureInWords, filesOf, formatOf, kindName, rowsOf, zoneName } from "/web/viewer/facts.js";
import { LiveMovie } from "/web/viewer/moving-picture.js";
import { PictureLayers } from "/web/viewer/picture-layers.js";
import { loadPicture, PictureError } from "/web/viewer/picture-loading.js";
import { PictureSharpening } from "/web/viewer/picture-sharpening.js";
import { PictureFaults } from "/web/picture-faults.js";
import { PointerTrail } from "/web/viewer/pointer-trail.js";
import { levelFor, pictureFor } from "/web/viewer/sharp-picture.js";
import { SlideLoader } from "/web/viewer/slide-loader.js";
import { isInWindow, transformTo } from "/web/viewer/tile-transition.js";
import { commandOf } from "/web/viewer/viewer-keys.js";
import { ViewerStage } from "/web/viewer/viewer-stage.js";
import { firstClause, words } from "/web/viewer/words.js";
import {
  actualScale, allowedScale, fitted, fittedRectangle, fittedSize, largestScale, onDevicePixels, toggledScale,
  withinLimits, zoomedAbout,
} from "/web/viewer/zoom.js";
import { ZoomablePicture } from "/web/viewer/zoomable-picture.js";

function assert(claim, message) {
  if (!claim) throw new Error(message ?? "The claim does not hold");
}

function assertEqual(found, expected, message = "") {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  assert(left === right, `${message} ${left} is not ${right}`);
}

function assertNear(found, expected, message = "") {
  assert(Math.abs(found - expected) < 1e-6, `${message} ${found} is not near ${expected}`);
}

const stage = { width: 1000, height: 800 };

/** Converts a point of the fitted picture, relative to its centre, to the stage, relative to the stage's centre. */
function seen(zoom, point) {
  return { x: zoom.x + point.x * zoom.scale, y: zoom.y + point.y * zoom.scale };
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

const nothingKnown = {
  identifier: "B", mediaType: "image", kinds: [], pixelWidth: 0, pixelHeight: 0, duration: 0, creationDate: null,
  localDateTime: null, utcOffset: null, dateSource: null, addedDate: null, location: null, isFavorite: false,
  isHidden: false, albums: [], alternate: null, damage: null,
  metadata: {
    cameraMake: null, cameraModel: null, lensModel: null, frameRate: null, videoCodec: null, title: null, caption: null,
    keywords: null, rating: null,
  },
  resources: [], content: "", pictures: {}, video: null,
};

function valueOf(name, of = facts) {
  return rowsOf(of).find((row) => row.name === name)?.value;
}

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

/** Sharpening of a picture whose size a test changes, with a library that records the requests for tiles. */
class SharpeningScene {
  asked = [];
  pictures = {
    thumbnail: "", preview: "", rendition: "data:,rendition", full: "data:,full", tiles: "/tiles", animated: null,
  };

  library = {
    tiles: async (address) => {
      this.asked.push(address);
      return { address: "data:,tile?", side: 1024, levels: [{ width: 8000, height: 6000 }] };
    },
  };

  #picture = {
    shownLongSide: 1200, isMoving: false, isZoomed: true, longSide: null,
    visiblePart: { left: 0.4, top: 0.4, right: 0.41, bottom: 0.41 },
  };

  constructor() {
    const layers = new PictureLayers({ placeholder: null, description: "Photo" });
    layers.show("preview", new Image());
    this.sharpening = new PictureSharpening({ library: this.library, layers, picture: this.#picture }, () => {});
  }

  show(shownLongSide) {
    this.#picture.shownLongSide = shownLongSide;
    this.sharpening.update();
  }

  /** Longer than a zoom is in motion. */
  settle() {
    return new Promise((resolve) => setTimeout(resolve, 300));
  }
}

export const tests = {
  "a picture is fitted in the middle of the stage, touching two sides": () => {
    assertEqual(fittedRectangle({ ratio: 2 }, stage), { left: 0, top: 150, width: 1000, height: 500 });
    assertEqual(fittedRectangle({ ratio: 0.5 }, stage), { left: 300, top: 0, width: 400, height: 800 });
  },

  "no pixel of a fitted picture covers more than two of the screen": () => {
    assertEqual(fittedRectangle({ ratio: 2, longSide: 100 }, stage), { left: 400, top: 350, width: 200, height: 100 });
    assertEqual(fittedSize({ ratio: 0.5, longSide: 100 }, stage, 2), { width: 50, height: 100 });
    assertEqual(fittedSize({ ratio: 2, longSide: 500 }, stage), { width: 1000, height: 500 });
    assertEqual(fittedSize({ ratio: 2, longSide: 0 }, stage), { width: 1000, height: 500 }, "the size is unknown");
  },

  "a fitted picture begins and ends at whole device pixels": () => {
    for (const ratio of [1.337, 0.7501, 1.5, 3.3]) {
      for (const devicePixelRatio of [1, 2, 3]) {
        const { left, top, width, height } = fittedRectangle({ ratio }, stage, devicePixelRatio);
        for (const length of [left, top, width, height]) {
          assertNear((length * devicePixelRatio) % 1, 0, `${ratio} ${devicePixelRatio}`);
        }
        assertNear(2 * left + width, stage.width);
      }
    }
  },

  "at its own pixels, a picture begins at a device pixel": () => {
    const size = { width: 999, height: 501 };
    const zoom = onDevicePixels({ scale: 3.3, x: 0.3, y: -7.77 }, size, stage, 2);
    for (const start of [
      stage.width / 2 + zoom.x - (size.width * 3.3) / 2, stage.height / 2 + zoom.y - (size.height * 3.3) / 2,
    ]) {
      assert(Math.abs(start * 2 - Math.round(start * 2)) < 1e-6, String(start));
    }
    assert(Math.abs(zoom.x - 0.3) <= 0.25 && Math.abs(zoom.y + 7.77) <= 0.25, JSON.stringify(zoom));
  },

  "extreme and missing ratios are fitted too": () => {
    for (const ratio of [0.0001, 10_000, 0, -1, NaN, Infinity, undefined]) {
      const { width, height } = fittedSize({ ratio }, stage);
      assert(width >= 1 && height >= 1 && width <= 1000 && height <= 800, `${ratio}: ${width} × ${height}`);
    }
    assertEqual(fittedSize({ ratio: null }, stage), { width: 800, height: 800 });
  },

  "the point under the pointer stays where it is": () => {
    const zoom = { scale: 2, x: 40, y: -30 };
    const pointer = { x: 120, y: 75 };
    const point = { x: (pointer.x - zoom.x) / zoom.scale, y: (pointer.y - zoom.y) / zoom.scale };
    for (const scale of [1.1, 2, 3.7, 8]) {
      const found = seen(zoomedAbout(zoom, scale, pointer), point);
      assertNear(found.x, pointer.x);
      assertNear(found.y, pointer.y);
    }
  },

  "panning stops at the picture's edges": () => {
    const size = { width: 1000, height: 500 };
    const found = withinLimits({ scale: 2, x: 9000, y: -9000 }, size, stage);
    assertEqual(found, { scale: 2, x: 500, y: -100 });
    assertEqual(withinLimits({ scale: 1.5, x: -10, y: 60 }, size, stage), { scale: 1.5, x: -10, y: 0 });
    assertEqual(withinLimits({ scale: 1, x: 20, y: 20 }, size, stage), { ...fitted });
  },

  "a picture is never smaller than fitted nor larger than its limit": () => {
    assertEqual([allowedScale(0.2, 8), allowedScale(20, 8), allowedScale(3, 8)], [1, 8, 3]);
  },

  "the limit is eight times, or two device pixels for each of the picture's": () => {
    const size = { width: 1000, height: 500 };
    assertEqual(largestScale(size, 2000, 1), 8);
    assertEqual(largestScale(size, 12_000, 1), 24);
    assertEqual(largestScale(size, 12_000, 2), 12);
    assertEqual(largestScale(size, null, 2), 8);
  },

  "a double click goes between the whole picture and its own pixels": () => {
    const size = { width: 1000, height: 500 };
    const actual = actualScale(size, 4000, 2);
    assertEqual(actual, 2);
    assertEqual(toggledScale(1, actual), 2);
    assertEqual(toggledScale(1.4, actual), 1);
    assertEqual(toggledScale(1, actualScale(size, 700, 1)), 2, "a small picture is doubled");
    assertEqual(toggledScale(1, null), 2, "unknown pixels");
  },

  "a zoomable picture moves its element and goes back to fitted": () => {
    const element = document.createElement("div");
    let changes = 0;
    const picture = new ZoomablePicture(element, () => (changes += 1));
    picture.longSide = 4000;
    picture.place({ width: 1000, height: 500 }, stage);
    picture.zoomBy(2, { x: 250, y: 0 });
    assert(picture.isZoomed && element.style.transform.includes("scale(2)"), element.style.transform);
    assert(element.style.transform.includes("-250px"), element.style.transform);
    assertNear(picture.shownLongSide, 2000 * devicePixelRatio);
    picture.panBy(10_000, 0);
    assert(element.style.transform.includes("translate(500px"), element.style.transform);
    picture.zoomBy(1000);
    assert(picture.isLargest);
    picture.fit();
    assertEqual([picture.isZoomed, element.style.transform], [false, ""]);
    assert(changes > 4);
  },

  "a sharper picture is loaded only where it is seen": () => {
    assertEqual(pictureFor(1200, 4032), "preview");
    assertEqual(pictureFor(1780, 4032), "preview");
    assertEqual(pictureFor(2600, 4032), "rendition");
    assertEqual(pictureFor(5000, 4032), "full");
    assertEqual(pictureFor(9000, 1400), "preview", "the preview has all its pixels");
    assertEqual(pictureFor(2600, 3000), "full", "the rendition would hardly be smaller");
    assertEqual(pictureFor(1700, 1700), "full", "single pixels are seen");
    assertEqual(pictureFor(0, 0), "preview", "the size is unknown");
  },

  "tiles come from the smallest size that is sharp": () => {
    const levels = [{ width: 12_000, height: 9000 }, { width: 6000, height: 4500 }, { width: 3000, height: 2250 }];
    assertEqual([3600, 3750, 3751, 7000, 7501, 12_000, 90_000].map((shown) => levelFor(shown, levels)), [
      2, 2, 1, 1, 0, 0, 0,
    ]);
    assertEqual(levelFor(9000, levels.slice(2)), 0);
  },

  "one zoom loads one picture": async () => {
    const scene = new SharpeningScene();
    scene.sharpening.begin({ pictures: scene.pictures, pixelWidth: 8000, pixelHeight: 6000 });
    assertEqual(scene.asked, [], "the preview is sharp enough");
    for (const long of [2000, 2600, 3000, 3700, 5000, 8000]) scene.show(long);
    await scene.settle();
    assertEqual(scene.asked, ["/tiles"]);
    scene.show(8000);
    await scene.settle();
    assertEqual(scene.asked, ["/tiles"], "the sizes are known");
    scene.sharpening.end();
  },

  "the request for tiles is cancelled with the photo": async () => {
    const scene = new SharpeningScene();
    const aborted = [];
    scene.library.tiles = async (address, { signal }) => {
      signal.addEventListener("abort", () => aborted.push(address), { once: true });
      return new Promise(() => {});
    };
    scene.sharpening.begin({ pictures: scene.pictures, pixelWidth: 8000, pixelHeight: 6000 });
    scene.show(8000);
    await scene.settle();
    scene.sharpening.end();
    assertEqual(aborted, ["/tiles"]);
  },

  "a pointer's speed is that of its last moments": () => {
    const trail = new PointerTrail({ clientX: 0, clientY: 0, timeStamp: 0 });
    for (const [x, time] of [[400, 100], [400, 400], [410, 420], [420, 440]]) {
      trail.add({ clientX: x, clientY: 0, timeStamp: time });
    }
    assert(trail.velocity.x > 0.1 && trail.velocity.x < 0.6, String(trail.velocity.x));
    assertEqual(new PointerTrail({ clientX: 3, clientY: 4, timeStamp: 5 }).velocity, { x: 0, y: 0 });
  },

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

  "the camera's settings are one line": () => {
    assertEqual(exposureInWords({ aperture: 5.6, exposureTime: 0.004, iso: 200, focalLength: 24 }), [
      words.aperture("5.6"), words.exposureTime("1/250"), words.iso("200"), words.focalLength("24"),
    ].join(" · "));
    assertEqual(exposureInWords({ exposureTime: 2.5 }), words.exposureTime("2.5"));
    assertEqual(exposureInWords({ exposureTime: 0.3333 }), words.exposureTime("0.3"));
    assertEqual(exposureInWords({ exposureTime: 1 / 6000 }), words.exposureTime("1/6000"));
    assertEqual(exposureInWords({ aperture: 0, exposureTime: null, iso: undefined, focalLength: NaN }), "");
    assertEqual(exposureInWords({}), "");
  },

  "formats have the names that people use": () => {
    const format = (uniformTypeIdentifier, originalFilename) => formatOf({ uniformTypeIdentifier, originalFilename });
    assertEqual([
      format("com.adobe.raw-image", "a.dng"), format("public.jpeg", "a.jpg"), format("public.heic", "a.HEIC"),
    ], ["RAW", "JPEG", "HEIC"]);
  },

  "the panel links to the photo's albums": () => {
    const panel = document.createElement("facts-panel");
    const identifier = "C0000000-0000-4000-8000-000000000001";
    panel.facts = { ...facts, albums: [{ identifier, title: "Lake" }] };
    const link = panel.querySelector("[data-fact=albums] a");
    assertEqual([link.textContent, link.getAttribute("href")], ["Lake", `#/albums/${identifier}`]);
    panel.facts = facts;
    assertEqual(panel.querySelector("[data-fact=albums]"), null);
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

  "facts become rows": () => {
    assertEqual(rowsOf(facts).map(({ name }) => name), [
      "place", "camera", "lens", "keywords", "rating", "kind", "size", "codec", "added",
    ]);
    assertEqual(valueOf("size"), "4032 × 3024");
    assertEqual(valueOf("camera"), "Apple iPhone 15 Pro");
    assertEqual(valueOf("codec"), "HEVC");
    assertEqual(valueOf("kind"), [words.livePhoto, words.kinds.hdr, words.kinds.favorite].join(words.kindSeparator));
    assertEqual(valueOf("keywords"), ["lake", "summer"].join(words.keywordSeparator));
    assertEqual(valueOf("rating"), words.stars(4));
    const size = rowsOf(facts).find(({ name }) => name === "size");
    assertEqual(size.detail, words.megapixels(12.2));
  },

  "what is not known gives no row": () => {
    assertEqual(rowsOf(nothingKnown), [{ name: "kind", label: words.kind, value: words.photo }]);
    assertEqual(filesOf(nothingKnown), []);
    assertEqual(dateOf(nothingKnown), { day: formatDay(null), time: null, remark: null });
    assertEqual(rowsOf({ ...nothingKnown, metadata: undefined, kinds: undefined, resources: undefined }).length, 1);
  },

  "a camera that repeats its maker is named once": () => {
    const camera = (cameraMake, cameraModel) =>
      valueOf("camera", { ...facts, metadata: { ...facts.metadata, cameraMake, cameraModel } });
    assertEqual(camera("Canon", "Canon EOS R5"), "Canon EOS R5");
    assertEqual(camera("NIKON CORPORATION", "NIKON D850"), "NIKON D850");
    assertEqual(camera(null, "D850"), "D850");
    assertEqual(camera("Sony", null), "Sony");
  },

  "the date is that of the clock where the photo was taken": () => {
    const { day, time, remark } = dateOf(facts);
    assert(day.includes("2024") && day.includes("7"), day);
    assert(time.includes("33") && time.endsWith("UTC+8"), time);
    assertEqual(remark, null);
    assert(!dateOf({ ...facts, utcOffset: null }).time.includes("UTC"), "no offset is known");
    assert(dateOf({ ...facts, localDateTime: null }).time.endsWith("UTC"), "only the moment is known");
  },

  "a date that is only the file's says so": () => {
    assertEqual(dateOf({ ...facts, dateSource: "file" }).remark, words.fileDate);
    assertEqual(dateOf({ ...facts, dateSource: "exifModified" }).remark, words.changeDate);
  },

  "zones are named by their distance": () => {
    assertEqual([zoneName(28_800), zoneName(-12_600), zoneName(19_800), zoneName(0)], [
      "UTC+8", "UTC−3:30", "UTC+5:30", "UTC",
    ]);
  },

  "a place is told by its sides and copied as numbers": () => {
    const place = rowsOf(facts).find(({ name }) => name === "place");
    assertEqual(place.value, words.coordinates("33.50000", "151.25000", false, true));
    assertEqual(place.copy, "-33.5, 151.25");
    assertEqual(place.detail, words.depth("4"));
    const flat = rowsOf({ ...facts, location: { latitude: 0, longitude: 0, altitude: null } });
    assertEqual(flat.find(({ name }) => name === "place").detail, undefined);
  },

  "every original is listed with its address": () => {
    const [photo, movie] = filesOf(facts);
    assertEqual([photo.name, photo.kind], ["IMG_1.HEIC", words.resources.photo]);
    assertEqual(photo.address, "/api/assets/A/originals/photo");
    assert(photo.value.startsWith("HEIC · 4032 × 3024 · "), photo.value);
    assertEqual(movie.kind, words.resources.pairedVideo);
    assert(!movie.value.includes("0 ×"), movie.value);
  },

  "photos, videos and Live Photos are named": () => {
    assertEqual([kindName(["live"]), kindName(["video", "slomo"]), kindName([]), kindName([], "audio")], [
      words.livePhoto, words.video, words.photo, words.audio,
    ]);
  },

  "the words are those of the reader's language": () => {
    assertEqual(language, chooseLanguage(navigator.languages).language);
    assertEqual(words.close, { en: "Close", "zh-Hans": "关闭" }[language]);
    assert(words.announced({ kind: words.photo, position: 3, count: 120, day: "7 May 2024" }).includes("120"));
  },

  "a reason from the server is told as a sentence": () => {
    const told = words.withReason(words.noPicture, "the file ends too soon");
    assert(told.startsWith(words.noPicture) && told.includes("The file ends too soon") && /[.。]$/.test(told), told);
    assert(words.withReason(words.noPicture, "It is gone.").endsWith("gone."));
  },

  "megapixels are counted as the language counts": () => {
    assertEqual(words.megapixels(24.5), { en: "24.5 MP", "zh-Hans": "2450 万像素" }[language]);
  },

  "of a long reason only the beginning is told": () => {
    const reason = "the picture cannot be decoded; it may be damaged";
    assertEqual(firstClause(`${reason}: Decoder plugin generated an error: Unexpected end of file`), reason);
    assertEqual(firstClause("It is empty. Nothing can be done."), "It is empty");
    assertEqual(firstClause("IMG_1.HEIC is empty"), "IMG_1.HEIC is empty", "a dot within a word ends nothing");
    const cut = firstClause("a".repeat(500));
    assert(cut.length === 160 && cut.endsWith("…"), cut);
  },

  "a codec that the browser refuses is not tried, an unknown one is": () => {
    const asked = [];
    const refusing = (type) => {
      asked.push(type);
      return "";
    };
    assertEqual([mayPlay("hevc", refusing), mayPlay("prores", refusing), mayPlay("h264", () => "probably")], [
      false, false, true,
    ]);
    assert(asked[0].includes("hvc1"), asked[0]);
    assertEqual([mayPlay(null, refusing), mayPlay("cinepak", refusing), asked.length], [true, true, 2]);
    assertEqual(mayPlay("HEVC", () => "maybe"), true);
  },

  "a container that the browser refuses is not tried, unless it is like MP4": () => {
    const playing = (type) => (type.startsWith("video/mp4") || type === "video/webm" ? "probably" : "");
    const plays = (contentType, codec = "h264") => mayPlayFile({ codec, contentType }, playing);
    assertEqual(["video/mp4", "video/quicktime", "video/x-m4v", "video/3gpp", "video/webm"].map((type) => plays(type)), [
      true, true, true, true, true,
    ]);
    assertEqual(["video/x-msvideo", "video/mp2t", "video/mpeg", "application/octet-stream"].map((type) => plays(type)), [
      false, false, false, false,
    ]);
    assertEqual(mayPlayFile({ codec: "prores", contentType: "video/quicktime" }, () => ""), false);
  },

  "codecs are called as people call them": () => {
    assertEqual([codecName("hevc"), codecName("h264"), codecName("cinepak"), codecName(null)], [
      "HEVC", "H.264", "CINEPAK", null,
    ]);
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
