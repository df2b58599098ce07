import { icon } from "../common/icons.js";
import { reasonFor } from "../server/picture-reason.js";
import { formatShortDay } from "../common/words.js";
import { CloudBadge } from "./cloud-badge.js";
import { kindName } from "./facts.js";
import { LivePhoto } from "./live-photo.js";
import { PictureLayers } from "./picture-layers.js";
import { loadPicture, PictureError } from "./picture-loading.js";
import { PictureSharpening } from "./picture-sharpening.js";
import { SlideCaption } from "./slide-caption.js";
import { SlideFailures } from "./slide-failures.js";
import { SlideMovie } from "./slide-movie.js";
import { SlideOriginals } from "./slide-originals.js";
import { words } from "./words.js";
import { fittedRectangle } from "./zoom.js";
import { ZoomablePicture } from "./zoomable-picture.js";

/**
 * Shows one photo or video. Only the slide on show is *awake*: it plays, moves and loads large pictures.
 */
export class ViewerSlide {
  #library;
  #layers;
  /** @type {HTMLImageElement | null} */
  #preview = null;
  /** @type {API.Asset | null} */
  #facts = null;
  #isAwake = false;
  /** Whether the video or moving picture has been added, so that facts that are loaded again don't add another. */
  #isEnlivened = false;
  #waking = new AbortController();
  #sharpening;
  #pixelStatus = document.createElement("p");
  #originals = new SlideOriginals({
    show: (original, image) => this.#showOriginal(original, image),
    fail: (error, { content }, signal) => this.#failOriginal(error, content, signal),
  });
  /**
   * The shape of the file on show.
   * @type {import("./zoom.js").Shape}
   */
  #shape;
  #stage = { width: 0, height: 0 };
  #movie;
  /** @type {LivePhoto | null} */
  #live = null;
  #failures;
  #cloud = new CloudBadge();
  #caption = new SlideCaption();

  /**
   * @param {import("./viewer-burst.js").ViewedTimeline} timeline
   * @param {import("../grid/loaded-windows.js").TimelineItem} item
   * @param {{ zoomed: () => void, retry: () => void }} calls
   */
  constructor({ library }, item, { zoomed, retry }) {
    this.item = item;
    this.#shape = item;
    this.#library = library;
    const { kinds, day, caption } = item;
    this.description = words.named({ kind: kindName(kinds), day: formatShortDay(day), caption: caption ?? "" });
    this.element = document.createElement("div");
    this.element.className = "viewer-slide";
    this.element.inert = true;
    this.#failures = new SlideFailures(this.element, item, retry);
    this.frame = document.createElement("div");
    this.frame.className = "viewer-frame";
    this.#layers = new PictureLayers({ placeholder: item.placeholder, description: this.description });
    this.picture = new ZoomablePicture(this.frame, () => {
      if (!this.#isAwake) return;
      this.element.classList.toggle("is-zoomed", this.picture.isZoomed);
      this.#sharpening.update();
      zoomed();
    });
    this.#sharpening = new PictureSharpening(
      { library, layers: this.#layers, picture: this.picture }, (state) => this.#showPixelStatus(state));
    this.#pixelStatus.className = "viewer-pixel-status";
    this.#pixelStatus.setAttribute("role", "status");
    this.frame.append(this.#layers.element, this.#sharpening.element);
    this.#movie = new SlideMovie({ element: this.element, frame: this.frame, description: this.description, library }, {
      failed: (reason) => {
        this.#isEnlivened = false;
        this.#failures.show(reason, "movie");
      },
      unplayable: (video) => {
        this.#failures.showUnplayable(video.codec);
      },
    });
    const badges = document.createElement("div");
    badges.className = "viewer-badges";
    if (item.kinds.includes("live")) {
      this.#live = new LivePhoto(this.frame, library);
      badges.append(this.#live.badge);
    }
    badges.append(...this.#originals.elements, this.#cloud.element);
    this.element.append(this.frame, this.#caption.element, badges, this.#pixelStatus);
    this.#caption.text = caption ?? "";
  }

  /** The picture that can be zoomed; `null` for a video. */
  get zoomable() {
    return this.#movie.isShown ? null : this.picture;
  }

  /** @param {{ width: number, height: number }} stage */
  place(stage) {
    this.#stage = stage;
    const { left, top, width, height } = this.placeIn(stage);
    Object.assign(this.frame.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    this.#caption.place(top + height, stage.height);
    this.#sharpening.place(width);
    this.picture.place({ width, height }, stage);
  }

  /**
   * Returns the place of the whole picture in a stage, from the stage's corner.
   * @param {{ width: number, height: number }} stage
   */
  placeIn(stage) {
    return fittedRectangle(this.#shape, stage, devicePixelRatio);
  }

  /**
   * Shows a picture that is loaded.
   * @param {"tile" | "thumbnail" | "preview"} kind
   * @param {HTMLImageElement} image
   */
  show(kind, image) {
    if (kind === "preview") {
      this.#preview = image;
      this.#failures.remove("picture");
    }
    this.#layers.show(kind, image);
  }

  /** @param {API.Asset | null} facts */
  set facts(facts) {
    this.#facts = facts;
    if (facts === null) return;
    this.#originals.facts = facts;
    this.#caption.text = facts.metadata?.caption ?? "";
    this.#failures.file = this.#originals.file;
    if (!this.#isEnlivened) this.picture.longSide = Math.max(facts.pixelWidth, facts.pixelHeight);
    if (this.#isAwake && !this.#isEnlivened) this.#enliven();
  }

  /** @returns {API.Asset | null} */
  get facts() {
    return this.#facts;
  }

  /**
   * Shows why the picture failed to load.
   * @param {Error} error
   * @param {AbortSignal} signal
   */
  async fail(error, signal) {
    const reason = await this.#reasonOf(error, this.item.content, signal);
    this.#failures.show(reason, "picture", { isRAW: this.#isRAW });
  }

  /**
   * @param {Error} error
   * @param {string} content of the picture
   * @param {AbortSignal} signal
   */
  async #reasonOf(error, content, signal) {
    if (!(error instanceof PictureError)) return error;
    const reason = await this.#library.faults.reason(content, () => reasonFor(error.address));
    signal.throwIfAborted();
    return reason;
  }

  wake() {
    if (this.#isAwake) return;
    this.#isAwake = true;
    this.#waking = new AbortController();
    this.element.inert = false;
    this.element.classList.add("is-awake");
    if (this.#facts) this.#enliven();
  }

  /** Releases everything that moves or is large. The fitted picture stays. */
  rest() {
    if (!this.#isAwake) return;
    this.#isAwake = false;
    this.#isEnlivened = false;
    this.#waking.abort();
    this.#sharpening.end();
    this.#cloud.end();
    this.element.inert = true;
    this.element.classList.remove("is-awake");
    this.#movie.release();
    this.#live?.end();
    this.picture.fit();
    this.element.classList.remove("is-zoomed");
    if (this.#originals.isAlternate) this.#failures.remove("picture");
    this.#originals.reset();
    this.#setShape(this.item);
    if (this.#preview) this.#layers.replace("preview", this.#preview);
  }

  /** Releases the slide, which can't be used again. */
  remove() {
    this.rest();
    this.picture.stop();
    this.element.remove();
  }

  /** Plays or pauses the video or the moving picture. */
  togglePlay() {
    const button = this.element.querySelector(".viewer-play");
    if (this.#movie.isShown) this.#movie.toggle();
    else if (button instanceof HTMLElement) button.click();
  }

  /** The other files of the photo: the other original, and the picture without edits. */
  get originals() {
    return this.#originals;
  }

  /** The Live Photo, or `null`. */
  get live() {
    return this.#live;
  }

  /** Adds the video, the moving part or the moving picture. */
  #enliven() {
    if (this.#facts === null) return;
    this.#isEnlivened = true;
    const facts = this.#facts;
    const { pictures, video, mediaType } = facts;
    this.#cloud.begin(facts, () => {
      facts.download = null;
    });
    if (mediaType === "image") {
      if (video) this.#live?.begin(video, facts.playbackVariation);
      if (pictures.animated) this.#animate(pictures.animated);
      this.#sharpening.begin(this.#facts);
    } else if (video) {
      this.#failures.remove("movie");
      this.#movie.begin(video, this.#facts);
    }
  }

  /**
   * Shows a moving picture. If the reader prefers no motion, a button starts it.
   * @param {string} address
   */
  #animate(address) {
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.#move(address);
      return;
    }
    const button = document.createElement("button");
    button.type = "button";
    button.className = "viewer-play";
    const name = () => {
      const isMoving = this.#layers.shown === "animated";
      button.setAttribute("aria-label", isMoving ? words.stopAnimation : words.playAnimation);
      button.classList.toggle("is-playing", isMoving);
      button.replaceChildren(icon(isMoving ? "pause" : "play"));
    };
    button.addEventListener("click", async () => {
      if (this.#layers.shown === "animated" && this.#preview) this.#layers.replace("preview", this.#preview);
      else await this.#move(address);
      name();
    });
    name();
    this.element.append(button);
    this.#waking.signal.addEventListener("abort", () => button.remove(), { once: true });
  }

  /**
   * Loads a moving picture. If that fails, the preview stays, without a notice.
   * @param {string} address
   */
  async #move(address) {
    const { signal } = this.#waking;
    await unlessAborted(signal, async () => {
      try {
        this.#layers.show("animated", await loadPicture(address, signal));
      } catch (error) {
        if (!(error instanceof PictureError)) throw error;
      }
    });
  }

  /**
   * Shows the other original in place of the one on show.
   * @param {import("./slide-originals.js").Original} original
   * @param {HTMLImageElement | null} image its preview; `null` for the file that represents the photo
   */
  #showOriginal(original, image) {
    if (!this.#isAwake) return;
    const { pixelWidth, pixelHeight } = original;
    this.#failures.remove("picture");
    this.#failures.file = this.#originals.file;
    this.#sharpening.end();
    const preview = image ?? this.#preview;
    if (preview) this.#layers.replace("preview", preview);
    const longSide = Math.max(pixelWidth, pixelHeight);
    this.#setShape(image && longSide > 0 ? { ratio: pixelWidth / pixelHeight, longSide } : this.item);
    this.picture.longSide = longSide;
    this.#sharpening.begin(original);
  }

  /**
   * @param {unknown} error
   * @param {string} content
   * @param {AbortSignal} signal
   */
  async #failOriginal(error, content, signal) {
    if (!(error instanceof Error)) throw error;
    await unlessAborted(signal, async () => {
      const reason = await this.#reasonOf(error, content, signal);
      this.#failures.file = this.#originals.file;
      this.#failures.show(reason, "picture", { isRAW: this.#isRAW });
    });
  }

  /** Whether the file on show is a camera's RAW. */
  get #isRAW() {
    return this.#facts === null ? this.item.kinds.includes("raw") : this.#originals.isRAW;
  }

  /** @param {import("./zoom.js").Shape} shape */
  #setShape(shape) {
    if (shape.ratio === this.#shape.ratio && shape.longSide === this.#shape.longSide) return;
    this.#shape = shape;
    if (this.#stage.width > 0) this.place(this.#stage);
  }

  /** @param {import("./picture-sharpening.js").SharpState} state */
  #showPixelStatus(state) {
    const texts = { none: "", loading: words.loadingPixels, failed: words.noPixels };
    if (this.#pixelStatus.textContent !== texts[state]) this.#pixelStatus.textContent = texts[state];
  }
}

/**
 * Runs a function, and ignores its errors after the signal has aborted.
 * @param {AbortSignal} signal
 * @param {() => Promise<void>} work
 */
async function unlessAborted(signal, work) {
  try {
    await work();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
