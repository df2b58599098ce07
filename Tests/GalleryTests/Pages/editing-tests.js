import { BurstActions } from "/web/editing/burst-actions.js";
import { dropPlace } from "/web/editing/collection-drag.js";
import { GrowingRange } from "/web/editing/growing-range.js";
import { isConfirmed } from "/web/editing/dialogs.js";
import { LibraryChanges, photosAtOnce, photosPerChange } from "/web/editing/library-changes.js";
import { PhotoActions } from "/web/editing/photo-actions.js";
import { placeBeside, placePast } from "/web/editing/photo-places.js";
import { Selection } from "/web/editing/selection.js";
import { actionsFor, isArranged, leavesCollection } from "/web/editing/selection-bar.js";
import { SelectionMode } from "/web/editing/selection-mode.js";
import { UndoNotice } from "/web/editing/undo-notice.js";
import { words } from "/web/editing/words.js";
import { instantOf, keywordsIn } from "/web/viewer/editable-facts.js";
import "/web/viewer/facts-panel.js";
import { ServerError } from "/web/server-connection.js";

function assert(condition, message) {
  if (!condition) throw new Error(message);
}

function assertEqual(found, expected, subject = "") {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  assert(left === right, `${subject}: ${left} instead of ${right}`);
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Creates a grid that only sends events, and a timeline whose photos are named by their ranks. */
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
  const press = (rank, { shiftKey = false, ctrlKey = false, action = null } = {}) => {
    return mode.pressed({ ...photo(rank), shiftKey, ctrlKey, action });
  };
  const step = (from, rank, isExtending = true) => {
    grid.dispatchEvent(new CustomEvent("photo-step", { detail: { from, rank, isExtending } }));
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
  "what is no longer there leaves the selection, and the range that is drawn": () => {
    const selection = new Selection();
    let told = 0;
    selection.addEventListener("change", () => (told += 1));
    selection.replace(["a", "b"]);
    selection.extend(["c", "d"]);
    selection.remove(["a", "c", "x"]);
    assertEqual([selection.identifiers, told], [["b", "d"], 3]);
    selection.remove(["x"]);
    assertEqual(told, 3, "nothing left it");
    selection.extend(["e"]);
    assertEqual(selection.identifiers, ["b", "e"]);
  },
  "a click opens until photos are being selected": () => {
    const { mode, press } = selecting();
    assertEqual([press(3), mode.isOn], [false, false]);
    mode.start();
    assertEqual([press(3), press(4), press(3), mode.selection.identifiers], [true, true, true, ["p4"]]);
    assertEqual(press(9, { action: "open" }), false, "Enter");
    assertEqual(press(5, { action: "choose" }), true, "Space");
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
  "a finger draws a range over photos, and removes one that begins at a selected photo": async () => {
    const { mode, selected } = selecting();
    mode.beginDrag(photo(10));
    mode.dragTo(13);
    mode.dragTo(12);
    await settled();
    assertEqual([mode.isOn, selected()], [true, "p10,p11,p12"]);
    mode.beginDrag(photo(12));
    await settled();
    assertEqual(selected(), "p10,p11");
    mode.dragTo(11);
    await settled();
    assertEqual(selected(), "p10");
    mode.dragTo(12);
    await settled();
    assertEqual(selected(), "p10,p11");
    mode.forgetRanks();
    assertEqual(mode.dragTo(20), false, "all ranks are others");
    await settled();
    assertEqual(selected(), "p10,p11");
  },
  "a range that removes photos ends before Shift selects others": async () => {
    const { grid, mode, press, step, selected } = selecting();
    mode.beginDrag(photo(1));
    await settled();
    mode.beginDrag(photo(1));
    await settled();
    assertEqual(selected(), "");
    grid.activeRank = 5;
    press(6, { shiftKey: true });
    await settled();
    assertEqual(selected(), "p5,p6");
    mode.beginDrag(photo(6));
    await settled();
    step(8, 9);
    await settled();
    assertEqual(selected(), "p5,p8,p9");
  },
  "a range that grows asks only for its new photos": async () => {
    const { asked, timeline } = selecting();
    const range = new GrowingRange();
    const read = (first, last) => range.identifiers(timeline, first, last, new AbortController().signal);
    assertEqual(await read(10, 12), ["p10", "p11", "p12"]);
    assertEqual(await read(10, 13), ["p10", "p11", "p12", "p13"]);
    assertEqual(await read(8, 13), ["p8", "p9", "p10", "p11", "p12", "p13"]);
    assertEqual(await read(10, 11), ["p10", "p11"]);
    assertEqual(asked, [[10, 12], [13, 13], [8, 9]]);
    assertEqual(await read(50, 50), ["p50"]);
    range.forget();
    assertEqual(await read(50, 50), ["p50"]);
    assertEqual(asked.slice(3), [[50, 50], [50, 50]]);
  },
  "a range that is drawn further meanwhile keeps nothing of the cancelled request": async () => {
    const range = new GrowingRange();
    const cancelled = new AbortController();
    const answers = [];
    const timeline = { identifiers: () => new Promise((resolve) => answers.push(resolve)) };
    const first = range.identifiers(timeline, 0, 1, cancelled.signal);
    cancelled.abort();
    answers[0](["old", "old"]);
    await first;
    const second = range.identifiers(timeline, 0, 1, new AbortController().signal);
    answers[1](["a", "b"]);
    assertEqual(await second, ["a", "b"]);
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
  "all that are being selected are selected anew where the ranks are others": async () => {
    const { mode, timeline, press } = selecting(3);
    const answers = [];
    timeline.identifiers = (first, last, { signal }) => new Promise((resolve) => {
      answers.push({ signal, answer: () => resolve([`${first}-${last}`]) });
    });
    const begun = mode.selectAll();
    timeline.count = 5;
    mode.forgetRanks();
    for (const { answer } of answers) answer();
    await begun;
    await settled();
    assertEqual([answers.map(({ signal }) => signal.aborted), mode.selection.identifiers], [[true, false], ["0-4"]]);
    mode.forgetRanks();
    assertEqual(answers.length, 2, "all were selected already");
    mode.selectAll();
    press(1);
    mode.forgetRanks();
    assertEqual(answers.length, 3, "something else was selected meanwhile");
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
};

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
};

/** Creates actions that record their messages, with a user who always agrees. */
function acting(answer, frames = { bursts: 0, frames: [] }) {
  const { changes, asked } = changing(answer);
  const told = [];
  const notice = { show: (text, undo = null) => told.push({ text, undo }) };
  const run = async (change) => {
    try {
      await change();
      return true;
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      notice.show(error.message);
      return false;
    }
  };
  const gone = [];
  const left = (assets) => gone.push(...assets);
  const otherFrames = async () => frames;
  const photos = new PhotoActions(changes, null, { collections: () => [album], run, notice, left, otherFrames });
  const bursts = new BurstActions(changes, photos, { run, notice });
  return { photos, bursts, changes, asked, told, gone };
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
  "only what was deleted just now is restored, and what is gone is told": async () => {
    const { photos, asked, told, gone } = acting((content) => ({ assets: content.of ? ["b"] : content.assets }));
    const isDone = photos.perform("trash", ["a", "b"], smart(209));
    await agree();
    assertEqual([await isDone, gone], [true, ["a", "b"]]);
    await told[0].undo();
    assertEqual(asked.at(-1), ["POST", "/api/trash/restore", { assets: ["b"] }]);
    const { photos: others, gone: left } = acting();
    await others.perform("unfavorite", ["a"], smart(203));
    await others.perform("unfavorite", ["b"], smart(209));
    await others.perform("hide", ["c"], smart(209));
    await others.perform("favorite", ["d"], smart(209));
    assertEqual(left, ["a", "c"]);
  },
  "a removal that fails midway tells what is gone and takes that back": async () => {
    const assets = Array.from({ length: photosAtOnce + 1 }, (_, index) => `p${index}`);
    const { photos, asked, told, gone } = acting((content) => {
      if (content.assets.length === 1) throw new ServerError(0, "unreachable", "Away.");
      return { assets: content.assets };
    });
    const isDone = photos.perform("trash", assets, smart(209));
    await agree();
    assertEqual([await isDone, gone.length, told.at(-1).text],
      [false, photosAtOnce, words.partlyTrashed(photosAtOnce, assets.length, "Away.")]);
    await told.at(-1).undo();
    assertEqual([asked.at(-1)[1], asked.at(-1)[2].assets.length], ["/api/trash/restore", photosAtOnce]);
  },
  "frames go alone, and what stays is told": async () => {
    const { photos, asked, told } = acting(undefined, { bursts: 1, frames: ["b", "c"] });
    const isDone = photos.perform("trash", ["a"], smart(209));
    await settled();
    assertEqual([...document.querySelectorAll("dialog.ask input")].map(({ value, checked }) => [value, checked]),
      [["only", true], ["whole", false]], "nothing is lost by Return alone");
    await agree();
    assertEqual(await isDone, true);
    assertEqual(asked.map(([, , { assets, of }]) => [assets, of]), [[["a"], 1]]);
    assertEqual(told[0].text, words.trashed(1, 2, 1));
  },
  "a whole burst goes where the reader says so, and comes back": async () => {
    const { photos, asked, told } = acting(undefined, { bursts: 1, frames: ["b", "c"] });
    const isDone = photos.perform("trash", ["a"], smart(209));
    await settled();
    document.querySelector("dialog.ask input[value=whole]").click();
    await agree();
    assertEqual(await isDone, true);
    assertEqual(asked[0][2], { assets: ["a", "b", "c"], of: 3 });
    assertEqual(told[0].text, words.trashed(3));
    await told[0].undo();
    assertEqual(asked.at(-1), ["POST", "/api/trash/restore", { assets: ["a", "b", "c"] }]);
  },
  "nothing is deleted where the server does not say what would stay": async () => {
    const { photos, asked } = acting(undefined, null);
    assertEqual([await photos.perform("trash", ["a"], smart(209)), asked], [false, []]);
  },
  "frames that are kept lose nothing, and are kept no longer when it is taken back": async () => {
    const { bursts, asked, told } = acting(() => ({ assets: ["b"], former: { kept: ["c"], key: null } }));
    const isDone = bursts.keep("a", ["a", "b", "c"], ["b"]);
    await agree();
    assertEqual(await isDone, true);
    assertEqual(asked, [["PATCH", "/api/assets/a/burst", { kept: ["b"] }]]);
    await told[0].undo();
    assertEqual(asked.at(-1), ["PATCH", "/api/assets/b/burst", { kept: ["c"] }]);
  },
  "the other frames go where the reader says so, and come back": async () => {
    const former = { kept: [], key: null };
    const { bursts, asked, told } = acting((content) => ({ assets: content.assets ?? [], former }));
    const isDone = bursts.keep("a", ["a", "b", "c"], ["b"]);
    await settled();
    document.querySelector("dialog.ask input[value=only]").click();
    await agree();
    assertEqual(await isDone, true);
    assertEqual(asked.map(([, address]) => address), ["/api/assets/a/burst", "/api/trash"]);
    assertEqual(asked[1][2], { assets: ["a", "c"], of: 2 });
    await told[0].undo();
    assertEqual(asked.slice(2).map(([, address, content]) => [address, content]), [
      ["/api/trash/restore", { assets: ["a", "c"] }], ["/api/assets/b/burst", { kept: [] }],
    ]);
  },
  "facts are taken back part by part, the last first": async () => {
    const answer = ({ assets }) => ({ assets: assets ?? ["x"], undo: String(assets?.length) });
    const { changes, asked } = acting(answer);
    const assets = Array.from({ length: photosPerChange + 1 }, (_, index) => `p${index}`);
    const undo = await changes.write(assets, { caption: "Lake" });
    assertEqual(undo, [String(photosPerChange), "1"]);
    assertEqual(await changes.undo(undo), ["x", "x"]);
    assertEqual(asked.slice(2).map(([, address, content]) => [address, content.undo]),
      [["/api/undo", "1"], ["/api/undo", String(photosPerChange)]]);
  },
  "frames of one burst in several parts are not told as others": async () => {
    const { changes } = acting((content) => ({ bursts: 1, frames: content.assets.length === 1 ? ["p0", "z"] : ["z"] }));
    const assets = Array.from({ length: photosAtOnce + 1 }, (_, index) => `p${index}`);
    assertEqual((await changes.otherFrames(assets)).frames, ["z"]);
  },
  "an album that is gone takes nothing": async () => {
    const { photos, asked, told } = acting();
    assertEqual([await photos.addTo("X", ["a"]), asked, told], [false, [], [{ text: words.albumGone, undo: null }]]);
  },
  "what is final is not done by a key pressed too soon": async () => {
    const answers = [];
    for (const isFinal of [true, false]) {
      const answer = isConfirmed({ title: "T", confirm: "Do", isDanger: true, isFinal });
      await settled();
      answers.push(document.activeElement.classList.contains("text-button"));
      document.activeElement.click();
      await answer;
    }
    assertEqual(answers, [true, false]);
  },
  "a question goes away by a click beside it, and not by a drag out of it": async () => {
    const answer = isConfirmed({ title: "T", confirm: "Do" });
    await settled();
    const dialog = document.querySelector("dialog.ask");
    const click = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    dialog.querySelector("h2").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    click(dialog);
    assert(dialog.isConnected, "pressed inside");
    dialog.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    click(dialog);
    assertEqual(await answer, false);
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
    assert(document.querySelector("#ask-text").textContent.startsWith(words.muchRemoved(2)), "in the page's words");
    input.value = "3";
    await agree();
    assert(input.isConnected, "another number is no answer");
    input.value = "2";
    await agree();
    assertEqual([await isDone, asked.length, told[0].text], [true, 2, words.trashed(2)]);
  },
  "a notice is taken back once": async () => {
    const place = document.createElement("div");
    const notice = new UndoNotice(() => place, () => undefined);
    let count = 0;
    notice.show("Done.", async () => (count += 1));
    assertEqual([notice.undo(), notice.undo(), count, place.textContent], [true, false, 1, ""]);
  },
  "a notice goes to where it is seen": () => {
    const [below, above] = [document.createElement("div"), document.createElement("div")];
    let place = below;
    const notice = new UndoNotice(() => place, () => undefined);
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
};

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

const places = {
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

export const tests = { ...selections, ...actions, ...requests, ...undoing, ...dropping, ...facts, ...places };
