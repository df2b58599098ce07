import { savesData } from "../common/link-pace.js";
import { ServerError } from "../server/server-connection.js";
import { reasonFor } from "../server/picture-reason.js";
import { loadPicture, PictureError } from "./picture-loading.js";
import { SlideLoader } from "./slide-loader.js";
import { words } from "./words.js";

/**
 * What loading needs of the viewer.
 * @typedef {object} LoadingCalls
 * @property {(kind: "item" | "facts") => void} loaded is called when more of the photo on show is loaded
 * @property {(rank: number) => void} settled is called when stepping has stopped at a rank
 */

/** Loads the photo on show and its neighbors, adds them to the stage, and reports failures. */
export class ViewerLoading {
  #photo;
  #stage;
  #panel;
  #calls;
  /** @type {SlideLoader} */
  #loader;

  /**
   * @param {import("./viewed-photo.js").ViewedPhoto} photo
   * @param {{ stage: import("./viewer-stage.js").ViewerStage, panel: import("./facts-panel.js").FactsPanel }} parts
   * @param {LoadingCalls} calls
   */
  constructor(photo, { stage, panel }, calls) {
    this.#photo = photo;
    this.#stage = stage;
    this.#panel = panel;
    this.#calls = calls;
    this.#loader = new SlideLoader({
      load: (rank, kind, signal) => this.#load(rank, kind, signal),
      deliver: (rank, kind, answer) => this.#receive(rank, kind, answer),
      settled: calls.settled,
      kindsAhead: () => (savesData() ? ["thumbnail"] : ["thumbnail", "preview"]),
    });
  }

  /**
   * Loads a photo and its neighbors, and cancels all others.
   * @param {number} rank
   * @param {number[]} neighbors
   */
  show(rank, neighbors) {
    this.#loader.show(rank, neighbors);
  }

  /**
   * Forgets what was loaded for a rank.
   * @param {number} rank
   */
  forget(rank) {
    this.#loader.forget(rank);
  }

  /** Cancels and forgets everything. */
  stop() {
    this.#loader.stop();
  }

  /**
   * Reports a failure in the panel and over the stage.
   * @param {number} rank
   * @param {unknown} error
   * @param {import("./slide-loader.js").Kind} [kind] what failed to load
   */
  async fail(rank, error, kind) {
    if (!(error instanceof Error)) throw error;
    const signal = this.#photo.signal;
    const slide = this.#stage.slide(rank);
    const isShown = rank === this.#photo.rank;
    const isGone = error instanceof ServerError && error.status === 404;
    if (kind !== "preview" && isShown && !slide?.facts) {
      this.#panel.failure = isGone ? words.gone : words.withReason(words.noFacts, error.message);
    }
    // The picture is shown without facts, unless the photo was deleted.
    if (kind === "facts" && !isGone) return;
    try {
      if (slide) await slide.fail(error, signal);
      else if (isShown) this.#stage.showFailure(words.withReason(words.noPicture, error.message));
    } catch (failure) {
      if (!signal.aborted) throw failure;
    }
  }

  /**
   * @param {number} rank
   * @param {import("./slide-loader.js").Kind} kind
   * @param {AbortSignal} signal
   * @returns {Promise<unknown>} `undefined` if the timeline doesn't have the rank
   */
  async #load(rank, kind, signal) {
    const timeline = this.#photo.timeline;
    if (timeline === null) return undefined;
    if (kind === "item") {
      if (!timeline.item(rank)) await timeline.load(rank, rank, { signal });
      return timeline.item(rank);
    }
    const { identifier, content } = this.#loader.item(rank);
    const { library } = timeline;
    if (kind === "facts") return library.asset(identifier, { signal });
    const fault = library.faults.of(content);
    if (fault) throw fault;
    const address = kind === "preview"
      ? library.previewAddress(identifier, content) : library.thumbnailAddress(identifier, content);
    try {
      return await loadPicture(address, signal);
    } catch (error) {
      // The preview isn't requested if the thumbnail can't be decoded.
      if (error instanceof PictureError) await library.faults.reason(content, () => reasonFor(address));
      throw error;
    }
  }

  /**
   * @param {number} rank
   * @param {import("./slide-loader.js").Kind} kind
   * @param {import("./slide-loader.js").Answer} answer
   */
  #receive(rank, kind, { value, error }) {
    const timeline = this.#photo.timeline;
    const isShown = rank === this.#photo.rank;
    if (kind === "item" && value && timeline) {
      this.#stage.add(rank, timeline);
      if (isShown) this.#calls.loaded(kind);
      return;
    }
    const slide = this.#stage.slide(rank);
    // The preview can replace a thumbnail that failed to load.
    if (error) {
      if (kind !== "thumbnail") this.fail(rank, error, kind);
    } else if (kind === "facts" && slide) {
      slide.facts = /** @type {API.Asset} */ (value);
      if (isShown) this.#calls.loaded(kind);
    } else if (value instanceof HTMLImageElement && (kind === "thumbnail" || kind === "preview")) {
      slide?.show(kind, value);
    }
  }
}
