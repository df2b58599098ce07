import { ServerError } from "../server/server-connection.js";
import { BegunUploads } from "./begun-uploads.js";
import { FileHashes } from "./file-hashes.js";
import { inPhotoOrder } from "./file-order.js";
import { FileUpload } from "./file-upload.js";
import { UploadRequests } from "./upload-requests.js";

const atOnce = 3;

/** The number of files that the server is asked for together. The first request is for few, so that sending begins. */
const firstAsked = 2;
const mostAsked = 50;

/** How often the state is asked for, in case an event was lost, in milliseconds. */
const askMilliseconds = 3000;

/** Names of files that systems put beside photos. */
const ignored = new Set(["thumbs.db", "desktop.ini"]);

/**
 * Files that are added at one time.
 * @typedef {object} AddedFiles
 * @property {File[]} files
 * @property {{ name: string, reason: string }[]} unreadable what can't be read
 * @property {(file: File, isFinal: boolean) => void} [ended] is called when nothing more happens with a file. If it
 *   isn't final, the reader can send the file again.
 */

/** Sends files, a few at a time, and follows them into the library. */
export class UploadQueue {
  #requests;
  #changed;
  #hashes = new FileHashes();
  #begun;
  /** @type {FileUpload[]} */
  items = [];
  isPaused = false;
  /** Ends the requests in progress. */
  #working = new AbortController();
  #isRunning = false;
  #isChecking = false;
  #timer = 0;

  /**
   * @param {import("../server/library.js").Library} library
   * @param {() => void} changed
   */
  constructor(library, changed) {
    this.#requests = new UploadRequests(library);
    this.#begun = new BegunUploads(this.#requests);
    this.#changed = () => {
      for (const item of this.items) item.tellEnd();
      changed();
    };
    library.addEventListener("uploads", () => this.#follow());
  }

  get hasEnded() {
    return this.items.every((item) => item.hasEnded);
  }

  /** Whether a request gets no answer. */
  get isReconnecting() {
    return this.items.some((item) => item.isReconnecting && item.state === "sending");
  }

  /**
   * Adds files. Returns how many of them can be photos or videos, or can't be read.
   * @param {AddedFiles} added
   * @param {string | undefined} album
   */
  add({ files, unreadable, ended }, album) {
    const delivery = newDelivery();
    const chosen = files.filter(({ name }) => !name.startsWith(".") && !ignored.has(name.toLowerCase()));
    const isChosen = new Set(chosen);
    for (const file of files) if (!isChosen.has(file)) ended?.(file, true);
    for (const file of inPhotoOrder(chosen)) this.items.push(new FileUpload(file, { delivery, album, ended }));
    for (const { name, reason } of unreadable) this.items.push(FileUpload.unreadable(name, reason, delivery));
    if (chosen.length > 0) void this.#run();
    return chosen.length + unreadable.length;
  }

  pause() {
    this.isPaused = true;
    this.#working.abort();
    this.#changed();
  }

  resume() {
    this.isPaused = false;
    void this.#run();
  }

  /** Sends again what failed. */
  retry() {
    this.isPaused = false;
    for (const item of this.items) if (item.state === "failed") item.state = "waiting";
    void this.#run();
  }

  /** Ends what isn't in the library yet. */
  async cancel() {
    this.#working.abort();
    this.isPaused = false;
    const begun = [];
    for (const item of this.items) {
      if (item.hasEnded || item.state === "sent") continue;
      item.state = "cancelled";
      if (item.identifier !== null) begun.push(item.identifier);
    }
    this.#changed();
    for (const identifier of begun) {
      try {
        await this.#requests.cancel(identifier);
      } catch (error) {
        // Without an answer, the server deletes it after a week.
        if (!(error instanceof ServerError)) throw error;
      }
    }
  }

  /** Forgets files that have ended. */
  clear() {
    for (const item of this.items) item.tellEnd(true);
    this.items = this.items.filter((item) => !item.hasEnded);
    this.#begun.clear();
    if (this.items.length === 0) this.#hashes.end();
  }

  /** @returns {Promise<void>} */
  async #run() {
    if (this.#isRunning || this.isPaused) return;
    this.#isRunning = true;
    this.#working = new AbortController();
    const { signal } = this.#working;
    try {
      const checking = this.#checkAll(signal);
      const senders = Array.from({ length: atOnce }, () => this.#sendAll(signal));
      await Promise.all([checking, ...senders]);
    } catch (error) {
      if (!signal.aborted) throw error;
      for (const item of this.items) if (["checking", "sending"].includes(item.state)) item.state = "waiting";
    } finally {
      this.#isRunning = false;
      this.#changed();
    }
    // Files that were added or resumed meanwhile.
    if (!this.isPaused && this.items.some(({ state }) => state === "waiting")) return this.#run();
    await this.#follow();
  }

  /**
   * Hashes files, and asks which of them the library has.
   * @param {AbortSignal} signal
   */
  async #checkAll(signal) {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      await this.#checkWaiting(signal);
    } finally {
      this.#isChecking = false;
    }
  }

  /** @param {AbortSignal} signal */
  async #checkWaiting(signal) {
    for (let count = firstAsked; ; count = mostAsked) {
      const batch = this.items.filter((item) => item.state === "waiting" && !item.isChecked)
        .slice(0, count);
      if (batch.length === 0) return;
      for (const item of batch) {
        item.state = "checking";
        this.#changed();
        item.digest = await this.#hashes.digest(item.file);
        signal.throwIfAborted();
      }
      const known = await this.#known(batch, signal);
      /** @type {Map<string, { asset: string, item: FileUpload }[]>} */
      const members = new Map();
      for (const item of batch) {
        item.isChecked = true;
        const found = item.digest === null ? undefined : known[item.digest];
        item.state = found?.state ?? "waiting";
        if (found?.state === "known" && item.album !== undefined) {
          members.set(item.album, [...members.get(item.album) ?? [], { asset: found.asset, item }]);
        }
      }
      this.#changed();
      this.#wake();
      for (const [album, joining] of members) await this.#join(album, joining);
    }
  }

  /**
   * @param {FileUpload[]} items
   * @param {AbortSignal} signal
   * @returns {Promise<API.KnownFiles["known"]>} is empty if the question fails: the files are sent then
   */
  async #known(items, signal) {
    const digests = [...new Set(items.flatMap(({ digest }) => (digest === null ? [] : [digest])))];
    if (digests.length === 0) return {};
    try {
      return await this.#requests.known(digests, signal);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      return {};
    }
  }

  /**
   * Adds photos that the library has to the album. If that fails, "Retry" checks their files again.
   * @param {string} album
   * @param {{ asset: string, item: FileUpload }[]} joining
   */
  async #join(album, joining) {
    try {
      await this.#requests.join(album, joining.map(({ asset }) => asset));
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      // The album was deleted. The photos are in the library nevertheless.
      if (error.status === 404) return;
      for (const { item } of joining) {
        item.state = "failed";
        item.reason = error.message;
        item.isChecked = false;
      }
      this.#changed();
    }
  }

  /** @type {Set<() => void>} */
  #sleeping = new Set();

  #wake() {
    for (const wake of this.#sleeping) wake();
    this.#sleeping.clear();
  }

  /**
   * Sends one file after another.
   * @param {AbortSignal} signal
   */
  async #sendAll(signal) {
    while (true) {
      const item = this.items.find(({ state, isChecked }) => state === "waiting" && isChecked);
      if (item !== undefined) {
        await item.send(this.#requests, this.#begun, this.#changed, signal);
        this.#changed();
        await this.#completeDelivery(item.delivery);
        continue;
      }
      if (!this.items.some(({ state, isChecked }) => state === "checking" || (state === "waiting" && !isChecked))) return;
      // Files that were added since, or that have to be checked again.
      if (!this.#isChecking) {
        await this.#checkAll(signal);
        continue;
      }
      await new Promise((resolve, reject) => {
        this.#sleeping.add(() => resolve(undefined));
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
    }
  }

  /**
   * Tells the server if all files of a delivery have been sent.
   * @param {string} delivery
   */
  async #completeDelivery(delivery) {
    const items = this.items.filter((item) => item.delivery === delivery);
    if (items.some((item) => !item.hasEnded && item.state !== "sent")) return;
    try {
      await this.#requests.complete(delivery);
    } catch (error) {
      // The server takes them in after a while.
      if (!(error instanceof ServerError)) throw error;
    }
    await this.#follow();
  }

  /** Asks what became of the files that were sent. */
  async #follow() {
    clearTimeout(this.#timer);
    const waiting = this.items.filter(({ state }) => state === "sent");
    if (waiting.length === 0) return;
    try {
      const byIdentifier = new Map((await this.#requests.uploads()).map((upload) => [upload.upload, upload]));
      for (const item of waiting) {
        const upload = byIdentifier.get(item.identifier ?? "");
        if (upload === undefined) {
          // The server was started again after it had taken in the file. Asking for it once more says so.
          item.state = "waiting";
          item.isChecked = false;
          item.digest = null;
        } else if (upload.state !== "receiving" && upload.state !== "waiting") {
          item.state = upload.state;
          item.reason = upload.reason ?? "";
          item.importAlbum = upload.importAlbum;
        }
      }
      this.#changed();
      if (this.items.some(({ state }) => state === "waiting")) void this.#run();
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
    }
    if (this.items.some(({ state }) => state === "sent")) {
      this.#timer = setTimeout(() => this.#follow(), askMilliseconds);
    }
  }
}

/** Returns an identifier of its own. */
function newDelivery() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
