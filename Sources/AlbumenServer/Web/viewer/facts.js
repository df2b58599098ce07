import { chooseLanguage, formatBytes, formatDay, formatDuration, formatNumber } from "../words.js";
import { codecName } from "./codec-support.js";
import { words } from "./words.js";

/**
 * What the server knows of a photo, in words. Nothing here touches the page, and what is not known gives no row.
 * @typedef {{ name: string, label: string, value: string, detail?: string, copy?: string }} FactRow `name` tells rows
 *   apart; `copy` is what a copy button puts on the clipboard
 * @typedef {{ name: string, kind: string, value: string, address: string }} FactFile
 */

const dateOptions = { timeZone: "UTC", dateStyle: "full" };
const timeOptions = { timeZone: "UTC", timeStyle: "medium" };
const addedOptions = { dateStyle: "medium", timeStyle: "short" };
const formats = new Map();

function dateFormat(options) {
  if (!formats.has(options)) {
    const { locale } = chooseLanguage(globalThis.navigator?.languages);
    formats.set(options, new Intl.DateTimeFormat(locale, options));
  }
  return formats.get(options);
}

/** What a photo is called: "Photo", "Video", "Live Photo". */
export function kindName(kinds, mediaType) {
  if (kinds.includes("live")) return words.livePhoto;
  if (mediaType === "audio") return words.audio;
  return kinds.includes("video") || mediaType === "video" ? words.video : words.photo;
}

/**
 * "UTC+8", "UTC−3:30", "UTC".
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
 * When the photo was taken, on the clock of the place where it was taken.
 * @returns {{ day: string, time: string | null, remark: string | null }}
 */
export function dateOf(facts) {
  const isLocal = facts.localDateTime !== null && facts.localDateTime !== undefined;
  const moment = Date.parse(isLocal ? `${facts.localDateTime}Z` : facts.creationDate ?? "");
  if (Number.isNaN(moment)) return { day: formatDay(null), time: null, remark: null };
  const offset = isLocal ? facts.utcOffset ?? null : 0;
  const time = dateFormat(timeOptions).format(moment);
  const remarks = { file: words.fileDate, filename: words.nameDate, exifModified: words.changeDate };
  return {
    day: dateFormat(dateOptions).format(moment),
    time: offset === null ? time : `${time} ${zoneName(offset)}`,
    remark: remarks[facts.dateSource] ?? null,
  };
}

/**
 * @param {object} facts as the server tells them
 * @returns {FactRow[]}
 */
export function rowsOf(facts) {
  const metadata = facts.metadata ?? {};
  const rows = [
    { name: "kind", label: words.kind, value: kindsInWords(facts) },
    sizeRow(facts),
    { name: "duration", label: words.duration, value: facts.duration > 0 ? formatDuration(facts.duration) : null },
    {
      name: "frameRate",
      label: words.frameRate,
      value: metadata.frameRate > 0 ? words.framesPerSecond(formatNumber(rounded(metadata.frameRate, 2))) : null,
    },
    { name: "codec", label: words.codec, value: codecName(facts.video?.codec ?? metadata.videoCodec) },
    { name: "camera", label: words.camera, value: cameraName(metadata) },
    { name: "lens", label: words.lens, value: metadata.lensModel },
    placeRow(facts.location),
    { name: "keywords", label: words.keywords, value: (metadata.keywords ?? []).join(words.keywordSeparator) },
    { name: "rating", label: words.rating, value: metadata.rating > 0 ? words.stars(metadata.rating) : null },
    { name: "added", label: words.added, value: addedDate(facts) },
  ];
  return rows.filter((row) => row?.value);
}

/**
 * @param {object} facts as the server tells them
 * @returns {FactFile[]}
 */
export function filesOf(facts) {
  return (facts.resources ?? []).map((resource) => ({
    name: resource.originalFilename,
    kind: words.resources[resource.type] ?? resource.type,
    value: [formatName(resource), pixels(resource), formatBytes(resource.fileSize)].filter(Boolean).join(" · "),
    address: resource.address,
  }));
}

function kindsInWords(facts) {
  const kinds = facts.kinds ?? [];
  const special = kinds.map((kind) => words.kinds[kind]).filter(Boolean);
  return [kindName(kinds, facts.mediaType), ...special].join(words.kindSeparator);
}

function sizeRow(facts) {
  const value = pixels(facts);
  if (!value) return null;
  const megapixels = rounded((facts.pixelWidth * facts.pixelHeight) / 1e6, 1);
  const isPicture = facts.mediaType === "image" && megapixels >= 0.1;
  const detail = isPicture ? words.megapixels(megapixels) : undefined;
  return { name: "size", label: words.size, value, detail };
}

function pixels({ pixelWidth, pixelHeight }) {
  return pixelWidth > 0 && pixelHeight > 0 ? `${pixelWidth} × ${pixelHeight}` : null;
}

/** Cameras often say their maker again in their model's name. */
function cameraName({ cameraMake, cameraModel }) {
  if (!cameraMake || !cameraModel) return cameraModel || cameraMake || null;
  const isSaid = cameraModel.toLowerCase().startsWith(cameraMake.toLowerCase().split(" ")[0]);
  return isSaid ? cameraModel : `${cameraMake} ${cameraModel}`;
}

function placeRow(location) {
  if (!location) return null;
  const { latitude, longitude, altitude } = location;
  const degrees = (value) => Math.abs(value).toFixed(5);
  const height = Math.round(altitude ?? 0);
  const heightInWords = height < 0 ? words.depth(formatNumber(-height)) : words.altitude(formatNumber(height));
  return {
    name: "place",
    label: words.place,
    value: words.coordinates(degrees(latitude), degrees(longitude), latitude >= 0, longitude >= 0),
    detail: altitude === null || altitude === undefined ? undefined : heightInWords,
    copy: `${latitude}, ${longitude}`,
  };
}

function addedDate(facts) {
  const moment = Date.parse(facts.addedDate ?? "");
  return Number.isNaN(moment) ? null : dateFormat(addedOptions).format(moment);
}

/** A file's format in capitals, as people say it. */
function formatName({ originalFilename, contentType }) {
  const ending = /\.([A-Za-z0-9]{2,5})$/.exec(originalFilename ?? "")?.[1] ?? contentType?.split("/")[1];
  return ending ? ending.toUpperCase() : null;
}

function rounded(value, digits) {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
