import { icon } from "../icons.js";
import { ServerError } from "../library.js";
import { formatShortDay, pageWords } from "../words.js";
import { codecName, mayPlay } from "./codec-support.js";
import { kindName } from "./facts.js";
import { LivePhoto } from "./live-photo.js";
import { mayComeYet, Movie } from "./moving-picture.js";
import { PictureLayers } from "./picture-layers.js";
import { loadPicture, PictureError, reasonFor } from "./picture-loading.js";
import { pictureFor, sharpRendition } from "./sharp-picture.js";
import { slideNotice } from "./slide-notice.js";
import { firstClause, words } from "./words.js";
import { fittedRectangle } from "./zoom.js";
import { ZoomablePicture } from "./zoomable-picture.js";

/** The server's status for a file that it can't read. Another try doesn't help. */
const unreadable = 422;

/**
 * Shows one photo or video. Only the slide on show is *awake*: it plays, moves and loads large pictures.
 *
 * @typedef {"picture" | "movie"} NoticeSubject
 * @typedef {NonNullable<API.Asset["video"]>} Video
 */
export class ViewerSlide {
  #library;
  #retry;
  #layers;
  /** @type {HTMLImageElement | null} */
  #preview = null;
  /** @type {API.Asset | null} */
  #facts = null;
  #isAwake = false;
  /** Whether the video or moving picture has been added, so that facts that are loaded again don't add another. */
  #isEnlivened = false;
  #waking = new AbortController();
  /** @type {Set<import("./picture-layers.js").PictureKind>} */
  #wanted = new Set();
  /** @type {Movie | null} */
  #movie = null;
  /** @type {LivePhoto | null} */
  #live = null;
  /** @type {HTMLElement | null} */
  #notice = null;
  /**
   * Whether the notice is about the picture or the movie, so that only a success of the same removes it.
   * @type {NoticeSubject | null}
   */
  #noticeSubject = null;

  /**
   * @param {import("./viewer-burst.js").ViewedTimeline} timeline
   * @param {import("../grid/loaded-windows.js").TimelineItem} item
   * @param {{ zoomed: () => void, retry: () => void }} calls
   */
  constructor({ library }, item, { zoomed, retry }) {
    this.item = item;
    this.#library = library;
    this.#retry = retry;
    this.description = words.named({ kind: kindName(item.kinds), day: formatShortDay(item.day) });
    this.element = document.createElement("div");
    this.element.className = "viewer-slide";
    this.element.inert = true;
    this.frame = document.createElement("div");
    this.frame.className = "viewer-frame";
    this.#layers = new PictureLayers({ placeholder: item.placeholder, description: this.description });
    this.frame.append(this.#layers.element);
    this.element.append(this.frame);
    this.picture = new ZoomablePicture(this.frame, () => {
      if (!this.#isAwake) return;
      this.element.classList.toggle("is-zoomed", this.picture.isZoomed);
      this.#sharpen();
      zoomed();
    });
    if (item.kinds.includes("live")) {
      this.#live = new LivePhoto(this.frame);
      this.element.append(this.#live.badge);
    }
  }

  /** The picture that can be zoomed; `null` for a video. */
  get zoomable() {
    return this.#movie ? null : this.picture;
  }

  /** @param {{ width: number, height: number }} stage */
  place(stage) {
    const { left, top, width, height } = fittedRectangle(this.item.ratio, stage);
    Object.assign(this.frame.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    this.picture.place({ width, height }, stage);
  }

  /**
   * Shows a picture that is loaded.
   * @param {"tile" | "thumbnail" | "preview"} kind
   * @param {HTMLImageElement} image
   */
  show(kind, image) {
    if (kind === "preview") {
      this.#preview = image;
      this.#removeNotice("picture");
    }
    this.#layers.show(kind, image);
  }

  /** @param {API.Asset | null} facts */
  set facts(facts) {
    this.#facts = facts;
    if (facts === null) return;
    this.picture.longSide = Math.max(facts.pixelWidth, facts.pixelHeight);
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
    const reason = error instanceof PictureError ? await reasonFor(error.address, signal) : error;
    this.#showFailure(reason, "picture");
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
    this.#wanted.clear();
    this.element.inert = true;
    this.element.classList.remove("is-awake");
    this.#movie?.release();
    this.#movie = null;
    this.#live?.end();
    this.picture.fit();
    this.element.classList.remove("is-zoomed");
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
    if (this.#movie) this.#movie.toggle();
    else if (button instanceof HTMLElement) button.click();
  }

  /** The Live Photo, or `null`. */
  get live() {
    return this.#live;
  }

  /** Adds the video, the moving part or the moving picture. */
  #enliven() {
    if (this.#facts === null) return;
    this.#isEnlivened = true;
    const { pictures, video, mediaType } = this.#facts;
    if (mediaType === "image") {
      if (video) this.#live?.begin(video);
      if (pictures.animated) this.#animate(pictures.animated);
    } else if (video) this.#enlivenMovie(video);
    this.#sharpen();
  }

  /**
   * @param {Video} video
   * @param {{ isLastTry?: boolean }} options
   */
  #enlivenMovie(video, { isLastTry = false } = {}) {
    this.#removeNotice("movie");
    if (!mayPlay(video.codec, (type) => document.createElement("video").canPlayType(type))) {
      this.#videoUnplayable(video);
      return;
    }
    this.#movie = new Movie({
      address: video.address,
      poster: this.#facts?.pictures.preview ?? "",
      label: this.description,
      failed: (error) => this.#movieFailed(video, error, isLastTry),
    });
    this.frame.append(...this.#movie.elements);
  }

  /**
   * @param {Video} video
   * @param {MediaError | null} error
   * @param {boolean} isLastTry
   */
  async #movieFailed(video, error, isLastTry) {
    this.#movie?.release();
    this.#movie = null;
    const { signal } = this.#waking;
    await unlessAborted(signal, async () => {
      const reason = await reasonFor(video.address, signal);
      if (reason !== null) {
        this.#isEnlivened = false;
        this.#showFailure(reason, "movie");
      } else if (mayComeYet(error) && !isLastTry) this.#enlivenMovie(video, { isLastTry: true });
      else this.#videoUnplayable(video);
    });
  }

  /**
   * @param {Error | null} reason `null` if the browser can't show the file
   * @param {NoticeSubject} subject
   */
  #showFailure(reason, subject) {
    const what = this.item.kinds.includes("video") ? words.noVideo : words.noPicture;
    const status = reason instanceof ServerError ? reason.status : 0;
    if (status === 404) this.#setNotice({ text: words.gone }, subject);
    else if (reason !== null && status === unreadable) {
      this.#setNotice({ text: words.withReason(what, firstClause(reason.message)) }, subject);
    } else {
      const text = words.withReason(what, reason === null ? words.browserCannot : reason.message);
      this.#setNotice({ text, action: { name: pageWords.tryAgain, do: this.#retry } }, subject);
    }
  }

  /** @param {Video} video */
  #videoUnplayable(video) {
    const codec = codecName(video.codec);
    const resources = this.#facts?.resources ?? [];
    const resource = resources.find(({ type }) => type === "video") ?? resources[0];
    this.#setNotice({
      text: codec ? words.videoUnplayable(codec) : words.videoUnknown,
      download: resource && { name: words.download, address: resource.address, file: resource.originalFilename },
    }, "movie");
  }

  /**
   * Shows a moving picture. If the reader prefers no motion, a button starts it.
   * @param {string} address
   */
  #animate(address) {
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.#load("animated", address);
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
      else await this.#load("animated", address);
      name();
    });
    name();
    this.element.append(button);
    this.#waking.signal.addEventListener("abort", () => button.remove(), { once: true });
  }

  /** Loads a larger picture if the picture on show is too small for its size on the screen. */
  #sharpen() {
    if (this.#facts === null) return;
    const { identifier, content, mediaType, pictures, pixelWidth, pixelHeight } = this.#facts;
    if (mediaType !== "image" || pictures.animated || !pictures.full) return;
    const kind = pictureFor(this.picture.shownLongSide, Math.max(pixelWidth, pixelHeight));
    if (kind === "rendition") {
      this.#load(kind, this.#library.renditionAddress(identifier, content, sharpRendition));
    } else if (kind === "full") this.#load(kind, pictures.full);
  }

  /**
   * Loads a picture once. If that fails, the preview stays, without a notice.
   * @param {import("./picture-layers.js").PictureKind} kind
   * @param {string} address
   */
  async #load(kind, address) {
    if (kind !== "animated" && this.#wanted.has(kind)) return;
    this.#wanted.add(kind);
    const { signal } = this.#waking;
    await unlessAborted(signal, async () => {
      try {
        this.#layers.show(kind, await loadPicture(address, signal));
      } catch (error) {
        if (!(error instanceof PictureError)) throw error;
      }
    });
  }

  /**
   * @param {import("./slide-notice.js").SlideNotice} content
   * @param {NoticeSubject} subject
   */
  #setNotice(content, subject) {
    this.#notice?.remove();
    this.#notice = slideNotice(content);
    this.#noticeSubject = subject;
    this.element.append(this.#notice);
  }

  /** @param {NoticeSubject} subject */
  #removeNotice(subject) {
    if (this.#noticeSubject !== subject) return;
    this.#notice?.remove();
    this.#notice = null;
    this.#noticeSubject = null;
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
