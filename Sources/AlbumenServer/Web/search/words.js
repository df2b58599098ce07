import { localised } from "../common/words.js";

const english = {
  search: "Search",
  clear: "Clear the search",
  results: (/** @type {string} */ text) => `Results for “${text}”`,
  completions: "Suggestions",
  completionKinds: {
    kind: "Kind", album: "Album", place: "Place", keyword: "Keyword", camera: "Camera", date: "Date", recent: "Recent",
  },
  clearRecent: "Clear Recent Searches",
  didYouMean: (/** @type {string} */ text) => `Did you mean “${text}”?`,
  none: "No Results",
  noneText: (/** @type {string} */ text) => `Nothing in the library matches “${text}”.`,
  noneAdvice: "Search finds file names, titles, captions, keywords, cameras, album names, places, kinds such as “live photos”, and dates.",
};

/** @type {Partial<typeof english>} */
const chinese = {
  search: "搜索",
  clear: "清除搜索",
  results: (text) => `“${text}”的搜索结果`,
  completions: "建议",
  completionKinds: {
    kind: "类型", album: "相簿", place: "地点", keyword: "关键词", camera: "相机", date: "日期", recent: "最近搜索",
  },
  clearRecent: "清除最近搜索",
  didYouMean: (text) => `您要找的是“${text}”吗？`,
  none: "没有结果",
  noneText: (text) => `图库中没有与“${text}”匹配的项目。`,
  noneAdvice: "可搜索文件名、标题、说明、关键词、相机、相簿名称、地点、“实况照片”等类型和日期，例如“2024年5月”或“星期二”。",
};

/** The words of the search. */
export const words = localised({ en: english, "zh-Hans": chinese });
