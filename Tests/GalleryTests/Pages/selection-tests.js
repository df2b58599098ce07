// Tests of the selection. The gallery's tests run them in the page.
import { GrowingRange } from "/web/editing/growing-range.js";
import { Selection } from "/web/editing/selection.js";
import { SelectionMode } from "/web/editing/selection-mode.js";
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

export const tests = {
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
