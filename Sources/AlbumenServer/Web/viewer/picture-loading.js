import { ServerError } from "../library.js";
import { pageWords } from "../words.js";

/** An error for a picture that failed to load. `reasonFor` finds the reason. */
export class PictureError extends Error {
  /** @param {string} address */
  constructor(address) {
    super(`No picture came from ${address}`);
    this.name = "PictureError";
    this.address = address;
  }
}

/**
 * Loads and decodes a picture, so that it is visible in the frame in which it is added to the page.
 * @param {string} address
 * @param {AbortSignal} signal stops loading
 * @returns {Promise<HTMLImageElement>}
 */
export async function loadPicture(address, signal) {
  signal.throwIfAborted();
  const image = new Image();
  image.alt = "";
  image.draggable = false;
  /** @type {{ promise: Promise<never>, reject: (reason: unknown) => void }} */
  const { promise: stopped, reject: stop } = Promise.withResolvers();
  const cancel = () => {
    stop(signal.reason);
    image.removeAttribute("src");
  };
  signal.addEventListener("abort", cancel, { once: true });
  image.src = address;
  try {
    await Promise.race([image.decode(), stopped]);
    return image;
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof DOMException ? new PictureError(address) : error;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/**
 * Asks the server why an image or video failed to load. Their elements don't report the reason.
 * @param {string} address
 * @param {AbortSignal} signal
 * @returns {Promise<ServerError | null>} `null` if the server has the file, so the browser can't show it
 */
export async function reasonFor(address, signal) {
  let response;
  try {
    response = await fetch(address, { signal, headers: { Range: "bytes=0-1" } });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TypeError) return new ServerError(0, "unreachable", pageWords.unreachable);
    throw error;
  }
  if (response.ok) {
    await response.body?.cancel();
    return null;
  }
  try {
    const { error } = await response.json();
    return new ServerError(response.status, error.code, error.message);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SyntaxError || error instanceof TypeError) {
      return new ServerError(response.status, "unknown", pageWords.refused(response.status));
    }
    throw error;
  }
}
