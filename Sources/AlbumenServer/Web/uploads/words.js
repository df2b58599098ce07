import { formatNumber, localised } from "../common/words.js";

const english = {
  region: "Photos being added",
  preparing: "Looking at the files…",
  adding: (/** @type {number} */ done, /** @type {number} */ total) =>
    `Adding ${formatNumber(done)} of ${formatNumber(total)}`,
  addingTo: (/** @type {string} */ album) => `To “${album}”`,
  paused: "Paused",
  reconnecting: "The library can’t be reached. Trying again…",
  finishing: "Bringing the files into the library…",
  added: (/** @type {number} */ count) => (count === 1 ? "1 file added" : `${formatNumber(count)} files added`),
  known: (/** @type {number} */ count) => `${formatNumber(count)} here before`,
  deleted: (/** @type {number} */ count) => `${formatNumber(count)} in Recently Deleted`,
  failed: (/** @type {number} */ count) => `${formatNumber(count)} not added`,
  cancelled: (/** @type {number} */ count) => `${formatNumber(count)} cancelled`,
  nothing: "There are no photos or videos among these files.",
  shareTitle: (/** @type {number} */ count) =>
    (count === 1 ? "Add 1 shared photo or video?" : `Add ${formatNumber(count)} shared photos and videos?`),
  shareText: "Another app has shared them with Albumen. If you don’t know why, don’t add them.",
  shareAdd: "Add",
  shareRefuse: "Don’t Add",
  pause: "Pause",
  resume: "Resume",
  cancel: "Cancel",
  retry: "Try Again",
  show: "Show Photos",
  close: "Close",
  details: "Files",
  more: (/** @type {number} */ count) => `and ${formatNumber(count)} more`,
  /** @type {Record<string, string>} */
  states: {
    waiting: "Waiting", checking: "Checking", sending: "Sending", sent: "Coming into the library", added: "Added",
    known: "Was here before", deleted: "In Recently Deleted", refused: "Not added", failed: "Not added",
    cancelled: "Cancelled",
  },
};

/** @type {Partial<typeof english>} */
const chinese = {
  region: "正在添加的照片",
  preparing: "正在查看文件…",
  adding: (done, total) => `正在添加 ${formatNumber(done)} / ${formatNumber(total)}`,
  addingTo: (album) => `到“${album}”`,
  paused: "已暂停",
  reconnecting: "无法连接到图库。正在重试…",
  finishing: "正在将文件放入图库…",
  added: (count) => `已添加 ${formatNumber(count)} 个文件`,
  known: (count) => `${formatNumber(count)} 个之前已存在`,
  deleted: (count) => `${formatNumber(count)} 个在“最近删除”中`,
  failed: (count) => `${formatNumber(count)} 个未添加`,
  cancelled: (count) => `${formatNumber(count)} 个已取消`,
  nothing: "这些文件中没有照片或视频。",
  shareTitle: (count) => `添加 ${formatNumber(count)} 个共享的照片和视频？`,
  shareText: "另一个 App 与 Albumen 共享了这些项目。如果您不清楚来源，请不要添加。",
  shareAdd: "添加",
  shareRefuse: "不添加",
  pause: "暂停",
  resume: "继续",
  cancel: "取消",
  retry: "重试",
  show: "显示照片",
  close: "关闭",
  details: "文件",
  more: (count) => `以及另外 ${formatNumber(count)} 个`,
  states: {
    waiting: "等待中", checking: "正在检查", sending: "正在发送", sent: "正在放入图库", added: "已添加",
    known: "之前已存在", deleted: "在“最近删除”中", refused: "未添加", failed: "未添加", cancelled: "已取消",
  },
};

/** The words of adding files of this device. */
export const words = localised({ en: english, "zh-Hans": chinese });
