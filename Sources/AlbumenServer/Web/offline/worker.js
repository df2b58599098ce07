import { keptAddress } from "./kept-addresses.js";
import { KeptAnswers } from "./kept-answers.js";
import { Network } from "./network-first.js";
import { deleteOldShells, keepShell, shellFile } from "./page-shell.js";
import { Removals } from "./removals.js";
import { forgetSharedFiles, keepSharedFiles } from "./shared-files.js";

/**
 * An event of the worker, which the browser keeps alive for its promises.
 * @typedef {Event & { waitUntil(promise: Promise<unknown>): void }} LastingEvent
 * @typedef {LastingEvent & { request: Request, respondWith(answer: Promise<Response>): void }} RequestEvent
 * @typedef {LastingEvent & { data: unknown }} PageMessage
 */

/**
 * The service worker of a paired device.
 * @type {{ skipWaiting(): Promise<void>, clients: { claim(): Promise<void> }, addEventListener(type: string, listener:
 *   (event: any) => void): void }}
 */
const worker = /** @type {any} */ (globalThis);

const answers = new KeptAnswers();
const removals = new Removals(answers);
const network = new Network(() => removals.lost());

/** The pages that need the server. Without it, the browser shows the library. */
const otherPages = new Set(["/access", "/status"]);

/** Requests after which photos may be hidden or deleted. */
const removing = /^\/api\/(?:assets|trash|undo|import\/undo)(?:\/|$)/;

worker.addEventListener("install", (/** @type {LastingEvent} */ event) => {
  event.waitUntil(keepShell().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {LastingEvent} */ event) => {
  event.waitUntil(Promise.all([deleteOldShells(), removals.ask()]).then(() => worker.clients.claim()));
});

worker.addEventListener("message", (/** @type {PageMessage} */ event) => {
  if (event.data === "changed") event.waitUntil(removals.ask());
  if (event.data === "closed") event.waitUntil(empty());
});

worker.addEventListener("fetch", (/** @type {RequestEvent} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method !== "GET") {
    if (request.method === "POST" && url.pathname === "/share") event.respondWith(keepSharedFiles(request));
    else if (removing.test(url.pathname)) event.respondWith(change(event));
    return;
  }
  const address = keptAddress(url);
  if (address !== null) event.respondWith(read(event, address));
  else if (request.mode === "navigate" ? url.pathname === "/" : url.pathname.startsWith("/web/")) {
    event.respondWith(file(event, url.pathname));
  } else if (request.mode === "navigate" && otherPages.has(url.pathname)) event.respondWith(otherPage(event));
});

/**
 * Answers from the server, or if it can't be reached, with the kept answer.
 * @param {RequestEvent} event
 * @param {import("./kept-addresses.js").KeptAddress} address
 * @returns {Promise<Response>}
 */
async function read(event, address) {
  const begin = { time: performance.now(), generation: answers.generation };
  try {
    const answer = await network.answer(event.request, await answers.has(address.key));
    if (answer.status === 401) event.waitUntil(empty());
    else if (isKept(answer)) event.waitUntil(keep(event.request, address, answer.clone(), begin));
    return answer;
  } catch (error) {
    const kept = event.request.signal.aborted ? null : await answers.answer(address.key);
    if (kept === null) throw error;
    return kept;
  }
}

/** @param {Response} answer */
function isKept(answer) {
  return answer.status === 200 && answer.headers.get("Albumen-Offline") === "keep";
}

/**
 * @param {Request} request
 * @param {import("./kept-addresses.js").KeptAddress} address
 * @param {Response} answer
 * @param {{ time: number, generation: number }} begin
 */
async function keep({ url }, address, answer, begin) {
  await removals.askOnce();
  if (address.isPicture && await answers.isFresh(address.key)) {
    await answer.body?.cancel();
    return;
  }
  let kept = answer;
  if (await removals.mayBeOld(address, answer, begin.time)) {
    await answer.body?.cancel();
    if (!address.isPicture) return;
    // The browser's cache may have it from before it was hidden.
    kept = await fetch(url, { cache: "no-cache" });
    if (!isKept(kept)) return;
  }
  await answers.keep(address.key, kept, begin.generation);
}

/**
 * Sends a change, and then deletes what was hidden or deleted.
 * @param {RequestEvent} event
 */
async function change(event) {
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(removals.ask());
  return answer;
}

/**
 * @param {RequestEvent} event
 * @param {string} path
 * @returns {Promise<Response>}
 */
async function file(event, path) {
  const kept = await shellFile(path);
  try {
    const answer = await network.answer(event.request, kept !== null);
    if (answer.status === 401) event.waitUntil(empty());
    return answer;
  } catch (error) {
    if (kept === null) throw error;
    return kept;
  }
}

/** @param {RequestEvent} event */
async function otherPage(event) {
  try {
    const answer = await network.answer(event.request, true);
    if (answer.status === 401) event.waitUntil(empty());
    return answer;
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    return Response.redirect("/", 303);
  }
}

/** Deletes everything of the library: the device was signed out. The page's files say nothing about it. */
async function empty() {
  await Promise.all([answers.empty(), removals.forget(), forgetSharedFiles()]);
}
