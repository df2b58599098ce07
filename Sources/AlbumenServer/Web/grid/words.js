import { formatNumber, formatShortDay, language, localised } from "../words.js";

function unit(name) {
  return new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "long", maximumFractionDigits: 0 });
}

const hours = unit("hour");
const minutes = unit("minute");
const seconds = unit("second");

/** A duration as it is spoken: "1 minute 5 seconds". */
function spokenDuration(duration) {
  const whole = Math.max(0, Math.round(duration));
  const parts = [];
  if (whole >= 3600) parts.push(hours.format(Math.floor(whole / 3600)));
  if (whole >= 60) parts.push(minutes.format(Math.floor(whole / 60) % 60));
  parts.push(seconds.format(whole % 60));
  return parts.join(" ");
}

let formattedCount = { count: NaN, text: "" };

/** The count is the same in the names of all photos. */
function countText(count) {
  if (formattedCount.count !== count) formattedCount = { count, text: formatNumber(count) };
  return formattedCount.text;
}

export const words = localised({
  en: {
    photos: "Photos",
    noDate: "No date",
    help: "Arrow keys move, Enter opens.",
    selectionHelp: "Arrow keys move, Space selects, Shift with the arrow keys selects several, Escape ends.",
    timeline: "Timeline",
    future: (count) =>
      (count === 1 ? "1 photo has a date in the future" : `${formatNumber(count)} photos have a date in the future`),
    showFuture: "Show",
    foldFuture: "Hide",
    burstOf: (count) => `Burst of ${formatNumber(count)} photos`,
    emptyTitle: "No Photos",
    emptyText: "Photos and videos that you import appear here.",
    emptyAlbum: "There is nothing in this album.",
    emptyCommand: "Import a folder with this command:",
    failedTitle: "The photos cannot be shown",
    failedText: "They could not be loaded from the server.",
    failedRest: "Some photos could not be loaded.",
    retry: "Try Again",
    kinds: {
      video: "Video", live: "Live Photo", raw: "RAW photo", burst: "Burst", panorama: "Panorama",
      screenshot: "Screenshot", portrait: "Portrait", animated: "Animated picture", slomo: "Slo-mo video",
      timelapse: "Time-lapse video", screenRecording: "Screen recording", selfie: "Selfie",
    },
    photo: "Photo",
    favorite: "favorite",
    damaged: "damaged",
    separator: ", ",
    place: ({ rank, count }) => `${formatNumber(rank + 1)} of ${countText(count)}`,
  },
  "zh-Hans": {
    photos: "照片",
    noDate: "无日期",
    help: "用方向键移动，按回车键打开。",
    selectionHelp: "用方向键移动，按空格键选择，按住 Shift 和方向键选择多项，按 Esc 键结束。",
    timeline: "时间轴",
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
    separator: "，",
    place: ({ rank, count }) => `第 ${formatNumber(rank + 1)} 项，共 ${countText(count)} 项`,
  },
});

/** Which kind names a photo that has several. */
const namingOrder = [
  "slomo", "timelapse", "screenRecording", "video", "live", "animated", "panorama", "burst", "raw", "screenshot",
  "portrait", "selfie",
];

/**
 * What a screen reader says of a photo: "Video, 12 seconds, 7 May 2024, favorite, 3 of 120".
 * @param {{ rank: number, kinds: string[], duration: number, day: number | null, frameCount?: number }} item
 * @param {number} count of all photos
 */
export function photoName(item, count) {
  const kind = namingOrder.find((name) => item.kinds.includes(name));
  const isStack = item.frameCount > 1;
  const parts = [isStack ? words.burstOf(item.frameCount) : kind ? words.kinds[kind] : words.photo];
  if (item.kinds.includes("video") && item.duration > 0) parts.push(spokenDuration(item.duration));
  parts.push(item.day === null ? words.noDate : formatShortDay(item.day));
  if (item.kinds.includes("favorite")) parts.push(words.favorite);
  if (item.kinds.includes("damaged")) parts.push(words.damaged);
  parts.push(words.place({ rank: item.rank, count }));
  return parts.join(words.separator);
}

const importCommand = "albumen import ~/Pictures";

/**
 * What stands in the place of the photos when there are none.
 * @param {boolean} isLibrary whether the whole library is empty, not only an album
 */
export function emptyMessage(isLibrary) {
  const message = titled(words.emptyTitle, isLibrary ? words.emptyText : words.emptyAlbum);
  if (!isLibrary) return message;
  const hint = document.createElement("p");
  hint.textContent = words.emptyCommand;
  const command = document.createElement("code");
  command.textContent = importCommand;
  message.append(hint, command);
  return message;
}

/**
 * What stands in the place of the photos when they could not be loaded.
 * @param {() => void} retry
 */
export function failureMessage(retry) {
  const message = titled(words.failedTitle, words.failedText);
  message.setAttribute("role", "alert");
  message.append(retryButton(retry));
  return message;
}

/**
 * A line below the photos when some of them could not be loaded.
 * @param {() => void} retry
 */
export function failureBar(retry) {
  const bar = document.createElement("div");
  bar.className = "grid-failure";
  bar.setAttribute("role", "alert");
  const text = document.createElement("span");
  text.textContent = words.failedRest;
  bar.append(text, retryButton(retry));
  return bar;
}

function titled(title, text) {
  const message = document.createElement("div");
  message.className = "grid-message";
  const heading = document.createElement("h2");
  heading.textContent = title;
  const line = document.createElement("p");
  line.textContent = text;
  message.append(heading, line);
  return message;
}

function retryButton(retry) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = words.retry;
  button.addEventListener("click", retry);
  return button;
}

/** The line above the photos that stands for photos with a date in the future, and shows or hides them. */
export class FutureFold {
  element = document.createElement("div");
  #button = document.createElement("button");
  #text = document.createElement("span");
  #action = document.createElement("span");

  /** @param {() => void} toggle is called when the reader opens or folds them */
  constructor(toggle) {
    this.element.className = "grid-fold";
    this.element.hidden = true;
    this.#button.type = "button";
    this.#text.className = "grid-fold-text";
    this.#action.className = "grid-fold-action";
    this.#button.append(this.#text, this.#action);
    this.#button.addEventListener("click", toggle);
    this.element.append(this.#button);
  }

  /**
   * @param {{ y: number, inset: number } | null} place of the first block; null while it is not near the window
   * @param {import("./timeline.js").Timeline | null} timeline
   */
  show(place, timeline) {
    const count = timeline?.futureCount ?? 0;
    this.element.hidden = place === null || count === 0;
    if (this.element.hidden) return;
    this.element.style.top = `${Math.round(place.y)}px`;
    this.element.style.insetInlineStart = `${place.inset}px`;
    const { isFolded } = timeline;
    this.#text.textContent = words.future(count);
    this.#action.textContent = isFolded ? words.showFuture : words.foldFuture;
    this.#button.setAttribute("aria-expanded", String(!isFolded));
  }
}
