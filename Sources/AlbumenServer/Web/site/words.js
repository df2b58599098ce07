import { localised } from "../common/words.js";

const english = {
  title: "Connect a Site",
  /** What is before and after the site's origin. */
  question: ["Let ", " ask for photos?"],
  rules: [
    "It receives the photos that you choose in the library’s own window each time, and nothing else.",
    "This counts for this browser alone. You can end it on the page “Apps and Access”.",
  ],
  connect: "Connect",
  refuse: "Don’t Connect",
  waiting: (/** @type {string} */ origin) => `Connected. ${origin} can ask for photos now…`,
  connected: (/** @type {string} */ origin) => `${origin} can ask for photos now`,
  refused: "The site isn’t connected",
  expired: "This request is too old. Start again on the site.",
  close: "You can close this window.",
};

/** @type {Partial<typeof english>} */
const chinese = {
  title: "连接网站",
  question: ["允许 ", " 请求照片？"],
  rules: [
    "它每次只会收到您在图库自己的窗口中选取的照片，不会收到其他任何内容。",
    "此许可仅适用于此浏览器。您可以在“应用与访问权限”页面中将其结束。",
  ],
  connect: "连接",
  refuse: "不连接",
  waiting: (origin) => `已连接。${origin} 现在可以请求照片…`,
  connected: (origin) => `${origin} 现在可以请求照片`,
  refused: "未连接该网站",
  expired: "此请求已过期。请在该网站上重新开始。",
  close: "您可以关闭此窗口。",
};

/** The words of the page about a site. */
export const words = localised({ en: english, "zh-Hans": chinese });
