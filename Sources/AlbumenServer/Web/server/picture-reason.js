import { ServerError } from "./server-connection.js";
import { pageWords } from "../common/words.js";

/**
 * Asks the server why an image or video failed to load. Their elements don't report the reason.
 * @param {string} address
 * @param {AbortSignal} [signal]
 * @returns {Promise<ServerError | null>} `null` if the server has the file, so the browser can't show it
 */
export async function reasonFor(address, signal) {
  let response;
  try {
    response = await fetch(address, { signal, headers: { Range: "bytes=0-1" } });
  } catch (error) {
    signal?.throwIfAborted();
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
    signal?.throwIfAborted();
    if (error instanceof SyntaxError || error instanceof TypeError) {
      return new ServerError(response.status, "unknown", pageWords.refused(response.status));
    }
    throw error;
  }
}
