import { icon } from "../icons.js";
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

/** What the server answers for a file that it cannot read; asking again does not help. */
const unreadable = 422;

/**
 * Shows one photo or video. It is *awake* while it is the one on show; only then it plays, moves or loads large
 * pictures.
 */
export class ViewerSlide {
  #library;
  #retry;
  #layers;
  #preview = null;
  #facts = null;
  #isAwake = false;
  /** Whether what the facts say has been made of the still, so that facts which come again do not make it twice. */
  #isEnlivened = false;
  #waking = new AbortController();
  #wanted = new Set();
  #movie = null;
  #live = null;
  #notice = null;
  /** Whether the notice is about the picture or the movie; what comes well in the end takes back its own alone. */
  #noticeSubject = null;

  /**
   * @param {import("../grid/timeline.js").Timeline} timeline
   * @param {object} item of the timeline
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

  /** What takes zooming; a video that plays takes none. */
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
      this.#takeBackNotice("picture");
    }
    this.#layers.show(kind, image);
  }

  /** @param {object} facts as the server tells them */
  set facts(facts) {
    this.#facts = facts;
    this.picture.longSide = Math.max(facts.pixelWidth, facts.pixelHeight);
    if (this.#isAwake && !this.#isEnlivened) this.#enliven();
  }

  get facts() {
    return this.#facts;
  }

  /** Tells why there is no picture. */
  async fail(error, signal) {
    const reason = error instanceof PictureError ? await reasonFor(error.address, signal) : error;
    this.#tellFailure(reason, "picture");
  }

  wake() {
    if (this.#isAwake) return;
    this.#isAwake = true;
    this.#waking = new AbortController();
    this.element.inert = false;
    this.element.classList.add("is-awake");
    if (this.#facts) this.#enliven();
  }

  /** Ends all that moves or is large. The picture as it fits stays. */
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

  /** Cannot be used again. */
  remove() {
    this.rest();
    this.picture.stop();
    this.element.remove();
  }

  /** Plays or pauses what plays. */
  togglePlay() {
    if (this.#movie) this.#movie.toggle();
    else this.element.querySelector(".viewer-play")?.click();
  }

  /** The Live Photo, or null. */
  get live() {
    return this.#live;
  }

  /** Makes of the still what the facts say it is. */
  #enliven() {
    this.#isEnlivened = true;
    const { pictures, video, mediaType } = this.#facts;
    if (mediaType === "image") {
      if (video) this.#live?.begin(video);
      if (pictures.animated) this.#animate(pictures.animated);
    } else if (video) this.#enlivenMovie(video);
    this.#sharpen();
  }

  #enlivenMovie(video, { isLastTry = false } = {}) {
    this.#takeBackNotice("movie");
    if (!mayPlay(video.codec, (type) => document.createElement("video").canPlayType(type))) {
      this.#videoUnplayable(video);
      return;
    }
    this.#movie = new Movie({
      address: video.address,
      poster: this.#facts.pictures.preview,
      label: this.description,
      failed: (error) => this.#movieFailed(video, error, isLastTry),
    });
    this.frame.append(...this.#movie.elements);
  }

  async #movieFailed(video, error, isLastTry) {
    this.#movie?.release();
    this.#movie = null;
    const { signal } = this.#waking;
    await unlessAborted(signal, async () => {
      const reason = await reasonFor(video.address, signal);
      if (reason !== null) {
        this.#isEnlivened = false;
        this.#tellFailure(reason, "movie");
      } else if (mayComeYet(error) && !isLastTry) this.#enlivenMovie(video, { isLastTry: true });
      else this.#videoUnplayable(video);
    });
  }

  /** @param {Error | null} reason null where the browser could not show what the server gave */
  #tellFailure(reason, subject) {
    const what = this.item.kinds.includes("video") ? words.noVideo : words.noPicture;
    if (reason?.status === 404) this.#setNotice({ text: words.gone }, subject);
    else if (reason?.status === unreadable) {
      this.#setNotice({ text: words.withReason(what, firstClause(reason.message)) }, subject);
    } else {
      const text = words.withReason(what, reason === null ? words.browserCannot : reason.message);
      this.#setNotice({ text, action: { name: pageWords.tryAgain, do: this.#retry } }, subject);
    }
  }

  #videoUnplayable(video) {
    const codec = codecName(video.codec);
    const resource = this.#facts.resources.find(({ type }) => type === "video") ?? this.#facts.resources[0];
    this.#setNotice({
      text: codec ? words.videoUnplayable(codec) : words.videoUnknown,
      download: resource && { name: words.download, address: resource.address, file: resource.originalFilename },
    }, "movie");
  }

  /** Shows the picture that moves; where motion is not wanted, behind a button. */
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

  /** Loads a larger picture where the one on show is too small for its size on the screen. */
  #sharpen() {
    const { mediaType, pictures, pixelWidth, pixelHeight } = this.#facts ?? {};
    if (mediaType !== "image" || pictures.animated || !pictures.full) return;
    const kind = pictureFor(this.picture.shownLongSide, Math.max(pixelWidth, pixelHeight));
    if (kind === "rendition") {
      const { identifier, content } = this.#facts;
      this.#load(kind, this.#library.renditionAddress(identifier, content, sharpRendition));
    } else if (kind === "full") this.#load(kind, pictures.full);
  }

  /** Loads a picture once. If it does not come the preview stays, which is no reason to trouble the reader. */
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

  #setNotice(content, subject) {
    this.#notice?.remove();
    this.#notice = slideNotice(content);
    this.#noticeSubject = subject;
    this.element.append(this.#notice);
  }

  #takeBackNotice(subject) {
    if (this.#noticeSubject !== subject) return;
    this.#notice.remove();
    this.#notice = null;
    this.#noticeSubject = null;
  }
}

/** Does something until the signal ends it. */
async function unlessAborted(signal, work) {
  try {
    await work();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
