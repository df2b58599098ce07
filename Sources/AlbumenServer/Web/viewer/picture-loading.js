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
