/** What the uploads ask of the server. Every request fails with a `ServerError`. */
export class UploadRequests {
  #library;

  /** @param {import("../server/library.js").Library} library */
  constructor(library) {
    this.#library = library;
  }

  /**
   * Returns the uploads that the server has, also from earlier visits.
   * @param {AbortSignal} [signal]
   * @returns {Promise<API.Upload[]>}
   */
  async uploads(signal) {
    /** @type {API.Uploads} */
    const answer = await this.#library.ask("/api/uploads", signal);
    return answer.uploads;
  }

  /**
   * Returns the files that the library has, by their digest.
   * @param {string[]} digests
   * @param {AbortSignal} signal
   * @returns {Promise<API.KnownFiles["known"]>}
   */
  async known(digests, signal) {
    /** @type {API.KnownFiles} */
    const answer = await this.#library.change("POST", "/api/uploads/known", { digests }, signal);
    return answer.known;
  }

  /**
   * Begins an upload with its first bytes.
   * @param {import("./file-upload.js").FileUpload} upload
   * @param {Blob} bytes
   * @param {AbortSignal} signal
   * @returns {Promise<API.Upload>}
   */
  create({ file, digest, album, delivery }, bytes, signal) {
    return this.#library.sendBytes("POST", "/api/uploads", bytes, {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": `inline; filename*=UTF-8''${encodeURIComponent(file.name).replaceAll("'", "%27")}`,
      "Upload-Complete": bytes.size === file.size ? "?1" : "?0",
      "Upload-Length": String(file.size),
      "Albumen-File-Date": String(file.lastModified),
      "Albumen-Delivery": delivery,
      ...(album === undefined ? {} : { "Albumen-Album": album }),
      ...(digest === null ? {} : { "Repr-Digest": `sha-256=:${base64(digest)}:` }),
    }, signal);
  }

  /**
   * Adds bytes to an upload.
   * @param {string} upload
   * @param {number} offset
   * @param {Blob} bytes
   * @param {boolean} isLast
   * @param {AbortSignal} signal
   * @returns {Promise<API.Upload>}
   */
  append(upload, offset, bytes, isLast, signal) {
    return this.#library.sendBytes("PATCH", `/api/uploads/${upload}`, bytes, {
      "Content-Type": "application/partial-upload",
      "Upload-Offset": String(offset),
      "Upload-Complete": isLast ? "?1" : "?0",
    }, signal);
  }

  /**
   * Returns the offset to continue from. The server ends a request of this upload that it still believes to be alive.
   * @param {string} upload
   * @param {AbortSignal} signal
   * @returns {Promise<{ offset: number, isComplete: boolean }>}
   */
  offset(upload, signal) {
    return this.#library.ask(`/api/uploads/${upload}`, signal, { method: "HEAD" }, async ({ headers }) => ({
      offset: Number(headers.get("Upload-Offset")), isComplete: headers.get("Upload-Complete") === "?1",
    }));
  }

  /** @param {string} upload */
  cancel(upload) {
    return this.#library.change("DELETE", `/api/uploads/${upload}`);
  }

  /**
   * Says that all files of a delivery have been sent.
   * @param {string} delivery
   */
  complete(delivery) {
    return this.#library.change("POST", "/api/uploads/complete", { delivery });
  }

  /**
   * Adds photos that the library has to an album.
   * @param {string} album
   * @param {string[]} assets
   */
  join(album, assets) {
    return this.#library.change("PATCH", `/api/collections/${encodeURIComponent(album)}/members`, { add: assets });
  }
}

/** @param {string} digits hexadecimal */
function base64(digits) {
  return btoa((digits.match(/../g) ?? []).map((byte) => String.fromCharCode(parseInt(byte, 16))).join(""));
}
