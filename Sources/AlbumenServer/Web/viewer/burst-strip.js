import { icon } from "../common/icons.js";
import { nameCommand } from "./viewer-keys.js";
import { words } from "./words.js";

/**
 * `<burst-strip>`: the frames of the burst that the photo on show belongs to, and the actions for them.
 *
 * The frames are a list box: one tab stop, and arrow keys show the next frame. Chosen frames have a check mark. The
 * button “Keep These…” keeps them.
 *
 * @typedef {object} StripCalls
 * @property {(identifier: string, image: HTMLImageElement | null) => void} show is called when a frame is picked
 * @property {(command: import("./viewer-keys.js").Command) => void} run carries out a command
 */
export class BurstStrip extends HTMLElement {
  /** @type {StripCalls} */
  #calls = { show: () => undefined, run: () => undefined };
  #title = document.createElement("p");
  #frames = document.createElement("div");
  /** @type {Record<string, HTMLButtonElement>} */
  #buttons = {};
  #keepCount = document.createElement("span");
  /** @type {import("./burst-timeline.js").BurstTimeline | null} */
  #burst = null;
  /** The frame on show. */
  #shown = "";
  /**
   * The frames that the reader has chosen.
   * @type {Set<string>}
   */
  #chosen = new Set();
  /** Whether the choice is still the library's. */
  #isUntouched = true;
  /** @type {Map<string, HTMLElement>} */
  #options = new Map();

  /** @param {StripCalls} calls */
  set calls(calls) {
    this.#calls = calls;
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.hidden = true;
    this.setAttribute("role", "group");
    this.#title.className = "burst-title";
    this.#frames.className = "burst-frames";
    this.#frames.setAttribute("role", "listbox");
    this.#frames.setAttribute("aria-orientation", "horizontal");
    this.#frames.setAttribute("aria-label", words.frames);
    this.#frames.addEventListener("click", (event) => this.#clicked(event));
    this.#frames.addEventListener("keydown", (event) => this.#keyDown(event));
    const bar = document.createElement("div");
    bar.className = "burst-bar";
    bar.append(
      this.#title,
      this.#button("choose", words.chooseFrame, "chosen"),
      this.#button("keyPhoto", words.makeKeyPhoto, "star"),
      this.#button("keep", words.keepThese, "album-add"),
    );
    this.#keepCount.className = "burst-count";
    this.#buttons.keep.append(this.#keepCount);
    this.append(bar, this.#frames);
  }

  /** The chosen frames, in their order. */
  get chosen() {
    return this.#burst?.items.map(({ identifier }) => identifier).filter((frame) => this.#chosen.has(frame)) ?? [];
  }

  /** Whether “Keep These…” can be pressed. */
  get canKeep() {
    return this.#burst !== null && (!this.#isUntouched || this.#chosen.size > 0);
  }

  /**
   * Shows a burst, or updates it.
   * @param {import("./burst-timeline.js").BurstTimeline} burst
   * @param {string} shown the frame on show
   */
  show(burst, shown) {
    const isOther = burst !== this.#burst;
    if (isOther) this.#isUntouched = true;
    this.#burst = burst;
    this.#shown = shown;
    if (this.#isUntouched) this.#chosen = new Set(burst.kept);
    const left = new Set(burst.items.map(({ identifier }) => identifier));
    for (const frame of this.#chosen) if (!left.has(frame)) this.#chosen.delete(frame);
    this.hidden = false;
    this.setAttribute("aria-label", words.burst(burst.count));
    this.#title.textContent = words.burst(burst.count);
    this.#draw();
  }

  /** Hides the strip, and forgets chosen frames that were not kept. */
  hide() {
    this.hidden = true;
    this.#burst = null;
    this.#isUntouched = true;
  }

  /** Shows the library's choice again, after the reader's was stored. */
  settle() {
    this.#isUntouched = true;
    if (this.#burst) this.show(this.#burst, this.#shown);
  }

  /** Chooses a frame, by default the frame on show, or stops choosing it. */
  toggleChosen(identifier = this.#shown) {
    if (!this.#burst) return;
    this.#isUntouched = false;
    if (!this.#chosen.delete(identifier)) this.#chosen.add(identifier);
    this.#draw();
  }

  /** Puts the focus on the frame on show. */
  focusFrame() {
    this.#options.get(this.#shown)?.focus({ preventScroll: true });
  }

  #draw() {
    const burst = this.#burst;
    if (burst === null) return;
    const { items, key } = burst;
    const before = this.#options;
    this.#options = new Map();
    for (const [index, item] of items.entries()) {
      const option = before.get(item.identifier) ?? makeOption(item, burst.library);
      before.delete(item.identifier);
      this.#options.set(item.identifier, option);
      const present = this.#frames.children[index] ?? null;
      if (present !== option) this.#frames.insertBefore(option, present);
      this.#mark(option, item, index, burst);
    }
    for (const gone of before.values()) gone.remove();
    const isKey = this.#shown === key;
    const isChosen = this.#chosen.has(this.#shown);
    const { choose, keyPhoto, keep } = this.#buttons;
    choose.setAttribute("aria-pressed", String(isChosen));
    choose.classList.toggle("is-on", isChosen);
    keyPhoto.setAttribute("aria-disabled", String(isKey));
    keep.setAttribute("aria-disabled", String(!this.canKeep));
    this.#keepCount.textContent = words.chosenCount(this.#chosen.size);
    this.#reveal(this.#options.get(this.#shown));
  }

  /**
   * @param {HTMLElement} option
   * @param {import("../grid/loaded-windows.js").TimelineItem} item
   * @param {number} index
   * @param {import("./burst-timeline.js").BurstTimeline} burst
   */
  #mark(option, item, index, { key, count }) {
    const isShown = item.identifier === this.#shown;
    const isChosen = this.#chosen.has(item.identifier);
    option.style.aspectRatio = String(Math.min(2, Math.max(0.6, item.ratio)));
    option.setAttribute("aria-selected", String(isShown));
    option.tabIndex = isShown ? 0 : -1;
    option.classList.toggle("is-chosen", isChosen);
    option.classList.toggle("is-key", item.identifier === key);
    option.setAttribute("aria-label", words.frameName({
      position: index + 1, count, isKey: item.identifier === key, isChosen,
    }));
  }

  /**
   * Scrolls the strip to a frame.
   * @param {HTMLElement | undefined} option
   */
  #reveal(option) {
    if (!option) return;
    const middle = option.offsetLeft + option.offsetWidth / 2;
    this.#frames.scrollTo({ left: middle - this.#frames.clientWidth / 2 });
  }

  /** @param {MouseEvent} event */
  #clicked({ target }) {
    if (!(target instanceof Element)) return;
    const frame = target.closest(".burst-frame")?.getAttribute("data-frame") ?? null;
    if (frame === null) return;
    if (target.closest(".burst-check")) this.toggleChosen(frame);
    else this.#pick(frame);
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (this.#burst === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const { items } = this.#burst;
    const rank = this.#burst.rankIn(this.#shown);
    /** @type {Record<string, number | undefined>} */
    const targets = { ArrowLeft: rank - 1, ArrowRight: rank + 1, Home: 0, End: items.length - 1 };
    const target = targets[event.key];
    if (event.key === " " || event.key === "Enter") this.toggleChosen();
    else if (target === undefined) return;
    else if (target >= 0 && target < items.length && target !== rank) this.#pick(items[target].identifier);
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} frame */
  #pick(frame) {
    this.#calls.show(frame, this.#options.get(frame)?.querySelector("img") ?? null);
    this.focusFrame();
  }

  /**
   * @param {"choose" | "keyPhoto" | "keep"} command
   * @param {string} name
   * @param {string} iconName
   */
  #button(command, name, iconName) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `burst-action burst-${command}`;
    nameCommand(button, command, name);
    const text = document.createElement("span");
    text.textContent = name;
    button.append(icon(iconName), text);
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") this.#calls.run(command);
    });
    this.#buttons[command] = button;
    return button;
  }
}

customElements.define("burst-strip", BurstStrip);

/**
 * @param {import("../grid/loaded-windows.js").TimelineItem} item
 * @param {import("../server/library.js").Library} library
 */
function makeOption(item, library) {
  const option = document.createElement("div");
  option.className = "burst-frame";
  option.setAttribute("role", "option");
  option.dataset.frame = item.identifier;
  const image = new Image();
  image.alt = "";
  image.draggable = false;
  image.loading = "lazy";
  image.src = library.thumbnailAddress(item.identifier, item.content);
  const check = document.createElement("span");
  check.className = "burst-check";
  check.append(icon("chosen"));
  const star = document.createElement("span");
  star.className = "burst-key";
  star.append(icon("star"));
  option.append(image, star, check);
  return option;
}
