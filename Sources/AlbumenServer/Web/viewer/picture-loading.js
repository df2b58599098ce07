import { ServerError } from "../library.js";
import { pageWords } from "../words.js";

/** A picture that did not come; whoever wants to know why asks `reasonFor`. */
export class PictureError extends Error {
  constructor(address) {
    super(`No picture came from ${address}`);
    this.name = "PictureError";
    this.address = address;
  }
}

/**
 * A picture that is decoded, so that it is seen in the frame in which it is put into the page.
 * @param {string} address
 * @param {AbortSignal} signal stops loading
 * @returns {Promise<HTMLImageElement>}
 */
export async function loadPicture(address, signal) {
  signal.throwIfAborted();
  const image = new Image();
  image.alt = "";
  image.draggable = false;
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
 * Why something did not come, asked of the server: an image or video element itself does not tell.
 * @param {string} address
 * @param {AbortSignal} signal
 * @returns {Promise<ServerError | null>} null where the server has it to give, so that the browser could not show it
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
