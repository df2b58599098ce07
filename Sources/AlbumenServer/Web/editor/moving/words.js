import { localised } from "../../common/words.js";

const english = {
  video: "Video",
  live: "Live",
  strip: "Frames of the video",
  start: "Start",
  end: "End",
  position: "Position",
  keyPhoto: "Key photo",
  makeKeyPhoto: "Make Key Photo",
  keyPhotoMade: "The frame is the key photo",
  originalPhoto: "Use Original Photo",
  trim: "Trim",
  play: "Play",
  pause: "Pause",
  mute: "Mute",
  muted: "Sound removed",
  unmuted: "Sound restored",
  kept: (/** @type {string} */ start, /** @type {string} */ end, /** @type {string} */ length) =>
    `${start} – ${end} (${length})`,
  notPlayed: "This browser can't play the video.",
};

/** @type {Partial<typeof english>} */
const chinese = {
  video: "视频",
  live: "实况",
  strip: "视频画面",
  start: "开头",
  end: "结尾",
  position: "播放位置",
  keyPhoto: "主照片",
  makeKeyPhoto: "设为主照片",
  keyPhotoMade: "此帧已设为主照片",
  originalPhoto: "使用原始照片",
  trim: "修剪",
  play: "播放",
  pause: "暂停",
  mute: "静音",
  muted: "已移除声音",
  unmuted: "已恢复声音",
  kept: (start, end, length) => `${start} – ${end}（${length}）`,
  notPlayed: "此浏览器无法播放该视频。",
};

/** The words of the tools for videos and Live Photos. */
export const words = localised({ en: english, "zh-Hans": chinese });
