import { shellVersion } from "./shell-version.js";

const prefix = "albumen-shell-";
const cacheName = prefix + shellVersion;

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

/** Deletes the files of other versions. */
export async function deleteOldShells() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== cacheName)
    .map((name) => caches.delete(name)));
}

/**
 * Returns a file of the page, or `null` if it isn't kept.
 * @param {string} path
 * @returns {Promise<Response | null>}
 */
export async function shellFile(path) {
  return await (await caches.open(cacheName)).match(path) ?? null;
}
