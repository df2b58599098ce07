import { dropPlace } from "/web/editing/collection-drag.js";
import { LibraryChanges, photosAtOnce } from "/web/editing/library-changes.js";
import { PhotoActions } from "/web/editing/photo-actions.js";
import { Selection } from "/web/editing/selection.js";
import { actionsFor, isArranged } from "/web/editing/selection-bar.js";
import { SelectionMode } from "/web/editing/selection-mode.js";
import { UndoNotice } from "/web/editing/undo-notice.js";
import { words } from "/web/editing/words.js";
import { instantOf, keywordsIn } from "/web/viewer/editable-facts.js";
import { ServerError } from "/web/library.js";

function assert(condition, message) {
  if (!condition) throw new Error(message);
}

function assertEqual(found, expected, subject = "") {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  assert(left === right, `${subject}: ${left} instead of ${right}`);
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A grid that only tells what happens in it, and a timeline of photos named by their ranks. */
function selecting(count = 100) {
  const grid = Object.assign(document.createElement("div"), { activeRank: 0, isSelected: null });
  grid.photoOf = (element) => (element?.dataset?.rank ? photo(Number(element.dataset.rank)) : null);
  const asked = [];
  const timeline = {
    count,
    identifiers: async (first, last) => {
      asked.push([first, last]);
      return Array.from({ length: last - first + 1 }, (_, index) => `p${first + index}`);
    },
  };
  const mode = new SelectionMode(grid, () => timeline);
  const press = (rank, { shiftKey = false, ctrlKey = false, key = null } = {}) => {
    return mode.pressed({ ...photo(rank), shiftKey, ctrlKey, key });
  };
  const step = (from, rank, shiftKey = true) => {
    grid.dispatchEvent(new CustomEvent("photo-step", { detail: { from, rank, shiftKey } }));
  };
  return { grid, mode, timeline, asked, press, step, selected: () => mode.selection.identifiers.join() };
}

const photo = (rank) => ({ rank, identifier: `p${rank}` });

const selections = {
  "a range that is drawn again takes the place of the one before": () => {
    const selection = new Selection();
    selection.toggle("a");
    selection.extend(["a", "b", "c"]);
    selection.extend(["a", "b"]);
    assertEqual(selection.identifiers, ["a", "b"]);
    selection.endRange();
    selection.extend(["x"]);
    assertEqual(selection.identifiers, ["a", "b", "x"]);
    selection.toggle("b");
    assertEqual([selection.size, selection.has("b")], [2, false]);
  },
  "a click opens until photos are being selected": () => {
    const { mode, press } = selecting();
    assertEqual([press(3), mode.isOn], [false, false]);
    mode.start();
    assertEqual([press(3), press(4), press(3), mode.selection.identifiers], [true, true, true, ["p4"]]);
    assertEqual(press(9, { key: "Enter" }), false, "Enter");
    assertEqual(press(5, { key: " " }), true, "Space");
  },
  "a click with Control begins selecting": () => {
    const { mode, press, selected } = selecting();
    assertEqual([press(7, { ctrlKey: true }), mode.isOn, selected()], [true, true, "p7"]);
  },
  "a click with Shift selects from the photo chosen last, forwards and back": async () => {
    const { press, selected } = selecting();
    press(5, { ctrlKey: true });
    press(8, { shiftKey: true });
    await settled();
    assertEqual(selected(), "p5,p6,p7,p8");
    press(3, { shiftKey: true });
    await settled();
    assertEqual(selected(), "p5,p3,p4");
  },
  "Shift with arrow keys draws a range, which shrinks again": async () => {
    const { mode, step, selected } = selecting();
    step(10, 11);
    await settled();
    step(11, 12);
    await settled();
    assertEqual([mode.isOn, selected()], [true, "p10,p11,p12"]);
    step(12, 11);
    await settled();
    assertEqual(selected(), "p10,p11");
    step(11, 20, false);
    step(20, 21);
    await settled();
    assertEqual(selected(), "p10,p11,p20,p21");
  },
  "of ranges that are fetched the last is meant": async () => {
    const { press, selected, timeline } = selecting();
    const answers = [];
    timeline.identifiers = (first, last) => new Promise((resolve) => answers.push(() => resolve([`${first}-${last}`])));
    press(5, { ctrlKey: true });
    press(50, { shiftKey: true });
    press(60, { shiftKey: true });
    for (const answer of answers) answer();
    await settled();
    assertEqual(selected(), "p5,5-60");
  },
  "all are selected by their identifiers": async () => {
    const { mode, asked } = selecting(3000);
    await mode.selectAll();
    assertEqual([mode.selection.size, asked], [3000, [[0, 2999]]]);
    mode.end();
    assertEqual([mode.selection.size, mode.isOn], [0, false]);
  },
  "a range that cannot be fetched is told, and nothing is selected": async () => {
    const { mode, timeline } = selecting();
    const told = [];
    mode.addEventListener("error", ({ detail }) => told.push(detail.error.message));
    timeline.identifiers = async () => {
      throw new ServerError(0, "unreachable", "gone");
    };
    await mode.selectAll();
    assertEqual([told, mode.selection.size], [["gone"], 0]);
  },
  "the grid shows selecting only while it lasts": () => {
    const { mode, grid, press } = selecting();
    press(1, { ctrlKey: true });
    assertEqual([grid.isSelected("p1"), grid.isSelected("p2")], [true, false]);
    mode.end();
    assertEqual(grid.isSelected, null);
  },
};

const album = { identifier: "A", type: "album", subtype: 2, title: "Lake", count: 2, parent: null };
const smart = (subtype) => ({ identifier: "S", type: "smartAlbum", subtype, title: "", count: 1, parent: null });

const actions = {
  "what can be done depends on the album": () => {
    assertEqual(actionsFor(smart(209)), ["add", "favorite", "hide", "trash"]);
    assertEqual(actionsFor(smart(209), { areFavorites: true })[1], "unfavorite");
    assertEqual(actionsFor(smart(203))[1], "unfavorite");
    assertEqual(actionsFor(smart(205))[2], "unhide");
    assertEqual(actionsFor(album)[1], "remove");
    assert(!actionsFor({ ...album, subtype: 6 }).includes("remove"), "what an import made");
    assertEqual(actionsFor(smart(1000000201)), ["restore", "purge"]);
    assertEqual([isArranged(album), isArranged(smart(209)), isArranged(undefined)], [true, false, false]);
  },
};

/** A library that notes what it is asked to change. */
function changing(answer = (content) => ({ assets: content.assets ?? content.add ?? content.remove ?? [], ranks: [] })) {
  const asked = [];
  const library = {
    change: async (method, address, content) => {
      asked.push([method, address, content]);
      return answer(content, address);
    },
  };
  return { changes: new LibraryChanges(library), asked };
}

const requests = {
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
    await changes.putBack([{ assets: ["a"], ranks: [3] }, { assets: [], ranks: [] }, { assets: ["b"], ranks: [1] }], "A");
    assertEqual(asked.map(([, , content]) => content), [{ insert: ["b"], at: [1] }, { insert: ["a"], at: [3] }]);
  },
  "a removal that was confirmed tells its count": async () => {
    const { changes, asked } = changing();
    await changes.trash(["a", "b"]);
    await changes.purge(["a", "b"], { isConfirmed: true });
    assertEqual(asked, [
      ["POST", "/api/trash", { assets: ["a", "b"] }],
      ["POST", "/api/trash/purge", { assets: ["a", "b"], confirmedRemovals: 2 }],
    ]);
  },
};

/** Actions with what they tell, and what a reader who always agrees answers. */
function acting(answer) {
  const { changes, asked } = changing(answer);
  const told = [];
  const notice = { show: (text, undo = null) => told.push({ text, undo }) };
  const run = async (change) => {
    await change();
    return true;
  };
  const photos = new PhotoActions(changes, null, { collections: () => [album], run, notice });
  return { photos, asked, told };
}

async function agree(dialog = "dialog.ask") {
  await settled();
  document.querySelector(`${dialog} .button`).click();
}

const undoing = {
  "what was a favorite already stays one when it is taken back": async () => {
    const { photos, asked, told } = acting(() => ({ assets: ["b"] }));
    assertEqual(await photos.perform("favorite", ["a", "b"], smart(209)), true);
    assertEqual(told[0].text, words.favorited(2));
    await told[0].undo();
    assertEqual(asked.at(-1), ["PATCH", "/api/assets", { assets: ["b"], isFavorite: false }]);
    assertEqual(told[1].text, words.undone);
  },
  "nothing changed is nothing to take back": async () => {
    const { photos, told } = acting(() => ({ assets: [] }));
    await photos.perform("hide", ["a"], smart(209));
    assertEqual(told[0].undo, null);
  },
  "what was taken out of an album comes back to its place": async () => {
    const { photos, asked, told } = acting(() => ({ assets: ["b", "a"], ranks: [2, 5] }));
    await photos.perform("remove", ["a", "b"], album);
    await told[0].undo();
    assertEqual(asked.at(-1), ["PATCH", "/api/collections/A/members", { insert: ["b", "a"], at: [2, 5] }]);
  },
  "photos that were in the album already are not taken out again": async () => {
    const { photos, asked, told } = acting((content) => ({ assets: content.add ? ["c"] : [], ranks: [] }));
    await photos.addTo("A", ["a", "b", "c"]);
    await told[0].undo();
    assertEqual(asked.at(-1)[2], { remove: ["c"] });
    const { photos: others, told: none } = acting(() => ({ assets: [], ranks: [] }));
    await others.addTo("A", ["a"]);
    assertEqual(none, [{ text: words.addedAlready("Lake"), undo: null }]);
  },
  "deleting asks first, and restoring takes it back": async () => {
    const { photos, asked, told } = acting();
    const isDone = photos.perform("trash", ["a"], smart(209));
    await settled();
    assertEqual(asked, [], "before the answer");
    await agree();
    assertEqual(await isDone, true);
    await told[0].undo();
    assertEqual(asked.map(([, address]) => address), ["/api/trash", "/api/trash/restore"]);
  },
  "who says no deletes nothing": async () => {
    const { photos, asked } = acting();
    const isDone = photos.perform("purge", ["a"], smart(1000000201));
    await settled();
    document.querySelector("dialog.ask .text-button").click();
    assertEqual([await isDone, asked], [false, []]);
    await settled();
    assertEqual(document.querySelector("dialog.ask"), null);
  },
  "a large removal is done when its number is repeated": async () => {
    const { photos, asked, told } = acting((content) => {
      if (content.confirmedRemovals !== 2) throw new ServerError(409, "needsConfirmation", "Much.", 2);
      return { assets: content.assets };
    });
    const isDone = photos.perform("trash", ["a", "b"], smart(209));
    await agree();
    while (!document.querySelector("dialog.ask input")) await settled();
    const input = document.querySelector("dialog.ask input");
    input.value = "3";
    await agree();
    assert(input.isConnected, "another number is no answer");
    input.value = "2";
    await agree();
    assertEqual([await isDone, asked.length, told[0].text], [true, 2, words.trashed(2)]);
  },
  "a notice is taken back once": async () => {
    const place = document.createElement("div");
    const notice = new UndoNotice(() => place);
    let count = 0;
    notice.show("Done.", async () => (count += 1));
    assertEqual([notice.undo(), notice.undo(), count, place.textContent], [true, false, 1, ""]);
  },
  "a notice goes to where it is seen": () => {
    const [below, above] = [document.createElement("div"), document.createElement("div")];
    let place = below;
    const notice = new UndoNotice(() => place);
    place = above;
    notice.show("Done.");
    assertEqual([below.childElementCount, above.textContent], [0, "Done."]);
    notice.hide();
  },
};

const tree = [
  { identifier: "f", type: "folder", subtype: 100, parent: null },
  { identifier: "g", type: "folder", subtype: 100, parent: "f" },
  { identifier: "a", type: "album", subtype: 2, parent: "f" },
  { identifier: "b", type: "album", subtype: 2, parent: null },
  { identifier: "c", type: "album", subtype: 2, parent: null },
];

const dropping = {
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
};

const facts = {
  "keywords are what stands between commas, each once": () => {
    assertEqual(keywordsIn(" lake, summer ,,lake、湖；a b"), ["lake", "summer", "湖", "a b"]);
    assertEqual(keywordsIn("  "), []);
  },
  "a clock's reading is an instant by its offset": () => {
    assertEqual(instantOf("2024-05-07T09:33:04", 28_800), "2024-05-07T01:33:04Z");
    assertEqual(instantOf("2024-05-07T00:10", -12_600), "2024-05-07T03:40:00Z");
    assertEqual(instantOf("2024-05-07T09:33:04", null), "2024-05-07T09:33:04Z");
    assertEqual(instantOf("", 0), null);
  },
};

export const tests = { ...selections, ...actions, ...requests, ...undoing, ...dropping, ...facts };
