import { icon, iconNames } from "/web/common/icons.js";
import { KeptPlaces } from "/web/address/page-history.js";
import { Library } from "/web/server/library.js";
import { ServerError } from "/web/server/server-connection.js";
import { libraryAlbum, parseAddress, printAddress } from "/web/address/page-history.js";
import { collectionTree, ownCollections, sidebarSections } from "/web/sidebar/collections.js";
import {
  chooseLanguage, formatBytes, formatDay, formatDuration, formatMonth, formatNumber, formatShortDay, formatYear,
  language, localised,
} from "/web/common/words.js";

const album = "A1B0A1B0-0000-4000-8000-000000000202";
const asset = "421C93B7-0D2B-4F47-9C2D-0A6B8E3E7F11";

function assert(condition, message) {
  if (!condition) throw new Error(message);
}

function assertEqual(found, expected, subject) {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  assert(left === right, `${subject}: ${left} instead of ${right}`);
}

/** Creates a library whose server always gives the same answer, and records the requested addresses. */
function answering(answer) {
  const asked = [];
  const library = new Library({
    fetch: async (address) => {
      asked.push(address);
      return answer();
    },
  });
  return { library, asked };
}

function json(status, content) {
  return new Response(JSON.stringify(content), { status, headers: { "Content-Type": "application/json" } });
}

async function failure(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("No error was thrown.");
}

function collection(subtype, count, title = `Album ${subtype}`) {
  const identifier = `A1B0A1B0-0000-4000-8000-000000000${subtype}`;
  return { identifier, type: "smartAlbum", subtype, title, count };
}

const addresses = {
  "an address that is printed is read as the same": () => {
    for (const address of [
      { album: libraryAlbum, asset: null }, { album: libraryAlbum, asset }, { album, asset: null }, { album, asset },
    ]) {
      assertEqual(parseAddress(printAddress(address)), address, printAddress(address));
    }
  },
  "the library has the shortest address": () => {
    assertEqual(printAddress({ album: libraryAlbum, asset: null }), "#/", "library");
    assertEqual(printAddress({ album, asset }), `#/albums/${album}/${asset}`, "photo");
  },
  "an address that is not known is that of the library": () => {
    const unknown = ["", "#", "#/", "#/album", "#/folders", "#/folders/12", "#/imports/1", "#/albums/12", `#/album/${album}`, `#/albums/${album}/x`,
      `#/albums/${album}/${asset}/more`, "#/albums/../../etc/passwd", `#/albums/${album}%2F${asset}`, "#photos"];
    for (const hash of unknown) assertEqual(parseAddress(hash), { album: libraryAlbum, asset: null }, hash);
  },
  "lists of albums have addresses of their own": () => {
    for (const list of ["albums", "imports", asset]) {
      const address = { album: libraryAlbum, asset: null, list };
      assertEqual(parseAddress(printAddress(address)), address, list);
    }
    assertEqual(printAddress({ album: libraryAlbum, asset: null, list: "imports" }), "#/imports", "imports");
    assertEqual(printAddress({ album: libraryAlbum, asset: null, list: asset }), `#/folders/${asset}`, "folder");
    assertEqual(parseAddress("#/Albums/").list, "albums", "upper case");
    assertEqual(parseAddress(`#/folders/${asset.toLowerCase()}`).list, asset, "lower case");
  },
  "views and their places have addresses": () => {
    for (const of of [libraryAlbum, album]) {
      for (const unit of ["years", "months", "days"]) {
        for (const at of ["2024", "2024-05", "undated"]) {
          const address = { album: of, asset: null, period: { unit, at } };
          assertEqual(parseAddress(printAddress(address)), address, printAddress(address));
        }
      }
    }
    const period = { unit: "months", at: null };
    assertEqual(printAddress({ album: libraryAlbum, asset: null, period }), "#/months", "short");
    assertEqual(parseAddress("#/months").period, { unit: "months", at: null }, "without a place");
    const all = { album, asset: null, period: { unit: "days", at: null } };
    assertEqual(printAddress(all), `#/albums/${album}`, "all photos have the album's address");
    for (const hash of ["#/months/24", "#/months/2024-13", "#/months/2024-05-01", "#/weeks", "#/years/x"]) {
      assertEqual(parseAddress(hash), { album: libraryAlbum, asset: null }, hash);
    }
  },
  "identifiers are read in any case": () => {
    assertEqual(parseAddress(`#/albums/${album.toLowerCase()}/${asset.toLowerCase()}`), { album, asset }, "lower case");
  },
};

const languages = {
  "the language is the first one that the page speaks": () => {
    const chosen = (...preferred) => chooseLanguage(preferred).language;
    assertEqual(chosen("en-GB", "zh-CN"), "en", "English first");
    assertEqual(chosen("zh-CN", "en"), "zh-Hans", "Chinese first");
    assertEqual(chosen("fr-FR", "de", "zh-TW", "en"), "zh-Hans", "after unknown ones");
    for (const tag of ["zh", "zh-Hans", "zh-Hans-SG", "zh-Hant-HK", "ZH-cn"]) assertEqual(chosen(tag), "zh-Hans", tag);
    assertEqual(chosen("fr"), "en", "none known");
    assertEqual(chosen(), "en", "none told");
    assertEqual(chooseLanguage(undefined).language, "en", "no list");
  },
  "dates and numbers keep the reader's region": () => {
    assertEqual(chooseLanguage(["en-GB", "en"]).locale, "en-GB", "region");
    assertEqual(chooseLanguage(["en-notALocaleAtAll"]).locale, "en", "a tag that is none");
  },
  "words that a language lacks are English": () => {
    const words = localised({ en: { one: "one", two: "two" }, "zh-Hans": { one: "一" } });
    assertEqual(words.two, "two", "missing word");
    assertEqual(words.one, language === "en" ? "one" : "一", "word of the language");
  },
};

const formats = {
  "durations show hours only when there are some": () => {
    const expected = [[0, "0:00"], [7, "0:07"], [7.4, "0:07"], [59.6, "1:00"], [724, "12:04"], [3599.5, "1:00:00"],
      [3723, "1:02:03"], [360000, "100:00:00"]];
    for (const [seconds, text] of expected) assertEqual(formatDuration(seconds), text, `${seconds} s`);
    for (const nothing of [null, undefined, NaN, Infinity, -1]) assertEqual(formatDuration(nothing), "", `${nothing}`);
  },
  "a day is the same in every time zone": () => {
    // 7 May 2024, a Tuesday.
    const day = 19850;
    for (const format of [formatDay, formatShortDay, formatMonth, formatYear]) {
      assert(format(day).includes("2024"), format(day));
    }
    assert(/\b7\b|7日/.test(formatShortDay(day)) && !/\b[68]\b|[68]日/.test(formatShortDay(day)), formatShortDay(day));
    assert(/Tuesday|星期二/.test(formatDay(day)), formatDay(day));
    assert(/May|5月/.test(formatMonth(day)) && !/\b7\b|7日/.test(formatMonth(day)), formatMonth(day));
  },
  "a day of this year goes without the year": () => {
    const now = new Date();
    const today = Math.floor(Date.UTC(now.getFullYear(), 6, 1) / 86_400_000);
    assert(!formatDay(today).includes(String(now.getFullYear())), formatDay(today));
    assert(formatShortDay(today).includes(String(now.getFullYear())), formatShortDay(today));
  },
  "days before 1970 are days": () => {
    assert(formatYear(-1).includes("1969"), formatYear(-1));
  },
  "no day is told in words": () => {
    for (const format of [formatDay, formatShortDay, formatMonth, formatYear]) {
      assertEqual(format(null), language === "en" ? "No date" : "无日期", format.name);
    }
  },
  "bytes are told in steps of a thousand": () => {
    assert(/^831\D/.test(formatBytes(831)), formatBytes(831));
    assert(/^1\D/.test(formatBytes(999_600)) && /MB|兆/.test(formatBytes(999_600)), formatBytes(999_600));
    assert(/^12\D/.test(formatBytes(12_300)) && /kB|千/.test(formatBytes(12_300)), formatBytes(12_300));
    assert(/^3\.4\D/.test(formatBytes(3_400_000)), formatBytes(3_400_000));
    assert(/^2,?500\D/.test(formatBytes(2.5e15)), formatBytes(2.5e15));
    for (const nothing of [null, undefined, NaN, -1]) assertEqual(formatBytes(nothing), "", `${nothing}`);
  },
  "numbers are grouped": () => {
    assertEqual(formatNumber(1_234_567), "1,234,567", "number");
  },
};

const sidebar = {
  "albums stand in their sections and order": () => {
    const sections = sidebarSections([217, 205, 202, 203, 209].map((subtype) => collection(subtype, 3)));
    const found = sections.map(({ albums }) => albums.map(({ title }) => title));
    assertEqual(found, [["Album 209", "Album 203"], ["Album 202", "Album 217"], ["Album 205"]], "sections");
  },
  "empty albums are left out, but never the library and the utilities": () => {
    const sections = sidebarSections([collection(209, 0), collection(203, 0), collection(202, 0), collection(205, 0)]);
    assertEqual(sections.map(({ name }) => name), ["library", "utilities"], "sections");
    assertEqual(sections.map(({ albums }) => albums.length), [1, 1], "albums");
    assertEqual(sidebarSections([]), [], "nothing told");
  },
  "a kind of album that is not known comes last": () => {
    const sections = sidebarSections([collection(299, 1, "New"), collection(209, 1), collection(205, 1, "Hidden")]);
    assertEqual(sections.at(-1).albums.map(({ title }) => title), ["Hidden", "New"], "last section");
  },
  "albums and folders stand in their tree, and what imports made does not": () => {
    const own = (identifier, type, parent = null, subtype = type === "folder" ? 100 : 2) => {
      return { identifier, type, subtype, title: identifier, count: 0, parent };
    };
    const collections = [
      collection(209, 1), own("a", "folder"), own("b", "folder", "a"), own("c", "album", "b"), own("d", "album", "a"),
      own("e", "album"), own("f", "album", null, 6), own("g", "album", "a", 6), own("h", "album", "gone"),
    ];
    const print = ({ identifier, children }) => identifier + (children.length > 0 ? `(${children.map(print)})` : "");
    assertEqual(collectionTree(collections).map(print).join(), "a(b(c),d,g),e,h", "tree");
    assertEqual(ownCollections(collections).map(({ identifier }) => identifier).join(), "a,b,c,d,e,g,h", "own");
    assertEqual(sidebarSections(collections).flatMap(({ albums }) => albums.length), [1], "smart albums");
  },
  "every album has an icon that is drawn": () => {
    const subtypes = [
      201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 216, 217, 220, 299, 1000000201,
    ];
    const albums = sidebarSections(subtypes.map((subtype) => collection(subtype, 1))).flatMap((each) => each.albums);
    assertEqual(albums.length, subtypes.length, "albums");
    for (const each of albums) assert(iconNames.includes(each.icon), each.icon);
  },
};

/** Creates a browser's storage for one test. */
function storage(content) {
  const values = new Map(content === undefined ? [] : [["albumen.places", content]]);
  return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => values.set(key, value) };
}

const places = {
  "the place in an album outlives the page": () => {
    const kept = storage();
    const before = new KeptPlaces(kept);
    assertEqual(before.rank(album), 0, "an album that was not seen");
    before.keep(album, 700);
    before.keep(libraryAlbum, 3);
    before.keep(album, 701);
    const after = new KeptPlaces(kept);
    assertEqual([after.rank(album), after.rank(libraryAlbum)], [701, 3], "ranks");
  },
  "what is kept and no place is passed over": () => {
    for (const content of ["{", "null", "7", "{}", "[7]", `[["${album}",-1]]`, `[["${album}","x"]]`]) {
      assertEqual(new KeptPlaces(storage(content)).rank(album), 0, content);
    }
  },
};

const icons = {
  "icons are silent to screen readers": () => {
    for (const name of iconNames) {
      const drawn = icon(name);
      assertEqual(drawn.getAttribute("aria-hidden"), "true", name);
      assert(drawn.children.length > 0, name);
    }
  },
  "an icon that is not there is an error": async () => {
    const error = await failure((async () => icon("toString"))());
    assert(error instanceof RangeError, String(error));
  },
};

const questions = {
  "the library asks for what the server tells": async () => {
    const { library, asked } = answering(() => json(200, { collections: [], rank: 17 }));
    await library.collections();
    await library.timeline(album);
    await library.window(album, "17", 100, 50);
    assertEqual(await library.rank(album, "17", asset), 17, "rank");
    await library.asset(asset);
    const timeline = `/api/collections/${album}/timeline`;
    assertEqual(
      asked,
      [
        "/api/collections",
        timeline,
        `${timeline}/17?from=100&count=50`,
        `${timeline}/17/ranks/${asset}`,
        `/api/assets/${asset}`,
      ],
      "addresses",
    );
    assertEqual(library.renditionAddress(asset, "1f&a", 512), `/api/assets/${asset}/rendition?long=512&content=1f%26a`,
      "picture");
  },
  "a change is sent as JSON, and an answer without content is none": async () => {
    const sent = [];
    const library = new Library({
      fetch: async (address, { method, body, headers }) => {
        if (address === "/api/session") return json(200, { csrfToken: "secret" });
        sent.push([address, method, body ?? null, headers["Content-Type"] ?? null, headers["Albumen-CSRF-Token"]]);
        return method === "DELETE" ? new Response(null, { status: 204 }) : json(200, { assets: [asset] });
      },
    });
    assertEqual(await library.change("PATCH", "/api/assets", { rating: 3 }), { assets: [asset] }, "answer");
    assertEqual(await library.change("DELETE", "/api/collections/x"), null, "no content");
    assertEqual(sent, [
      ["/api/assets", "PATCH", "{\"rating\":3}", "application/json", "secret"],
      ["/api/collections/x", "DELETE", null, null, "secret"],
    ], "sent");
  },
  "a change that is to be confirmed tells its count": async () => {
    const { library } = answering(() =>
      json(409, { error: { code: "needsConfirmation", message: "Much.", count: 200 } }),
    );
    const error = await failure(library.change("POST", "/api/trash", {}));
    assertEqual([error.status, error.code, error.count], [409, "needsConfirmation", 200], "error");
  },
  "an error of the server is told with its code and words": async () => {
    const { library } = answering(() => json(410, { error: { code: "versionGone", message: "Gone." } }));
    const error = await failure(library.window(album, "1", 0, 100));
    assert(error instanceof ServerError, String(error));
    assertEqual([error.status, error.code, error.message], [410, "versionGone", "Gone."], "error");
  },
  "an asset that the album does not hold has no rank": async () => {
    const { library } = answering(() => json(404, { error: { code: "notFound", message: "" } }));
    assertEqual(await library.rank(album, "1", asset), null, "rank");
    assertEqual((await failure(library.asset(asset))).status, 404, "asset");
  },
  "an error without JSON is told by its status": async () => {
    const { library } = answering(() => new Response("<html>", { status: 502 }));
    const error = await failure(library.collections());
    assertEqual([error.status, error.code], [502, "unknown"], "error");
    assert(error.message.includes("502"), error.message);
  },
  "an answer that isn't JSON is not believed": async () => {
    const { library } = answering(() => new Response("<html>", { status: 200 }));
    assertEqual((await failure(library.collections())).code, "notUnderstood", "code");
  },
  "a page whose cookie is gone is told to be closed": async () => {
    const { library } = answering(() => json(401, { error: { code: "unauthorized", message: "" } }));
    let told = 0;
    library.addEventListener("closed", () => (told += 1));
    assertEqual((await failure(library.timeline(album))).status, 401, "status");
    assertEqual(told, 1, "events");
  },
  "a server that does not answer is told to be unreachable": async () => {
    const { library } = answering(() => {
      throw new TypeError("Failed to fetch");
    });
    let told = 0;
    library.addEventListener("unreachable", () => (told += 1));
    const error = await failure(library.collections());
    assertEqual([error instanceof ServerError, error.status, error.code], [true, 0, "unreachable"], "error");
    assertEqual(told, 1, "events");
  },
  "a question that is withdrawn tells nothing": async () => {
    const controller = new AbortController();
    const { library } = answering(() => {
      controller.abort();
      throw controller.signal.reason;
    });
    let told = 0;
    for (const event of ["closed", "unreachable"]) library.addEventListener(event, () => (told += 1));
    assertEqual((await failure(library.asset(asset, { signal: controller.signal }))).name, "AbortError", "error");
    assertEqual(told, 0, "events");
  },
};

export const tests = { ...addresses, ...languages, ...formats, ...sidebar, ...places, ...icons, ...questions };
