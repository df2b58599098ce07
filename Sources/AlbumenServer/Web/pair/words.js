import { localised } from "../common/words.js";

const english = {
  title: "Pair This Device",
  intro: "This device will see and change the library until it’s signed out. The library’s owner confirms it next.",
  name: "Name of this device",
  pair: "Pair This Device",
  scan: "To pair this device, open the link of “Add a Device”, or scan its code. Make a new one if this page was loaded again.",
  compare: "Compare this number with the one that is shown where you made the link:",
  waiting: "Confirm there if both are the same. This page then continues by itself.",
  state: {
    refused: "The library’s owner has refused this device.",
    contested: "Another device has opened the same link, so somebody else has it. Nothing was paired. Make a new link, and show "
      + "it to nobody.",
    expired: "This link isn’t valid any more: it works once, for five minutes. Make a new one.",
  },
  trust: "Trust the Certificate",
  trustText: "If the browser warned of this page, the library uses a certificate of its own. Trust it once on this device, and "
    + "the warning doesn’t come back. First compare the SHA-256 with the one that is shown where you made the link.",
  download: "Get the certificate",
  /** @type {[string, string][]} */
  systems: [
    ["iPhone and iPad", "Open the certificate in Safari and allow the profile. Install it in Settings, General, VPN & Device "
      + "Management. Then turn it on in Settings, General, About, Certificate Trust Settings."],
    ["Android", "Get the certificate. In Settings, search for “CA certificate”, choose “Install anyway”, and open the file."],
    ["Mac", "Open the file, add it to the keychain “login”, open it there, and choose “Always Trust” below Trust."],
    ["Windows", "Open the file, choose “Install Certificate”, “Current User”, and the store “Trusted Root Certification "
      + "Authorities”."],
    ["Linux, and Firefox on all systems", "In the browser’s settings, search for certificates, import the file as an authority, "
      + "and allow it for websites."],
  ],
  trustWhy: "The certificate can vouch only for names of private networks and of this server, not for other sites.",
};

/** @type {Partial<typeof english>} */
const chinese = {
  title: "配对此设备",
  intro: "此设备将可以查看和更改图库，直到退出登录。图库的所有者接下来会进行确认。",
  name: "此设备的名称",
  pair: "配对此设备",
  scan: "要配对此设备，请打开“添加设备”的链接，或扫描其二维码。如果重新载入过此页面，请生成新的链接。",
  compare: "请将此号码与生成链接处显示的号码进行比较：",
  waiting: "如果两者相同，请在那里确认。此页面随后会自动继续。",
  state: {
    refused: "图库的所有者拒绝了此设备。",
    contested: "另一台设备打开了同一个链接，说明其他人也得到了它。未配对任何设备。请生成新的链接，并且不要给任何人看。",
    expired: "此链接已失效：它只能使用一次，五分钟内有效。请生成新的链接。",
  },
  trust: "信任证书",
  trustText: "如果浏览器对此页面发出警告，说明图库使用自己的证书。在此设备上信任它一次，警告就不会再出现。请先将 SHA-256 与生成链接处显示的值进行比较。",
  download: "获取证书",
  systems: [
    ["iPhone 和 iPad", "在 Safari 中打开证书并允许描述文件。在“设置”>“通用”>“VPN 与设备管理”中安装它，然后在“设置”>“通用”>“关于本机”>“证书信任设置”中将其打开。"],
    ["Android", "获取证书。在“设置”中搜索“CA 证书”，选择“仍然安装”，然后打开该文件。"],
    ["Mac", "打开该文件，将其添加到“登录”钥匙串，在那里打开它，并在“信任”下选择“始终信任”。"],
    ["Windows", "打开该文件，选择“安装证书”、“当前用户”和存储区“受信任的根证书颁发机构”。"],
    ["Linux，以及所有系统上的 Firefox", "在浏览器的设置中搜索证书，将该文件作为颁发机构导入，并允许其用于网站。"],
  ],
  trustWhy: "此证书只能为专用网络和此服务器的名称作担保，不能用于其他网站。",
};

export const words = localised({ en: english, "zh-Hans": chinese });
