import { icon } from "../../common/icons.js";
import { changed } from "../recipe.js";
import { TimeStrip } from "./time-strip.js";
import { formatTime, keptSpan, spanWith, timeWithin, trimOf } from "./times.js";
import { words } from "./words.js";

/** @typedef {import("./times.js").Span} Span */

/** The tool for what moves: the strip with the trim and the key photo, Play, and the sound. */
export class MovieTool {
  name = "movie";
  label;
  icon;
  element = document.createElement("div");
  #session;
  #stage;
  #announce;
  #isLive;
  #play = button("moving-play");
  #sound = button("moving-sound");
  #key = button("moving-key");
  #original = button("moving-original");
  #times = document.createElement("p");
  /** @type {TimeStrip | null} */
  #strip = null;
  #closing = new AbortController();
  #isCompared = false;
  /**
   * The recipe that the stage shows.
   * @type {import("../recipe.js").Recipe | null}
   */
  #adjusted = null;

  /**
   * @param {import("../edit-session.js").EditSession} session
   * @param {import("./movie-stage.js").MovieStage} stage
   * @param {(text: string) => void} announce
   */
  constructor(session, stage, announce) {
    this.#session = session;
    this.#stage = stage;
    this.#announce = announce;
    this.#isLive = session.adjustments.kind === "livePhoto";
    this.label = this.#isLive ? words.live : words.video;
    this.icon = this.#isLive ? "live" : "video";
    this.element.className = "moving-tool";
    this.#times.className = "moving-times";
    this.#key.textContent = words.makeKeyPhoto;
    this.#original.textContent = words.originalPhoto;
    this.#play.addEventListener("click", () => stage.toggle());
    this.#sound.addEventListener("click", () => this.#mute());
    this.#key.addEventListener("click", () => this.#makeKeyPhoto());
    this.#original.addEventListener("click", () => this.#set({ keyPhoto: undefined }, words.originalPhoto));
    const { signal } = this.#closing;
    session.addEventListener("change", () => this.#show(), { signal });
    stage.addEventListener("change", () => this.#show(), { signal });
  }

  get #duration() {
    return this.#session.adjustments.base.duration ?? 0;
  }

  /** @returns {Span} */
  get #span() {
    return keptSpan(this.#session.recipe.trim, this.#duration);
  }

  /** The time of the picture that the Live Photo shows, or the start. */
  get restingTime() {
    if (!this.#isLive) return this.#span.start;
    return this.#session.recipe.keyPhoto ?? this.#session.adjustments.base.keyPhoto ?? 0;
  }

  /** Makes the strip of the session's video. */
  load() {
    const { base } = this.#session.adjustments;
    if (!base.video) return;
    const { videoWidth: width, videoHeight: height } = this.#stage.video;
    const strip = new TimeStrip({
      duration: this.#duration, frames: base.video.frames, ratio: height > 0 ? width / height : 4 / 3,
      hasKey: this.#isLive,
    }, this.#closing.signal);
    strip.addEventListener("trim", (event) => this.#trim(detailOf(event)));
    strip.addEventListener("key", (event) => this.#choose(detailOf(event)));
    strip.addEventListener("seek", (event) => this.#stage.seek(detailOf(event).time));
    this.#strip?.element.remove();
    this.#strip = strip;
    this.#stage.element.append(strip.element);
    const buttons = document.createElement("div");
    buttons.className = "moving-buttons";
    buttons.append(this.#play, this.#sound, ...this.#isLive ? [this.#key, this.#original] : []);
    this.element.replaceChildren(this.#times, buttons);
    this.#stage.seek(this.restingTime);
    this.#show();
  }

  /** @param {boolean} isHeld whether the video is shown without its edits */
  compare(isHeld) {
    this.#isCompared = isHeld;
    this.#show();
  }

  close() {
    this.#closing.abort();
  }

  #show() {
    const { recipe } = this.#session;
    const [span, duration] = [this.#span, this.#duration];
    const kept = this.#isCompared ? { start: 0, end: duration } : span;
    this.#stage.keep(kept);
    const pixels = this.#isCompared ? {} : recipe;
    if (pixels !== this.#adjusted) {
      this.#adjusted = pixels;
      this.#stage.adjust(pixels);
    }
    this.#stage.video.muted = recipe.muted === true && !this.#isCompared;
    this.#strip?.show({ span: kept, position: this.#stage.position, key: recipe.keyPhoto ?? null });
    const { isPlaying } = this.#stage;
    set(this.#play, isPlaying ? "pause" : "play", isPlaying ? words.pause : words.play);
    set(this.#sound, recipe.muted ? "sound-off" : "sound", words.mute);
    this.#sound.setAttribute("aria-pressed", String(recipe.muted === true));
    this.#original.disabled = recipe.keyPhoto === undefined;
    const { start, end } = span;
    this.#times.textContent = words.kept(formatTime(start), formatTime(end), formatTime(end - start));
  }

  /** @param {{ end: "start" | "end", time: number, isSettled: boolean }} moved */
  #trim({ end, time, isSettled }) {
    const span = spanWith(this.#span, end, time, this.#duration);
    const { keyPhoto } = this.#session.recipe;
    const key = keyPhoto === undefined ? undefined : timeWithin(keyPhoto, span);
    this.#set({ trim: trimOf(span, this.#duration), keyPhoto: key }, words.trim, isSettled);
    this.#stage.seek(end === "start" ? span.start : span.end);
  }

  /** @param {{ time: number, isSettled: boolean }} moved */
  #choose({ time, isSettled }) {
    const keyPhoto = timeWithin(time, this.#span);
    this.#set({ keyPhoto }, words.keyPhoto, isSettled);
    this.#stage.seek(keyPhoto);
  }

  /** Makes the frame on show the key photo. */
  #makeKeyPhoto() {
    this.#choose({ time: this.#stage.position, isSettled: true });
    this.#announce(words.keyPhotoMade);
  }

  #mute() {
    const muted = this.#session.recipe.muted !== true;
    this.#set({ muted }, muted ? words.muted : words.unmuted);
    this.#announce(muted ? words.muted : words.unmuted);
  }

  /**
   * @param {Partial<import("../recipe.js").Recipe>} values
   * @param {string} name
   * @param {boolean} [isSettled] whether the next change is another step
   */
  #set(values, name, isSettled = true) {
    this.#session.change(changed(this.#session.recipe, values), name);
    if (isSettled) this.#session.endStep();
  }
}

/**
 * @param {Event} event
 * @returns {{ end: "start" | "end", time: number, isSettled: boolean }}
 */
function detailOf(event) {
  return /** @type {CustomEvent} */ (event).detail;
}

/** @param {string} name of the class */
function button(name) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = `moving-button ${name}`;
  return made;
}

/**
 * @param {HTMLButtonElement} element
 * @param {string} name of the icon
 * @param {string} label
 */
function set(element, name, label) {
  if (element.dataset.icon === name) return;
  element.dataset.icon = name;
  const text = document.createElement("span");
  text.textContent = label;
  element.replaceChildren(icon(name), text);
}
