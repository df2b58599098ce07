import { assetAt, keptAddress } from "./kept-addresses.js";
import { KeptAnswers } from "./kept-answers.js";
import { Network } from "./network-first.js";
import { deleteOldShells, fileOfStart, keepShell, noteStart, shellFile } from "./page-shell.js";
import { Removals } from "./removals.js";
import { forgetSharedFiles, keepSharedFiles } from "./shared-files.js";

/**
 * An event of the worker, which the browser keeps alive for its promises.
 * @typedef {Event & { waitUntil(promise: Promise<unknown>): void }} LastingEvent
 * @typedef {LastingEvent & { request: Request, clientId: string, resultingClientId: string, respondWith(answer:
 *   Promise<Response>): void }} RequestEvent
 * @typedef {LastingEvent & { data: unknown }} PageMessage
 * @typedef {import("./kept-addresses.js").KeptAddress} KeptAddress
 */

/**
 * The service worker of a paired device.
 * @type {{ skipWaiting(): Promise<void>, clients: { claim(): Promise<void>, get(id: string): Promise<unknown> },
 *   addEventListener(type: string, listener: (event: any) => void): void }}
 */
const worker = /** @type {any} */ (globalThis);

const answers = new KeptAnswers();
const removals = new Removals(answers, empty);
const network = new Network(() => removals.lost());

/** The pages that need the server. Without it, the browser shows the library. */
const otherPages = new Set(["/access", "/status"]);

/** Requests after which photos may be hidden or deleted. */
const removing = /^\/api\/(?:assets|trash|undo|import\/undo)(?:\/|$)/;

worker.addEventListener("install", (/** @type {LastingEvent} */ event) => {
  event.waitUntil(keepShell().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {LastingEvent} */ event) => {
  event.waitUntil(deleteOldShells(isOpen).catch(report).then(() => worker.clients.claim()));
  // Requests wait for the activation, which doesn't wait for the server.
  removals.askOnce().catch(report);
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
 * Answers from the server, or if it can't be reached, with the kept answer. Without the browser's storage, the server's
 * answer counts alone.
 * @param {RequestEvent} event
 * @param {KeptAddress} address
 * @returns {Promise<Response>}
 */
async function read(event, address) {
  const { generation } = answers;
  const sent = send(event, (answer) => note(event.request, address, answer, generation));
  try {
    return await network.inTime(sent, await answers.has(address.key).catch(() => false));
  } catch (error) {
    if (event.request.signal.aborted) throw error;
    return await answers.answer(address.key).catch(() => null) ?? sent;
  }
}

/**
 * Sends a request. The browser keeps the worker alive until it's answered, also if the page no longer waits for that.
 * @param {RequestEvent} event
 * @param {(answer: Response) => Promise<void>} [noted] is called with the answer before its body is read
 * @returns {Promise<Response>}
 */
function send(event, noted = async () => {}) {
  const sent = network.send(event.request);
  // A request that fails isn't an error of the worker.
  event.waitUntil(sent.then((answer) => (answer.status === 401 ? empty() : noted(answer)), () => undefined));
  return sent;
}

/**
 * Keeps an answer if it may be kept, and deletes what was kept if it may not.
 * @param {Request} request
 * @param {KeptAddress} address
 * @param {Response} answer
 * @param {number} generation of the answers when the request was sent
 */
async function note(request, address, answer, generation) {
  if (isKept(answer)) await keep(request, address, answer.clone(), generation);
  else if (isRefused(answer)) await forget(address);
}

/** @param {Response} answer */
function isKept(answer) {
  return answer.status === 200 && answer.headers.get("Albumen-Offline") === "keep";
}

/** @param {Response} answer */
function isRefused(answer) {
  return answer.headers.get("Albumen-Offline") === "no";
}

/**
 * @param {Request} request
 * @param {KeptAddress} address
 * @param {Response} answer
 * @param {number} generation
 */
async function keep({ url }, address, answer, generation) {
  // Until the server has said what was removed, nothing is kept.
  if (!await removals.askOnce() || (address.isPicture && await answers.isFresh(address.key))) {
    await answer.body?.cancel();
    return;
  }
  const mayBeOld = answers.generation !== generation
    || (address.isPicture && await removals.mayBeOld(address, answer));
  if (!mayBeOld) {
    await answers.keep(address.key, answer, generation);
    return;
  }
  // The answer, or the one in the browser's cache, may be from before a photo was hidden.
  await answer.body?.cancel();
  const now = answers.generation;
  const later = await fetch(url, { cache: "no-cache" });
  if (isKept(later)) await answers.keep(address.key, later, now);
  else if (isRefused(later)) await forget(address);
}

/**
 * Deletes all answers about a photo that was hidden or deleted, or one answer about several.
 * @param {KeptAddress} address
 */
async function forget({ asset, key }) {
  await answers.delete((each) => (asset === null ? each === key : assetAt(each) === asset));
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
  const isPage = event.request.mode === "navigate";
  const own = isPage ? null : await fileOfStart(event.clientId, path).catch(() => null);
  if (own !== null) return own;
  const sent = send(event);
  const kept = await shellFile(path).catch(() => null);
  try {
    return await network.inTime(sent, kept !== null);
  } catch {
    if (kept === null) return sent;
    if (isPage) await noteStart(event.resultingClientId).catch(report);
    return kept;
  }
}

/** @param {RequestEvent} event */
async function otherPage(event) {
  try {
    return await network.inTime(send(event), true);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    return Response.redirect("/", 303);
  }
}

/** Deletes everything of the library: the device was signed out. The page's files say nothing about it. */
async function empty() {
  await Promise.all([answers.empty(), removals.forget(), forgetSharedFiles()]);
}

/** @param {string} page */
async function isOpen(page) {
  return await worker.clients.get(page) !== undefined;
}

/**
 * The page works without the browser's storage.
 * @param {unknown} error
 */
function report(error) {
  console.info(`Without a connection, this page may not be available: ${error}`);
}
