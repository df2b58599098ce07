import { icon } from "../icons.js";
import { nameCommand } from "./viewer-keys.js";
import { words } from "./words.js";

/**
 * `<burst-strip>`: the frames of the burst that the photo on show belongs to, and the actions for them.
 *
 * The frames are a list box: one tab stop, and arrow keys show the next frame. Chosen frames have a check mark. They are
 * kept when the reader presses “Keep These…”.
 */
export class BurstStrip extends HTMLElement {
  #calls;
  #title = document.createElement("p");
  #frames = document.createElement("div");
  #buttons = new Map();
  #keepCount = document.createElement("span");
  /** @type {import("./burst-timeline.js").BurstTimeline | null} */
  #burst = null;
  #shown = null;
  /** The frames that the reader has chosen. @type {Set<string>} */
  #chosen = new Set();
  /** Whether the choice is still the library's. */
  #isUntouched = true;
  #options = new Map();

  /**
   * @param {object} calls
   * @param {(identifier: string, image: HTMLImageElement | null) => void} calls.show is called when a frame is picked
   * @param {(command: string) => void} calls.run as the keys' commands are called
   */
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
    this.#buttons.get("keep").append(this.#keepCount);
    this.append(bar, this.#frames);
  }

  /** The frames that are chosen, in their order. */
  get chosen() {
    return this.#burst?.items.map(({ identifier }) => identifier).filter((frame) => this.#chosen.has(frame)) ?? [];
  }

  /** Whether “Keep These…” can be pressed. */
  get canKeep() {
    return this.#burst !== null && (!this.#isUntouched || this.#chosen.size > 0);
  }

  /**
   * Shows a burst, or its state as it is now.
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

  /** Hides the strip and forgets frames that were chosen and not kept. */
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

  /** Chooses a frame, by default the one on show, or stops choosing it. */
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
    const { items, key } = this.#burst;
    const before = this.#options;
    this.#options = new Map();
    for (const [index, item] of items.entries()) {
      const option = before.get(item.identifier) ?? this.#option(item);
      before.delete(item.identifier);
      this.#options.set(item.identifier, option);
      const present = this.#frames.children[index] ?? null;
      if (present !== option) this.#frames.insertBefore(option, present);
      this.#mark(option, item, index, key);
    }
    for (const gone of before.values()) gone.remove();
    const isKey = this.#shown === key;
    const isChosen = this.#chosen.has(this.#shown);
    const [choose, makeKey, keep] = ["choose", "keyPhoto", "keep"].map((name) => this.#buttons.get(name));
    choose.setAttribute("aria-pressed", String(isChosen));
    choose.classList.toggle("is-on", isChosen);
    makeKey.setAttribute("aria-disabled", String(isKey));
    keep.setAttribute("aria-disabled", String(!this.canKeep));
    this.#keepCount.textContent = words.chosenCount(this.#chosen.size);
    this.#reveal(this.#options.get(this.#shown));
  }

  #option(item) {
    const option = document.createElement("div");
    option.className = "burst-frame";
    option.setAttribute("role", "option");
    option.dataset.frame = item.identifier;
    const image = new Image();
    image.alt = "";
    image.draggable = false;
    image.loading = "lazy";
    image.src = this.#burst.library.thumbnailAddress(item.identifier, item.content);
    const check = document.createElement("span");
    check.className = "burst-check";
    check.append(icon("chosen"));
    const star = document.createElement("span");
    star.className = "burst-key";
    star.append(icon("star"));
    option.append(image, star, check);
    return option;
  }

  #mark(option, item, index, key) {
    const isShown = item.identifier === this.#shown;
    const isChosen = this.#chosen.has(item.identifier);
    option.style.aspectRatio = String(Math.min(2, Math.max(0.6, item.ratio)));
    option.setAttribute("aria-selected", String(isShown));
    option.tabIndex = isShown ? 0 : -1;
    option.classList.toggle("is-chosen", isChosen);
    option.classList.toggle("is-key", item.identifier === key);
    option.setAttribute("aria-label", words.frameName({
      position: index + 1, count: this.#burst.count, isKey: item.identifier === key, isChosen,
    }));
  }

  /** Scrolls within the strip alone. */
  #reveal(option) {
    if (!option) return;
    const middle = option.offsetLeft + option.offsetWidth / 2;
    this.#frames.scrollTo({ left: middle - this.#frames.clientWidth / 2 });
  }

  #clicked({ target }) {
    const frame = target.closest(".burst-frame")?.dataset.frame;
    if (frame === undefined) return;
    if (target.closest(".burst-check")) this.toggleChosen(frame);
    else this.#pick(frame);
  }

  #keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { items } = this.#burst;
    const rank = this.#burst.rankIn(this.#shown);
    const target = {
      ArrowLeft: rank - 1, ArrowRight: rank + 1, Home: 0, End: items.length - 1,
    }[event.key];
    if (event.key === " " || event.key === "Enter") this.toggleChosen();
    else if (target === undefined) return;
    else if (target >= 0 && target < items.length && target !== rank) this.#pick(items[target].identifier);
    event.preventDefault();
    event.stopPropagation();
  }

  #pick(frame) {
    this.#calls.show(frame, this.#options.get(frame)?.querySelector("img") ?? null);
    this.focusFrame();
  }

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
    this.#buttons.set(command, button);
    return button;
  }
}

customElements.define("burst-strip", BurstStrip);
