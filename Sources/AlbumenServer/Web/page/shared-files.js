const cacheName = "albumen-shared";

/**
 * What becomes of shared files.
 * @typedef {object} SharedFilesPage
 * @property {(count: number) => Promise<boolean | null>} ask asks the reader; `null` if that isn't possible now
 * @property {(choice: import("./dropped-files.js").FileChoice) => void} add
 * @property {() => void} refused is called if not all files were taken
 */

/**
 * Adds files that another app has shared with the page, if the reader wants that. The service worker has kept them.
 * They stay until they're in the library, so a page that was closed meanwhile goes on when it's opened again. One page
 * at a time adds them.
 * @param {SharedFilesPage} page
 */
export async function addSharedFiles({ ask, add, refused }) {
  const shared = new URLSearchParams(location.search).get("shared");
  if (shared !== null) history.replaceState(null, "", `/${location.hash}`);
  if (location.protocol !== "https:") return;
  if (shared === "part") refused();
  if (!await caches.has(cacheName)) return;
  await navigator.locks.request(cacheName, async () => {
    const cache = await caches.open(cacheName);
    /** @type {Map<File, Request>} */
    const kept = new Map();
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      if (answer !== undefined) kept.set(await fileOf(answer), request);
    }
    if (kept.size === 0) return;
    const isWanted = await ask(kept.size);
    if (isWanted === null) return;
    if (!isWanted) {
      await Promise.all([...kept.values()].map((request) => cache.delete(request)));
      return;
    }
    // Files that failed stay for the next page. Other pages don't wait for them.
    const moving = new Set(kept.keys());
    await new Promise((resolve) => {
      add({
        files: [...kept.keys()], unreadable: [],
        ended: async (file, isFinal) => {
          const request = kept.get(file);
          if (isFinal && request !== undefined) await cache.delete(request);
          moving.delete(file);
          if (moving.size === 0) resolve(undefined);
        },
      });
    });
  });
}

/** @param {Response} answer */
async function fileOf(answer) {
  const bytes = await answer.blob();
  return new File([bytes], decodeURIComponent(answer.headers.get("Albumen-Name") ?? ""), {
    type: bytes.type, lastModified: Number(answer.headers.get("Albumen-Date")),
  });
}
