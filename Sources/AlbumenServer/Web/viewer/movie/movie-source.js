import { mayPlayFile } from "../codec-support.js";

/** @typedef {NonNullable<API.Asset["video"]>} Video */

/**
 * Gives a video element its content: the file, or parts that the server makes if the browser can't play the file.
 */
export class MovieSource {
  #video;
  #parts;
  #calls;
  #listening = new AbortController();
  /** @type {import("./parted-video.js").PartedVideo | null} */
  #parted = null;
  #hasParts = false;
  #isPlaying = false;

  /**
   * @param {object} parts
   * @param {HTMLVideoElement} parts.element
   * @param {Video} parts.video
   * @param {import("../../server/library.js").Library} parts.library
   * @param {(error: Error | null) => void} parts.failed is called if the video can't be loaded or played; the error is
   *   `null` if the browser can't play it
   */
  constructor({ element, video, library, failed }) {
    this.#video = element;
    this.#parts = { video, library };
    this.#calls = { failed };
    const { signal } = this.#listening;
    element.addEventListener("error", () => this.#fileFailed(), { signal });
    element.addEventListener("play", () => (this.#isPlaying = true), { signal });
    // Browsers also pause a video that fails.
    element.addEventListener("pause", () => (this.#isPlaying &&= element.error !== null), { signal });
    // A browser that supports only the sound plays it, with a picture without size.
    element.addEventListener("loadedmetadata", () => {
      if (element.videoWidth === 0) this.#fileFailed();
    }, { signal });
    if (mayPlayFile(video, (type) => element.canPlayType(type))) element.src = video.address;
    else this.#useParts();
  }

  /** Whether the server makes the video's parts. */
  get hasParts() {
    return this.#hasParts;
  }

  /** Keeps a video that fails from playing on in parts. */
  stop() {
    this.#isPlaying = false;
  }

  /** Stops the download, and releases the decoder and its memory at once. */
  release() {
    this.#listening.abort();
    this.#parted?.release();
    const video = this.#video;
    video.pause();
    video.removeAttribute("src");
    video.load();
  }

  #fileFailed() {
    if (this.#listening.signal.aborted) return;
    if (this.#hasParts) this.#fail(null);
    else this.#useParts();
  }

  async #useParts() {
    this.#hasParts = true;
    // The browser supports the codec, so the packets are damaged. Copies of them would be, too.
    const packets = this.#video.videoWidth > 0 ? "encoded" : "any";
    const { signal } = this.#listening;
    try {
      const { PartedVideo } = await import("./parted-video.js");
      if (signal.aborted) return;
      if (!PartedVideo.isSupported) {
        this.#fail(null);
        return;
      }
      this.#parted = new PartedVideo({
        video: this.#video, library: this.#parts.library, address: withPackets(this.#parts.video.parts, packets),
        isPlaying: () => this.#isPlaying, failed: (error) => this.#fail(error),
      });
    } catch (error) {
      if (!signal.aborted) this.#fail(error instanceof Error ? error : null);
    }
  }

  /** @param {Error | null} error */
  #fail(error) {
    if (this.#listening.signal.aborted) return;
    this.#listening.abort();
    this.#parted?.release();
    this.#calls.failed(error);
  }
}

/**
 * @param {string} address of a list of parts
 * @param {"any" | "encoded"} packets
 */
function withPackets(address, packets) {
  if (packets === "any") return address;
  return `${address}${address.includes("?") ? "&" : "?"}packets=${packets}`;
}
