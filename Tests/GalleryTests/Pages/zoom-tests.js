// Tests of the viewer's zoom and its sharper pictures. The gallery's tests run them in the page.
import "/web/viewer/facts-panel.js";
import { PictureLayers } from "/web/viewer/picture-layers.js";
import { PictureSharpening } from "/web/viewer/picture-sharpening.js";
import { PointerTrail } from "/web/viewer/pointer-trail.js";
import { levelFor, pictureFor } from "/web/viewer/sharp-picture.js";
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

};
