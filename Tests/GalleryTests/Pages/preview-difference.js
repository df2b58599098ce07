import { CanvasPainter } from "/web/editor/preview/canvas-painter.js";
import { WebGLPainter } from "/web/editor/preview/webgl-painter.js";
import { cropInPixels, turnedSize } from "/web/editor/recipe-geometry.js";

/**
 * Saves a recipe, and compares the saved photo with what the editor's painters draw.
 *
 * Returns the median ΔE2000 of each painter, and of the photo without the recipe, which shows that the recipe changes
 * something.
 */
export async function measure(asset, recipe) {
  const address = `/api/assets/${asset}/adjustments`;
  const read = async (target, init) => {
    const answer = await fetch(target, init);
    if (!answer.ok) throw new Error(`${target}: ${await answer.text()}`);
    return answer.json();
  };
  const { base, revision } = await read(address);
  const { csrfToken } = await read("/api/session");
  const photo = await picture(base.preview);
  await read(address, {
    method: "POST", headers: { "Content-Type": "application/json", "Albumen-CSRF-Token": csrfToken },
    body: JSON.stringify({ recipe, revision }),
  });
  const saved = await picture((await read(`/api/assets/${asset}`)).pictures.preview);
  const size = { width: base.pixelWidth, height: base.pixelHeight };
  const { width: turnedWidth, height: turnedHeight } = turnedSize(recipe, size);
  const crop = cropInPixels(recipe, size);
  const part = {
    x: crop.x / turnedWidth, y: crop.y / turnedHeight, width: crop.width / turnedWidth,
    height: crop.height / turnedHeight,
  };
  const difference = (painter, drawn) => {
    painter.photo = photo;
    painter.paint({ recipe: drawn, size, part, width: saved.naturalWidth, height: saved.naturalHeight });
    const { canvas } = painter;
    const median = medianDifference(pixels(canvas, canvas), pixels(saved, canvas));
    painter.close();
    return median;
  };
  const shape = Object.fromEntries(
    Object.entries(recipe).filter(([key]) => ["crop", "rotation", "flip", "straightening"].includes(key)));
  const webgl = WebGLPainter.create(() => {});
  return {
    canvas: difference(new CanvasPainter(), recipe),
    webgl: webgl ? difference(webgl, recipe) : null,
    withoutColors: difference(new CanvasPainter(), shape),
  };
}

async function picture(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** Returns the pixels of a picture in the size of a canvas. */
function pixels(source, { width, height }) {
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, width, height);
  return context.getImageData(0, 0, width, height).data;
}

function medianDifference(one, other) {
  // A sample is enough for a median.
  const step = 4 * Math.max(1, Math.floor(one.length / 4 / 20_000));
  const differences = [];
  for (let at = 0; at < one.length; at += step) differences.push(colorDifference(labOf(one, at), labOf(other, at)));
  differences.sort((left, right) => left - right);
  return differences[differences.length >> 1];
}

/** Returns CIELAB for sRGB and the white D65. */
function labOf(data, at) {
  const [red, green, blue] = [0, 1, 2].map((band) => {
    const value = data[at + band] / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const curve = (value) => (value > 216 / 24_389 ? Math.cbrt(value) : ((24_389 / 27) * value + 16) / 116);
  const x = curve((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
  const y = curve(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
  const z = curve((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const degrees = (angle) => (angle * 180) / Math.PI;
const cosine = (angle) => Math.cos((angle * Math.PI) / 180);

/** Returns ΔE2000 of two colors in CIELAB, after Sharma, Wu and Dalal (2005). */
export function colorDifference([light1, a1, b1], [light2, a2, b2]) {
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const stretch = 1 + 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)));
  const [chroma1, chroma2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const hue = (a, b) => (a === 0 && b === 0 ? 0 : (degrees(Math.atan2(b, a * stretch)) + 360) % 360);
  const [hue1, hue2] = [hue(a1, b1), hue(a2, b2)];
  const isGrey = chroma1 * chroma2 === 0;
  let turn = isGrey ? 0 : hue2 - hue1;
  if (turn > 180) turn -= 360;
  else if (turn < -180) turn += 360;
  const [lightChange, chromaChange] = [light2 - light1, chroma2 - chroma1];
  const hueChange = 2 * Math.sqrt(chroma1 * chroma2) * Math.sin(((turn / 2) * Math.PI) / 180);
  const [light, chroma] = [(light1 + light2) / 2, (chroma1 + chroma2) / 2];
  let middle = hue1 + hue2;
  if (!isGrey) {
    if (Math.abs(hue1 - hue2) <= 180) middle /= 2;
    else middle = middle < 360 ? (middle + 360) / 2 : (middle - 360) / 2;
  }
  const t = 1 - 0.17 * cosine(middle - 30) + 0.24 * cosine(2 * middle) + 0.32 * cosine(3 * middle + 6)
    - 0.2 * cosine(4 * middle - 63);
  const rotation = 30 * Math.exp(-(((middle - 275) / 25) ** 2));
  const lightWeight = 1 + (0.015 * (light - 50) ** 2) / Math.sqrt(20 + (light - 50) ** 2);
  const [chromaPart, huePart] = [chromaChange / (1 + 0.045 * chroma), hueChange / (1 + 0.015 * chroma * t)];
  const cross = -Math.sin((2 * rotation * Math.PI) / 180) * 2 * Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
  return Math.sqrt((lightChange / lightWeight) ** 2 + chromaPart ** 2 + huePart ** 2 + cross * chromaPart * huePart);
}
