import { PickerError } from "./picker-error.js";
import { words } from "./words.js";

/**
 * Sends a request without cookies.
 * @param {string} address
 * @param {RequestInit & { token?: string, headers?: Record<string, string> }} options
 */
export async function request(address, { token, headers = {}, ...options }) {
  let response;
  try {
    response = await fetch(address, {
      ...options, mode: "cors", credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer",
      headers: token === undefined ? headers : { ...headers, Authorization: `Bearer ${token}` },
    });
  } catch (error) {
    options.signal?.throwIfAborted();
    // Browsers don't say why a request failed.
    if (error instanceof TypeError) throw new PickerError("serverAbsent", words.absent(new URL(address).origin));
    throw error;
  }
  if (response.ok) return response;
  throw await refusal(response);
}

/** @param {Response} response */
async function refusal(response) {
  const code = response.status === 410 ? "expired" : "refused";
  const message = response.status === 410 ? words.ended : words.refused(response.status);
  try {
    const { error } = await response.json();
    return new PickerError(response.status === 410 ? code : error.code, error.message, error.field ?? null);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return new PickerError(code, message);
    throw error;
  }
}
