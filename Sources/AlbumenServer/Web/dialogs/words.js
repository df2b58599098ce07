import { localised } from "../common/words.js";

const english = {
  cancel: "Cancel",
  repeatCount: (/** @type {string} */ count) => `Type ${count} to confirm`,
  undo: "Undo",
};

/** @type {Partial<typeof english>} */
const chinese = {
  cancel: "取消",
  repeatCount: (count) => `键入 ${count} 以确认`,
  undo: "撤销",
};

/** The words of dialogs and notices. */
export const words = localised({ en: english, "zh-Hans": chinese });
