import { icon } from "../../common/icons.js";
import { words } from "../words.js";
import { formatPosition } from "./movie-time.js";
import { PositionBar } from "./position-bar.js";
import { SlowMotion } from "./slow-motion.js";

/** @typedef {NonNullable<API.Asset["video"]>} Video */

/** The controls of a video: play, position, sound, and slow motion if the video has it. */
export class MovieBar {
  element = document.createElement("div");
  #video;
  #play = button("movie-play");
  #time = document.createElement("span");
  #sound = button("movie-sound");
  #slow = button("movie-slow");
  /** @type {SlowMotion | null} */
  #slowMotion = null;

  /**
   * @param {HTMLVideoElement} video
   * @param {Video} facts
   * @param {{ ratio: number, isRemote: boolean, toggle: () => void }} options the frames of a remote video would bring
   *   the whole file
   * @param {AbortSignal} signal ends it
   */
  constructor(video, facts, { ratio, isRemote, toggle }, signal) {
    this.#video = video;
    this.element.className = "movie-bar viewer-control";
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", words.movieControls);
    this.#time.className = "movie-time";
    this.#time.setAttribute("aria-hidden", "true");
    const position = new PositionBar(video, isRemote ? null : facts.frames, ratio, signal);
    this.element.append(this.#play, position.element, this.#time);
    if (facts.slowMotion) this.#addSlowMotion(facts.slowMotion, signal);
    this.element.append(this.#sound);
    this.#play.addEventListener("click", toggle, { signal });
    this.#sound.addEventListener("click", () => (video.muted = !video.muted), { signal });
    for (const type of ["play", "pause", "ended", "volumechange", "timeupdate", "durationchange", "seeking"]) {
      video.addEventListener(type, () => this.#update(), { signal });
    }
    this.#update();
  }

  /**
   * @param {import("./slow-motion.js").Slowed} slowed
   * @param {AbortSignal} signal
   */
  #addSlowMotion(slowed, signal) {
    const slowMotion = new SlowMotion(this.#video, slowed);
    this.#slowMotion = slowMotion;
    this.#slow.append(icon("slomo"), words.slowMotion);
    this.#slow.addEventListener("click", () => {
      slowMotion.isOn = !slowMotion.isOn;
      this.#update();
    }, { signal });
    this.element.append(this.#slow);
    signal.addEventListener("abort", () => slowMotion.release(), { once: true });
  }

  #update() {
    const { paused, muted, currentTime, duration } = this.#video;
    set(this.#play, paused ? "play" : "pause", paused ? words.playVideo : words.pauseVideo);
    set(this.#sound, muted ? "sound-off" : "sound", muted ? words.soundOn : words.soundOff);
    this.#time.textContent = words.positionOf(formatPosition(currentTime), formatPosition(duration));
    if (this.#slowMotion) this.#slow.setAttribute("aria-pressed", String(this.#slowMotion.isOn));
  }
}

/** @param {string} name of the class */
function button(name) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = `movie-button ${name}`;
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
  element.setAttribute("aria-label", label);
  element.title = label;
  element.replaceChildren(icon(name));
}
