const texts = {
  en: {
    absent: (/** @type {string} */ server) =>
      (server.startsWith("https:")
        ? `No Albumen library answers at ${server}. If it runs, open that address once in this browser, because the `
          + "browser has to trust the library’s certificate."
        : `No Albumen library answers at ${server}. Start it with “albumen serve”, then try again.`),
    blocked: "The browser blocked the window in which you choose photos.",
    open: "Choose Photos",
    openWindow: "Open the Window",
    blockedConnection: "The browser blocked the window in which you connect this site to your library.",
    question: "The browser may ask whether this page may connect to this device or your network, where your library "
      + "is. Allow it to choose photos.",
    denied: "The browser doesn’t let this page connect to this device or your network, where your library is. Allow it "
      + "in the settings of this site, then try again.",
    close: "Close",
    refused: (/** @type {number} */ status) => `The library answered with the error ${status}.`,
    ended: "The request for photos has expired.",
    device: "No Albumen library is available. You can choose files of this device instead.",
    chooseFiles: "Choose Files",
    connectLibrary: "Connect to My Library…",
    connectTitle: "Connect to Your Library",
    connectText: "Your photos are in an Albumen library on another machine. Its page “Apps and Access” shows its "
      + "address.",
    address: "Address",
    addressExample: "attic.local:8421",
    noAddress: "This isn’t the address of a library. It looks like attic.local:8421.",
    insecure: "This page can’t connect to a library, because it isn’t loaded over https.",
    connect: "Connect",
    cancel: "Cancel",
    tooMany: (/** @type {number} */ limit) => (limit === 1 ? "Choose one file." : `Choose up to ${limit} files.`),
    noRepresentation: (/** @type {string} */ type) => `The item has no file of the type ${type}.`,
  },
  zh: {
    absent: (/** @type {string} */ server) =>
      (server.startsWith("https:")
        ? `${server} 处没有 Albumen 图库响应。如果它正在运行，请在此浏览器中打开一次该地址，因为浏览器需要信任图库的证书。`
        : `${server} 处没有 Albumen 图库响应。请运行“albumen serve”，然后重试。`),
    blocked: "浏览器拦截了用于选取照片的窗口。",
    open: "选取照片",
    openWindow: "打开窗口",
    blockedConnection: "浏览器拦截了用于将此网站连接到图库的窗口。",
    question: "浏览器可能会询问是否允许此网页连接到您的图库所在的设备或网络。请允许连接以选取照片。",
    denied: "浏览器不允许此网页连接到您的图库所在的设备或网络。请在此网站的设置中允许连接，然后重试。",
    close: "关闭",
    refused: (/** @type {number} */ status) => `图库返回了错误 ${status}。`,
    ended: "照片请求已过期。",
    device: "没有可用的 Albumen 图库。您可以改为选取这台设备上的文件。",
    chooseFiles: "选取文件",
    connectLibrary: "连接到我的图库…",
    connectTitle: "连接到您的图库",
    connectText: "您的照片位于另一台电脑上的 Albumen 图库中。图库的“应用与访问权限”页面会显示其地址。",
    address: "地址",
    addressExample: "attic.local:8421",
    noAddress: "这不是图库的地址。地址的形式如 attic.local:8421。",
    insecure: "此网页不是通过 https 载入的，因此无法连接到图库。",
    connect: "连接",
    cancel: "取消",
    tooMany: (/** @type {number} */ limit) => `最多可选取 ${limit} 个文件。`,
    noRepresentation: (/** @type {string} */ type) => `此项目没有类型为 ${type} 的文件。`,
  },
};

/** The texts that people read on the page. Servers that render pages load the script without a navigator. */
export const words = globalThis.navigator?.languages?.[0]?.toLowerCase().startsWith("zh") ? texts.zh : texts.en;
