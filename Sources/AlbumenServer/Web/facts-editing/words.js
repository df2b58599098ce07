import { formatNumber, localised } from "../common/words.js";

const items = (/** @type {number} */ count) => (count === 1 ? "1 item" : `${formatNumber(count)} items`);

const english = {
  save: "Save",
  tooMany: (/** @type {number} */ limit) => `Select at most ${formatNumber(limit)} items at once.`,
  unchanged: "Nothing was changed.",
  mixed: "Different",
  leave: "Leave as they are",

  preparing: (/** @type {number} */ count) => `Preparing the download of ${items(count)}…`,
  downloading: (/** @type {number} */ files, /** @type {string | null} */ size) => [
    `Downloading ${files === 1 ? "1 file" : `${formatNumber(files)} files`}`, size ? `, ${size}` : "",
    ". The browser shows the progress.",
  ].join(""),

  dateTitle: (/** @type {number} */ count) =>
    (count === 1 ? "Date and Time" : `Date and Time of ${items(count)}`),
  dateModes: "How the date changes",
  setFirst: "Set the first to",
  setFirstDetail: "The others keep their distance to it.",
  setOne: "Set to",
  shift: "Move by",
  setAll: "Give all the same",
  undated: (/** @type {number} */ count) =>
    `${items(count)} without a date ${count === 1 ? "stays" : "stay"} without one.`,
  dateAndTime: "Date and time",
  direction: "Direction",
  later: "later",
  earlier: "earlier",
  days: "Days",
  hours: "Hours",
  minutes: "Minutes",
  seconds: "Seconds",
  zone: "Time zone",
  sameZone: "As it is",
  sameZones: "As they are",
  thisZone: (/** @type {string} */ zone) => `${zone} (this computer)`,
  keepsLegend: "What stays the same",
  keepsClock: "The clock was right: keep the time it shows",
  keepsMoment: "The moment was right: change the time that is shown",
  first: "First",
  last: "Last",
  before: "Before",
  after: "After",
  preview: "Preview",
  noDate: "No date",
  badDate: "Choose a date in the years 1 to 9999.",
  dateChanged: (/** @type {number} */ count) =>
    (count === 1 ? "Date changed." : `Dates of ${items(count)} changed.`),

  placeTitle: (/** @type {number} */ count) => (count === 1 ? "Place" : `Place of ${items(count)}`),
  placeText: (/** @type {number} */ placed, /** @type {number} */ count) => (placed === count
    ? (count === 1 ? "It has a place." : "All have a place.")
    : placed === 0 ? (count === 1 ? "It has no place yet." : "None has a place yet.")
      : `${formatNumber(placed)} of ${items(count)} ${placed === 1 ? "has" : "have"} a place.`),
  coordinates: "Latitude and longitude, or a link to a map",
  coordinatesExample: "48.2082, 16.3738",
  badCoordinates: "Write coordinates such as 48.2082, 16.3738, or paste a link to a map that contains them.",
  samePlaces: "Use a place from the selection",
  recentPlaces: "Use a recent place",
  placeOf: (/** @type {number} */ count) => items(count),
  removePlace: "Remove Place",
  removePlaces: "Remove Places",
  placeChanged: (/** @type {number} */ count) =>
    (count === 1 ? "Place changed." : `Places of ${items(count)} changed.`),
  placeRemoved: (/** @type {number} */ count) =>
    (count === 1 ? "Place removed." : `Places of ${items(count)} removed.`),

  descriptionTitle: (/** @type {number} */ count) =>
    (count === 1 ? "Caption and Keywords" : `Caption and Keywords of ${items(count)}`),
  caption: "Caption",
  captionsDiffer: "Different captions. They stay unless you write one for all.",
  removeCaptions: "Remove the captions of all",
  keywords: "Keywords",
  keywordShare: (/** @type {number} */ count, /** @type {number} */ total) =>
    `${formatNumber(count)} of ${formatNumber(total)}`,
  moreKeywords: (/** @type {number} */ count) => `${formatNumber(count)} more, which stay as they are.`,
  addKeywords: "Add keywords, separated by commas",
  rating: "Rating",
  ratingsDiffer: "Different ratings (leave)",
  noRating: "None",
  stars: (/** @type {number} */ count) => "★".repeat(count) + "☆".repeat(5 - count),
  captionChanged: (/** @type {number} */ count) =>
    (count === 1 ? "Caption changed." : `Captions of ${items(count)} changed.`),
  keywordsChanged: (/** @type {number} */ count) =>
    (count === 1 ? "Keywords changed." : `Keywords of ${items(count)} changed.`),
  ratingChanged: (/** @type {number} */ count) =>
    (count === 1 ? "Rating changed." : `Ratings of ${items(count)} changed.`),
  changed: (/** @type {number} */ count) => `${items(count)} changed.`,
};

/** @type {Partial<typeof english>} */
const chinese = {
  save: "存储",
  tooMany: (limit) => `一次最多选择 ${formatNumber(limit)} 项。`,
  unchanged: "未作任何更改。",
  mixed: "不同",
  leave: "保持不变",

  preparing: (count) => `正在准备下载 ${formatNumber(count)} 项…`,
  downloading: (files, size) =>
    `正在下载 ${formatNumber(files)} 个文件${size ? `，共 ${size}` : ""}。进度由浏览器显示。`,

  dateTitle: (count) => (count === 1 ? "日期和时间" : `${formatNumber(count)} 项的日期和时间`),
  dateModes: "更改日期的方式",
  setFirst: "将第一项设为",
  setFirstDetail: "其他项目与它的时间间隔不变。",
  setOne: "设为",
  shift: "移动",
  setAll: "全部设为同一时间",
  undated: (count) => `${formatNumber(count)} 项没有日期，将保持不变。`,
  dateAndTime: "日期和时间",
  direction: "方向",
  later: "延后",
  earlier: "提前",
  days: "天",
  hours: "小时",
  minutes: "分钟",
  seconds: "秒",
  zone: "时区",
  sameZone: "保持不变",
  sameZones: "保持不变",
  thisZone: (zone) => `${zone}（此电脑）`,
  keepsLegend: "保持不变的内容",
  keepsClock: "时钟时间正确：保留显示的时间",
  keepsMoment: "实际时刻正确：更改显示的时间",
  first: "第一项",
  last: "最后一项",
  before: "更改前",
  after: "更改后",
  preview: "预览",
  noDate: "无日期",
  badDate: "请选择公元 1 年至 9999 年之间的日期。",
  dateChanged: (count) => (count === 1 ? "已更改日期。" : `已更改 ${formatNumber(count)} 项的日期。`),

  placeTitle: (count) => (count === 1 ? "位置" : `${formatNumber(count)} 项的位置`),
  placeText: (placed, count) => `${formatNumber(count)} 项中有 ${formatNumber(placed)} 项带有位置。`,
  coordinates: "纬度和经度，或地图链接",
  badCoordinates: "请输入坐标，例如 48.2082, 16.3738，或粘贴包含坐标的地图链接。",
  samePlaces: "使用所选项目中的位置",
  recentPlaces: "使用最近的位置",
  placeOf: (count) => `${formatNumber(count)} 项`,
  removePlace: "移除位置",
  removePlaces: "移除位置",
  placeChanged: (count) => (count === 1 ? "已更改位置。" : `已更改 ${formatNumber(count)} 项的位置。`),
  placeRemoved: (count) => (count === 1 ? "已移除位置。" : `已移除 ${formatNumber(count)} 项的位置。`),

  descriptionTitle: (count) => (count === 1 ? "说明和关键词" : `${formatNumber(count)} 项的说明和关键词`),
  caption: "说明",
  captionsDiffer: "说明各不相同。除非在此输入，否则保持不变。",
  removeCaptions: "移除所有说明",
  keywords: "关键词",
  keywordShare: (count, total) => `${formatNumber(count)}/${formatNumber(total)}`,
  moreKeywords: (count) => `另有 ${formatNumber(count)} 个关键词，保持不变。`,
  addKeywords: "添加关键词，以逗号分隔",
  rating: "评分",
  ratingsDiffer: "评分各不相同（保持不变）",
  noRating: "无",
  captionChanged: (count) => (count === 1 ? "已更改说明。" : `已更改 ${formatNumber(count)} 项的说明。`),
  keywordsChanged: (count) => (count === 1 ? "已更改关键词。" : `已更改 ${formatNumber(count)} 项的关键词。`),
  ratingChanged: (count) => (count === 1 ? "已更改评分。" : `已更改 ${formatNumber(count)} 项的评分。`),
  changed: (count) => `已更改 ${formatNumber(count)} 项。`,
};

/** The words of the dialogs that change facts of many photos, and of downloads. */
export const words = localised({ en: english, "zh-Hans": chinese });
