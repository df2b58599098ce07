import { ServerError } from "../server/server-connection.js";
import { emptyMessage, failureMessage } from "./messages.js";

/** The end of the identifier of the smart album with the whole library. */
const librarySubtype = "000000000209";

/** Opens the timeline of a grid, and shows a message if that fails or there are no photos. */
export class GridOpening {
  #grid;
  #frame;
  #show;

  /**
   * @param {import("./photo-grid.js").PhotoGrid} grid
   * @param {() => import("./grid-frame.js").GridFrame} frame
   * @param {import("./grid-view.js").GridView["begin"]} show shows photos
   */
  constructor(grid, frame, show) {
    this.#grid = grid;
    this.#frame = frame;
    this.#show = show;
  }

  get isOpening() {
    return this.#grid.classList.contains("is-opening");
  }

  async start() {
    const grid = this.#grid;
    const { timeline } = grid;
    if (timeline === null) return;
    const frame = this.#frame();
    frame.note(null);
    grid.classList.add("is-opening");
    try {
      if (timeline.version === null) await timeline.open();
    } catch {
      // Whatever the reason, the message with its button is the answer. The library reports the failure to the page.
      if (timeline === grid.timeline) frame.note(failureMessage(() => this.#startAgain()));
      return;
    } finally {
      if (timeline === grid.timeline) grid.classList.remove("is-opening");
    }
    if (timeline === grid.timeline && grid.isConnected) this.begin(timeline, null);
  }

  /**
   * Shows the photos of an open timeline, or a message if it has none.
   * @param {import("./timeline.js").Timeline} timeline
   * @param {import("./grid-layout.js").GridPlace | null} place the photo at the upper edge; `null` for the upper end
   * @param {import("./scroll-space.js").BlockHeights | null} [heights] those of another version in the same width
   */
  begin(timeline, place, heights = null) {
    if (timeline.count > 0) {
      this.#show(timeline, place, heights);
      return;
    }
    const isLibrary = timeline.collection.endsWith(librarySubtype);
    const message = isLibrary && timeline.search === "" ? null : this.#grid.describeEmpty?.(timeline.collection);
    this.#frame().note(message ?? emptyMessage(isLibrary));
  }

  /** Shows the photos with a date in the future, or folds them. */
  async toggleFold() {
    const { timeline } = this.#grid;
    // The page stays at the upper end, where photos appear or go.
    this.#grid.reveal(0, { align: "start" });
    try {
      await timeline?.setFolded(!timeline.isFolded);
    } catch (error) {
      // The connection's watch reports the failure. The photos stay as they are.
      if (!(error instanceof ServerError)) throw error;
    }
  }

  /**
   * Asks the page to begin anew with everything that it shows. If nothing handles `retry`, opens the timeline alone.
   */
  #startAgain() {
    if (this.#grid.dispatchEvent(new Event("retry", { cancelable: true }))) this.start();
  }
}
