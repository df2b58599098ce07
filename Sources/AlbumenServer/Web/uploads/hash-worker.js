import { Sha256 } from "./sha256.js";

const pieceSize = 4 << 20;

/** Files that are hashed by the browser, which is faster. */
const wholeSize = 64 << 20;

addEventListener("message", async (event) => {
  /** @type {{ number: number, file: File }} */
  const { number, file } = event.data;
  try {
    postMessage({ number, digest: await digest(file) });
  } catch (error) {
    // The file can't be read any more. Sending it fails, too, and says so.
    postMessage({ number, digest: null, reason: String(error) });
  }
});

/** @param {File} file */
async function digest(file) {
  if (file.size <= wholeSize && globalThis.crypto?.subtle) {
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  const hash = new Sha256();
  for (let start = 0; start < file.size; start += pieceSize) {
    hash.update(new Uint8Array(await file.slice(start, start + pieceSize).arrayBuffer()));
  }
  return hash.finish();
}
