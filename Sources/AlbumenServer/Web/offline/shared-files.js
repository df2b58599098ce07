const cacheName = "albumen-shared";

/**
 * Keeps files that another app shares with the page, until the page has added them.
 * @param {Request} request
 * @returns {Promise<Response>} leads to the page
 */
export async function keepSharedFiles(request) {
  const form = await request.formData();
  const cache = await caches.open(cacheName);
  for (const file of form.getAll("files")) {
    if (!(file instanceof File)) continue;
    await cache.put(`/share/${crypto.randomUUID()}`, new Response(file, {
      headers: {
        "Content-Type": file.type === "" ? "application/octet-stream" : file.type,
        "Albumen-Name": encodeURIComponent(file.name), "Albumen-Date": String(file.lastModified),
      },
    }));
  }
  return Response.redirect("/?shared", 303);
}

/** Forgets files that weren't added. */
export function forgetSharedFiles() {
  return caches.delete(cacheName);
}
