import { PickerError } from "./picker-error.js";
import { request } from "./requests.js";

/** How long the server may take to answer, in milliseconds. */
const patienceMilliseconds = 5000;

/**
 * Returns whether a library's server answers, or `null` if the browser would first ask its user whether the page may
 * connect to this device.
 * @param {string} origin
 * @param {AbortSignal} [signal]
 * @returns {Promise<boolean | null>}
 */
export async function answers(origin, signal) {
  signal?.throwIfAborted();
  const access = await localAccess();
  if (access === "prompt") return null;
  if (access === "denied") return false;
  const controller = new AbortController();
  const stop = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(), patienceMilliseconds);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    await request(`${origin}/albumen-picker.js`, { method: "HEAD", signal: controller.signal });
    return true;
  } catch (error) {
    signal?.throwIfAborted();
    if (controller.signal.aborted || error instanceof PickerError) return false;
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/**
 * Returns whether the browser lets the page connect to this device; `null` if it doesn't say.
 * @returns {Promise<PermissionState | null>}
 */
export async function localAccess() {
  try {
    const name = /** @type {PermissionName} */ ("local-network-access");
    return (await navigator.permissions.query({ name })).state;
  } catch (error) {
    // The browser has no such permission.
    if (error instanceof TypeError) return null;
    throw error;
  }
}
