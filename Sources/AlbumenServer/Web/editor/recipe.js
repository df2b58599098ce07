/** @typedef {import("./crop/crop-rectangle.js").Crop} Crop */
/**
 * @typedef {"exposure" | "contrast" | "highlights" | "shadows" | "temperature" | "tint" | "saturation" | "vibrance"
 *   | "sharpness" | "vignette"} Amount
 */
/** @typedef {"mono" | "noir" | "tonal" | "chrome" | "fade" | "instant" | "process" | "transfer" | "sepia"} Filter */
/** @typedef {"horizontal" | "vertical" | "both"} Flip */

/**
 * The adjustments of a photo in the format `org.albumen.adjustments`. A missing key changes nothing. Keys that this
 * page doesn't know are kept.
 * @typedef {{ crop?: Crop, filter?: Filter, flip?: Flip, rotation?: number, straightening?: number,
 *   trim?: { start: number, end: number }, muted?: boolean, keyPhoto?: number }
 *   & { [Name in Amount]?: number } & { [key: string]: unknown }} Recipe
 */

/**
 * The numbers of light and colors, and the value that changes nothing. `least` and `most` are the range of the format.
 * @type {Record<Amount, { least: number, most: number, neutral: number }>}
 */
export const amounts = {
  exposure: { least: -10, most: 10, neutral: 0 },
  contrast: { least: -100, most: 100, neutral: 0 },
  highlights: { least: -100, most: 0, neutral: 0 },
  shadows: { least: -100, most: 100, neutral: 0 },
  temperature: { least: 2000, most: 20_000, neutral: 6500 },
  tint: { least: -150, most: 150, neutral: 0 },
  saturation: { least: -100, most: 100, neutral: 0 },
  vibrance: { least: -100, most: 100, neutral: 0 },
  sharpness: { least: 0, most: 100, neutral: 0 },
  vignette: { least: 0, most: 100, neutral: 0 },
};

/** @type {readonly Filter[]} */
export const filters = Object.freeze([
  "mono", "noir", "tonal", "chrome", "fade", "instant", "process", "transfer", "sepia",
]);

/** The largest angle of straightening, in degrees. */
export const largestStraightening = 45;

/** @type {Readonly<Crop>} */
export const wholeCrop = Object.freeze({ x: 0, y: 0, width: 1, height: 1 });

/**
 * Returns the value of an amount.
 * @param {Recipe} recipe
 * @param {Amount} name
 */
export function amountOf(recipe, name) {
  return recipe[name] ?? amounts[name].neutral;
}

/**
 * Returns a recipe with other values, without the keys that change nothing.
 * @param {Recipe} recipe
 * @param {Partial<Recipe>} values `undefined` removes a key
 * @returns {Recipe}
 */
export function changed(recipe, values) {
  return normalized({ ...recipe, ...values });
}

/**
 * Returns a recipe without the keys that change nothing.
 * @param {Recipe} recipe
 * @returns {Recipe}
 */
export function normalized(recipe) {
  return Object.fromEntries(Object.entries(recipe).filter(([key, value]) => {
    if (value === undefined || value === null || value === false) return false;
    if (Object.hasOwn(amounts, key)) return value !== amounts[/** @type {Amount} */ (key)].neutral;
    if (key === "rotation" || key === "straightening") return value !== 0;
    return key !== "crop" || !isWhole(/** @type {Crop} */ (value));
  }));
}

/** @param {Crop} crop */
function isWhole({ x, y, width, height }) {
  return x === 0 && y === 0 && width === 1 && height === 1;
}

/**
 * Whether two recipes have the same effect.
 * @param {Recipe} one
 * @param {Recipe} other
 */
export function isSame(one, other) {
  return printed(one) === printed(other);
}

/** @param {Recipe} recipe */
function printed(recipe) {
  return JSON.stringify(inOrder(normalized(recipe)));
}

/**
 * Returns a value in which the keys of objects are in alphabetical order.
 * @param {unknown} value
 * @returns {unknown}
 */
function inOrder(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, inOrder(inner)]));
}
