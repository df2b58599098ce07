import { localised } from "../words.js";

const english = {
  search: "Search",
  clear: "Clear the search",
  results: (/** @type {string} */ text) => `Results for “${text}”`,
  none: "No Results",
  noneText: (/** @type {string} */ text) => `Nothing in the library matches “${text}”.`,
  noneAdvice: "Search finds file names, titles, captions, keywords, cameras, album names, kinds such as “live photos”, and dates.",
};

/** @type {Partial<typeof english>} */
const chinese = {
  search: "搜索",
  clear: "清除搜索",
  results: (text) => `“${text}”的搜索结果`,
  none: "没有结果",
  noneText: (text) => `图库中没有与“${text}”匹配的项目。`,
  noneAdvice: "可搜索文件名、标题、说明、关键词、相机、相簿名称、“实况照片”等类型和日期，例如“2024年5月”或“星期二”。",
};

/** The words of the search. */
export const words = localised({ en: english, "zh-Hans": chinese });
