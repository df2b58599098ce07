import { ServerError } from "../server/server-connection.js";

/** The bytes of one request. What has arrived is durable after each. */
const pieceSize = 8 << 20;

const firstPause = 1000;
const longestPause = 15_000;

/** @typedef {"waiting" | "checking" | "sending" | "sent" | "added" | "known" | "deleted" | "refused" | "failed"
 *   | "cancelled"} UploadState */

/** A file on its way to the library. */
export class FileUpload {
  /** @type {UploadState} */
  state = "waiting";
  /** The number of bytes that are durable. */
  sent = 0;
  reason = "";
  /**
   * The SHA-256; `null` if it isn't known.
   * @type {string | null}
   */
  digest = null;
  /**
   * The server's identifier, as soon as it is known.
   * @type {string | null}
   */
  identifier = null;
  /** @type {string | null} */
  importAlbum = null;
  /** Whether the library was asked for the file. */
  isChecked = false;
  /** Whether the last request got no answer. */
  isReconnecting = false;
  /** Whether the server may have begun the file in a request without an answer. */
  #mayBeBegun = false;
  /** @type {((file: File, isFinal: boolean) => void) | undefined} */
  #ended;
  /** Whether sending the file again would fail in the same way. */
  #isHopeless = false;
  #isFailureTold = false;

  /**
   * @param {File} file
   * @param {object} options
   * @param {string} options.delivery is the same for all files that are added at one time
   * @param {string} [options.album]
   * @param {(file: File, isFinal: boolean) => void} [options.ended] is called when nothing more happens with the file.
   *   If it isn't final, the reader can send the file again.
   */
  constructor(file, { delivery, album, ended }) {
    this.file = file;
    this.delivery = delivery;
    this.album = album;
    this.#ended = ended;
  }

  /**
   * Returns a file or folder that isn't sent, because it can't be read.
   * @param {string} name
   * @param {string} reason
   * @param {string} delivery
   */
  static unreadable(name, reason, delivery) {
    const item = new FileUpload(new File([], name), { delivery });
    item.state = "refused";
    item.reason = reason;
    return item;
  }

  /**
   * Reports once that the file has ended, and before that, that it failed.
   * @param {boolean} [isForgotten] whether it can't be sent again
   */
  tellEnd(isForgotten = false) {
    if (!this.hasEnded) return;
    if (this.state === "failed" && !this.#isHopeless && !isForgotten) {
      if (!this.#isFailureTold) this.#ended?.(this.file, false);
      this.#isFailureTold = true;
      return;
    }
    this.#ended?.(this.file, true);
    this.#ended = undefined;
  }

  /** Whether nothing more happens with the file. */
  get hasEnded() {
    return ["added", "known", "deleted", "refused", "failed", "cancelled"].includes(this.state);
  }

  /**
   * Sends the file, and tries again until the server has it.
   * @param {import("./upload-requests.js").UploadRequests} requests
   * @param {import("./begun-uploads.js").BegunUploads} begun
   * @param {() => void} changed
   * @param {AbortSignal} signal
   */
  async send(requests, begun, changed, signal) {
    this.state = "sending";
    changed();
    let pause = firstPause;
    while (true) {
      try {
        await this.#continue(requests, begun, changed, signal);
        this.state = "sent";
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ServerError)) throw error;
        const fault = error.status === 0 ? await this.#readingFault() : "";
        if (fault !== "") {
          this.#fail(fault);
          return;
        }
        if (!canRetry(error)) {
          this.#isHopeless = error.status >= 400 && error.status < 500 && error.code !== "otherRun";
          this.#fail(error.message);
          return;
        }
        this.isReconnecting = error.status === 0;
        changed();
        await wait(pause, signal);
        pause = Math.min(pause * 2, longestPause);
      }
    }
  }

  /**
   * Returns why the file can't be read any more, or an empty text: it may have been changed or deleted. A request that
   * reads such a file fails like one without a connection.
   */
  async #readingFault() {
    try {
      await this.file.slice(this.sent, this.sent + 1).arrayBuffer();
      return "";
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      return error.message;
    }
  }

  /** @param {string} reason */
  #fail(reason) {
    this.state = "failed";
    this.reason = reason;
  }

  /**
   * Sends the rest of the file, from the offset that the server has.
   * @param {import("./upload-requests.js").UploadRequests} requests
   * @param {import("./begun-uploads.js").BegunUploads} begun
   * @param {() => void} changed
   * @param {AbortSignal} signal
   */
  async #continue(requests, begun, changed, signal) {
    this.identifier ??= await begun.take(this, signal, this.#mayBeBegun);
    if (this.identifier !== null) {
      try {
        const { offset, isComplete } = await requests.offset(this.identifier, signal);
        this.#note(offset, changed);
        if (isComplete) return;
      } catch (error) {
        if (!(error instanceof ServerError && error.status === 404)) throw error;
        // The server doesn't know it any more. If the library has the file, it isn't added twice.
        this.identifier = null;
      }
    }
    if (this.identifier === null) {
      this.#note(0, changed);
      this.#mayBeBegun = true;
      const made = await requests.create(this, this.file.slice(0, pieceSize), signal);
      this.identifier = made.upload;
      begun.note(made.upload);
      this.importAlbum = made.importAlbum;
      this.#note(made.offset, changed);
      if (made.state !== "receiving") return;
    }
    while (true) {
      const end = Math.min(this.sent + pieceSize, this.file.size);
      const bytes = this.file.slice(this.sent, end);
      const answer = await requests.append(this.identifier, this.sent, bytes, end === this.file.size, signal);
      this.importAlbum = answer.importAlbum;
      this.#note(answer.offset, changed);
      if (answer.state !== "receiving") return;
    }
  }

  /**
   * @param {number} offset
   * @param {() => void} changed
   */
  #note(offset, changed) {
    this.isReconnecting = false;
    this.sent = offset;
    changed();
  }
}

/** @param {ServerError} error */
function canRetry({ status, code }) {
  if (code === "otherRun" || status === 507) return false;
  // 401: the server was started again. The reader may sign in in another window.
  return status === 0 || status === 401 || status === 408 || status === 429 || status >= 500 || code === "wrongOffset"
    || code === "uploadIsBusy";
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function wait(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
  });
}
