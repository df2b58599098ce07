const cacheName = "albumen-shared";

/**
 * Adds files that another app has shared with the page. The service worker has kept them. They stay until they're in the
 * library, so a page that was closed meanwhile goes on when it's opened again. One page at a time adds them.
 * @param {(choice: Promise<import("./dropped-files.js").FileChoice>) => void} add
 */
export async function addSharedFiles(add) {
  if (new URLSearchParams(location.search).has("shared")) history.replaceState(null, "", `/${location.hash}`);
  if (location.protocol !== "https:" || !await caches.has(cacheName)) return;
  await navigator.locks.request(cacheName, async () => {
    const cache = await caches.open(cacheName);
    const waiting = new Map();
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      if (answer !== undefined) waiting.set(await fileOf(answer), request);
    }
    if (waiting.size === 0) return;
    /** @type {Promise<void>} */
    const ended = new Promise((resolve) => {
      add(Promise.resolve({
        files: [...waiting.keys()], unreadable: [],
        ended: async (file) => {
          await cache.delete(waiting.get(file));
          waiting.delete(file);
          if (waiting.size === 0) resolve();
        },
      }));
    });
    await ended;
  });
}

/** @param {Response} answer */
async function fileOf(answer) {
  const bytes = await answer.blob();
  return new File([bytes], decodeURIComponent(answer.headers.get("Albumen-Name") ?? ""), {
    type: bytes.type, lastModified: Number(answer.headers.get("Albumen-Date")),
  });
}
