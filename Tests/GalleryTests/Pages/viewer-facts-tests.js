// Tests of the facts in the viewer's panel. The gallery's tests run them in the page.
import { chooseLanguage, formatDay, language } from "/web/common/words.js";
import { codecName, mayPlay, mayPlayFile } from "/web/viewer/codec-support.js";
import "/web/viewer/facts-panel.js";
import {
  dateOf, exposureInWords, filesOf, formatOf, kindName, originalTypeOf, otherOriginalOf, rowsOf, zoneName,
} from "/web/viewer/facts.js";
import { firstClause, words } from "/web/viewer/words.js";

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

export const tests = {
  "the reader chooses the other original of an unedited RAW and JPEG": () => {
    const jpeg = { type: "photo", originalFilename: "A.JPG", uniformTypeIdentifier: "public.jpeg" };
    const raw = { type: "alternatePhoto", originalFilename: "A.NEF", uniformTypeIdentifier: "com.nikon.raw-image" };
    const pair = {
      mediaType: "image", originalChoice: "compressed", edit: null, trashedDate: null, resources: [jpeg, raw],
    };
    const chosen = { ...pair, originalChoice: "raw" };
    assertEqual(otherOriginalOf(pair), { choice: "raw", format: "RAW" });
    assertEqual(otherOriginalOf(chosen), { choice: "compressed", format: "JPEG" });
    assertEqual([pair, chosen].map(originalTypeOf), ["photo", "alternatePhoto"]);
    for (const other of [
      { ...pair, originalChoice: null }, { ...pair, edit: {} }, { ...pair, trashedDate: "2026-05-01T10:00:00Z" },
    ]) {
      assertEqual(otherOriginalOf(other), null);
    }
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

  "a place that has names is told by them, with its sides below": () => {
    const names = ["Belém", "Lisbon", "Portugal"];
    const place = rowsOf({ ...facts, placeNames: names }).find(({ name }) => name === "place");
    assertEqual(place.value, names.join(words.betweenPlaces));
    assertEqual(place.detail, `${words.coordinates("33.50000", "151.25000", false, true)} · ${words.depth("4")}`);
    assertEqual(place.copy, "-33.5, 151.25");
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

};
