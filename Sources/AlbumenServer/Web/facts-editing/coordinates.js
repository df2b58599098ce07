/** @typedef {{ latitude: number, longitude: number }} Coordinates */

const number = String.raw`([+\-−]?\d{1,3}(?:[.]\d+)?)`;

/** The forms of coordinates in the addresses of maps. */
const addressForms = [
  // The marker of openstreetmap.org, and then its view #map=15/48.2/16.4
  /[?&]mlat=(-?\d+(?:\.\d+)?)&mlon=(-?\d+(?:\.\d+)?)/u,
  /#map=\d+(?:\.\d+)?\/(-?\d+(?:\.\d+)?)\/(-?\d+(?:\.\d+)?)/u,
  // The pin of Google Maps, and then its view
  /!3d(-?\d+(?:\.\d+)?)!4d(-?\d+(?:\.\d+)?)/u,
  /@(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)/u,
  // geo:48.2,16.4 and queries of several maps
  /^geo:(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)/iu,
  /[?&](?:q|ll|sll|query|center|coordinate)=(-?\d+(?:\.\d+)?)(?:,|%2C)(?:\+|%20)?(-?\d+(?:\.\d+)?)/iu,
];

/**
 * Reads coordinates such as "48.2, 16.4", "48,2; 16,4", "48.2° N, 16.4° E", "48°12′30″N 16°22′0″E", the form that the
 * page shows, or the address of a map.
 * @param {string} text
 * @returns {Coordinates | null} `null` if the text has none, or if they aren't on the Earth
 */
export function coordinatesIn(text) {
  const trimmed = text.trim();
  if (/^(?:https?|geo):/iu.test(trimmed)) return inAddress(trimmed);
  return plain(trimmed) ?? withDirections(trimmed);
}

/** @param {string} address */
function inAddress(address) {
  for (const form of addressForms) {
    const match = form.exec(address);
    if (match) return onEarth(Number(match[1]), Number(match[2]));
  }
  return null;
}

/** @param {string} text */
function plain(text) {
  const bare = text.replace(/^[([]|[)\]]$/gu, "").replaceAll("°", "").trim();
  const match = new RegExp(String.raw`^${number}(?:\s*[,;，；]\s*|\s+)${number}$`, "u").exec(bare)
    ?? new RegExp(String.raw`^${number}(?:\s*[;；]\s*|\s+|,\s+)${number}$`, "u").exec(withPoints(bare));
  return match ? onEarth(signed(match[1]), signed(match[2])) : null;
}

/**
 * Replaces decimal commas.
 * @param {string} text
 */
function withPoints(text) {
  return text.replace(/(\d),(?=\d)/gu, "$1.");
}

/** @param {string} text */
function signed(text) {
  return Number(text.replace("−", "-"));
}

const directions = new Map(Object.entries({
  n: 1, s: -1, e: 1, w: -1, 北纬: 1, 南纬: -1, 东经: 1, 西经: -1,
}));

/**
 * Reads degrees, and minutes and seconds if there are any, with a direction on the same side of both numbers.
 * @param {string} text
 */
function withDirections(text) {
  const angle = String.raw`(\d{1,3}(?:[.,]\d+)?)\s*[°º]?\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*['′’]\s*)?`
    + String.raw`(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:["″”]|''|′′)\s*)?`;
  const [north, east] = ["([NS]|北纬|南纬)", "([EW]|东经|西经)"];
  const separator = String.raw`\s*[,;，；]?\s*`;
  const after = new RegExp(`^${angle}${north}${separator}${angle}${east}$`, "iu").exec(text);
  if (after) return onEarth(angleOf(after, 1, after[4]), angleOf(after, 5, after[8]));
  const before = new RegExp(`^${north}\\s*${angle}${separator}${east}\\s*${angle}$`, "iu").exec(text);
  return before ? onEarth(angleOf(before, 2, before[1]), angleOf(before, 6, before[5])) : null;
}

/**
 * @param {RegExpExecArray} match
 * @param {number} index of the degrees
 * @param {string} direction
 */
function angleOf(match, index, direction) {
  const [degrees, minutes, seconds] = [0, 1, 2].map((part) => Number((match[index + part] ?? "0").replace(",", ".")));
  if (minutes >= 60 || seconds >= 60) return Number.NaN;
  return (directions.get(direction.toLowerCase()) ?? 1) * (degrees + minutes / 60 + seconds / 3600);
}

/**
 * @param {number} latitude
 * @param {number} longitude
 * @returns {Coordinates | null}
 */
function onEarth(latitude, longitude) {
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  // Ten millionths of a degree are a centimetre.
  return isOnEarth ? { latitude: rounded(latitude), longitude: rounded(longitude) } : null;
}

/** @param {number} degrees */
function rounded(degrees) {
  return Math.round(degrees * 1e7) / 1e7;
}
