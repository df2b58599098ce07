import { PickedItem } from "./picked-item.js";
import { PickerError } from "./picker-error.js";
import { words } from "./words.js";

/**
 * The uniform type identifiers of files that browsers name by their media types.
 * @type {Record<string, string>}
 */
const types = {
  "image/jpeg": "public.jpeg", "image/png": "public.png", "image/gif": "com.compuserve.gif",
  "image/heic": "public.heic", "image/heif": "public.heif", "image/avif": "public.avif",
  "image/webp": "org.webmproject.webp", "image/tiff": "public.tiff", "video/mp4": "public.mpeg-4",
  "video/quicktime": "com.apple.quicktime-movie",
};

/** @typedef {import("./picked-item.js").ReadOptions} ReadOptions */

/** A photo or video from a file of the device, with the properties of an item from a library. */
export class FileItem extends PickedItem {
  #file;

  /** @param {File} file */
  constructor(file) {
    const isVideo = file.type.startsWith("video/");
    const kind = isVideo ? "video" : (file.type === "image/gif" ? "imageAnimated" : "image");
    const type = types[file.type] ?? (isVideo ? "public.movie" : "public.image");
    super("", "", {
      item: "", identifier: null, name: file.name.replace(/(?<=.)\.[^.]*$/, ""), kind, isPreselected: false,
      representations: [{ type, name: file.name, bytes: file.size }], pairedVideo: null,
    });
    this.#file = file;
  }

  /** @param {ReadOptions} [options] */
  async blob(options) {
    return this.#read(options);
  }

  /** @param {ReadOptions} [options] */
  async file(options) {
    return this.#read(options);
  }

  /** @param {ReadOptions} [options] */
  async stream(options) {
    return this.#read(options).stream();
  }

  /** @param {ReadOptions} [options] */
  #read(options = {}) {
    const { type = this.type ?? "", signal, onProgress } = options;
    signal?.throwIfAborted();
    if (type !== this.type) throw new PickerError("noRepresentation", words.noRepresentation(type));
    onProgress?.(1);
    return this.#file;
  }
}

/**
 * Lets the user choose files of the device.
 * @param {{ limit?: number, filter?: { kind?: unknown } | null, signal?: AbortSignal }} options as for `pick`. Of the
 *   filter, only `kind` has an effect.
 * @returns {Promise<PickedItem[]>} no items if the user cancels
 * @throws {PickerError} with the code `limit` for more files than the limit
 */
export function chooseFiles({ limit = 1, filter, signal }) {
  const kind = filter?.kind;
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = limit !== 1;
  input.accept = kind === "images" ? "image/*" : (kind === "videos" ? "video/*" : "image/*,video/*");
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason);
    signal?.addEventListener("abort", stop, { once: true });
    const end = (/** @type {readonly File[]} */ files) => {
      signal?.removeEventListener("abort", stop);
      if (limit > 0 && files.length > limit) reject(new PickerError("limit", words.tooMany(limit)));
      else resolve(files.map((file) => new FileItem(file)));
    };
    input.addEventListener("change", () => end([...input.files ?? []]));
    input.addEventListener("cancel", () => end([]));
    input.click();
  });
}
