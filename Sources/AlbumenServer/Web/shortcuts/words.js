import { localised } from "../common/words.js";

/**
 * The text of each action, by context. Actions with the same text are one line of the sheet.
 * @typedef {{
 *   [Context in import("./shortcuts.js").ShortcutContext]:
 *     Record<import("./shortcuts.js").ShortcutAction<Context>, string>
 * }} ActionTexts
 */

const english = {
  title: "Keyboard Shortcuts",
  close: "Close",
  withKey: (/** @type {string} */ name, /** @type {string} */ key) => `${name} (${key})`,
  or: "or",
  contexts: {
    page: "Everywhere", grid: "Photos", selection: "Selection", albums: "Albums", viewer: "Viewer", burst: "Burst",
    editor: "Editor",
  },
  /** @type {ActionTexts} */
  actions: {
    page: {
      help: "Show the shortcuts", search: "Search", undo: "Undo",
      cancel: "Close a dialog or menu, or cancel dragging",
    },
    grid: {
      left: "Go to another photo", right: "Go to another photo", up: "Go to another photo",
      down: "Go to another photo", pageUp: "Go one screen up or down", pageDown: "Go one screen up or down",
      first: "Go to the first or last photo", last: "Go to the first or last photo", open: "Open the photo",
      choose: "Open the photo, or select it while selecting", larger: "Larger or smaller photos",
      smaller: "Larger or smaller photos", menu: "Show the photo's menu",
    },
    selection: {
      all: "Select all", extend: "Select several", extendFar: "Select a screen, or up to an end",
      end: "Stop selecting", add: "Add to an album", favorite: "Favorite", hide: "Hide or unhide", trash: "Delete",
      restore: "Restore from Recently Deleted", rotate: "Rotate clockwise or counterclockwise",
      rotateBack: "Rotate clockwise or counterclockwise", copyEdit: "Copy or paste an edit",
      pasteEdit: "Copy or paste an edit", back: "Move back or forward in an album",
      forward: "Move back or forward in an album",
    },
    albums: { rename: "Rename", delete: "Delete", close: "Close the sidebar in a narrow window" },
    viewer: {
      previous: "Previous or next photo", next: "Previous or next photo", first: "First or last photo",
      last: "First or last photo", close: "Close", information: "Information", favorite: "Favorite",
      hide: "Hide or unhide", add: "Add to an album", trash: "Delete",
      restore: "Restore from Recently Deleted", edit: "Edit", rotate: "Rotate clockwise or counterclockwise",
      rotateBack: "Rotate clockwise or counterclockwise", copyEdit: "Copy or paste an edit",
      pasteEdit: "Copy or paste an edit", zoomIn: "Zoom in", zoomOut: "Zoom out", fit: "Fit to the window",
      actual: "Actual pixels, or fit to the window", originals: "RAW or JPEG",
      compare: "Show the photo without its edits, while held", fullScreen: "Full screen",
      play: "Play or pause", live: "Play the Live Photo", menu: "Show the photo's menu",
    },
    burst: {
      frames: "Show all photos of the burst", choose: "Choose the photo", keyPhoto: "Make it the key photo",
      keep: "Keep the chosen photos",
    },
    editor: {
      done: "Save the edit", cancel: "Close without saving", undo: "Undo or redo", redo: "Undo or redo",
      compare: "Show the photo without its edits, while held", rotate: "Rotate clockwise or counterclockwise",
      rotateBack: "Rotate clockwise or counterclockwise", flip: "Flip from left to right",
      copy: "Copy or paste an edit", paste: "Copy or paste an edit",
    },
  },
  /**
   * How keys are written, if other than `KeyboardEvent.key`.
   * @type {Record<string, string>}
   */
  keys: {
    Control: "Ctrl", Escape: "Esc", Delete: "Del", PageUp: "Page Up", PageDown: "Page Down", " ": "Space",
    ContextMenu: "Menu",
  },
  /**
   * How keys are read aloud that are written with a sign.
   * @type {Record<string, string>}
   */
  spokenKeys: {
    Control: "Command", Alt: "Option", Shift: "Shift", ArrowLeft: "Left Arrow", ArrowRight: "Right Arrow",
    ArrowUp: "Up Arrow", ArrowDown: "Down Arrow", Backspace: "Backspace", "?": "Question Mark", "/": "Slash", ".": "Period",
    "+": "Plus", "=": "Equals", "-": "Minus", _: "Underscore",
  },
};

/** @type {Partial<typeof english>} */
const chinese = {
  title: "键盘快捷键",
  close: "关闭",
  withKey: (name, key) => `${name}（${key}）`,
  or: "或",
  contexts: {
    page: "任何位置", grid: "照片", selection: "所选项目", albums: "相簿", viewer: "查看器", burst: "连拍快照",
    editor: "编辑器",
  },
  actions: {
    page: { help: "显示快捷键", search: "搜索", undo: "撤销", cancel: "关闭对话框或菜单，或取消拖移" },
    grid: {
      left: "移到其他照片", right: "移到其他照片", up: "移到其他照片", down: "移到其他照片",
      pageUp: "向上或向下移动一屏", pageDown: "向上或向下移动一屏", first: "移到第一张或最后一张照片",
      last: "移到第一张或最后一张照片", open: "打开照片", choose: "打开照片，或在选择时选中照片",
      larger: "放大或缩小照片", smaller: "放大或缩小照片", menu: "显示照片的菜单",
    },
    selection: {
      all: "全选", extend: "选择多项", extendFar: "选择一屏，或一直选到开头或末尾", end: "结束选择",
      add: "添加到相簿", favorite: "个人收藏", hide: "隐藏或取消隐藏", trash: "删除", restore: "从“最近删除”恢复",
      rotate: "顺时针或逆时针旋转", rotateBack: "顺时针或逆时针旋转", copyEdit: "拷贝或粘贴编辑", pasteEdit: "拷贝或粘贴编辑",
      back: "在相簿中前移或后移", forward: "在相簿中前移或后移",
    },
    albums: { rename: "重新命名", delete: "删除", close: "在窄窗口中关闭边栏" },
    viewer: {
      previous: "上一张或下一张照片", next: "上一张或下一张照片", first: "第一张或最后一张照片",
      last: "第一张或最后一张照片", close: "关闭", information: "简介", favorite: "个人收藏", hide: "隐藏或取消隐藏", add: "添加到相簿",
      trash: "删除", restore: "从“最近删除”恢复", edit: "编辑", rotate: "顺时针或逆时针旋转", rotateBack: "顺时针或逆时针旋转",
      copyEdit: "拷贝或粘贴编辑", pasteEdit: "拷贝或粘贴编辑", zoomIn: "放大", zoomOut: "缩小", fit: "适合窗口大小",
      actual: "实际像素或适合窗口大小", originals: "RAW 或 JPEG", compare: "按住以显示未编辑的照片",
      fullScreen: "全屏幕", play: "播放或暂停", live: "播放实况照片",
      menu: "显示照片的菜单",
    },
    burst: {
      frames: "显示连拍中的所有照片", choose: "选择照片", keyPhoto: "设为主照片", keep: "保留所选照片",
    },
    editor: {
      done: "存储编辑", cancel: "关闭而不存储", undo: "撤销或重做", redo: "撤销或重做", compare: "按住以显示未编辑的照片",
      rotate: "顺时针或逆时针旋转", rotateBack: "顺时针或逆时针旋转", flip: "水平翻转", copy: "拷贝或粘贴编辑", paste: "拷贝或粘贴编辑",
    },
  },
  keys: {
    Control: "Ctrl", Escape: "Esc", Delete: "Del", PageUp: "Page Up", PageDown: "Page Down", " ": "空格键",
    ContextMenu: "菜单键",
  },
  spokenKeys: {
    Control: "Command", Alt: "Option", Shift: "Shift", ArrowLeft: "左方向键", ArrowRight: "右方向键",
    ArrowUp: "上方向键", ArrowDown: "下方向键", Backspace: "退格键", "?": "问号", "/": "斜杠", ".": "句点", "+": "加号",
    "=": "等号", "-": "减号", _: "下划线",
  },
};

/** The words of the shortcuts and their keys. */
export const words = localised({ en: english, "zh-Hans": chinese });
