// Tests of the editor's colors and drawing. The gallery's tests run them in the page.
import { colorProgram } from "/web/editor/colors/color-program.js";
import { computeColor, encodedLight, lightOf } from "/web/editor/colors/color-steps.js";
import { identity, inverse, product } from "/web/editor/colors/matrices.js";
import { whiteAdaptation } from "/web/editor/colors/white-adaptation.js";
import { DrawPace } from "/web/editor/preview/draw-pace.js";
import { gaussianWeights } from "/web/editor/preview/gaussian.js";
import { filters } from "/web/editor/recipe.js";
import { scaleOf, straighteningScale } from "/web/editor/slider-scales.js";
import { showFrames } from "/web/viewer/movie/frame-strip.js";

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

/** Returns the light of sRGB's values after a recipe. */
function colorOf(recipe, values) {
  const color = values.map((each) => lightOf(each));
  computeColor(colorProgram(recipe), color);
  return color;
}

export const tests = {
  "an empty recipe keeps each color": () => {
    for (const values of [[0, 0, 0], [1, 1, 1], [0.2, 0.5, 0.9], [1, 0, 0]]) {
      assertNear(colorOf({}, values).map((each) => encodedLight(Math.max(0, each))), values);
    }
  },

  "exposure multiplies light, and contrast turns about half of it": () => {
    const [light] = colorOf({ exposure: 1 }, [0.5, 0.5, 0.5]);
    assertNear([light], [2 * lightOf(0.5)]);
    const half = encodedLight(0.5);
    assertNear(colorOf({ contrast: 80 }, [half, half, half]), [0.5, 0.5, 0.5]);
    assert(colorOf({ contrast: 80 }, [0.9, 0.9, 0.9])[0] > lightOf(0.9));
  },

  "saturation, vibrance and the grey filters meet at grey": () => {
    for (const recipe of [{ saturation: -100 }, { filter: "mono" }, { filter: "noir" }, { filter: "tonal" }]) {
      const [red, green, blue] = colorOf(recipe, [0.8, 0.3, 0.1]);
      assertNear([green, blue], [red, red], JSON.stringify(recipe));
    }
    // Vibrance changes a pale color more than a pure one.
    const change = (values) => {
      const before = values.map((each) => lightOf(each));
      const after = colorOf({ vibrance: 100 }, values);
      return (after[0] - after[2]) / (before[0] - before[2]);
    };
    assert(change([0.5, 0.45, 0.42]) > change([0.9, 0.3, 0.1]) + 0.3);
  },

  "shadows and highlights change only their end of the tones": () => {
    assert(colorOf({ shadows: 100 }, [0.2, 0.2, 0.2])[0] > lightOf(0.25));
    assert(Math.abs(encodedLight(colorOf({ shadows: 100 }, [0.9, 0.9, 0.9])[0]) - 0.9) < 0.01);
    assert(colorOf({ highlights: -100 }, [0.8, 0.8, 0.8])[0] < lightOf(0.75));
    assert(Math.abs(encodedLight(colorOf({ highlights: -100 }, [0.1, 0.1, 0.1])[0]) - 0.1) < 0.01);
  },

  "a warmer recipe is redder, and all filters keep black below white": () => {
    const [red, , blue] = colorOf({ temperature: 9000 }, [0.5, 0.5, 0.5]);
    assert(red > blue, `${red} ${blue}`);
    const neutral = { temperature: 6500, tint: 0 };
    assertNear(whiteAdaptation(neutral, neutral).flat(), identity.flat(), "the same white");
    for (const filter of filters) {
      assert(colorOf({ filter }, [0, 0, 0])[1] < colorOf({ filter }, [1, 1, 1])[1] - 0.5, filter);
    }
  },

  "a matrix and its inverse give the identity, and the weights of a blur give 1": () => {
    const matrix = [[2, 1, 0], [0, 3, 1], [1, 0, 1]];
    assertNear(product(matrix, inverse(matrix)).flat(), identity.flat());
    for (const deviation of [0.2, 1, 4]) {
      const weights = gaussianWeights(deviation, 7);
      assertNear([2 * weights.reduce((one, other) => one + other) - weights[0]], [1]);
      assert(weights.length <= 8);
    }
  },
  "a slow motion gets fewer pixels, and rest gets all": () => {
    const pace = new DrawPace();
    assertEqual([pace.share(0), pace.share(16)], [1, 1]);
    let now = 16;
    for (let frame = 0; frame < 20; frame += 1) now += 50, pace.share(now);
    assertEqual(pace.share(now + 50), 0.25, "not fewer than a quarter of a side");
    assert(pace.share(now + 66) > 0.25, "faster frames get more again");
    assertEqual(pace.share(now + 1000), 1);
  },

  "drawing in software begins with fewer pixels": () => {
    const pace = new DrawPace({ isSoftware: true });
    assertEqual([pace.share(0), pace.share(20)], [1, 0.5]);
  },

  "positions of sliders and values are each other's opposite": () => {
    const temperature = scaleOf("temperature");
    for (const place of [-100, -37, 0, 12, 100]) {
      assertEqual(temperature.position(temperature.value(place)), place, "temperature");
    }
    assertEqual([temperature.value(-100), temperature.value(0), temperature.value(100)], [2000, 6500, 20000]);
    assertEqual([scaleOf("exposure").value(0.15000000000000002), straighteningScale.value(-0.30000000000000004)],
      [0.15, -0.3]);
    assertEqual([scaleOf("contrast").text(12), scaleOf("exposure").text(0)], ["+12", "0.00"]);
  },

  "a strip shows as many frames as fit": () => {
    const element = Object.assign(document.createElement("div"), { style: "width: 400px; height: 50px" });
    document.body.append(element);
    try {
      showFrames(element, { address: "data:image/gif;base64,R0lGODlhAQABAAAAACw=", count: 20 }, 2);
      assertEqual(element.childElementCount, 4);
      const [first] = element.children;
      showFrames(element, { address: "data:image/gif;base64,R0lGODlhAQABAAAAACw=", count: 20 }, 2);
      assert(element.children[0] === first, "the same frames are not made again");
      showFrames(element, { address: "data:image/gif;base64,R0lGODlhAQABAAAAACw=", count: 3 }, 1);
      assertEqual([...element.children].map(({ style }) => style.backgroundPositionX), ["0%", "50%", "100%"]);
      element.replaceChildren();
      element.style.width = "0";
      showFrames(element, { address: "data:image/gif;base64,R0lGODlhAQABAAAAACw=", count: 3 }, 1);
      assertEqual(element.childElementCount, 0);
    } finally {
      element.remove();
    }
  },
};
