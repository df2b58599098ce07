import { AlbumOrders } from "/web/albums/album-orders.js";
import { coverItems } from "/web/albums/cover-items.js";
import { CoverLayout } from "/web/albums/cover-layout.js";
import { CoverPictures } from "/web/albums/cover-pictures.js";
import { ServerError } from "/web/server/server-connection.js";

function assert(condition, message) {
  if (!condition) throw new Error(message);
}

function assertEqual(found, expected, subject) {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  assert(left === right, `${subject}: ${left} instead of ${right}`);
}

function collection(identifier, { type = "album", parent = null, count = 1, subtype = type === "folder" ? 100 : 2 } = {}) {
  return { identifier, type, subtype, title: `Title ${identifier}`, count, parent, creationDate: "2024-05-07T12:00:00Z" };
}

/** Creates a browser's storage for one test. */
function storage() {
  const values = new Map();
  return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => values.set(key, value) };
}

const layout = {
  "cards fill the width in equal columns": () => {
    for (const width of [320, 358, 599, 600, 1168, 2560]) {
      const cards = new CoverLayout(width, 50);
      const last = cards.place(cards.columns - 1);
      assert(cards.columns >= 2, `columns at ${width}`);
      const right = last.x + cards.cardWidth;
      assert(right <= width && width - right < cards.columns, `width ${width}: ${right}`);
      assertEqual(cards.place(cards.columns).x, 0, "second row");
      const end = cards.place(49).y + cards.cardHeight;
      assertEqual(cards.height, end, "height");
    }
  },
  "a range has the cards of a window and no others": () => {
    const cards = new CoverLayout(1168, 5000);
    const { first, end } = cards.range(10_000, 10_900);
    assert(cards.place(first).y <= 10_000 && cards.place(end - 1).y + cards.cardHeight >= 10_800, "window");
    assert(end - first <= 8 * cards.columns, `${end - first} cards`);
    assertEqual(cards.range(-500, -100), { first: 0, end: 0 }, "above");
    assertEqual(cards.range(1e9, 2e9), { first: 5000, end: 5000 }, "below");
    assertEqual(new CoverLayout(300, 0).range(0, 900), { first: 0, end: 0 }, "no cards");
  },
  "keys stay within the cards": () => {
    const cards = new CoverLayout(1168, 20);
    assertEqual(cards.step("left", 0, 900), 0, "first");
    assertEqual(cards.step("right", 3, 900), 4, "next");
    assertEqual(cards.step("down", 0, 900), cards.columns, "below");
    assertEqual(cards.step("last", 0, 900), 19, "last");
    assertEqual(cards.step("pageDown", 18, 900), 19, "page");
    assertEqual(cards.step("open", 3, 900), null, "another action");
    assertEqual(new CoverLayout(1168, 0).step("last", 0, 900), null, "no cards");
  },
};

const items = {
  "a folder shows the first albums with photos in it": () => {
    const collections = [
      collection("a", { type: "folder", count: 2 }), collection("b", { type: "folder", parent: "a" }),
      collection("c", { parent: "b" }), collection("d", { parent: "b", count: 0 }), collection("e", { parent: "a" }),
      collection("f"), collection("g", { subtype: 6 }),
    ];
    const found = coverItems("albums", collections);
    assertEqual(found.map(({ identifier }) => identifier), ["a", "f"], "top level");
    assertEqual(found.map(({ albums }) => albums), [["c", "e"], ["f"]], "covers");
    assertEqual(found.map(({ address }) => address), ["#/folders/a", "#/albums/f"], "addresses");
    assertEqual(coverItems("b", collections).map(({ albums }) => albums), [["c"], []], "folder");
    assertEqual(coverItems("imports", collections).map(({ identifier }) => identifier), ["g"], "imports");
    assert(coverItems("imports", collections)[0].detail.includes("2024"), "day of the import");
    for (const list of ["f", "gone"]) assertEqual(coverItems(list, collections), null, list);
  },
  "a folder has at most four covers": () => {
    const albums = [...Array(9).keys()].map((index) => collection(`a${index}`, { parent: "f" }));
    const [folder] = coverItems("albums", [collection("f", { type: "folder" }), ...albums]);
    assertEqual(folder.albums, ["a0", "a1", "a2", "a3"], "covers");
  },
};

/** A library whose answers wait until the test gives them. */
function waitingLibrary() {
  const asked = [];
  const library = {
    albumCovers: (albums) => new Promise((resolve, reject) => asked.push({
      albums, fail: reject, answer: () => resolve(albums.map((album) => ({ asset: album, content: "1" }))),
    })),
  };
  return { library, asked };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

const pictures = {
  "one request at a time asks for what is wanted then": async () => {
    const { library, asked } = waitingLibrary();
    let arrivals = 0;
    const covers = new CoverPictures(library, () => (arrivals += 1));
    covers.want(["a", "b", "a"]);
    covers.want(["c"]);
    covers.want(["d", "b"]);
    assertEqual(asked.map(({ albums }) => albums), [["a", "b"]], "first request");
    asked[0].answer();
    await settled();
    assertEqual(asked.map(({ albums }) => albums), [["a", "b"], ["d"]], "second request");
    asked[1].answer();
    await settled();
    assertEqual([asked.length, arrivals], [2, 2], "requests and arrivals");
    assertEqual([covers.cover("a").asset, covers.cover("c")], ["a", undefined], "covers");
  },
  "a request names at most a hundred albums": async () => {
    const { library, asked } = waitingLibrary();
    const covers = new CoverPictures(library, () => undefined);
    covers.want([...Array(250).keys()].map(String));
    for (const count of [100, 100, 50]) {
      assertEqual(asked.at(-1).albums.length, count, "albums");
      asked.at(-1).answer();
      await settled();
    }
    assertEqual(asked.length, 3, "requests");
  },
  "a change requests the wanted covers again and keeps the former ones": async () => {
    const { library, asked } = waitingLibrary();
    const covers = new CoverPictures(library, () => undefined);
    covers.want(["a"]);
    asked[0].answer();
    await settled();
    covers.refresh();
    assertEqual(covers.cover("a").asset, "a", "former cover");
    assertEqual(asked.length, 2, "requests");
    asked[1].answer();
    await settled();
    assertEqual(asked.length, 2, "requests at the end");
  },
  "a failed request is made again only when covers are wanted again": async () => {
    const { library, asked } = waitingLibrary();
    const covers = new CoverPictures(library, () => undefined);
    covers.want(["a"]);
    asked[0].fail(new ServerError(0, "unreachable", "gone"));
    await settled();
    assertEqual(asked.length, 1, "requests after the failure");
    covers.want(["a"]);
    asked[1].answer();
    await settled();
    assertEqual(covers.cover("a").asset, "a", "cover");
  },
};

const orders = {
  "the order of an album outlives the page": () => {
    const kept = storage();
    const before = new AlbumOrders(kept);
    assertEqual(before.order("a"), "standard", "not chosen");
    before.set("a", "oldest");
    before.set("b", "newest");
    before.set("b", "standard");
    const after = new AlbumOrders(kept);
    assertEqual([after.order("a"), after.order("b")], ["oldest", "standard"], "orders");
  },
  "the oldest choices are forgotten": () => {
    const kept = storage();
    const before = new AlbumOrders(kept);
    for (let index = 0; index <= 500; index++) before.set(`album-${index}`, "newest");
    const after = new AlbumOrders(kept);
    assertEqual([after.order("album-0"), after.order("album-500")], ["standard", "newest"], "orders");
  },
  "what is kept and no order is passed over": () => {
    const kept = storage();
    kept.setItem("albumen.orders", "a sideways\n\nb newest\nnewest");
    const read = new AlbumOrders(kept);
    assertEqual([read.order("a"), read.order("b")], ["standard", "newest"], "orders");
  },
};

export const tests = { ...layout, ...items, ...pictures, ...orders };
