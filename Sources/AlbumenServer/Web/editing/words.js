import { formatNumber, localised } from "../words.js";

const photos = (/** @type {number} */ count) => (count === 1 ? "1 photo" : `${formatNumber(count)} photos`);
const framesOf = (/** @type {number} */ count, /** @type {number} */ bursts) =>
  `${count === 1 ? "1 other frame" : `${formatNumber(count)} other frames`} of `
  + (bursts === 1 ? "the burst" : `${formatNumber(bursts)} bursts`);
const items = (/** @type {number} */ count) => (count === 1 ? "1 item" : `${formatNumber(count)} items`);

const english = {
  select: "Select",
  done: "Done",
  selected: (/** @type {number} */ count) => (count === 0 ? "Select items" : `${formatNumber(count)} selected`),
  selection: "Selection",
  selectionActions: "Actions for the selection",
  addToAlbum: "Add to Album",
  removeFromAlbum: "Remove from Album",
  favorite: "Favorite",
  unfavorite: "Unfavorite",
  hide: "Hide",
  unhide: "Unhide",
  delete: "Delete",
  restore: "Restore",
  purge: "Delete for Good",

  undo: "Undo",
  undone: "That was taken back.",
  cancel: "Cancel",
  added: (/** @type {number} */ count, /** @type {string} */ title) => `${items(count)} added to “${title}”.`,
  addedAlready: (/** @type {string} */ title) => `All of them are in “${title}” already.`,
  removed: (/** @type {number} */ count, /** @type {string} */ title) =>
    `${items(count)} removed from “${title}”. ${count === 1 ? "It stays" : "They stay"} in the library.`,
  favorited: (/** @type {number} */ count) => `${items(count)} made ${count === 1 ? "a favorite" : "favorites"}.`,
  unfavorited: (/** @type {number} */ count) =>
    `${items(count)} no longer ${count === 1 ? "a favorite" : "favorites"}.`,
  hidden: (/** @type {number} */ count) => `${items(count)} hidden. See the album Hidden.`,
  unhidden: (/** @type {number} */ count) => `${items(count)} shown again.`,
  trashed: (/** @type {number} */ count, others = 0, bursts = 0) => (others > 0
    ? `${items(count)} deleted; ${framesOf(others, bursts)} ${others === 1 ? "stays" : "stay"}. See Recently Deleted.`
    : `${items(count)} deleted. See Recently Deleted.`),
  dateChanged: "Date changed.",
  placeChanged: "Place changed.",
  captionChanged: "Caption changed.",
  keywordsChanged: "Keywords changed.",
  ratingChanged: "Rating changed.",
  factsChanged: "Changed.",
  notUndone: "It was changed again since, and stays as it is.",
  keyPhotoMade: "This is the key photo of the burst now.",
  framesKept: (/** @type {number} */ count) => (count === 0
    ? "No photo of the burst is kept by itself."
    : `${photos(count)} of the burst kept.`),
  onlyFramesKept: (/** @type {number} */ kept, /** @type {number} */ deleted) =>
    `${photos(kept)} kept, ${formatNumber(deleted)} deleted. See Recently Deleted.`,
  restored: (/** @type {number} */ count) => `${items(count)} restored.`,
  purged: (/** @type {number} */ count) => `${items(count)} deleted for good.`,

  trashTitle: (/** @type {number} */ count) => `Delete ${items(count)}?`,
  trashFrameTitle: "Delete this frame or the whole burst?",
  trashLegend: "What is deleted",
  trashFrames: (/** @type {number} */ count) =>
    (count === 1 ? "Only this frame" : `Only the ${formatNumber(count)} that are chosen`),
  trashFramesDetail: (/** @type {number} */ others, /** @type {number} */ bursts) =>
    `The ${framesOf(others, bursts)} ${others === 1 ? "stays" : "stay"}. One of them represents the burst.`,
  /** @type {(bursts: number) => string} */
  trashBursts: (bursts) => (bursts === 1 ? "The whole burst" : "The whole bursts"),
  trashBurstsDetail: (/** @type {number} */ count) => `${items(count)} in all.`,
  keepTitle: (/** @type {number} */ count) =>
    `Keep ${count === 1 ? "this photo" : `these ${formatNumber(count)} photos`}?`,
  keepLegend: "What becomes of the other frames",
  keepAll: (/** @type {number} */ count) => `Keep all ${formatNumber(count)} photos`,
  keepAllDetail: "The chosen photos are also shown by themselves, beside the burst.",
  keepOnly: (/** @type {number} */ count) => `Keep only ${count === 1 ? "this photo" : `these ${formatNumber(count)}`}`,
  keepOnlyDetail: (/** @type {number} */ others) =>
    `The other ${others === 1 ? "photo goes" : `${formatNumber(others)} photos go`} to Recently Deleted.`,
  keep: "Keep",
  trashText: "What is deleted can be restored from Recently Deleted for 30 days.",
  purgeTitle: (/** @type {number} */ count) => `Delete ${items(count)} for good?`,
  purgeText: "The files are removed from the library. This cannot be undone.",
  repeatCount: (/** @type {string} */ count) => `Type ${count} to go on`,
  muchRemoved: (/** @type {number} */ count) => `That is ${items(count)}, more than a hundredth of the library.`,
  partlyTrashed: (/** @type {number} */ count, /** @type {number} */ total, /** @type {string} */ reason) =>
    `${formatNumber(count)} of ${items(total)} deleted. ${reason}`,
  partlyPurged: (/** @type {number} */ count, /** @type {number} */ total, /** @type {string} */ reason) =>
    `${formatNumber(count)} of ${items(total)} deleted for good. ${reason}`,
  albumGone: "That album is no longer there.",
  placeGone: "The photo at that place is no longer in the album. Nothing was moved.",

  newAlbum: "New Album",
  newFolder: "New Folder",
  newAlbumHere: "New Album Here",
  newFolderHere: "New Folder Here",
  create: "Create",
  name: "Name",
  rename: "Rename",
  renameTitle: (/** @type {string} */ title) => `Rename “${title}”`,
  moveTo: "Move to…",
  moveTitle: (/** @type {string} */ title) => `Move “${title}” to`,
  topLevel: "No folder",
  moveUp: "Move Up",
  moveDown: "Move Down",
  deleteAlbum: "Delete Album",
  deleteFolder: "Delete Folder",
  deleteAlbumTitle: (/** @type {string} */ title) => `Delete the album “${title}”?`,
  deleteAlbumText: "Its photos stay in the library. This cannot be undone.",
  deleteFolderTitle: (/** @type {string} */ title) => `Delete the folder “${title}”?`,
  deleteFolderText:
    "All albums and folders in it are deleted too; their photos stay in the library. This cannot be undone.",
  albumDeleted: (/** @type {string} */ title) => `“${title}” was deleted.`,
  actions: (/** @type {string} */ title) => `Actions for ${title}`,
  pickAlbum: "Add to Album",
  albums: "Albums",
  folders: "Folders",
  moved: (/** @type {string} */ title) => `“${title}” was moved.`,
};

/** @type {Partial<typeof english>} */
const chinese = {
  select: "选择",
  done: "完成",
  selected: (count) => (count === 0 ? "选择项目" : `已选择 ${formatNumber(count)} 项`),
  selection: "所选项目",
  selectionActions: "所选项目的操作",
  addToAlbum: "添加到相簿",
  removeFromAlbum: "从相簿中移除",
  favorite: "个人收藏",
  unfavorite: "取消收藏",
  hide: "隐藏",
  unhide: "取消隐藏",
  delete: "删除",
  restore: "恢复",
  purge: "永久删除",

  undo: "撤销",
  undone: "已撤销。",
  cancel: "取消",
  added: (count, title) => `已将 ${formatNumber(count)} 项添加到“${title}”。`,
  addedAlready: (title) => `所选项目均已在“${title}”中。`,
  removed: (count, title) => `已从“${title}”中移除 ${formatNumber(count)} 项，它们仍保留在图库中。`,
  favorited: (count) => `已将 ${formatNumber(count)} 项加入个人收藏。`,
  unfavorited: (count) => `已将 ${formatNumber(count)} 项移出个人收藏。`,
  hidden: (count) => `已隐藏 ${formatNumber(count)} 项，可在“已隐藏”相簿中查看。`,
  unhidden: (count) => `已重新显示 ${formatNumber(count)} 项。`,
  trashed: (count, others = 0) => (others > 0
    ? `已删除 ${formatNumber(count)} 项，连拍中的其他 ${formatNumber(others)} 张照片仍保留。可在“最近删除”中查看已删除的项目。`
    : `已删除 ${formatNumber(count)} 项，可在“最近删除”中查看。`),
  dateChanged: "已更改日期。",
  placeChanged: "已更改位置。",
  captionChanged: "已更改说明。",
  keywordsChanged: "已更改关键词。",
  ratingChanged: "已更改评分。",
  factsChanged: "已更改。",
  notUndone: "此内容之后又被更改，未作撤销。",
  keyPhotoMade: "已设为连拍快照的主照片。",
  framesKept: (count) =>
    (count === 0 ? "连拍快照中没有单独保留的照片。" : `已保留连拍快照中的 ${formatNumber(count)} 张照片。`),
  onlyFramesKept: (kept, deleted) =>
    `已保留 ${formatNumber(kept)} 张照片，已删除 ${formatNumber(deleted)} 张，可在“最近删除”中查看。`,
  restored: (count) => `已恢复 ${formatNumber(count)} 项。`,
  purged: (count) => `已永久删除 ${formatNumber(count)} 项。`,

  trashTitle: (count) => `删除 ${formatNumber(count)} 项？`,
  trashFrameTitle: "删除这张照片还是整组连拍？",
  trashLegend: "要删除的内容",
  trashFrames: (count) => (count === 1 ? "仅这张照片" : `仅所选的 ${formatNumber(count)} 项`),
  trashFramesDetail: (others) => `连拍中的其他 ${formatNumber(others)} 张照片仍保留，其中一张将代表该组连拍。`,
  trashBursts: () => "整组连拍",
  trashBurstsDetail: (count) => `共 ${formatNumber(count)} 项。`,
  keepTitle: (count) => `保留这 ${formatNumber(count)} 张照片？`,
  keepLegend: "其他照片的处理方式",
  keepAll: (count) => `保留全部 ${formatNumber(count)} 张照片`,
  keepAllDetail: "所选照片也会单独显示在连拍快照旁边。",
  keepOnly: (count) => `仅保留所选的 ${formatNumber(count)} 张`,
  keepOnlyDetail: (others) => `其他 ${formatNumber(others)} 张照片将移到“最近删除”。`,
  keep: "保留",
  trashText: "删除的项目会在“最近删除”中保留 30 天，期间可以恢复。",
  purgeTitle: (count) => `永久删除 ${formatNumber(count)} 项？`,
  purgeText: "文件将从图库中移除。此操作无法撤销。",
  repeatCount: (count) => `键入 ${count} 以继续`,
  muchRemoved: (count) => `这是 ${formatNumber(count)} 项，超过图库的百分之一。`,
  partlyTrashed: (count, total, reason) =>
    `已删除 ${formatNumber(total)} 项中的 ${formatNumber(count)} 项。${reason}`,
  partlyPurged: (count, total, reason) =>
    `已永久删除 ${formatNumber(total)} 项中的 ${formatNumber(count)} 项。${reason}`,
  albumGone: "该相簿已不存在。",
  placeGone: "该位置的照片已不在此相簿中，未移动任何项目。",

  newAlbum: "新建相簿",
  newFolder: "新建文件夹",
  newAlbumHere: "在此新建相簿",
  newFolderHere: "在此新建文件夹",
  create: "创建",
  name: "名称",
  rename: "重新命名",
  renameTitle: (title) => `重新命名“${title}”`,
  moveTo: "移到…",
  moveTitle: (title) => `将“${title}”移到`,
  topLevel: "不放入文件夹",
  moveUp: "上移",
  moveDown: "下移",
  deleteAlbum: "删除相簿",
  deleteFolder: "删除文件夹",
  deleteAlbumTitle: (title) => `删除相簿“${title}”？`,
  deleteAlbumText: "其中的照片仍保留在图库中。此操作无法撤销。",
  deleteFolderTitle: (title) => `删除文件夹“${title}”？`,
  deleteFolderText: "其中的所有相簿和文件夹也会被删除，照片仍保留在图库中。此操作无法撤销。",
  albumDeleted: (title) => `“${title}”已删除。`,
  actions: (title) => `“${title}”的操作`,
  pickAlbum: "添加到相簿",
  albums: "相簿",
  folders: "文件夹",
  moved: (title) => `“${title}”已移动。`,
};

/** The words of what changes the library. */
export const words = localised({ en: english, "zh-Hans": chinese });
