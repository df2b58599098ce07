// Tests of the editor's recipes and sessions. The gallery's tests run them in the page.
import { AdjustmentRequests } from "/web/editor/adjustment-requests.js";
import { CopiedEdit } from "/web/editor/copied-edit.js";
import { fitted, handles, moved, resized, scaled, smallestSide } from "/web/editor/crop/crop-rectangle.js";
import { EditSession } from "/web/editor/edit-session.js";
import { targetMap, vignettePlace } from "/web/editor/preview/preview-view.js";
import { changed, isSame, normalized, wholeCrop } from "/web/editor/recipe.js";
import { clean, cropInPixels, flipped, rotated, sourceMap, turnedSize } from "/web/editor/recipe-geometry.js";
import { QuarterTurns } from "/web/editing/quarter-turns.js";
import { ServerError } from "/web/server/server-connection.js";

function assert(claim, message) {
  if (!claim) throw new Error(message ?? "The claim does not hold");
}

function assertEqual(found, expected, message = "") {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  assert(left === right, `${message} ${left} is not ${right}`);
}

function assertNear(found, expected, message = "", tolerance = 1e-6) {
  const isNear = found.length === expected.length
    && found.every((each, index) => Math.abs(each - expected[index]) <= tolerance);
  assert(isNear, `${message} ${JSON.stringify(found)} is not ${JSON.stringify(expected)}`);
}

const size = { width: 400, height: 300 };

/** Returns the point of the upright photo at a point of a recipe's result, both in fractions. */
function pointOf(recipe, x, y) {
  const crop = recipe.crop ?? wholeCrop;
  const [a, b, c, d, e, f] = targetMap({ recipe, size, part: crop, width: 1, height: 1 });
  return [a * x + b * y + c, d * x + e * y + f];
}

const adjustments = (recipe) => ({ asset: "a", kind: "photo", recipe, revision: "1", edit: null, base: {} });

export const tests = {
  "a recipe has no keys that change nothing": () => {
    const full = {
      exposure: 0, temperature: 6500, crop: { ...wholeCrop }, rotation: 0, straightening: 0, muted: false,
      filter: undefined, contrast: 5, later: { unknown: true },
    };
    assertEqual(normalized(full), { contrast: 5, later: { unknown: true } }, "unknown keys stay");
    assertEqual(changed({ exposure: 1, filter: "noir" }, { exposure: 0, filter: undefined }), {});
    assert(isSame({ crop: { x: 0, y: 0, width: 1, height: 0.5 } }, { crop: { height: 0.5, width: 1, y: 0, x: 0 } }));
    assert(!isSame({ exposure: 1 }, { exposure: 1, later: 1 }));
  },

  "a turned and mirrored recipe shows the turned and mirrored result": () => {
    const starts = [
      {}, { rotation: 90 }, { flip: "horizontal" }, { flip: "vertical", rotation: 270 }, { flip: "both" },
      { crop: { x: 0.1, y: 0.2, width: 0.5, height: 0.6 }, rotation: 180, straightening: 7 },
      { crop: { x: 0.3, y: 0, width: 0.7, height: 0.4 }, flip: "horizontal", rotation: 90, straightening: -12 },
    ];
    for (const recipe of starts) {
      for (const [x, y] of [[0, 0], [1, 0], [0.25, 0.75]]) {
        const name = JSON.stringify(recipe);
        assertNear(pointOf(rotated(recipe, 1), 1 - y, x), pointOf(recipe, x, y), `clockwise ${name}`);
        assertNear(pointOf(rotated(recipe, -1), y, 1 - x), pointOf(recipe, x, y), `back ${name}`);
        assertNear(pointOf(flipped(recipe), 1 - x, y), pointOf(recipe, x, y), `mirrored ${name}`);
      }
    }
  },

  "four turns and two mirrors give the same recipe again": () => {
    const recipe = { crop: { x: 0.1, y: 0.2, width: 0.3, height: 0.4 }, straightening: 3, rotation: 90, exposure: 1 };
    let turned = recipe;
    for (let turn = 0; turn < 4; turn += 1) turned = rotated(turned, 1);
    assert(isSame(turned, recipe), JSON.stringify(turned));
    assert(isSame(rotated(rotated(recipe, 1), -1), recipe));
    assert(isSame(flipped(flipped(recipe)), recipe));
    assertEqual(turnedSize({ rotation: 270 }, size), { width: 300, height: 400 });
  },

  "a straightened photo fills its frame": () => {
    for (const straightening of [-45, -10, 0.1, 30]) {
      const [a, b, c, d, e, f] = sourceMap({ straightening, rotation: 90 }, size);
      for (const [x, y] of [[0, 0], [1, 0], [0, 1], [1, 1]]) {
        const place = [a * x + b * y + c, d * x + e * y + f];
        assert(place.every((each) => each >= -1e-9 && each <= 1 + 1e-9), `${straightening}: ${place}`);
      }
    }
  },

  "a crop has whole pixels, at least one": () => {
    assertEqual(
      cropInPixels({ crop: { x: 0.1, y: 0.25, width: 0.333, height: 0.5 } }, size),
      { x: 40, y: 75, width: 133, height: 150 });
    assertEqual(
      cropInPixels({ crop: { x: 1, y: 1, width: 0.0001, height: 0.0001 } }, size),
      { x: 399, y: 299, width: 1, height: 1 });
    assertEqual(clean({ x: -1e-17, y: 0.1 + 0.2, width: 1 + 1e-12, height: 0.9 }), {
      x: 0, y: 0.3, width: 1, height: 0.7,
    });
  },

  "the vignette is in the middle of the crop": () => {
    const recipe = { crop: { x: 0.5, y: 0, width: 0.5, height: 1 } };
    assertNear(vignettePlace({ recipe, size, part: recipe.crop, width: 1, height: 1 }).slice(0, 2), [0.5, 0.5]);
    const [x, y, across, down] = vignettePlace({ recipe, size, part: wholeCrop, width: 1, height: 1 });
    assertNear([x, y, Math.hypot(0.25 * across, 0.5 * down)], [0.75, 0.5, 1], "the corners of the crop");
  },
  "a moved crop stays in the photo": () => {
    const crop = { x: 0.2, y: 0.3, width: 0.5, height: 0.5 };
    assertEqual(moved(crop, 9, -9), { x: 0.5, y: 0, width: 0.5, height: 0.5 });
  },

  "a resized crop stays in the photo, keeps the opposite side and its shape": () => {
    const crop = { x: 0.2, y: 0.3, width: 0.4, height: 0.4 };
    for (const handle of handles) {
      for (const [across, down] of [[-3, -3], [-0.1, 0.1], [0.1, -0.1], [3, 3]]) {
        for (const ratio of [null, 1, 0.5, 2.5]) {
          const { x, y, width, height } = resized(crop, handle, across, down, ratio);
          const name = `${handle} ${across} ${down} ${ratio}`;
          assert(x >= -1e-9 && y >= -1e-9 && x + width <= 1 + 1e-9 && y + height <= 1 + 1e-9, name);
          assert(width > 0 && height > 0 && (ratio !== null || Math.min(width, height) >= smallestSide - 1e-9), name);
          if (ratio !== null) assertNear([width / height], [ratio], name);
          if (handle[0] > 0) assertNear([x], [crop.x], name);
          if (handle[0] < 0) assertNear([x + width], [crop.x + crop.width], name);
          if (handle[1] > 0) assertNear([y], [crop.y], name);
          if (handle[1] < 0) assertNear([y + height], [crop.y + crop.height], name);
        }
      }
    }
  },

  "a crop that two fingers scale keeps its shape in the photo": () => {
    const crop = { x: 0.2, y: 0.1, width: 0.4, height: 0.2 };
    const middle = { x: 0.4, y: 0.2 };
    assertNear(Object.values(scaled(crop, 0.5, middle)), [0.3, 0.15, 0.2, 0.1]);
    const [large, small] = [scaled(crop, 100, middle), scaled(crop, 0.001, middle)];
    assertNear([large.width, large.width / large.height], [1, 2]);
    assertNear([Math.min(small.width, small.height), small.width / small.height], [smallestSide, 2]);
  },

  "a crop gets a shape around its middle": () => {
    const { x, y, width, height } = fitted({ x: 0.1, y: 0.1, width: 0.4, height: 0.4 }, 4);
    assertNear([width / height, width * height, x + width / 2, y + height / 2], [4, 0.16, 0.4, 0.3]);
    assertEqual(fitted(wholeCrop, 2), { x: 0, y: 0.25, width: 1, height: 0.5 });
  },
  "changes of one motion are one step": () => {
    const session = new EditSession(adjustments({}));
    let told = 0;
    session.addEventListener("change", () => (told += 1));
    for (const exposure of [0.1, 0.2, 0.3, 0.3]) session.change({ exposure }, "Exposure");
    session.endStep();
    session.change({ exposure: 0.5 }, "Exposure");
    assertEqual([told, session.hasChanges], [4, true]);
    assertEqual([session.undo(), session.recipe], ["Exposure", { exposure: 0.3 }]);
    assertEqual([session.undo(), session.recipe, session.canUndo, session.undo()], ["Exposure", {}, false, null]);
    assertEqual([session.redo(), session.redo(), session.redo()], ["Exposure", "Exposure", null]);
    assertEqual([session.recipe, session.canRedo], [{ exposure: 0.5 }, false]);
    session.undo();
    session.change({ filter: "noir" }, "Filter");
    assertEqual(session.canRedo, false, "another change ends what can be done again");
  },

  "a slider that returns to the start leaves no change": () => {
    const session = new EditSession(adjustments({ contrast: 3 }));
    session.change({ contrast: 9 }, "Contrast");
    session.change({ contrast: 3 }, "Contrast");
    assertEqual(session.hasChanges, false);
  },

  "another program's edit is shown as a step, or replaced": () => {
    const session = new EditSession(adjustments({}));
    session.change({ exposure: 1 }, "Exposure");
    const other = { ...adjustments({ filter: "mono" }), revision: "2" };
    session.adopt(other, "Other");
    assertEqual([session.recipe, session.hasChanges, session.adjustments.revision], [{ filter: "mono" }, false, "2"]);
    assertEqual([session.undo(), session.recipe, session.hasChanges], ["Other", { exposure: 1 }, true]);
    const rebased = new EditSession(adjustments({}));
    rebased.change({ exposure: 1 }, "Exposure");
    rebased.rebase(other);
    assertEqual([rebased.recipe, rebased.hasChanges, rebased.adjustments.revision], [{ exposure: 1 }, true, "2"]);
  },

  "a copied edit has no times of a video, and survives nonsense in the storage": () => {
    const values = new Map();
    const storage = {
      getItem: (key) => values.get(key) ?? null, setItem: (key, value) => values.set(key, value),
      removeItem: (key) => values.delete(key),
    };
    const copied = new CopiedEdit(storage);
    assertEqual(copied.recipe, null);
    copied.recipe = { exposure: 1, contrast: 0, trim: { start: 0, end: 1 }, muted: true, keyPhoto: 2 };
    assertEqual(new CopiedEdit(storage).recipe, { exposure: 1 });
    for (const nonsense of ["{", "[1]", "null", "3"]) {
      for (const key of values.keys()) values.set(key, nonsense);
      assertEqual(copied.recipe, null, nonsense);
    }
    copied.recipe = null;
    assertEqual(values.size, 0);
  },
  "a paste sends four photos at a time, and stops at a failure": async () => {
    const sent = [];
    const library = {
      change: async (_method, _address, { assets }) => {
        if (sent.length === 2) throw new ServerError(0, "unreachable", "Gone.");
        sent.push(assets);
        return { assets, undo: `u${sent.length}`, failures: [{ asset: assets[0], code: "x", message: "No." }] };
      },
    };
    const photos = Array.from({ length: 10 }, (_, index) => `p${index}`);
    const steps = [];
    let pasted = null;
    let failure = null;
    try {
      await new AdjustmentRequests(library).paste(photos, {}, {
        progress: (done, part) => {
          steps.push(done);
          pasted = part;
        },
      });
    } catch (error) {
      failure = error;
    }
    assert(failure instanceof ServerError);
    assertEqual([steps, sent.map((part) => part.length)], [[4, 8], [4, 4]]);
    assertEqual([pasted.assets.length, pasted.undo, pasted.failures.length], [8, ["u1", "u2"], 2]);
  },

  "turns that come while others are saved are collected": async () => {
    const saved = [];
    const gate = Promise.withResolvers();
    const turns = new QuarterTurns({
      read: async () => ({ recipe: {}, revision: "1" }),
      save: async (asset, { rotation = 0 }) => {
        saved.push([asset, rotation]);
        await gate.promise;
        if (asset === "c") throw new ServerError(409, "conflict", "Other.");
        return { undo: asset };
      },
    }, {
      run: async (change) => {
        await change();
        return true;
      },
      notice: { showWork: () => {} }, notify: (text, undo) => (told = [text, undo]),
    });
    let told = null;
    const first = turns.turn(["a"], 1);
    await turns.turn(["b", "c"], -1);
    await turns.turn(["b"], -1);
    gate.resolve();
    await first;
    assertEqual(saved, [["a", 90], ["b", 180], ["c", 270]]);
    assertEqual(told[1], ["a", "b"]);
    assert(told[0].endsWith("Other."), told[0]);
  },
};
