import { chooseLanguage, formatBytes, formatDay, formatDuration, formatNumber } from "../common/words.js";
import { codecName } from "./codec-support.js";
import { words } from "./words.js";

// The facts of a photo as texts.

/**
 * @typedef {{ name: string, label: string, value: string, detail?: string, copy?: string }} FactRow `name` identifies
 *   the row; `copy` is the text that a button copies
 */
/** @typedef {{ name: string, kind: string, value: string, address: string }} FactFile */
/** @typedef {Partial<API.Asset>} Facts */

/**
 * The camera's settings.
 * @typedef {object} Exposure
 * @property {number | null} [exposureTime] in seconds
 * @property {number | null} [aperture] the f-number
 * @property {number | null} [iso]
 * @property {number | null} [focalLength] in millimetres
 */

/** @type {Intl.DateTimeFormatOptions} */
const dateOptions = { timeZone: "UTC", dateStyle: "full" };
/** @type {Intl.DateTimeFormatOptions} */
const timeOptions = { timeZone: "UTC", timeStyle: "medium" };
/** @type {Intl.DateTimeFormatOptions} */
const addedOptions = { dateStyle: "medium", timeStyle: "short" };
/** @type {Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>} */
const formats = new Map();

/** @param {Intl.DateTimeFormatOptions} options */
function dateFormat(options) {
  const { locale } = chooseLanguage(globalThis.navigator?.languages);
  const format = formats.get(options) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(options, format);
  return format;
}

/**
 * Returns what kind of media a photo is: "Photo", "Video" or "Live Photo".
 * @param {readonly API.Kind[]} kinds
 * @param {API.Asset["mediaType"]} [mediaType]
 */
export function kindName(kinds, mediaType) {
  if (kinds.includes("live")) return words.livePhoto;
  if (mediaType === "audio") return words.audio;
  return kinds.includes("video") || mediaType === "video" ? words.video : words.photo;
}

/**
 * Returns "UTC+8", "UTC−3:30" or "UTC".
 * @param {number} offset seconds east of UTC
 */
export function zoneName(offset) {
  const minutes = Math.round(Math.abs(offset) / 60);
  if (minutes === 0) return "UTC";
  const rest = minutes % 60;
  const hours = Math.floor(minutes / 60) + (rest ? `:${String(rest).padStart(2, "0")}` : "");
  return `UTC${offset < 0 ? "−" : "+"}${hours}`;
}

/**
 * Returns when the photo was taken, on the clock of the place where it was taken.
 * @param {Facts} facts
 * @returns {{ day: string, time: string | null, remark: string | null }}
 */
export function dateOf(facts) {
  const isLocal = facts.localDateTime !== null && facts.localDateTime !== undefined;
  const moment = Date.parse(isLocal ? `${facts.localDateTime}Z` : facts.creationDate ?? "");
  if (Number.isNaN(moment)) return { day: formatDay(null), time: null, remark: null };
  const offset = isLocal ? facts.utcOffset ?? null : 0;
  const time = dateFormat(timeOptions).format(moment);
  /** @type {Record<string, string>} */
  const remarks = { file: words.fileDate, filename: words.nameDate, exifModified: words.changeDate };
  return {
    day: dateFormat(dateOptions).format(moment),
    time: offset === null ? time : `${time} ${zoneName(offset)}`,
    remark: remarks[facts.dateSource ?? ""] ?? null,
  };
}

/**
 * Returns the rows of the known facts.
 * @param {Facts} facts
 * @returns {FactRow[]}
 */
export function rowsOf(facts) {
  /** @type {Partial<API.Metadata>} */
  const metadata = facts.metadata ?? {};
  const { frameRate = null, rating = null } = metadata;
  const rows = [
    placeRow(facts.location, facts.placeNames),
    { name: "exposure", label: words.exposure, value: exposureInWords(metadata) },
    { name: "camera", label: words.camera, value: cameraName(metadata) },
    { name: "lens", label: words.lens, value: metadata.lensModel },
    { name: "keywords", label: words.keywords, value: (metadata.keywords ?? []).join(words.keywordSeparator) },
    { name: "rating", label: words.rating, value: rating ? words.stars(rating) : null },
    { name: "kind", label: words.kind, value: kindsInWords(facts) },
    sizeRow(facts),
    { name: "duration", label: words.duration, value: facts.duration ? formatDuration(facts.duration) : null },
    {
      name: "frameRate",
      label: words.frameRate,
      value: frameRate ? words.framesPerSecond(formatNumber(rounded(frameRate, 2))) : null,
    },
    { name: "codec", label: words.codec, value: codecName(facts.video?.codec ?? metadata.videoCodec ?? null) },
    { name: "added", label: words.added, value: momentOf(facts.addedDate) },
    { name: "sources", label: words.sources, value: sourcesInWords(facts.factSources ?? {}) },
    editRow(facts.edit),
  ];
  return rows.flatMap((row) => (row?.value ? { ...row, value: row.value } : []));
}

/**
 * Returns which facts don't come from the photo's file: "Apple Photos: caption, keywords".
 * @param {Record<string, string>} sources the source of each fact
 */
export function sourcesInWords(sources) {
  /** @type {Map<string, string[]>} */
  const facts = new Map();
  for (const [name, text] of Object.entries(words.factNames)) {
    const source = sources[name];
    if (source === undefined || source === "file") continue;
    const title = words.sourceNames[source] ?? source;
    facts.set(title, [...facts.get(title) ?? [], text]);
  }
  return [...facts].map(([title, names]) => words.sourceFacts(title, names.join(words.keywordSeparator))).join(" · ");
}

/**
 * Returns the camera's settings in one line: "f/5.6 · 1/250 s · ISO 200 · 24 mm".
 * @param {Partial<API.Metadata> & Exposure} metadata
 */
export function exposureInWords({ aperture, exposureTime, iso, focalLength }) {
  const isSet = (/** @type {number | null | undefined} */ value) => typeof value === "number" && value > 0;
  /** @type {(value: number | null | undefined, text: (value: number) => string) => string[]} */
  const part = (value, text) => (isSet(value) ? [text(/** @type {number} */ (value))] : []);
  return [
    ...part(aperture, (value) => words.aperture(formatNumber(rounded(value, 1)))),
    ...part(exposureTime, (value) => words.exposureTime(fractionOf(value))),
    ...part(iso, (value) => words.iso(String(value))),
    ...part(focalLength, (value) => words.focalLength(formatNumber(rounded(value, 1)))),
  ].join(" · ");
}

/**
 * Returns a time as cameras show it: "1/250" or "2.5".
 * @param {number} seconds
 */
function fractionOf(seconds) {
  const denominator = Math.round(1 / seconds);
  // Cameras name times below a third of a second as fractions.
  return seconds < 0.3 && denominator > 1 ? `1/${denominator}` : formatNumber(rounded(seconds, 1));
}

/**
 * Returns the files of the originals.
 * @param {Facts} facts
 * @returns {FactFile[]}
 */
export function filesOf(facts) {
  /** @type {Record<string, string>} */
  const names = words.resources;
  return (facts.resources ?? []).map((resource) => ({
    name: resource.originalFilename,
    kind: names[resource.type] ?? resource.type,
    value: [formatName(resource), pixels(resource), formatBytes(resource.fileSize)].filter(Boolean).join(" · "),
    address: resource.address,
  }));
}

/**
 * Returns the files that show a photo and are not its originals.
 * @param {Facts} facts
 * @returns {FactFile[]}
 */
export function shownFilesOf(facts) {
  return (facts.shown ?? []).map((file) => ({
    name: words.asShown,
    kind: formatName(file) ?? file.contentType,
    value: pixels(facts) ?? "",
    address: file.address,
  }));
}

/** @param {Facts} facts */
function kindsInWords(facts) {
  /** @type {Partial<Record<API.Kind, string>>} */
  const names = words.kinds;
  const kinds = facts.kinds ?? [];
  const special = kinds.flatMap((kind) => names[kind] ?? []);
  return [kindName(kinds, facts.mediaType), ...special].join(words.kindSeparator);
}

/**
 * @param {Facts} facts
 * @returns {FactRow | null}
 */
function sizeRow(facts) {
  const value = pixels(facts);
  const { pixelWidth = 0, pixelHeight = 0 } = facts;
  if (!value) return null;
  const megapixels = rounded((pixelWidth * pixelHeight) / 1e6, 1);
  const isPicture = facts.mediaType === "image" && megapixels >= 0.1;
  const detail = isPicture ? words.megapixels(megapixels) : undefined;
  return { name: "size", label: words.size, value, detail };
}

/** @param {{ pixelWidth?: number, pixelHeight?: number }} size */
function pixels({ pixelWidth = 0, pixelHeight = 0 }) {
  return pixelWidth > 0 && pixelHeight > 0 ? `${pixelWidth} × ${pixelHeight}` : null;
}

/**
 * Names the camera. The model often contains the maker's name.
 * @param {Partial<API.Metadata>} metadata
 */
function cameraName({ cameraMake, cameraModel }) {
  if (!cameraMake || !cameraModel) return cameraModel || cameraMake || null;
  const hasMaker = cameraModel.toLowerCase().startsWith(cameraMake.toLowerCase().split(" ")[0]);
  return hasMaker ? cameraModel : `${cameraMake} ${cameraModel}`;
}

/**
 * @param {API.Location | null | undefined} location
 * @param {readonly string[]} names of the place, from the smallest to the largest
 * @returns {FactRow | null}
 */
function placeRow(location, names = []) {
  if (!location) return null;
  const { latitude, longitude, altitude } = location;
  const degrees = (/** @type {number} */ value) => Math.abs(value).toFixed(5);
  const height = Math.round(altitude ?? 0);
  const heightInWords = height < 0 ? words.depth(formatNumber(-height)) : words.altitude(formatNumber(height));
  const lines = [
    ...(names.length === 0 ? [] : [names.join(words.betweenPlaces)]),
    words.coordinates(degrees(latitude), degrees(longitude), latitude >= 0, longitude >= 0),
    ...(altitude === null || altitude === undefined ? [] : [heightInWords]),
  ];
  return {
    name: "place", label: words.place, value: lines[0], detail: lines.slice(1).join(" · ") || undefined,
    copy: `${latitude}, ${longitude}`,
  };
}

/** @param {string | null | undefined} date */
function momentOf(date) {
  const moment = Date.parse(date ?? "");
  return Number.isNaN(moment) ? null : dateFormat(addedOptions).format(moment);
}

/**
 * @param {API.Asset["edit"] | undefined} edit
 * @returns {FactRow | null}
 */
function editRow(edit) {
  if (!edit) return null;
  const app = appOf(edit);
  const detail = app && words.editedIn(app);
  const date = momentOf(edit.date);
  if (date) return { name: "edit", label: words.edited, value: date, detail: detail || undefined };
  return { name: "edit", label: words.edited, value: app || words.unknownApp };
}

/**
 * Returns the name of the app that made an edit. Formats are often named after their app, in reverse DNS notation.
 * @param {NonNullable<API.Asset["edit"]>} edit
 */
export function appOf({ editor, formatIdentifier }) {
  if (formatIdentifier === "org.albumen.adjustments") return "Albumen";
  return editor || formatIdentifier || "";
}

/**
 * Returns the type of the file among the resources that is the base of a photo's or video's pictures.
 * @param {API.Asset} facts
 */
export function originalTypeOf({ mediaType, originalChoice }) {
  if (mediaType === "video") return "video";
  return originalChoice === "raw" ? "alternatePhoto" : "photo";
}

/**
 * The original that the reader can choose for a photo, and the name of its format.
 * @typedef {{ choice: "raw" | "compressed", format: string }} OtherOriginal
 */

/**
 * Returns the other original of a photo that was taken as RAW and JPEG, or `null` if the reader can't choose it: an
 * edited photo must be reverted first.
 * @param {API.Asset} facts
 * @returns {OtherOriginal | null}
 */
export function otherOriginalOf({ originalChoice, edit, trashedDate, resources }) {
  if (!originalChoice || edit || trashedDate) return null;
  const choice = originalChoice === "raw" ? "compressed" : "raw";
  const type = choice === "raw" ? "alternatePhoto" : "photo";
  const file = resources.find((each) => each.type === type);
  return file ? { choice, format: formatOf(file) ?? words.photo } : null;
}

/**
 * Returns the usual name of a photo's format: "RAW", "JPEG" or "HEIC".
 * @param {API.Resource} resource
 */
export function formatOf(resource) {
  const type = resource.uniformTypeIdentifier;
  if (type.endsWith("raw-image")) return "RAW";
  return type === "public.jpeg" ? "JPEG" : formatName(resource);
}

/**
 * Returns a file's format in capitals, such as JPG.
 * @param {{ originalFilename?: string, contentType?: string }} file
 */
function formatName({ originalFilename, contentType }) {
  const ending = /\.([A-Za-z0-9]{2,5})$/.exec(originalFilename ?? "")?.[1] ?? contentType?.split("/")[1];
  return ending ? ending.toUpperCase() : null;
}

/**
 * @param {number} value
 * @param {number} digits
 */
function rounded(value, digits) {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
