import { localAccess } from "./availability.js";
import { pause } from "./pause.js";
import { PickerError } from "./picker-error.js";
import {
  askedLibrary, forgetLibrary, noteAsked, rememberedLibrary, rememberLibrary,
} from "./remembered-library.js";
import { request } from "./requests.js";
import { words } from "./words.js";

const pauseMilliseconds = 1000;

/** How long the user may take to answer in the window. The server forgets the request then, too. */
const patienceMilliseconds = 600_000;

/** How long a window may show no question: the user may pair the browser meanwhile, in milliseconds. */
const pairingMilliseconds = 100_000;

/** How long the server may not answer, in milliseconds. */
const longestAbsence = 15_000;

/** @typedef {import("./notice-bar.js").PickerNotice} PickerNotice */

/**
 * Returns the site's secret for a server, or `undefined` if it isn't connected to that.
 * @param {string} origin
 */
export function secretFor(origin) {
  return [rememberedLibrary(), askedLibrary()].find((library) => library?.server === origin)?.secret;
}

/**
 * Remembers a secret with which the library has answered.
 * @param {string} origin
 * @param {string | undefined} secret
 */
export function keepSecret(origin, secret) {
  if (secret === undefined || askedLibrary()?.secret !== secret) return;
  rememberLibrary({ server: origin, secret });
  noteAsked(null);
}

/** Fails if the page can't be connected: elsewhere, browsers have no hashes, and others could read the secret. */
export function requireSecurePage() {
  if (!globalThis.isSecureContext) throw new PickerError("insecurePage", words.insecure);
}

/**
 * Returns whether the site is connected to a library already.
 * @param {string} origin
 * @param {AbortSignal} [signal]
 */
export async function isConnected(origin, signal) {
  const secret = secretFor(origin);
  if (secret === undefined) return false;
  const { state } = await (await request(`${origin}/api/site`, { signal, token: secret })).json();
  if (state === "connected") keepSecret(origin, secret);
  return state === "connected";
}

/**
 * Asks the owner in a window to connect the site to a library, and waits for the answer.
 *
 * The window posts the hash of a new secret. So the browser itself tells the server which site asks, and nobody else
 * knows the secret.
 * @param {string} origin of the library's server
 * @param {Window} opened a window that shows nothing yet
 * @param {{ continues: boolean, signal?: AbortSignal }} options `continues`: whether the site asks for photos next, in
 *   the same window
 * @returns {Promise<string | null>} the secret, or `null` if the owner refuses or closes the window
 */
export async function connectIn(opened, origin, { continues, signal }) {
  const secret = randomSecret();
  noteAsked({ server: origin, secret });
  post(opened, `${origin}/connect`, { secret: await hash(secret), continues: String(continues) });
  const start = Date.now();
  /** When the first of the last requests failed. The browser stops a hidden page, so the last answer can be old. */
  let failing = 0;
  let hasAsked = false;
  while (Date.now() < start + (hasAsked ? patienceMilliseconds : pairingMilliseconds)) {
    await pause(pauseMilliseconds, signal);
    try {
      const { state } = await (await request(`${origin}/api/site`, { signal, token: secret })).json();
      failing = 0;
      if (state === "refused") {
        noteAsked(null);
        return null;
      }
      hasAsked ||= state === "asking";
      if (state === "connected") {
        keepSecret(origin, secret);
        return secret;
      }
    } catch (error) {
      if (!(error instanceof PickerError && error.code === "serverAbsent")) throw error;
      if (await localAccess() === "denied") throw new PickerError("denied", words.denied);
      failing ||= Date.now();
      if (Date.now() - failing > longestAbsence) throw error;
    }
  }
  noteAsked(null);
  if (!hasAsked) return null;
  throw new PickerError("expired", words.ended);
}

/**
 * Forgets a secret that a server doesn't know any more. Another page of the site may have a new one.
 * @param {string | undefined} secret
 */
export function forgetSecret(secret) {
  if (secret === undefined) return;
  if (rememberedLibrary()?.secret === secret) forgetLibrary();
  if (askedLibrary()?.secret === secret) noteAsked(null);
}

/**
 * Ends the connection of the site, here and on the server.
 * @param {AbortSignal} [signal]
 */
export async function endConnection(signal) {
  const library = rememberedLibrary();
  forgetLibrary();
  noteAsked(null);
  if (library === null) return;
  try {
    await request(`${library.server}/api/site`, { method: "DELETE", token: library.secret, signal });
  } catch (error) {
    // The library has ended the connection, or can't be reached. Without the secret, it has no effect any more.
    if (!(error instanceof PickerError)) throw error;
  }
}

/**
 * Posts a form in a window. The form is in the window's own page, whose policy always names the site to the server.
 * @param {Window} opened
 * @param {string} address
 * @param {Record<string, string>} fields
 */
function post(opened, address, fields) {
  const { document } = opened;
  const referrer = document.createElement("meta");
  referrer.name = "referrer";
  referrer.content = "strict-origin";
  document.head.append(referrer);
  const form = document.createElement("form");
  form.method = "post";
  form.action = address;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

/** 256 random bits as letters and digits. */
function randomSecret() {
  return hexadecimal(crypto.getRandomValues(new Uint8Array(32)));
}

/** @param {string} text */
async function hash(text) {
  return hexadecimal(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

/** @param {Uint8Array} bytes */
function hexadecimal(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
