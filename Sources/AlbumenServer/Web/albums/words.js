import { formatNumber, localised } from "../common/words.js";

const english = {
  albums: "Albums",
  imports: "Imports",
  items: (/** @type {number} */ count) => (count === 1 ? "1 item" : `${formatNumber(count)} items`),
  albumCount: (/** @type {number} */ count) => (count === 1 ? "1 album" : `${formatNumber(count)} albums`),
  importCount: (/** @type {number} */ count) => (count === 1 ? "1 import" : `${formatNumber(count)} imports`),
  contents: (/** @type {number} */ count) => (count === 0 ? "Empty folder" : `Folder of ${formatNumber(count)}`),
  imported: (/** @type {string} */ day, /** @type {string} */ items) => `${day} · ${items}`,
  actions: (/** @type {string} */ title) => `Actions for ${title}`,
  listHelp: "Arrow keys move, Enter opens, F2 renames, Delete deletes.",
  newAlbum: "New Album",
  noAlbums: "No Albums",
  noAlbumsText: "Albums gather photos and videos, which stay in the library, too.",
  noImports: "No Imports",
  noImportsText: "Each run of the command adds its photos and videos here. Or bring over the library of another program.",
  bringOver: "Bring Photos Over…",
  emptyFolder: "This Folder Is Empty",
  emptyFolderText: "Drag albums onto the folder in the sidebar, or choose “Move to…” in an album's menu.",

  emptyAlbum: "This Album Is Empty",
  emptyAlbumText:
    "Choose Add Photos here. Or select photos anywhere, and choose Add to Album or drag them onto this album in the "
    + "sidebar.",
  emptyFavorites: "No Favorites",
  emptyFavoritesText: "Select photos and choose Favorite, or press the heart over a photo.",
  emptyHidden: "No Hidden Photos",
  emptyHiddenText: "Select photos and choose Hide to take them out of all albums but this one.",
  emptyTrash: "Nothing Is Deleted",
  emptyTrashText: "Photos and videos that you delete stay here until you delete them permanently.",
  emptySmart: "Nothing Here",
  emptySmartText: "Photos and videos of this kind appear here when they are imported.",
  addPhotos: "Add Photos",
  undoImport: "Undo Import…",

  aboutAlbum: "About this album",
  sort: "Sort",
  sortOwn: "Custom order",
  sortNewest: "Newest first",
  sortOldest: "Oldest first",
  /** @type {Record<import("./list-order.js").ListOrder, string>} */
  listOrders: { custom: "Custom order", name: "By name", newest: "Newest first" },
  description: "Description",
  addDescription: "Add a description",
  save: "Save",
  cancel: "Cancel",
  trashText: (/** @type {number} */ days) =>
    "Nothing is deleted by itself. To free their space, choose Delete All, or select items and choose Delete "
    + `Permanently. The command “albumen trash purge” deletes items after ${formatNumber(days)} days.`,
  restoreAll: "Restore All",
  deleteAll: "Delete All",

  hiddenTitle: "Hidden Photos and Videos",
  hiddenText: "They stay out of sight until you show them. Leaving this album hides them again.",
  showHidden: "Show hidden photos",

};

/** @type {Partial<typeof english>} */
const chinese = {
  albums: "相簿",
  imports: "导入记录",
  items: (count) => `${formatNumber(count)} 个项目`,
  albumCount: (count) => `${formatNumber(count)} 个相簿`,
  importCount: (count) => `${formatNumber(count)} 次导入`,
  contents: (count) => (count === 0 ? "空文件夹" : `文件夹，共 ${formatNumber(count)} 项`),
  imported: (day, items) => `${day} · ${items}`,
  actions: (title) => `“${title}”的操作`,
  listHelp: "用方向键移动，按回车键打开，按 F2 重新命名，按 Delete 删除。",
  newAlbum: "新建相簿",
  noAlbums: "没有相簿",
  noAlbumsText: "相簿用于收集照片和视频，它们同时仍保留在图库中。",
  noImports: "没有导入记录",
  noImportsText: "每次运行此命令导入的照片和视频会显示在这里。您也可以导入其他程序的图库。",
  bringOver: "导入其他图库…",
  emptyFolder: "此文件夹为空",
  emptyFolderText: "将相簿拖到侧边栏中的文件夹上，或在相簿的菜单中选择“移到…”。",

  emptyAlbum: "此相簿为空",
  emptyAlbumText: "在此选择“添加照片”。也可以在任意位置选择照片，然后选择“添加到相簿”，或将它们拖到侧边栏中的此相簿上。",
  emptyFavorites: "没有个人收藏",
  emptyFavoritesText: "选择照片后选择“个人收藏”，或按照片上方的心形按钮。",
  emptyHidden: "没有隐藏的照片",
  emptyHiddenText: "选择照片后选择“隐藏”，它们将只出现在此相簿中。",
  emptyTrash: "没有删除的项目",
  emptyTrashText: "删除的照片和视频会留在这里，直到您将其永久删除。",
  emptySmart: "没有内容",
  emptySmartText: "导入此类照片和视频后会显示在这里。",
  addPhotos: "添加照片",
  undoImport: "撤销导入…",

  aboutAlbum: "关于此相簿",
  sort: "排序",
  sortOwn: "自定义顺序",
  sortNewest: "最新的在前",
  sortOldest: "最早的在前",
  listOrders: { custom: "自定义顺序", name: "按名称", newest: "最新创建的在前" },
  description: "描述",
  addDescription: "添加描述",
  save: "存储",
  cancel: "取消",
  trashText: (days) => "项目不会自动删除。要释放空间，请选择“全部删除”，或选择项目后选择“永久删除”。"
    + `命令“albumen trash purge”会删除超过 ${formatNumber(days)} 天的项目。`,
  restoreAll: "全部恢复",
  deleteAll: "全部删除",

  hiddenTitle: "隐藏的照片和视频",
  hiddenText: "在您选择显示之前，它们不会出现。离开此相簿后会再次隐藏。",
  showHidden: "显示隐藏的照片",

};

/** The words of albums, lists of albums, and messages in place of photos. */
export const words = localised({ en: english, "zh-Hans": chinese });
