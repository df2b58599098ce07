const texts = {
  en: {
    absent: (/** @type {string} */ server) =>
      `No Albumen library answers at ${server}. Start it with “albumen serve”, then try again.`,
    blocked: "The browser blocked the window in which you choose photos.",
    open: "Choose Photos",
    question: "The browser may ask whether this page may connect to this device, where your library is. Allow it to "
      + "choose photos.",
    denied: "The browser doesn’t let this page connect to this device, where your library is. Allow it in the settings "
      + "of this site, then try again.",
    close: "Close",
    refused: (/** @type {number} */ status) => `The library answered with the error ${status}.`,
    ended: "The request for photos has expired.",
    device: "No Albumen library is available. You can choose files of this device instead.",
    chooseFiles: "Choose Files",
    tooMany: (/** @type {number} */ limit) => (limit === 1 ? "Choose one file." : `Choose up to ${limit} files.`),
    noRepresentation: (/** @type {string} */ type) => `The item has no file of the type ${type}.`,
  },
  zh: {
    absent: (/** @type {string} */ server) => `${server} 处没有 Albumen 图库响应。请运行“albumen serve”，然后重试。`,
    blocked: "浏览器拦截了用于选取照片的窗口。",
    open: "选取照片",
    question: "浏览器可能会询问是否允许此网页连接到您的图库所在的这台设备。请允许连接以选取照片。",
    denied: "浏览器不允许此网页连接到您的图库所在的这台设备。请在此网站的设置中允许连接，然后重试。",
    close: "关闭",
    refused: (/** @type {number} */ status) => `图库返回了错误 ${status}。`,
    ended: "照片请求已过期。",
    device: "没有可用的 Albumen 图库。您可以改为选取这台设备上的文件。",
    chooseFiles: "选取文件",
    tooMany: (/** @type {number} */ limit) => `最多可选取 ${limit} 个文件。`,
    noRepresentation: (/** @type {string} */ type) => `此项目没有类型为 ${type} 的文件。`,
  },
};

/** The texts that people read on the page. Servers that render pages load the script without a navigator. */
export const words = globalThis.navigator?.languages?.[0]?.toLowerCase().startsWith("zh") ? texts.zh : texts.en;
