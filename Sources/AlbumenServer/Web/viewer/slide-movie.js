import { Movie } from "./moving-picture.js";

/** @typedef {NonNullable<API.Asset["video"]>} Video */

/** The video of a slide: played, and reported if it can't be. */
export class SlideMovie {
  #slide;
  #calls;
  /** @type {Movie | null} */
  #movie = null;

  /**
   * @param {{ element: HTMLElement, frame: HTMLElement, description: string,
   *   library: import("../server/library.js").Library }} slide
   * @param {object} calls
   * @param {(reason: Error) => void} calls.failed is called if the video can't be loaded; another try may succeed
   * @param {(video: Video) => void} calls.unplayable is called if the browser can't play the video
   */
  constructor(slide, calls) {
    this.#slide = slide;
    this.#calls = calls;
  }

  get isShown() {
    return this.#movie !== null;
  }

  /**
   * @param {Video} video
   * @param {API.Asset} facts
   */
  begin(video, facts) {
    this.#movie?.release();
    const { element, frame, description, library } = this.#slide;
    /** @type {Movie} */
    const movie = new Movie({
      video, library, label: description, poster: facts.pictures.preview,
      ratio: facts.pixelWidth > 0 && facts.pixelHeight > 0 ? facts.pixelWidth / facts.pixelHeight : 1,
      isRemote: facts.download !== null,
      failed: (error) => this.#failed(movie, video, error),
    });
    this.#movie = movie;
    frame.append(...movie.elements);
    element.append(...movie.controls);
  }

  toggle() {
    this.#movie?.toggle();
  }

  release() {
    this.#movie?.release();
    this.#movie = null;
  }

  /**
   * @param {Movie} movie
   * @param {Video} video
   * @param {Error | null} error
   */
  #failed(movie, video, error) {
    if (this.#movie !== movie) return;
    this.release();
    if (error === null) this.#calls.unplayable(video);
    else this.#calls.failed(error);
  }
}
