import { localAccess } from "./availability.js";
import { pause } from "./pause.js";
import { PickedItem } from "./picked-item.js";
import { PickerError } from "./picker-error.js";
import { request } from "./requests.js";
import { words } from "./words.js";

/** How long the server may not answer before the choice fails, in milliseconds. */
const longestAbsence = 15_000;
const pauseMilliseconds = 500;

/** If the first request takes longer, the browser probably asks its user, in milliseconds. */
const questionMilliseconds = 1500;

/** @typedef {import("./notice-bar.js").PickerNotice} PickerNotice */

/**
 * @typedef {object} StateDocument
 * @property {number} revision
 * @property {"waiting" | "open" | "added" | "cancelled" | "expired"} state
 * @property {import("./picked-item.js").ItemDocument[]} items
 */

/**
 * Asks the server for a session.
 * @param {string} origin
 * @param {object} configuration
 * @param {AbortSignal | undefined} signal
 * @param {(notice: PickerNotice) => void} tell
 * @param {string} [secret] of a connected site
 * @returns {Promise<{ number: string, page: string, token: string }>}
 */
export async function begin(origin, configuration, signal, tell, secret) {
  const question = () => tell({ kind: "question", text: words.question, link: null });
  const access = await localAccess();
  if (access === "prompt") question();
  const timer = setTimeout(question, questionMilliseconds);
  try {
    const answer = await request(`${origin}/api/picks`, {
      method: "POST", signal, token: secret, body: JSON.stringify(configuration),
      headers: { "Content-Type": "application/json" },
    });
    return await answer.json();
  } catch (error) {
    if (!(error instanceof PickerError && error.code === "serverAbsent")) throw error;
    throw await localAccess() === "denied" ? new PickerError("denied", words.denied) : error;
  } finally {
    clearTimeout(timer);
    tell({ kind: "none", text: "", link: null });
  }
}

/**
 * Waits until the owner has added or cancelled.
 * @param {string} origin
 * @param {{ number: string, token: string }} session
 * @param {AbortSignal | undefined} signal
 * @param {((items: PickedItem[]) => void) | undefined} onChange
 * @param {(notice: PickerNotice) => void} tell
 * @returns {Promise<PickedItem[] | "cancelled">}
 */
export async function follow(origin, { number, token }, signal, onChange, tell) {
  const address = `${origin}/api/picks/${encodeURIComponent(number)}`;
  let revision = -1;
  let lastAnswer = Date.now();
  for (;;) {
    /** @type {StateDocument} */
    let state;
    try {
      const query = revision < 0 ? "" : `?after=${revision}`;
      state = await (await request(`${address}${query}`, { signal, token })).json();
      lastAnswer = Date.now();
    } catch (error) {
      signal?.throwIfAborted();
      const isAbsent = error instanceof PickerError && error.code === "serverAbsent";
      if (!isAbsent || Date.now() - lastAnswer > longestAbsence) throw error;
      await pause(pauseMilliseconds, signal);
      continue;
    }
    const isNew = state.revision !== revision;
    ({ revision } = state);
    if (state.state !== "waiting") tell({ kind: "none", text: "", link: null });
    if (state.state === "cancelled") return "cancelled";
    if (state.state === "expired") throw new PickerError("expired", words.ended);
    const items = state.items.map((item) => {
      return new PickedItem(`${address}/items/${encodeURIComponent(item.item)}`, token, item);
    });
    if (state.state === "added") return items;
    if (isNew && items.length > 0) onChange?.(items);
  }
}

/**
 * Ends a session that the page no longer waits for. Its window says so.
 * @param {string} origin
 * @param {{ number: string, token: string }} session
 */
export async function abandon(origin, { number, token }) {
  try {
    await request(`${origin}/api/picks/${encodeURIComponent(number)}`, { method: "DELETE", token });
  } catch (error) {
    // The server is gone, or has forgotten the session.
    if (!(error instanceof PickerError)) throw error;
  }
}
