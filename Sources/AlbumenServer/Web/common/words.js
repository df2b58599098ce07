// The page's language, and the formats of dates and numbers. Each part of the page has its texts in its own `words.js`,
// which picks the table of the language with `localised`.

/**
 * Returns the first of the reader's languages that the page has. All kinds of Chinese get simplified characters,
 * because the page has no others yet.
 * @param {readonly string[] | undefined} preferred as in `navigator.languages`, best first
 * @returns {{ language: "en" | "zh-Hans", locale: string }} the table of words, and the locale of dates and numbers,
 *   which keeps the region of English
 */
export function chooseLanguage(preferred) {
  for (const tag of preferred ?? []) {
    const primary = String(tag).toLowerCase().split("-")[0];
    if (primary === "zh") return { language: "zh-Hans", locale: "zh-Hans" };
    if (primary === "en") return { language: "en", locale: isLocale(tag) ? tag : "en" };
  }
  return { language: "en", locale: "en" };
}

/** @param {string} tag */
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
 * Returns the table of the page's language.
 * @template T
 * @param {{ en: T, "zh-Hans": Partial<T> }} byLanguage tables by language; English is complete and replaces
 *   what the others lack
 * @returns {T}
 */
export function localised(byLanguage) {
  return { ...byLanguage.en, ...byLanguage[language] };
}

const words = localised({
  en: { noDate: "No date" },
  "zh-Hans": { noDate: "无日期" },
});

/**
 * Makes a formatter on first use and keeps it: making one takes a thousand times as long as using it.
 * @template T
 * @param {() => T} make
 */
function once(make) {
  /** @type {T | undefined} */
  let made;
  return () => (made ??= make());
}

const dateFormat = (/** @type {Intl.DateTimeFormatOptions} */ options) =>
  once(() => new Intl.DateTimeFormat(chosen.locale, { timeZone: "UTC", ...options }));

const formats = {
  day: dateFormat({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
  dayOfThisYear: dateFormat({ weekday: "long", day: "numeric", month: "long" }),
  shortDay: dateFormat({ day: "numeric", month: "short", year: "numeric" }),
  heading: dateFormat({ weekday: "short", day: "numeric", month: "short", year: "numeric" }),
  month: dateFormat({ month: "long", year: "numeric" }),
  year: dateFormat({ year: "numeric" }),
  number: once(() => new Intl.NumberFormat(chosen.locale)),
};

const millisecondsPerDay = 86_400_000;

/**
 * @param {number | null | undefined} day
 * @param {() => Intl.DateTimeFormat} formatter
 */
function format(day, formatter) {
  return day === null || day === undefined ? words.noDate : formatter().format(day * millisecondsPerDay);
}

/**
 * Returns "Tuesday, 7 May 2024", without the year if it is the current one.
 * @param {number | null} day days since 1970-01-01, where the photo was taken
 */
export function formatDay(day) {
  const isThisYear = typeof day === "number"
    && new Date(day * millisecondsPerDay).getUTCFullYear() === new Date().getFullYear();
  return format(day, isThisYear ? formats.dayOfThisYear : formats.day);
}

/**
 * Returns "7 May 2024".
 * @param {number | null} day
 */
export function formatShortDay(day) {
  return format(day, formats.shortDay);
}

/**
 * Returns "3 – 7 May 2024", or "7 May 2024" if both days are the same.
 * @param {number} first
 * @param {number} last
 */
export function formatSpan(first, last) {
  return formats.shortDay().formatRange(first * millisecondsPerDay, last * millisecondsPerDay);
}

/**
 * Returns "Tue, 7 May 2024", or "5 – 7 May 2024" for several days.
 * @param {number | null} newest
 * @param {number | null} oldest
 */
export function formatDays(newest, oldest) {
  if (newest === oldest) return format(newest, formats.heading);
  if (newest === null || oldest === null) return `${formatShortDay(newest)} – ${formatShortDay(oldest)}`;
  const [first, last] = [newest, oldest].toSorted((one, other) => one - other);
  return formats.shortDay().formatRange(first * millisecondsPerDay, last * millisecondsPerDay);
}

/**
 * Returns "May 2024".
 * @param {number | null} day
 */
export function formatMonth(day) {
  return format(day, formats.month);
}

/**
 * Returns "2024".
 * @param {number | null} day
 */
export function formatYear(day) {
  return format(day, formats.year);
}

/**
 * Returns "0:07", "12:04" or "1:02:03"; an empty text if the duration is unknown.
 * @param {number | null} seconds
 */
export function formatDuration(seconds) {
  if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return "";
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
 * Returns "831 bytes", "12 kB" or "3.4 MB", in steps of a thousand; an empty text if the size is unknown.
 * @param {number | null} count
 */
export function formatBytes(count) {
  if (count === null || !Number.isFinite(count) || count < 0) return "";
  let power = 0;
  let value = count;
  while (value >= 999.5 && power < byteUnits.length - 1) {
    value /= 1000;
    power += 1;
  }
  return byteFormats[power]().format(value);
}

/**
 * Returns "1,234".
 * @param {number} value
 */
export function formatNumber(value) {
  return formats.number().format(value);
}

/**
 * Returns the date and time of a moment, such as "Nov 30, 2026, 14:05".
 * @param {Date} date
 */
export function formatMoment(date) {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(date);
}

const english = {
  skipToPhotos: "Skip to the photos",
  showAlbums: "Show albums",
  select: "Select",
  addFiles: "Add photos from this device",
  count: (/** @type {number} */ count) => (count === 1 ? "1 item" : `${formatNumber(count)} items`),
  titled: (/** @type {string} */ title) => `${title} – Albumen`,
  refused: (/** @type {number} */ status) => `The library answered with the error ${status}.`,
  notUnderstood: "The answer did not come from the library.",
  unreachable: "The library cannot be reached.",
  unreachableAdvice: "Perhaps albumen\u00a0serve was stopped. Start it again and open the link that it prints.",
  offline: "Offline",
  offlineSince: (/** @type {string} */ date) => `Offline. You see the library as of ${date}.`,
  offlineChange: "You’re offline. Changes are possible again when the library can be reached.",
  updated: "Albumen was updated. Reload the page to use the new version.",
  reload: "Reload",
  offlineUnseen: "You’re offline, and this device hasn’t seen it before.",
  sharedPart: "Not all shared files are here: at most 200 files and 2 GB at one time.",
  tryAgain: "Try Again",
  moved: "The library was started again.",
  movedAdvice: "Your changes of this photo can’t be saved in this window. Close this message to see them once more.",
  continueWithout: "Continue Without Them",
  closed: "Sign in to this library",
  closedAdvice: "Open a new link: run albumen\u00a0serve, or press Return where it runs.",
  closedDevice: "This device was signed out",
  closedDeviceAdvice: "To use it again, add it again: on a device that is signed in, or with albumen\u00a0pair.",
  photoNotHere: "That photo is not in this album.",
  albumNotHere: "That album is no longer there.",
  folderNotHere: "That folder is no longer there.",
};

/** @type {Partial<typeof english>} */
const chinese = {
  skipToPhotos: "跳到照片",
  showAlbums: "显示相簿",
  select: "选择",
  addFiles: "添加此设备上的照片",
  count: (count) => `${formatNumber(count)} 个项目`,
  titled: (title) => `${title} – Albumen`,
  refused: (status) => `图库返回了错误 ${status}。`,
  notUnderstood: "收到的响应并非来自图库。",
  unreachable: "无法连接到图库。",
  unreachableAdvice: "albumen\u00a0serve 可能已停止运行。请重新启动它，并打开它给出的链接。",
  offline: "离线",
  offlineSince: (date) => `离线。您看到的是图库在 ${date} 时的内容。`,
  offlineChange: "您已离线。能够连接到图库后即可再次进行更改。",
  updated: "Albumen 已更新。重新载入页面即可使用新版本。",
  reload: "重新载入",
  offlineUnseen: "您已离线，且此设备之前未显示过该内容。",
  sharedPart: "未能接收全部共享文件：每次最多 200 个文件、2 GB。",
  tryAgain: "重试",
  moved: "图库已重新启动。",
  movedAdvice: "您对这张照片的更改无法在此窗口中存储。关闭此消息可再次查看这些更改。",
  continueWithout: "放弃更改并继续",
  closed: "登录此图库",
  closedAdvice: "请打开新的链接：运行 albumen\u00a0serve，或在它运行的终端中按回车键。",
  closedDevice: "此设备已退出登录",
  closedDeviceAdvice: "如需再次使用，请在已登录的设备上或通过 albumen\u00a0pair 重新添加它。",
  photoNotHere: "此相簿中没有这张照片。",
  albumNotHere: "该相簿已不存在。",
  folderNotHere: "该文件夹已不存在。",
};

/** The words of the page itself. */
export const pageWords = localised({ en: english, "zh-Hans": chinese });
