// Tests of the modules that change the library. The gallery's tests run them in the page.
import { dropPlace } from "/web/editing/collection-drag.js";
import { isConfirmed } from "/web/dialogs/dialogs.js";
import { LibraryChanges, photosAtOnce } from "/web/server/library-changes.js";
import { placeBeside, placePast } from "/web/editing/photo-places.js";
import { actionsFor, isArranged, leavesCollection } from "/web/editing/selection-bar.js";
import { words } from "/web/editing/words.js";
import { instantOf, keywordsIn } from "/web/viewer/editable-facts.js";
import "/web/viewer/facts-panel.js";
import { ServerError } from "/web/server/server-connection.js";

function assert(condition, message) {
  if (!condition) throw new Error(message);
}

function assertEqual(found, expected, subject = "") {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  assert(left === right, `${subject}: ${left} instead of ${right}`);
}

const photo = (rank) => ({ rank, identifier: `p${rank}` });

const album = { identifier: "A", type: "album", subtype: 2, title: "Lake", count: 2, parent: null };

const smart = (subtype) => ({ identifier: "S", type: "smartAlbum", subtype, title: "", count: 1, parent: null });

/** Creates a library that records requests for changes. */
function changing(answer = ({ assets, add, remove }) => ({ assets: assets ?? add ?? remove ?? [], ranks: [] })) {
  const asked = [];
  const library = {
    change: async (method, address, content) => {
      asked.push([method, address, content]);
      return answer(content, address);
    },
  };
  return { changes: new LibraryChanges(library), asked };
}

const tree = [
  { identifier: "f", type: "folder", subtype: 100, parent: null },
  { identifier: "g", type: "folder", subtype: 100, parent: "f" },
  { identifier: "a", type: "album", subtype: 2, parent: "f" },
  { identifier: "b", type: "album", subtype: 2, parent: null },
  { identifier: "c", type: "album", subtype: 2, parent: null },
];

/** Creates the timeline of an album. `changes` are its states after each read. */
function arranged(order, ...changes) {
  let shown = order;
  return {
    version: 1,
    get count() {
      return shown.length;
    },
    async rankOf(identifier) {
      const rank = shown.indexOf(identifier);
      return rank < 0 ? null : rank;
    },
    async identifiers(first, last) {
      if (changes.length > 0) {
        shown = changes.shift();
        this.version += 1;
      }
      return shown.slice(first, last + 1);
    },
  };
}

const letters = ["a", "b", "c", "d", "e"];

export const tests = {
  "what can be done depends on the album": () => {
    assertEqual(actionsFor(smart(209)), ["add", "favorite", "download", "edit", "hide", "trash"]);
    assertEqual(actionsFor(smart(209), { areFavorites: true })[1], "unfavorite");
    assertEqual(actionsFor(smart(203))[1], "unfavorite");
    assertEqual(actionsFor(smart(205))[4], "unhide");
    assertEqual(actionsFor(album)[1], "remove");
    assert(!actionsFor({ ...album, subtype: 6 }).includes("remove"), "what an import made");
    assertEqual(actionsFor(smart(1000000201)), ["restore", "purge"]);
    assertEqual([isArranged(album), isArranged(smart(209)), isArranged(undefined)], [true, false, false]);
    assertEqual(
      [leavesCollection("hide", smart(209)), leavesCollection("unfavorite", smart(203)),
        leavesCollection("unfavorite", smart(209)), leavesCollection("add", album)], [true, true, false, false]);
  },
  "many photos are changed in parts": async () => {
    const { changes, asked } = changing();
    const assets = Array.from({ length: photosAtOnce * 2 + 5 }, (_, index) => `p${index}`);
    const changed = await changes.set(assets, { isFavorite: true });
    assertEqual([changed.length, asked.map(([, , content]) => content.assets.length)],
      [assets.length, [photosAtOnce, photosAtOnce, 5]]);
    assert(asked.every(([, , content]) => content.isFavorite === true), "the change is in each");
  },
  "what was removed in parts is put back the other way round": async () => {
    const { changes, asked } = changing();
    const removed = [{ assets: ["a"], ranks: [3] }, { assets: [], ranks: [] }, { assets: ["b"], ranks: [1] }];
    await changes.putBack(removed, "A");
    assertEqual(asked.map(([, , content]) => content), [{ insert: ["b"], at: [1] }, { insert: ["a"], at: [3] }]);
  },
  "a removal tells its total in each part": async () => {
    const { changes, asked } = changing();
    await changes.trash(["a", "b"]);
    await changes.purge(["a", "b"], { isConfirmed: true });
    assertEqual(asked, [
      ["POST", "/api/trash", { assets: ["a", "b"], of: 2 }],
      ["POST", "/api/trash/purge", { assets: ["a", "b"], of: 2, confirmedRemovals: 2 }],
    ]);
    const assets = Array.from({ length: photosAtOnce + 1 }, (_, index) => `p${index}`);
    const told = [];
    const removed = (part, changed) => told.push([part.length, changed.length]);
    await changes.trash(assets, { total: photosAtOnce + 5, isConfirmed: true, removed });
    const totals = asked.slice(2).map(([, , { of, confirmedRemovals }]) => [of, confirmedRemovals]);
    assertEqual(totals, Array(2).fill([photosAtOnce + 5, photosAtOnce + 5]), "the total");
    assertEqual(told, [[photosAtOnce, photosAtOnce], [1, 1]]);
  },
  "a collection goes before, after and into another": () => {
    assertEqual(dropPlace(tree, "c", "f", "before"), { parent: null, before: "f" });
    assertEqual(dropPlace(tree, "c", "f", "after"), { parent: null, before: "b" });
    assertEqual(dropPlace(tree, "c", "f", "into"), { parent: "f", before: "g" });
    assertEqual(dropPlace(tree, "c", "a", "after"), { parent: "f", before: null });
    assertEqual(dropPlace(tree, "f", "c", "after"), { parent: null, before: null });
    assertEqual(dropPlace(tree, "a", "g", "into"), { parent: "g", before: null });
  },
  "a folder goes neither into itself nor into what it holds": () => {
    assertEqual(dropPlace(tree, "f", "f", "into"), null);
    assertEqual(dropPlace(tree, "f", "g", "into"), null);
    assertEqual(dropPlace(tree, "f", "a", "before"), null);
  },
  "where a collection is already is no place to go": () => {
    assertEqual(dropPlace(tree, "b", "f", "after"), null);
    assertEqual(dropPlace(tree, "b", "c", "before"), null);
    assertEqual(dropPlace(tree, "c", "b", "after"), null);
    assertEqual(dropPlace(tree, "g", "f", "into"), null);
  },
  "keywords are what stands between commas, each once": () => {
    assertEqual(keywordsIn(" lake, summer ,,lake、湖；a b"), ["lake", "summer", "湖", "a b"]);
    assertEqual(keywordsIn("  "), []);
  },
  "a keyword with a separator in it stays whole": () => {
    const known = ["Paris, France", "lake", "a、b", "Paris, France; 1"];
    assertEqual(keywordsIn("Paris, France, lake, a、b, Paris, France; 1", known),
      ["Paris, France", "lake", "a、b", "Paris, France; 1"]);
    assertEqual(keywordsIn("sky, Paris, France ;lake、 x", known), ["sky", "Paris, France", "lake", "x"]);
    assertEqual(keywordsIn("Paris, Francesca", known), ["Paris", "Francesca"]);
    assertEqual(keywordsIn("ab", ["a\nb"]), ["a\nb"]);
    assertEqual(keywordsIn("a,, b", ["a,"]), ["a,", "b"]);
  },
  "what the reader is writing stays when other facts come": async () => {
    const panel = document.createElement("facts-panel");
    document.body.append(panel);
    const told = (caption, rating, creationDate = "2024-05-07T01:33:04Z") => ({
      identifier: "a", trashedDate: null, creationDate, utcOffset: 0, kinds: [], resources: [], albums: [],
      metadata: { caption, rating, keywords: [] },
    });
    panel.facts = told("Lake", 1);
    const field = panel.querySelector("[data-field=caption]");
    field.focus();
    field.value = "Lakes";
    panel.facts = told("Pond", 3);
    assert(panel.querySelector("[data-field=caption]") === field && document.activeElement === field, "the same field");
    assertEqual([field.value, panel.querySelector("[data-field=rating]").ariaValueNow], ["Lakes", "3"]);
    field.value = field.defaultValue;
    panel.querySelector("[data-field=date]").click();
    const form = panel.querySelector(".facts-date-form");
    const day = () => panel.querySelector(".facts-day").textContent;
    panel.facts = told("Sea", 3, "2024-05-09T01:33:04Z");
    assert(panel.querySelector(".facts-date-form") === form && form.contains(document.activeElement), "the date");
    assertEqual(panel.querySelector("[data-field=caption]").value, "Sea");
    form.querySelector(".text-button").click();
    assert(day().includes("9"), `the date that came meanwhile: ${day()}`);
    assertEqual(document.activeElement.dataset.field, "date");
    panel.remove();
  },
  "what was refused is shown as it is": () => {
    const panel = document.createElement("facts-panel");
    document.body.append(panel);
    panel.facts = {
      identifier: "a", trashedDate: null, creationDate: null, utcOffset: null, kinds: [], resources: [], albums: [],
      metadata: { caption: null, rating: 2, keywords: [] },
    };
    const rating = () => panel.querySelector("[data-field=rating]");
    rating().dispatchEvent(new KeyboardEvent("keydown", { key: "5" }));
    assertEqual(rating().getAttribute("aria-valuenow"), "5");
    panel.showKnown("b");
    assertEqual(rating().getAttribute("aria-valuenow"), "5", "another photo");
    panel.showKnown("a");
    assertEqual(rating().getAttribute("aria-valuenow"), "2");
    panel.remove();
  },
  "a clock's reading is an instant by its offset": () => {
    assertEqual(instantOf("2024-05-07T09:33:04", 28_800), "2024-05-07T01:33:04Z");
    assertEqual(instantOf("2024-05-07T00:10", -12_600), "2024-05-07T03:40:00Z");
    assertEqual(instantOf("2024-05-07T09:33:04", null), "2024-05-07T09:33:04Z");
    assertEqual(instantOf("", 0), null);
  },
  "photos go beside another, also where that moves too": async () => {
    const place = (identifier, isAfter, ...assets) => placeBeside(arranged(letters), { identifier, isAfter }, assets);
    assertEqual(await place("c", false, "a"), { before: "c" });
    assertEqual(await place("c", true, "a"), { before: "d" });
    assertEqual(await place("c", false, "c", "d"), { before: "e" });
    assertEqual(await place("e", true, "a"), { before: null });
    assertEqual(await place("d", true, "e", "a"), { before: null });
  },
  "photos go past the next that stays": async () => {
    const place = (identifier, step, ...assets) => placePast(arranged(letters), identifier, assets, step);
    assertEqual(await place("b", 1, "b"), { before: "d" });
    assertEqual(await place("b", 1, "b", "c"), { before: "e" });
    assertEqual(await place("d", 1, "d"), { before: null });
    assertEqual(await place("d", 1, "d", "e"), null);
    assertEqual(await place("c", -1, "c", "b"), { before: "a" });
    assertEqual(await place("a", -1, "a"), null);
  },
  "a place is where its photo is now": async () => {
    const moved = arranged(letters, ["x", "y", ...letters]);
    assertEqual(await placeBeside(moved, { identifier: "c", isAfter: true }, ["a"]), { before: "d" });
    for (const gone of [arranged(["a", "b"]), arranged(letters, ["a", "b"])]) {
      let error = null;
      await placeBeside(gone, { identifier: "c", isAfter: true }, ["a"]).catch((thrown) => (error = thrown));
      assert(error instanceof ServerError && error.message === words.placeGone, "it is told");
    }
  },
};
