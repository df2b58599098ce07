import { formatNumber, formatShortDay, language, localised } from "../common/words.js";

/** @param {"hour" | "minute" | "second"} name */
function unit(name) {
  return new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "long", maximumFractionDigits: 0 });
}

const hours = unit("hour");
const minutes = unit("minute");
const seconds = unit("second");

/**
 * Returns a duration as it is spoken: "1 minute 5 seconds".
 * @param {number} duration in seconds
 */
function spokenDuration(duration) {
  const whole = Math.max(0, Math.round(duration));
  const parts = [];
  if (whole >= 3600) parts.push(hours.format(Math.floor(whole / 3600)));
  if (whole >= 60) parts.push(minutes.format(Math.floor(whole / 60) % 60));
  parts.push(seconds.format(whole % 60));
  return parts.join(" ");
}

let formattedCount = { count: NaN, text: "" };

/**
 * Formats a count that is the same in the names of all photos.
 * @param {number} count
 */
function countText(count) {
  if (formattedCount.count !== count) formattedCount = { count, text: formatNumber(count) };
  return formattedCount.text;
}

const english = {
  photos: "Photos",
  noDate: "No date",
  townAndPart: (/** @type {string} */ town, /** @type {string} */ part) => `${town}, ${part}`,
  townSeparator: ", ",
  help: "Arrow keys move, Enter opens, a question mark shows all shortcuts.",
  selectionHelp: "Arrow keys move, Space selects, Shift with the arrow keys selects several, Escape ends.",
  timeline: "Timeline",
  tileSize: "Photo size",
  tileSizes: ["Small", "Medium", "Large", "Very large"],
  smaller: "Smaller photos",
  larger: "Larger photos",
  future: (/** @type {number} */ count) =>
    (count === 1 ? "1 photo has a date in the future" : `${formatNumber(count)} photos have a date in the future`),
  showFuture: "Show",
  foldFuture: "Hide",
  burstOf: (/** @type {number} */ count) => `Burst of ${formatNumber(count)} photos`,
  emptyTitle: "No Photos",
  emptyText: "Photos and videos that you import appear here.",
  emptyAlbum: "There is nothing in this album.",
  emptyCommand: "Import a folder with this command:",
  failedTitle: "The photos cannot be shown",
  failedText: "They could not be loaded from the server.",
  failedRest: "Some photos could not be loaded.",
  retry: "Try Again",
  /** @type {Partial<Record<API.Kind, string>>} */
  kinds: {
    video: "Video", live: "Live Photo", raw: "RAW photo", burst: "Burst", panorama: "Panorama",
    screenshot: "Screenshot", portrait: "Portrait", animated: "Animated picture", slomo: "Slo-mo video",
    timelapse: "Time-lapse video", screenRecording: "Screen recording", selfie: "Selfie",
  },
  photo: "Photo",
  favorite: "favorite",
  damaged: "damaged",
  chosenAs: (/** @type {number} */ number) => `chosen as number ${formatNumber(number)}`,
  daysLeft: (/** @type {number} */ days) => (days === 1 ? "1 day" : `${formatNumber(days)} days`),
  spokenDaysLeft: (/** @type {number} */ days) =>
    (days === 1 ? "1 day left" : `${formatNumber(days)} days left`),
  separator: ", ",
  /** @param {{ rank: number, count: number }} place */
  place: ({ rank, count }) => `${formatNumber(rank + 1)} of ${countText(count)}`,
};

/** @type {Partial<typeof english>} */
const chinese = {
  photos: "照片",
  noDate: "无日期",
  townAndPart: (town, part) => `${town} · ${part}`,
  townSeparator: "、",
  help: "用方向键移动，按回车键打开，按问号键显示所有快捷键。",
  selectionHelp: "用方向键移动，按空格键选择，按住 Shift 和方向键选择多项，按 Esc 键结束。",
  timeline: "时间轴",
  tileSize: "照片大小",
  tileSizes: ["小", "中", "大", "特大"],
  smaller: "缩小照片",
  larger: "放大照片",
  future: (count) => `${formatNumber(count)} 张照片的日期在未来`,
  showFuture: "显示",
  foldFuture: "收起",
  burstOf: (count) => `连拍快照，共 ${formatNumber(count)} 张`,
  emptyTitle: "没有照片",
  emptyText: "导入的照片和视频会显示在这里。",
  emptyAlbum: "此相簿中没有内容。",
  emptyCommand: "用以下命令导入一个文件夹：",
  failedTitle: "无法显示照片",
  failedText: "未能从服务器载入照片。",
  failedRest: "部分照片未能载入。",
  retry: "重试",
  kinds: {
    video: "视频", live: "实况照片", raw: "RAW 照片", burst: "连拍快照", panorama: "全景照片", screenshot: "截屏",
    portrait: "人像", animated: "动图", slomo: "慢动作视频", timelapse: "延时摄影视频",
    screenRecording: "屏幕录制", selfie: "自拍",
  },
  photo: "照片",
  favorite: "个人收藏",
  damaged: "已损坏",
  chosenAs: (number) => `已选为第 ${formatNumber(number)} 项`,
  daysLeft: (days) => `${formatNumber(days)} 天`,
  spokenDaysLeft: (days) => `剩余 ${formatNumber(days)} 天`,
  separator: "，",
  place: ({ rank, count }) => `第 ${formatNumber(rank + 1)} 项，共 ${countText(count)} 项`,
};

export const words = localised({ en: english, "zh-Hans": chinese });

/**
 * The first of these names a photo that has several kinds.
 * @type {API.Kind[]}
 */
const namingOrder = [
  "slomo", "timelapse", "screenRecording", "video", "live", "animated", "panorama", "burst", "raw", "screenshot",
  "portrait", "selfie",
];

/**
 * Returns what a screen reader says for a photo: "Video, 12 seconds, At the lake, 7 May 2024, favorite, 3 of
 * 120".
 * @param {Pick<import("./loaded-windows.js").TimelineItem, "rank" | "kinds" | "duration" | "day" | "frameCount"
 *   | "caption" | "daysLeft">} item
 * @param {number} count of all photos
 */
export function photoName(item, count) {
  const kind = namingOrder.find((name) => item.kinds.includes(name));
  const kindText = kind && words.kinds[kind];
  const parts = [item.frameCount > 1 ? words.burstOf(item.frameCount) : kindText ?? words.photo];
  if (item.kinds.includes("video") && item.duration > 0) parts.push(spokenDuration(item.duration));
  if (item.caption) parts.push(item.caption);
  parts.push(item.day === null ? words.noDate : formatShortDay(item.day));
  if (item.kinds.includes("favorite")) parts.push(words.favorite);
  if (item.kinds.includes("damaged")) parts.push(words.damaged);
  if (item.daysLeft !== undefined) parts.push(words.spokenDaysLeft(item.daysLeft));
  parts.push(words.place({ rank: item.rank, count }));
  return parts.join(words.separator);
}
