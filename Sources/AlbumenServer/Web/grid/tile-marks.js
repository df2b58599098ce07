import { icon } from "../common/icons.js";
import { formatDuration, formatNumber } from "../common/words.js";
import { words } from "./words.js";

/**
 * The marks of the kinds, in their order: an icon or a text.
 * @type {{ kind: API.Kind, icon?: string, text?: string }[]}
 */
const kindMarks = [
  { kind: "live", icon: "live" }, { kind: "burst", icon: "burst" }, { kind: "panorama", icon: "panorama" },
  { kind: "animated", icon: "animated" }, { kind: "raw", text: "RAW" }, { kind: "hdr", text: "HDR" },
  { kind: "damaged", icon: "damaged" },
];

/** The icons and texts over a photo of the grid: its kinds, its last days, its duration, and whether it's damaged. */
export class TileMarks {
  #tile;
  /** @type {HTMLElement[]} */
  #marks = [];

  /** @param {HTMLElement} tile */
  constructor(tile) {
    this.#tile = tile;
  }

  /** @param {import("./loaded-windows.js").TimelineItem} item */
  show({ kinds, duration, frameCount, daysLeft }) {
    const head = [];
    for (const { kind, icon: name, text } of kindMarks) {
      if (kinds.includes(kind)) head.push(name ? icon(name) : textMark(text ?? ""));
      if (kind === "burst" && frameCount > 1) head.push(textMark(formatNumber(frameCount)));
    }
    if (head.length > 0) this.#add("tile-kinds", head);
    if (daysLeft !== undefined) this.#add("tile-days", [textMark(words.daysLeft(daysLeft))]);
    const foot = [];
    if (kinds.includes("favorite")) foot.push(favoriteMark());
    if (kinds.includes("video")) foot.push(videoMark(duration));
    if (foot.length > 0) this.#add("tile-foot", foot);
  }

  showBroken() {
    this.#add("tile-broken", [icon("damaged")]);
  }

  clear() {
    for (const mark of this.#marks) mark.remove();
    this.#marks = [];
  }

  /**
   * @param {string} className
   * @param {Element[]} content
   */
  #add(className, content) {
    const mark = document.createElement("span");
    mark.className = className;
    mark.ariaHidden = "true";
    mark.append(...content);
    this.#tile.append(mark);
    this.#marks.push(mark);
  }
}

/** @param {string} text */
function textMark(text) {
  const mark = document.createElement("span");
  mark.className = "tile-word";
  mark.textContent = text;
  return mark;
}

function favoriteMark() {
  const mark = icon("favorite");
  mark.classList.add("tile-favorite");
  return mark;
}

/** @param {number} duration */
function videoMark(duration) {
  if (!(duration > 0)) return icon("video");
  const mark = document.createElement("span");
  mark.className = "tile-duration";
  mark.textContent = formatDuration(duration);
  return mark;
}
