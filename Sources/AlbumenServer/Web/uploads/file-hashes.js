/** The SHA-256 of files, which a worker computes one after another. */
export class FileHashes {
  /** @type {Worker | null} */
  #worker = null;
  #number = 0;
  /** @type {Map<number, (digest: string | null) => void>} */
  #waiting = new Map();

  /**
   * @param {File} file
   * @returns {Promise<string | null>} `null` if it can't be read
   */
  digest(file) {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    this.#number += 1;
    const number = this.#number;
    return new Promise((resolve) => {
      this.#waiting.set(number, resolve);
      worker.postMessage({ number, file }, { transfer: [] });
    });
  }

  /** Ends the worker. */
  end() {
    this.#worker?.terminate();
    this.#worker = null;
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }

  #start() {
    const worker = new Worker(scriptAddress("/web/uploads/hash-worker.js"), { type: "module" });
    worker.addEventListener("message", ({ data: { number, digest } }) => {
      this.#waiting.get(number)?.(digest);
      this.#waiting.delete(number);
    });
    // Without the worker, files are sent without being asked for first.
    worker.addEventListener("error", () => this.end());
    return worker;
  }
}

/**
 * Returns the address of a script. The page's policy lets browsers with trusted types load only an address that was made
 * for scripts.
 * @param {string} address
 * @returns {string}
 */
function scriptAddress(address) {
  const { trustedTypes } = /** @type {any} */ (globalThis);
  if (trustedTypes === undefined) return address;
  return trustedTypes.createPolicy("albumen-uploads", { createScriptURL: () => address }).createScriptURL(address);
}
