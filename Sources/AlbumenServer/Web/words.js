/**
 * The page's language and the formats that follow it. Every area of the page keeps its words in a `words.js` of its own
 * and picks the table of the language with `localised`.
 */

const supported = ["en", "zh-Hans"];

/**
 * The first language of the reader that the page speaks.
 *
 * Every Chinese is answered in simplified characters, because there are no others yet.
 * @param {readonly string[]} preferred as in `navigator.languages`, best first
 * @returns {{ language: "en" | "zh-Hans", locale: string }} the table of words, and the locale of dates and numbers,
 *   which keeps the region of English
 */
export function chooseLanguage(preferred) {
  for (const tag of preferred ?? []) {
    const primary = String(tag).toLowerCase().split("-")[0];
    if (primary === "zh") return { language: "zh-Hans", locale: "zh-Hans" };
    if (primary === "en") return { language: "en", locale: isLocale(tag) ? tag : "en" };
  }
  return { language: supported[0], locale: supported[0] };
}

function isLocale(tag) {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const chosen = chooseLanguage(globalThis.navigator?.languages);

/** @type {"en" | "zh-Hans"} */
export const language = chosen.language;

/**
 * The table of the page's language.
 * @template T
 * @param {Record<string, T>} byLanguage tables by language; English is complete and stands in for what others lack
 * @returns {T}
 */
export function localised(byLanguage) {
  return language === "en" ? byLanguage.en : { ...byLanguage.en, ...byLanguage[language] };
}

const words = localised({
  en: { noDate: "No date" },
  "zh-Hans": { noDate: "无日期" },
});

/** Makes a formatter when it is first used and keeps it: to make one costs a thousand times what it costs to use it. */
function once(make) {
  let made;
  return () => (made ??= make());
}

const dateFormat = (options) =>
  once(() => new Intl.DateTimeFormat(chosen.locale, { timeZone: "UTC", ...options }));

const formats = {
  day: dateFormat({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
  dayOfThisYear: dateFormat({ weekday: "long", day: "numeric", month: "long" }),
  shortDay: dateFormat({ day: "numeric", month: "short", year: "numeric" }),
  month: dateFormat({ month: "long", year: "numeric" }),
  year: dateFormat({ year: "numeric" }),
  number: once(() => new Intl.NumberFormat(chosen.locale)),
};

const millisecondsPerDay = 86_400_000;

function format(day, formatter) {
  return day === null || day === undefined ? words.noDate : formatter().format(day * millisecondsPerDay);
}

/**
 * "Tuesday, 7 May 2024", without the year when it is the current one.
 * @param {number | null} day days since 1970-01-01, where the photo was taken
 */
export function formatDay(day) {
  const isThisYear = typeof day === "number"
    && new Date(day * millisecondsPerDay).getUTCFullYear() === new Date().getFullYear();
  return format(day, isThisYear ? formats.dayOfThisYear : formats.day);
}

/**
 * "7 May 2024".
 * @param {number | null} day
 */
export function formatShortDay(day) {
  return format(day, formats.shortDay);
}

/**
 * "May 2024".
 * @param {number | null} day
 */
export function formatMonth(day) {
  return format(day, formats.month);
}

/**
 * "2024".
 * @param {number | null} day
 */
export function formatYear(day) {
  return format(day, formats.year);
}

/**
 * "0:07", "12:04", "1:02:03"; nothing where no duration is known.
 * @param {number | null} seconds
 */
export function formatDuration(seconds) {
  if (!Number.isFinite(seconds) || seconds < 0) return "";
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (parts[0] === 0) parts.shift();
  return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}

const byteUnits = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
const byteFormats = byteUnits.map((unit, power) =>
  once(() => new Intl.NumberFormat(chosen.locale, {
    style: "unit", unit, unitDisplay: power === 0 ? "long" : "short", maximumFractionDigits: power > 1 ? 1 : 0,
  })));

/**
 * "831 bytes", "12 kB", "3.4 MB", in steps of a thousand; nothing where no size is known.
 * @param {number | null} count
 */
export function formatBytes(count) {
  if (!Number.isFinite(count) || count < 0) return "";
  let power = 0;
  let value = count;
  while (value >= 999.5 && power < byteUnits.length - 1) {
    value /= 1000;
    power += 1;
  }
  return byteFormats[power]().format(value);
}

/**
 * "1,234".
 * @param {number} value
 */
export function formatNumber(value) {
  return formats.number().format(value);
}

/** The words of the page itself. */
export const pageWords = localised({
  en: {
    skipToPhotos: "Skip to the photos",
    showAlbums: "Show albums",
    select: "Select",
    count: (count) => (count === 1 ? "1 item" : `${formatNumber(count)} items`),
    titled: (title) => `${title} – Albumen`,
    refused: (status) => `The library answered with the error ${status}.`,
    notUnderstood: "The answer did not come from the library.",
    unreachable: "The library cannot be reached.",
    unreachableAdvice: "Perhaps albumen\u00a0serve was stopped. Start it again and open the link that it prints.",
    tryAgain: "Try Again",
    closed: "This page has been closed.",
    closedAdvice: "Open a new link: run albumen\u00a0serve, or press Return where it runs.",
    photoNotHere: "That photo is not in this album.",
    albumNotHere: "That album is no longer there.",
  },
  "zh-Hans": {
    skipToPhotos: "跳到照片",
    showAlbums: "显示相簿",
    select: "选择",
    count: (count) => `${formatNumber(count)} 个项目`,
    titled: (title) => `${title} – Albumen`,
    refused: (status) => `图库返回了错误 ${status}。`,
    notUnderstood: "收到的响应并非来自图库。",
    unreachable: "无法连接到图库。",
    unreachableAdvice: "albumen\u00a0serve 可能已停止运行。请重新启动它，并打开它给出的链接。",
    tryAgain: "重试",
    closed: "此页面已关闭。",
    closedAdvice: "请打开新的链接：运行 albumen\u00a0serve，或在它运行的终端中按回车键。",
    photoNotHere: "此相簿中没有这张照片。",
    albumNotHere: "该相簿已不存在。",
  },
});
