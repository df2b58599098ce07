import { localised } from "../common/words.js";

const english = {
  albums: "Albums",
  allAlbums: "All Albums",
  imports: "Imports",
  access: "Apps and Access",
  status: "Library Status",
  newAlbum: "New album or folder",
  actions: (/** @type {string} */ title) => `Actions for ${title}`,
  library: "Library",
  mediaTypes: "Media Types",
  utilities: "Utilities",
  close: "Close albums",
};

/** @type {Partial<typeof english>} */
const chinese = {
  albums: "相簿",
  allAlbums: "所有相簿",
  imports: "导入记录",
  access: "应用与访问权限",
  status: "图库状态",
  newAlbum: "新建相簿或文件夹",
  actions: (title) => `“${title}”的操作`,
  library: "图库",
  mediaTypes: "媒体类型",
  utilities: "实用工具",
  close: "关闭相簿",
};

/** The texts of the sidebar. */
export const words = localised({ en: english, "zh-Hans": chinese });
