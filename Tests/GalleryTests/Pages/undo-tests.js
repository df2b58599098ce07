// Tests of actions and of undoing them. The gallery's tests run them in the page.
import { BurstActions } from "/web/editing/burst-actions.js";
import { isConfirmed } from "/web/dialogs/dialogs.js";
import { LibraryChanges, photosAtOnce, photosPerChange } from "/web/server/library-changes.js";
import { PhotoActions } from "/web/editing/photo-actions.js";
import { UndoNotice } from "/web/dialogs/undo-notice.js";
import { words } from "/web/editing/words.js";
import "/web/viewer/facts-panel.js";
import { ServerError } from "/web/server/server-connection.js";

function assert(condition, message) {
  if (!condition) throw new Error(message);
}

function assertEqual(found, expected, subject = "") {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  assert(left === right, `${subject}: ${left} instead of ${right}`);
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

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

/** Creates actions that record their messages, with a user who always agrees. */
function acting(answer, frames = { bursts: 0, frames: [] }) {
  const { changes, asked } = changing(answer);
  const told = [];
  const work = [];
  const notice = {
    show: (text, undo = null) => told.push({ text, undo }),
    showWork: (text, cancel) => work.push({ text, cancel }), update: (text) => work.push({ text }), endWork: () => {},
  };
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
  return { photos, bursts, changes, asked, told, work, gone };
}

async function agree(dialog = "dialog.ask") {
  await settled();
  document.querySelector(`${dialog} .button`).click();
}

export const tests = {
  "what was a favorite already stays one when it is taken back": async () => {
    const { photos, asked, told } = acting(() => ({ assets: ["b"] }));
    assertEqual(await photos.perform("favorite", ["a", "b"], smart(209)), true);
    assertEqual(told[0].text, words.favorited(2));
    await told[0].undo();
    assertEqual(asked.at(-1), ["PATCH", "/api/assets", { assets: ["b"], isFavorite: false }]);
    assertEqual(told[1].text, words.undone);
  },
  "a change of many photos shows its progress, and taking it back is whole": async () => {
    const assets = Array.from({ length: photosAtOnce * 2 + 1 }, (_, index) => `p${index}`);
    const { photos, asked, told, work } = acting();
    assertEqual(await photos.perform("favorite", assets, smart(209)), true);
    const steps = [0, photosAtOnce, photosAtOnce * 2, assets.length];
    assertEqual(work.map(({ text }) => text), steps.map((done) => words.changing(done, assets.length)));
    assertEqual(told[0].text, words.favorited(assets.length));
    await told[0].undo();
    const undone = asked.slice(3).flatMap(([, , content]) => content.assets);
    assertEqual([undone.length, asked.at(-1)[2].isFavorite, told.at(-1).text], [assets.length, false, words.undone]);
    assertEqual(work[4], { text: words.changing(0, assets.length), cancel: null }, "taking back");
  },
  "a change of many photos stops between two requests, and what was changed can be taken back": async () => {
    const assets = Array.from({ length: photosAtOnce * 3 }, (_, index) => `p${index}`);
    const { photos, asked, told, work, gone } = acting((content) => {
      if (asked.length === 2) work[0].cancel();
      return { assets: content.assets };
    });
    assertEqual(await photos.perform("hide", assets, smart(209)), false);
    assertEqual([asked.length, gone.length], [2, photosAtOnce * 2]);
    assertEqual(told.at(-1).text, `${words.stopped} ${words.hidden(photosAtOnce * 2)}`);
    await told.at(-1).undo();
    assertEqual(asked.slice(2).flatMap(([, , content]) => content.assets), assets.slice(0, photosAtOnce * 2));
  },
  "a change of many photos that fails midway says why, and takes back the rest": async () => {
    const assets = Array.from({ length: photosAtOnce + 1 }, (_, index) => `p${index}`);
    const { photos, told } = acting((content) => {
      if (content.assets.length === 1) throw new ServerError(0, "unreachable", "Away.");
      return { assets: content.assets };
    });
    assertEqual(await photos.perform("favorite", assets, smart(209)), false);
    assertEqual(told.at(-1).text, `Away. ${words.favorited(photosAtOnce)}`);
    assert(told.at(-1).undo, "undo");
  },
  "a deletion of many photos stops between two requests": async () => {
    const assets = Array.from({ length: photosAtOnce * 2 }, (_, index) => `p${index}`);
    const { photos, asked, told, work } = acting((content) => {
      work[0].cancel();
      return { assets: content.assets };
    });
    const isDone = photos.perform("trash", assets, smart(209));
    await agree();
    assertEqual([await isDone, asked.length], [false, 1]);
    assertEqual(told.at(-1).text, words.partlyTrashed(photosAtOnce, assets.length, words.stopped));
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
  "photos that moved in an album return part by part, the last first": async () => {
    let count = 0;
    const { photos, asked, told } = acting(({ move }) => ({ assets: move, ranks: [count += 1] }));
    const assets = Array.from({ length: photosAtOnce + 1 }, (_, index) => `p${index}`);
    await photos.moveWithin("A", assets, async () => ({ before: "x" }));
    assertEqual(told[0].text, words.rearranged(assets.length));
    await told[0].undo();
    assertEqual(asked.slice(2).map(([, , { move, at }]) => [move.length, at]), [[1, [2]], [photosAtOnce, [1]]]);
    await photos.moveWithin("A", ["a"], async () => null);
    assertEqual(told.length, 2, "a photo that stays is no change");
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
