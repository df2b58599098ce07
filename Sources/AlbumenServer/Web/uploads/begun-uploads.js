/** The uploads that the server has begun, from an earlier visit or in a request that got no answer. */
export class BegunUploads {
  #requests;
  /**
   * The server's uploads by delivery, which are read once for each.
   * @type {Map<string, Promise<API.Upload[]>>}
   */
  #lists = new Map();
  /** The uploads of files of this page. */
  #taken = new Set();

  /** @param {import("./upload-requests.js").UploadRequests} requests */
  constructor(requests) {
    this.#requests = requests;
  }

  /**
   * Returns an upload with which a file continues, or `null`. No other file gets it.
   * @param {import("./file-upload.js").FileUpload} item
   * @param {AbortSignal} signal
   * @param {boolean} isNew whether the server is asked again, after a request that got no answer
   */
  async take({ file, digest, album, delivery }, signal, isNew) {
    if (digest === null) return null;
    if (isNew) this.#lists.delete(delivery);
    const found = (await this.#list(delivery, signal)).find((upload) =>
      upload.state === "receiving" && upload.name === file.name && upload.length === file.size
        && upload.sha256 === digest && upload.album === (album ?? null) && !this.#taken.has(upload.upload));
    if (found === undefined) return null;
    this.#taken.add(found.upload);
    return found.upload;
  }

  /**
   * Notes that an upload belongs to a file of this page.
   * @param {string} upload
   */
  note(upload) {
    this.#taken.add(upload);
  }

  /** Forgets what the server has. It's asked again for other files. */
  clear() {
    this.#lists.clear();
  }

  /**
   * @param {string} delivery
   * @param {AbortSignal} signal
   */
  #list(delivery, signal) {
    const known = this.#lists.get(delivery);
    if (known !== undefined) return known;
    const list = this.#requests.uploads(signal);
    this.#lists.set(delivery, list);
    list.catch(() => {
      if (this.#lists.get(delivery) === list) this.#lists.delete(delivery);
    });
    return list;
  }
}
