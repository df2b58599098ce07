import { shellVersion } from "./shell-version.js";

const prefix = "albumen-shell-";
const cacheName = prefix + shellVersion;

/** Where a shell notes the pages that were started from it. */
const pages = "/offline/pages/";

/**
 * The shells of pages that were asked for, as far as this worker knows; `null` for pages from the server.
 * @type {Map<string, string | null>}
 */
const shells = new Map();

/** Reads the page's files, which belong together, with one request. */
export async function keepShell() {
  const answer = await fetch("/web/offline/shell.json", { cache: "no-cache" });
  if (!answer.ok) throw new Error(`The page's files can't be kept: the server answered with ${answer.status}.`);
  /** @type {{ policy: string, files: Record<string, { type: string, text: string }> }} */
  const { policy, files } = await answer.json();
  const cache = await caches.open(cacheName);
  await Promise.all(Object.entries(files).map(([address, { type, text }]) => cache.put(address, new Response(text, {
    headers: { "Content-Type": type, "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff" },
  }))));
}

/**
 * Deletes the files of other versions, unless an open page was started from them: it loads more of them later.
 * @param {(page: string) => Promise<boolean>} isOpen
 */
export async function deleteOldShells(isOpen) {
  for (const name of await shellNames()) {
    const cache = await caches.open(name);
    let isUsed = name === cacheName;
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith(pages)) continue;
      if (await isOpen(pathname.slice(pages.length))) isUsed = true;
      else await cache.delete(request);
    }
    if (!isUsed) await caches.delete(name);
  }
}

/**
 * Returns a file of this version of the page, or `null` if it isn't kept.
 * @param {string} path
 * @returns {Promise<Response | null>}
 */
export async function shellFile(path) {
  return await (await caches.open(cacheName)).match(path) ?? null;
}

/**
 * Notes that a page is started from the kept files, so that it gets its other files from there, too: those of another
 * version don't fit it.
 * @param {string} page the client's identifier
 */
export async function noteStart(page) {
  shells.set(page, cacheName);
  await (await caches.open(cacheName)).put(pages + page, new Response(""));
}

/**
 * Returns a file for a page that was started from kept files, or `null` for other pages.
 * @param {string} page the client's identifier
 * @param {string} path
 * @returns {Promise<Response | null>}
 */
export async function fileOfStart(page, path) {
  let name = shells.get(page);
  if (name === undefined) {
    name = await shellOf(page);
    shells.set(page, name);
  }
  return name === null ? null : await (await caches.open(name)).match(path) ?? null;
}

/** @param {string} page */
async function shellOf(page) {
  for (const name of await shellNames()) {
    if (await (await caches.open(name)).match(pages + page) !== undefined) return name;
  }
  return null;
}

async function shellNames() {
  return (await caches.keys()).filter((name) => name.startsWith(prefix));
}
