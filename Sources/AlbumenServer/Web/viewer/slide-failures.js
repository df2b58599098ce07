import { ServerError } from "../server/server-connection.js";
import { pageWords } from "../common/words.js";
import { codecName } from "./codec-support.js";
import { slideNotice } from "./slide-notice.js";
import { firstClause, words } from "./words.js";

/** The server's status for a file that it can't read. Another try doesn't help. */
const unreadable = 422;

/** @typedef {"picture" | "movie"} NoticeSubject */

/** Shows over a photo or video why it can't be shown. */
export class SlideFailures {
  #slide;
  #what;
  #retry;
  /** @type {API.Resource | null} */
  #file = null;
  /** Shows the notice again, after the file is known. */
  #redraw = () => {};
  /** @type {HTMLElement | null} */
  #notice = null;
  /**
   * Whether the notice is about the picture or the movie, so that only a success of the same removes it.
   * @type {NoticeSubject | null}
   */
  #subject = null;

  /**
   * @param {HTMLElement} slide holds the notice
   * @param {import("../grid/loaded-windows.js").TimelineItem} item
   * @param {() => void} retry
   */
  constructor(slide, { kinds }, retry) {
    this.#slide = slide;
    this.#what = kinds.includes("video") ? words.noVideo : words.noPicture;
    this.#retry = retry;
  }

  /**
   * The original on show, which a notice names and offers; `null` if it is not known.
   * @param {API.Resource | null} file
   */
  set file(file) {
    if (this.#file === file) return;
    this.#file = file;
    if (this.#notice !== null) this.#redraw();
  }

  /**
   * @param {Error | null} reason `null` if the browser can't show the file
   * @param {NoticeSubject} subject
   * @param {{ isRAW?: boolean }} options whether the file is a camera's RAW
   */
  show(reason, subject, { isRAW = false } = {}) {
    const status = reason instanceof ServerError ? reason.status : 0;
    this.#redraw = () => this.show(reason, subject, { isRAW });
    if (status === 404) this.#set({ text: words.gone }, subject);
    else if (reason !== null && status === unreadable) {
      const name = this.#file?.originalFilename;
      const what = name === undefined ? this.#what : words.fileUnreadable(name);
      const text = isRAW ? words.rawUnreadable(name) : words.withReason(what, firstClause(reason.message));
      this.#set({ text, download: this.#download }, subject);
    } else {
      const text = words.withReason(this.#what, reason === null ? words.browserCannot : reason.message);
      this.#set({ text, action: { name: pageWords.tryAgain, do: this.#retry } }, subject);
    }
  }

  /**
   * Shows that the browser can't play a video.
   * @param {string | null} videoCodec
   */
  showUnplayable(videoCodec) {
    this.#redraw = () => this.showUnplayable(videoCodec);
    const codec = codecName(videoCodec);
    this.#set({
      text: codec ? words.videoUnplayable(codec) : words.videoUnknown,
      download: this.#download,
    }, "movie");
  }

  /** @returns {import("./slide-notice.js").SlideNotice["download"]} */
  get #download() {
    return this.#file === null
      ? undefined : { name: words.download, address: this.#file.address, file: this.#file.originalFilename };
  }

  /** @param {NoticeSubject} subject */
  remove(subject) {
    if (this.#subject !== subject) return;
    this.#notice?.remove();
    this.#notice = null;
    this.#subject = null;
  }

  /**
   * @param {import("./slide-notice.js").SlideNotice} content
   * @param {NoticeSubject} subject
   */
  #set(content, subject) {
    this.#notice?.remove();
    this.#notice = slideNotice(content);
    this.#subject = subject;
    this.#slide.append(this.#notice);
  }
}
