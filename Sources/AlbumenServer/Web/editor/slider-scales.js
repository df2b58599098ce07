import { amounts } from "./recipe.js";
import { words } from "./words.js";

/** @typedef {import("./recipe.js").Amount} Amount */
/** @typedef {import("./value-slider.js").SliderScale} SliderScale */

/** The exposures of the slider, in stops. The format has more. */
const exposureRange = 4;

const signed = new Intl.NumberFormat(undefined, { signDisplay: "exceptZero", maximumFractionDigits: 0 });
const decimals = new Intl.NumberFormat(undefined, {
  signDisplay: "exceptZero", minimumFractionDigits: 2, maximumFractionDigits: 2,
});
const degrees = new Intl.NumberFormat(undefined, {
  signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1,
});
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });

/**
 * Returns the scale of an amount.
 * @param {Amount} name
 * @returns {SliderScale}
 */
export function scaleOf(name) {
  const { least, most, neutral } = amounts[name];
  switch (name) {
    case "exposure":
      return {
        least: -exposureRange, most: exposureRange, step: 0.05, neutral, text: (value) => decimals.format(value),
        value: (place) => Math.round(place * 100) / 100, position: (value) => value,
      };
    case "temperature": return temperatureScale;
    default: return { least, most, step: 1, neutral, text: (value) => signed.format(value) };
  }
}

/** The positions of the temperature, from -100 (cold) to 100 (warm). Equal steps look equal. */
const temperatureScale = {
  least: -100, most: 100, step: 1, neutral: amounts.temperature.neutral,
  text: (/** @type {number} */ value) => words.kelvin(whole.format(value)),
  position: (/** @type {number} */ value) => {
    const { least, most, neutral } = amounts.temperature;
    const place = value < neutral
      ? -Math.log(neutral / value) / Math.log(neutral / least) : Math.log(value / neutral) / Math.log(most / neutral);
    return Math.round(place * 100);
  },
  value: (/** @type {number} */ place) => {
    const { least, most, neutral } = amounts.temperature;
    const kelvin = place < 0 ? neutral * (least / neutral) ** (-place / 100) : neutral * (most / neutral) ** (place / 100);
    return place === 0 ? neutral : Math.round(kelvin / 10) * 10;
  },
};

/** @type {SliderScale} */
export const straighteningScale = {
  least: -45, most: 45, step: 0.1, neutral: 0, text: (value) => words.degrees(degrees.format(value)),
  value: (place) => Math.round(place * 10) / 10, position: (value) => value,
};
