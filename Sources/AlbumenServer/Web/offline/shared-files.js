const cacheName = "albumen-shared";

/** What is kept at most until the page has added it. */
const mostFiles = 200;
const mostBytes = 2_000_000_000;

/**
 * Keeps files that another app shares with the page, until the page has asked the reader and added them.
 * @param {Request} request
 * @returns {Promise<Response>} leads to the page
 */
export async function keepSharedFiles(request) {
  if (isForeign(request)) {
    return new Response("Files are shared by the apps of this device, not by other pages.", {
      status: 403, headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
  const form = await request.formData();
  const cache = await caches.open(cacheName);
  const kept = await cache.keys();
  let count = kept.length;
  let bytes = kept.reduce((sum, { headers }) => sum + Number(headers.get("Albumen-Bytes")), 0);
  let areAllKept = true;
  for (const file of form.getAll("files")) {
    if (!(file instanceof File)) continue;
    if (count + 1 > mostFiles || bytes + file.size > mostBytes) {
      areAllKept = false;
      continue;
    }
    count += 1;
    bytes += file.size;
    await cache.put(new Request(`/share/${crypto.randomUUID()}`, {
      headers: { "Albumen-Bytes": String(file.size) },
    }), new Response(file, {
      headers: {
        "Content-Type": file.type === "" ? "application/octet-stream" : file.type,
        "Albumen-Name": encodeURIComponent(file.name), "Albumen-Date": String(file.lastModified),
      },
    }));
  }
  return Response.redirect(areAllKept ? "/?shared" : "/?shared=part", 303);
}

/**
 * Whether another page has sent the form. The system's own requests have no referrer. A page can leave it out, too, so
 * the page asks the reader as well.
 * @param {Request} request
 */
function isForeign({ referrer }) {
  return referrer !== "" && referrer !== "about:client" && new URL(referrer).origin !== location.origin;
}

/** Forgets files that weren't added. */
export function forgetSharedFiles() {
  return caches.delete(cacheName);
}
