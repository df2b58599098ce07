// Tests of what a device keeps, and of slow links. The gallery's tests run them in the page.
import { isSlow } from "/web/common/link-pace.js";
import { keptAddress } from "/web/offline/kept-addresses.js";

function assertEqual(actual, expected, message = "values") {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${message}: ${one} is not ${other}`);
}

const photo = "A1B0A1B0-0000-4000-8000-00000000000a";
const kept = (address) => keptAddress(new URL(address, "https://attic.local:8421"));
const picture = (bytes, start, end) => ({ transferSize: bytes, responseStart: start, responseEnd: end });

export const tests = {
  "lists, facts and small pictures are kept"() {
    for (const address of [
      "/api/collections", `/api/collections/${photo}`, `/api/collections/${photo}/timeline?search=lake`,
      `/api/collections/${photo}/timeline/17?from=0&count=100`, `/api/collections/${photo}/timeline/17/months`,
      "/api/covers?albums=x", `/api/assets/${photo}`,
    ]) assertEqual(kept(address)?.isPicture, false, address);
    for (const form of ["thumbnail?content=x", "preview?content=x", "rendition?long=512&content=x"]) {
      assertEqual(kept(`/api/assets/${photo}/${form}`)?.asset, photo.toUpperCase(), form);
    }
  },

  "everything else is never kept"() {
    for (const address of [
      "/", "/web/app.js", "/access", "/picker?number=1", "/api/session", "/api/changes", "/api/changes?since=x",
      "/api/uploads", "/api/uploads/known", "/api/pairings", "/api/picker/1", "/api/questions", "/api/clients",
      "/api/removals", "/api/downloads/x", "/api/search/completions?text=a", "/api/collections/..%2fsession",
      `/api/assets/${photo}/originals/photo`, `/api/assets/${photo}/video`, `/api/assets/${photo}/video/part?form=480`,
      `/api/assets/${photo}/rendition?long=2880`, `/api/assets/${photo}/tile`, `/api/assets/${photo}/shown?form=jpeg`,
      `/api/assets/${photo}/download`, `/api/collections/${photo}/timeline/17/identifiers`,
    ]) assertEqual(kept(address), null, address);
  },

  "a timeline is kept once for all sizes of the window"() {
    const address = `/api/collections/${photo}/timeline`;
    assertEqual(kept(`${address}?count=40&order=newest`)?.key, `${address}?order=newest`);
    assertEqual(kept(`${address}?count=90`)?.key, address);
    assertEqual(kept(`${address}/17?from=0&count=100`)?.key, `${address}/17?from=0&count=100`, "windows differ");
  },

  "a link is slow by the time in which bytes arrive"() {
    // 300 KB in two seconds are 1.2 Mbit/s.
    assertEqual(isSlow([picture(100_000, 0, 800), picture(200_000, 800, 2000)]), true);
    assertEqual(isSlow([picture(100_000, 0, 200), picture(200_000, 200, 1000)]), false);
    // Pictures that arrive at the same time share the link.
    assertEqual(isSlow(Array.from({ length: 6 }, () => picture(50_000, 0, 1200))), false);
    // The time before the first byte is the server's.
    assertEqual(isSlow([picture(300_000, 5000, 5500)]), false);
    assertEqual(isSlow([picture(20_000, 0, 2000)]), false, "too few bytes to say");
    assertEqual(isSlow([picture(0, 0, 0)]), false, "pictures of the browser's cache");
  },
};
