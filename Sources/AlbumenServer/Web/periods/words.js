import { formatNumber, localised } from "../common/words.js";

const english = {
  view: "View",
  years: "Years",
  months: "Months",
  days: "All",
  /** @param {number} count */
  count: (count) => (count === 1 ? "1 item" : `${formatNumber(count)} items`),
  separator: ", ",
};

/** @type {Partial<typeof english>} */
const chinese = {
  view: "显示方式",
  years: "年",
  months: "月",
  days: "所有照片",
  count: (count) => `${formatNumber(count)} 个项目`,
  separator: "，",
};

export const words = localised({ en: english, "zh-Hans": chinese });
