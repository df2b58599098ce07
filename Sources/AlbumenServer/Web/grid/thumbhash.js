// ThumbHash encodes a blurred picture in some 25 bytes. It has the lowest terms of a cosine transform of the
// brightness, of two color differences and, if the picture isn't opaque, of the opacity, with four bits a term.

/** The width and height of a painted ThumbHash, in pixels. The browser stretches it smoothly to the photo's shape. */
const paintedSize = 16;

/** @type {Map<number, Float32Array>} */
const cosines = new Map();

/**
 * @param {string} text base64
 * @returns {Uint8Array | null} `null` if the text is not a ThumbHash
 */
export function thumbHashBytes(text) {
  let binary;
  try {
    binary = atob(text);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
  return binary.length < 5 ? null : Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/**
 * Draws a ThumbHash at any size.
 * @param {Uint8Array} bytes
 * @param {number} width in pixels
 * @param {number} height in pixels
 * @returns {Uint8ClampedArray | null} RGBA, not premultiplied; `null` if bytes are missing
 */
export function decodeThumbHash(bytes, width, height) {
  const hash = readHash(bytes);
  if (!hash) return null;
  const [light, yellowBlue, redGreen, alpha] = hash.channels.map((terms) => render(terms, width, height));
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let place = 0; place < width * height; place++) {
    const blue = light[place] - (2 / 3) * yellowBlue[place];
    const red = (3 * light[place] - blue + redGreen[place]) / 2;
    pixels[4 * place] = 255 * red;
    pixels[4 * place + 1] = 255 * (red - redGreen[place]);
    pixels[4 * place + 2] = 255 * blue;
    pixels[4 * place + 3] = alpha ? 255 * alpha[place] : 255;
  }
  return pixels;
}

/** Makes a canvas for `paintThumbHash`. Its style stretches it to the photo's shape. */
export function thumbHashCanvas() {
  const canvas = document.createElement("canvas");
  canvas.width = paintedSize;
  canvas.height = paintedSize;
  return canvas;
}

/**
 * Paints a ThumbHash.
 * @param {HTMLCanvasElement} canvas made by `thumbHashCanvas`
 * @param {string | null} text base64
 * @returns {boolean} `false` if there is nothing to paint
 */
export function paintThumbHash(canvas, text) {
  const bytes = text ? thumbHashBytes(text) : null;
  const pixels = bytes && decodeThumbHash(bytes, paintedSize, paintedSize);
  if (!pixels) return false;
  // In memory: some hundred small canvases would cost more as textures.
  const context = context2D(canvas, { willReadFrequently: true });
  context.putImageData(new ImageData(pixels, paintedSize, paintedSize), 0, 0);
  return true;
}

/**
 * Returns the context to draw on a canvas, which has no other kind of context.
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasRenderingContext2DSettings} [settings]
 */
export function context2D(canvas, settings) {
  const context = canvas.getContext("2d", settings);
  if (!context) throw new TypeError("The canvas has a context of another kind.");
  return context;
}

/** @typedef {{ bytes: Uint8Array, place: number }} Nibbles what is left to read, four bits at a time */

/** @param {Uint8Array} bytes */
function readHash(bytes) {
  if (bytes.length < 5) return null;
  const head = bytes[0] | (bytes[1] << 8) | (bytes[2] << 16);
  const more = bytes[3] | (bytes[4] << 8);
  const hasAlpha = head >> 23 === 1;
  const isLandscape = more >> 15 === 1;
  const longTerms = hasAlpha ? 5 : 7;
  const shortTerms = more & 7;
  const columns = isLandscape ? longTerms : shortTerms;
  const rows = isLandscape ? shortTerms : longTerms;
  if (shortTerms === 0 || (hasAlpha && bytes.length < 6)) return null;
  const nibbles = { bytes, place: hasAlpha ? 12 : 10 };
  const channels = [
    channel(nibbles, (head & 63) / 63, ((head >> 18) & 31) / 31, Math.max(3, columns), Math.max(3, rows)),
    channel(nibbles, ((head >> 6) & 63) / 31.5 - 1, (((more >> 3) & 63) / 63) * 1.25, 3, 3),
    channel(nibbles, ((head >> 12) & 63) / 31.5 - 1, (((more >> 9) & 63) / 63) * 1.25, 3, 3),
  ];
  if (hasAlpha) channels.push(channel(nibbles, (bytes[5] & 15) / 15, (bytes[5] >> 4) / 15, 5, 5));
  return nibbles.place <= 2 * bytes.length ? { columns, rows, channels } : null;
}

/**
 * Reads the terms of one channel, by row and column of the transform. The first is the mean, the others count twice.
 * @param {Nibbles} nibbles
 * @param {number} mean
 * @param {number} scale
 * @param {number} columns
 * @param {number} rows
 */
function channel(nibbles, mean, scale, columns, rows) {
  const terms = [];
  for (let row = 0; row < rows; row++) {
    const line = [];
    for (let column = 0; column * rows < columns * (rows - row); column++) {
      line.push(row === 0 && column === 0 ? mean : 2 * (nextNibble(nibbles) / 7.5 - 1) * scale);
    }
    terms.push(line);
  }
  return terms;
}

/** @param {Nibbles} nibbles */
function nextNibble(nibbles) {
  const byte = nibbles.bytes[nibbles.place >> 1] ?? 0;
  const value = nibbles.place % 2 === 0 ? byte & 15 : byte >> 4;
  nibbles.place += 1;
  return value;
}

/**
 * Sums the terms, first down the columns and then along the rows, which takes far fewer steps than term by pixel.
 * @param {number[][]} terms
 * @param {number} width
 * @param {number} height
 */
function render(terms, width, height) {
  const values = new Float32Array(width * height);
  const columns = terms[0].length;
  const sums = new Float32Array(columns);
  const down = cosineTable(height, terms.length);
  const along = cosineTable(width, columns);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    terms.forEach((line, row) => {
      const weight = down[row * height + y];
      line.forEach((term, column) => {
        sums[column] += term * weight;
      });
    });
    for (let x = 0; x < width; x++) {
      let value = 0;
      for (let column = 0; column < columns; column++) value += sums[column] * along[column * width + x];
      values[y * width + x] = value;
    }
  }
  return values;
}

/**
 * Returns cos(π / size · term · (place + ½)) by term and place.
 * @param {number} size
 * @param {number} terms
 */
function cosineTable(size, terms) {
  const key = size * 16 + terms;
  let table = cosines.get(key);
  if (!table) {
    table = new Float32Array(size * terms);
    for (let term = 0; term < terms; term++) {
      for (let place = 0; place < size; place++) {
        table[term * size + place] = Math.cos((Math.PI / size) * term * (place + 0.5));
      }
    }
    cosines.set(key, table);
  }
  return table;
}
