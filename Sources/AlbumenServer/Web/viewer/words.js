import { formatNumber, localised } from "../common/words.js";

/** @typedef {{ position: number, count: number }} Place one of several, counted from 1 */

const english = {
  viewer: "Photo viewer",
  photo: "Photo",
  video: "Video",
  livePhoto: "Live Photo",
  audio: "Sound",
  /** @param {{ kind: string, day: string, caption: string }} photo */
  named: ({ kind, day, caption }) => [kind, caption, day].filter(Boolean).join(", "),
  /** @param {Place & { kind: string, day: string, caption: string }} photo */
  announced: ({ kind, position, count, day, caption }) =>
    [`${kind} ${formatNumber(position)} of ${formatNumber(count)}`, caption, day].filter(Boolean).join(", "),
  /** @param {Place} place */
  position: ({ position, count }) => `${formatNumber(position)} of ${formatNumber(count)}`,

  burst: (/** @type {number} */ count) => `Burst of ${formatNumber(count)} photos`,
  frames: "Frames of the burst",
  /** @param {Place} place */
  framePosition: ({ position, count }) => `Frame ${formatNumber(position)} of ${formatNumber(count)}`,
  /** @param {Place & { isKey: boolean, isChosen: boolean }} frame */
  frameName: ({ position, count, isKey, isChosen }) => [
    `Frame ${formatNumber(position)} of ${formatNumber(count)}`, isKey ? "key photo" : "", isChosen ? "chosen" : "",
  ].filter(Boolean).join(", "),
  chooseFrame: "Choose",
  makeKeyPhoto: "Make Key Photo",
  keepThese: "Keep These…",
  chosenCount: (/** @type {number} */ count) => formatNumber(count),
  leaveBurst: "Back to All Photos",

  close: "Close",
  previous: "Previous",
  next: "Next",
  zoomIn: "Zoom In",
  zoomOut: "Zoom Out",
  zoomLevel: (/** @type {number} */ percent) => `${formatNumber(percent)}%`,
  loadingPixels: "Loading all pixels…",
  noPixels: "The photo’s full size cannot be loaded.",
  inCloud: "In the cloud",
  playsFromCloud: "Plays from the cloud",
  downloading: (/** @type {number} */ percent) => `Downloading: ${formatNumber(percent)}%`,
  notDownloaded: (/** @type {string} */ reason) => `Not downloaded: ${reason}`,
  originals: "File on show",
  showOriginal: (/** @type {string} */ format) => `Show ${format}`,
  edited: "Edited",
  compare: "Original",
  holdToCompare: "Hold to Show the Original",
  editedIn: (/** @type {string} */ app) => `in ${app}`,
  unknownApp: "By another app",
  revert: "Revert to Original…",
  fullScreen: "Full Screen",
  leaveFullScreen: "Leave Full Screen",
  edit: "Edit",
  information: "Information",
  download: "Download Original",
  downloads: "Download Originals",
  downloadMenu: "Download",
  asShown: "As Shown",
  favorite: "Favorite",
  hide: "Hide",
  unhide: "Unhide",
  addToAlbum: "Add to Album",
  delete: "Delete",
  restore: "Restore",
  purge: "Delete Permanently",

  live: "LIVE",
  liveEffects: { autoloop: "LOOP", mirror: "BOUNCE", longExposure: "LONG EXPOSURE" },
  playLive: "Play the Live Photo",
  liveUnplayable: (/** @type {string} */ codec) =>
    `The moving part of this Live Photo is in ${codec}, which this browser does not play.`,
  liveUnknown: "This browser does not play the moving part of this Live Photo.",
  noLive: "The moving part of this Live Photo cannot be loaded.",
  playVideo: "Play the video",
  pauseVideo: "Pause the video",
  movieControls: "Video controls",
  moviePosition: "Position in the video",
  positionOf: (/** @type {string} */ position, /** @type {string} */ duration) => `${position} of ${duration}`,
  soundOn: "Turn the sound on",
  soundOff: "Turn the sound off",
  slowMotion: "Slow Motion",
  preparingVideo: "Preparing the video…",
  loadingVideo: "Loading the video…",
  playAnimation: "Play the animation",
  stopAnimation: "Stop the animation",
  videoUnplayable: (/** @type {string} */ codec) =>
    `This video is in ${codec}, which this browser does not play. Download the original to watch it.`,
  videoUnknown: "This browser does not play this video. Download the original to watch it.",

  noPicture: "This photo cannot be shown.",
  fileUnreadable: (/** @type {string} */ file) => `“${file}” cannot be shown.`,
  rawUnreadable: (/** @type {string | undefined} */ file) => (file === undefined
    ? "This RAW file is damaged or its camera isn’t supported."
    : `“${file}” is damaged, or its camera isn’t supported. Another app may open the original.`),
  noVideo: "This video cannot be loaded.",
  noFacts: "What is known of this photo cannot be loaded.",
  gone: "This photo is no longer in the library.",
  withReason: (/** @type {string} */ what, /** @type {string} */ reason) => `${what} ${sentence(reason, ".")}`,
  browserCannot: "The browser could not read the picture.",

  loadingFacts: "Loading…",
  caption: "Caption",
  addCaption: "Add a caption",
  addKeywords: "Add keywords",
  noRating: "None",
  editDate: "Change Date and Time",
  dateAndTime: "Date and time",
  save: "Save",
  cancel: "Cancel",
  fileDate: "This is the file’s date. When it was taken is not known.",
  nameDate: "This date is part of the file’s name.",
  changeDate: "This is when the file was last changed. When it was taken is not known.",
  damage: "The file is damaged.",
  kind: "Kind",
  size: "Size",
  duration: "Duration",
  frameRate: "Frame rate",
  framesPerSecond: (/** @type {string} */ rate) => `${rate} frames a second`,
  codec: "Codec",
  camera: "Camera",
  lens: "Lens",
  exposure: "Exposure",
  aperture: (/** @type {string} */ number) => `f/${number}`,
  exposureTime: (/** @type {string} */ seconds) => `${seconds}\u00a0s`,
  iso: (/** @type {string} */ number) => `ISO\u00a0${number}`,
  focalLength: (/** @type {string} */ millimetres) => `${millimetres}\u00a0mm`,
  albums: "Albums",
  place: "Place",
  /** Between the names of a place, from the smallest to the largest. */
  betweenPlaces: ", ",
  altitude: (/** @type {string} */ metres) => `${metres} m above sea level`,
  depth: (/** @type {string} */ metres) => `${metres} m below sea level`,
  /** @type {(latitude: string, longitude: string, isNorth: boolean, isEast: boolean) => string} */
  coordinates: (latitude, longitude, isNorth, isEast) =>
    `${latitude}° ${isNorth ? "N" : "S"}, ${longitude}° ${isEast ? "E" : "W"}`,
  copyPlace: "Copy the coordinates",
  copied: "Copied",
  notCopied: "Could not be copied",
  keywords: "Keywords",
  keywordSeparator: ", ",
  rating: "Rating",
  stars: (/** @type {number} */ count) => `${count} of 5`,
  added: "Added",
  sources: "Facts from",
  sourceFacts: (/** @type {string} */ source, /** @type {string} */ facts) => `${source}: ${facts}`,
  /** @type {Record<string, string>} */
  sourceNames: {
    user: "You", "apple-photos": "Apple Photos", "google-takeout": "Google Photos", digikam: "digiKam",
    shotwell: "Shotwell", lightroom: "Lightroom", photoprism: "PhotoPrism", albumen: "Export of Albumen",
    "albumen-library": "Albumen library", immich: "Immich", camera: "Camera", xmp: "XMP file",
  },
  /** @type {Record<string, string>} */
  factNames: {
    date: "date", place: "place", title: "title", caption: "caption", keywords: "keywords", rating: "rating",
    favorite: "favorite", hidden: "hidden",
  },
  files: "Files",
  megapixels: (/** @type {number} */ millions) => `${formatNumber(millions)} MP`,
  downloadFile: (/** @type {string} */ name) => `Download ${name}`,
  kinds: {
    raw: "RAW", burst: "Burst", hdr: "HDR", panorama: "Panorama", screenshot: "Screenshot", portrait: "Portrait",
    animated: "Animated", slomo: "Slo-mo", timelapse: "Time-lapse", screenRecording: "Screen recording",
    selfie: "Selfie", favorite: "Favorite", hidden: "Hidden",
  },
  kindSeparator: ", ",
  resources: {
    photo: "Photo", video: "Video", audio: "Sound", alternatePhoto: "Second original",
    fullSizePhoto: "Edited photo", fullSizeVideo: "Edited video", adjustmentData: "Edits",
    adjustmentBasePhoto: "Photo before the last edits", pairedVideo: "Moving part",
    fullSizePairedVideo: "Edited moving part", adjustmentBasePairedVideo: "Moving part before the last edits",
    adjustmentBaseVideo: "Video before the last edits", photoProxy: "Smaller photo",
  },
};

/** @type {Partial<typeof english>} */
const chinese = {
  viewer: "照片查看器",
  photo: "照片",
  video: "视频",
  livePhoto: "实况照片",
  audio: "声音",
  named: ({ kind, day, caption }) => [kind, caption, day].filter(Boolean).join("，"),
  announced: ({ kind, position, count, day, caption }) =>
    [`${kind}，第 ${formatNumber(position)} 项，共 ${formatNumber(count)} 项`, caption, day].filter(Boolean).join("，"),
  position: ({ position, count }) => `第 ${formatNumber(position)} 项，共 ${formatNumber(count)} 项`,

  burst: (count) => `连拍快照，共 ${formatNumber(count)} 张`,
  frames: "连拍快照中的照片",
  framePosition: ({ position, count }) => `连拍第 ${formatNumber(position)} 张，共 ${formatNumber(count)} 张`,
  frameName: ({ position, count, isKey, isChosen }) => [
    `第 ${formatNumber(position)} 张，共 ${formatNumber(count)} 张`, isKey ? "主照片" : "", isChosen ? "已选择" : "",
  ].filter(Boolean).join("，"),
  chooseFrame: "选择",
  makeKeyPhoto: "设为主照片",
  keepThese: "保留所选…",
  chosenCount: (count) => formatNumber(count),
  leaveBurst: "返回所有照片",

  close: "关闭",
  previous: "上一项",
  next: "下一项",
  zoomIn: "放大",
  zoomOut: "缩小",
  zoomLevel: (percent) => `${formatNumber(percent)}%`,
  loadingPixels: "正在载入全部像素…",
  noPixels: "无法载入照片的完整尺寸。",
  inCloud: "在云端",
  playsFromCloud: "从云端播放",
  downloading: (percent) => `正在下载：${formatNumber(percent)}%`,
  notDownloaded: (reason) => `未能下载：${reason}`,
  originals: "显示的文件",
  showOriginal: (format) => `显示 ${format}`,
  edited: "已编辑",
  compare: "原片",
  holdToCompare: "按住以显示原片",
  editedIn: (app) => `使用 ${app}`,
  unknownApp: "由其他应用编辑",
  revert: "复原…",
  fullScreen: "全屏幕",
  leaveFullScreen: "退出全屏幕",
  edit: "编辑",
  information: "简介",
  download: "下载原件",
  downloads: "下载原件",
  downloadMenu: "下载",
  asShown: "当前显示的图像",
  favorite: "个人收藏",
  hide: "隐藏",
  unhide: "取消隐藏",
  addToAlbum: "添加到相簿",
  delete: "删除",
  restore: "恢复",
  purge: "永久删除",

  live: "实况",
  liveEffects: { autoloop: "循环播放", mirror: "来回播放", longExposure: "长曝光" },
  playLive: "播放实况照片",
  liveUnplayable: (codec) => `此实况照片的动态部分采用 ${codec} 编码，此浏览器无法播放。`,
  liveUnknown: "此浏览器无法播放此实况照片的动态部分。",
  noLive: "无法载入此实况照片的动态部分。",
  playVideo: "播放视频",
  pauseVideo: "暂停视频",
  movieControls: "视频控制",
  moviePosition: "视频播放位置",
  positionOf: (position, duration) => `${position} / ${duration}`,
  soundOn: "打开声音",
  soundOff: "关闭声音",
  slowMotion: "慢动作",
  preparingVideo: "正在准备视频…",
  loadingVideo: "正在载入视频…",
  playAnimation: "播放动图",
  stopAnimation: "停止播放动图",
  videoUnplayable: (codec) => `此视频采用 ${codec} 编码，此浏览器无法播放。请下载原件观看。`,
  videoUnknown: "此浏览器无法播放此视频。请下载原件观看。",

  noPicture: "无法显示此照片。",
  fileUnreadable: (file) => `无法显示“${file}”。`,
  rawUnreadable: (file) => (file === undefined
    ? "此 RAW 文件已损坏，或者不支持其相机。" : `“${file}”已损坏，或者不支持其相机。其他应用也许能打开原件。`),
  noVideo: "无法载入此视频。",
  noFacts: "无法载入此照片的信息。",
  gone: "此照片已不在图库中。",
  withReason: (what, reason) => `${what}${sentence(reason, "。")}`,
  browserCannot: "浏览器无法读取此图像。",

  loadingFacts: "正在载入…",
  caption: "说明",
  addCaption: "添加说明",
  addKeywords: "添加关键词",
  noRating: "无",
  editDate: "更改日期和时间",
  dateAndTime: "日期和时间",
  save: "存储",
  cancel: "取消",
  fileDate: "这是文件的日期，拍摄时间未知。",
  nameDate: "此日期取自文件名。",
  changeDate: "这是文件最后修改的日期，拍摄时间未知。",
  damage: "文件已损坏。",
  kind: "种类",
  size: "尺寸",
  duration: "时长",
  frameRate: "帧速率",
  framesPerSecond: (rate) => `${rate} 帧/秒`,
  codec: "编码",
  camera: "相机",
  lens: "镜头",
  exposure: "曝光",
  aperture: (number) => `f/${number}`,
  exposureTime: (seconds) => `${seconds} 秒`,
  iso: (number) => `ISO ${number}`,
  focalLength: (millimetres) => `${millimetres} 毫米`,
  albums: "相簿",
  place: "位置",
  betweenPlaces: "，",
  altitude: (metres) => `海拔 ${metres} 米`,
  depth: (metres) => `海平面以下 ${metres} 米`,
  coordinates: (latitude, longitude, isNorth, isEast) =>
    `${isNorth ? "北纬" : "南纬"} ${latitude}°，${isEast ? "东经" : "西经"} ${longitude}°`,
  copyPlace: "拷贝坐标",
  copied: "已拷贝",
  notCopied: "无法拷贝",
  keywords: "关键词",
  keywordSeparator: "、",
  rating: "评分",
  stars: (count) => `${count} 星（共 5 星）`,
  added: "添加日期",
  sources: "信息来源",
  sourceFacts: (source, facts) => `${source}：${facts}`,
  sourceNames: {
    user: "您", "apple-photos": "Apple 照片", "google-takeout": "Google 相册", digikam: "digiKam",
    shotwell: "Shotwell", lightroom: "Lightroom", photoprism: "PhotoPrism", albumen: "Albumen 导出",
    "albumen-library": "Albumen 图库", immich: "Immich", camera: "相机", xmp: "XMP 文件",
  },
  factNames: {
    date: "日期", place: "地点", title: "标题", caption: "说明", keywords: "关键词", rating: "评分",
    favorite: "个人收藏", hidden: "隐藏",
  },
  files: "文件",
  megapixels: (millions) => `${Math.round(millions * 100)} 万像素`,
  downloadFile: (name) => `下载 ${name}`,
  kinds: {
    raw: "RAW", burst: "连拍", hdr: "HDR", panorama: "全景照片", screenshot: "截屏", portrait: "人像",
    animated: "动图", slomo: "慢动作", timelapse: "延时摄影", screenRecording: "屏幕录制",
    selfie: "自拍", favorite: "个人收藏", hidden: "已隐藏",
  },
  kindSeparator: "、",
  resources: {
    photo: "照片", video: "视频", audio: "声音", alternatePhoto: "第二原件",
    fullSizePhoto: "编辑后的照片", fullSizeVideo: "编辑后的视频", adjustmentData: "编辑记录",
    adjustmentBasePhoto: "上次编辑前的照片", pairedVideo: "动态部分",
    fullSizePairedVideo: "编辑后的动态部分", adjustmentBasePairedVideo: "上次编辑前的动态部分",
    adjustmentBaseVideo: "上次编辑前的视频", photoProxy: "较小的照片",
  },
};

/** The words of the viewer and its panel. */
export const words = localised({ en: english, "zh-Hans": chinese });

/**
 * Makes a sentence of a reason, which may begin with a small letter and lack an end.
 * @param {string} reason
 * @param {string} end
 */
function sentence(reason, end) {
  const begun = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.。!?！？…]$/.test(begun) ? begun : begun + end;
}

/** The longest reason that is shown over a picture, in characters. */
const clauseLength = 160;

/**
 * Returns the first sentence of a reason, without the details of a decoder after a colon.
 * @param {string} reason
 */
export function firstClause(reason) {
  const clause = [...reason.trim().split(/[:.!?]\s|[：。！？]/u, 1)[0]];
  return clause.length > clauseLength ? `${clause.slice(0, clauseLength - 1).join("")}…` : clause.join("");
}
