import { forgetPlaces } from "../address/remembered-places.js";
import { icon } from "../common/icons.js";
import { formatMoment, pageWords as words } from "../common/words.js";

const workerAddress = "/web/offline/worker.js";

/**
 * The page of a paired device without a connection. A service worker then answers with what was seen before, and the
 * page shows when that was.
 *
 * On the machine of the library, there is no worker: the page has another origin in each run of the server, and what is
 * kept at the numeric address could be read by a page of another user (docs/access.md).
 */
export class OfflineUse {
  #line = document.createElement("p");
  #text = document.createElement("span");
  #reload = document.createElement("button");
  /** Whether the page has shown kept answers, so that it may have been started from kept files. */
  #hasShownKept = false;
  #isOffline = false;

  /**
   * @param {import("../server/library.js").Library} library
   * @param {HTMLElement} place the element before which the line stands
   */
  constructor(library, place) {
    this.#line.className = "offline-line";
    this.#line.setAttribute("role", "status");
    this.#line.hidden = true;
    this.#reload.type = "button";
    this.#reload.className = "text-button";
    this.#reload.textContent = words.reload;
    this.#reload.hidden = true;
    this.#reload.addEventListener("click", () => location.reload());
    this.#line.append(icon("offline"), this.#text, this.#reload);
    place.before(this.#line);
    library.addEventListener("kept", () => this.#show(library.keptDate));
    library.addEventListener("answered", () => this.#answered());
    library.addEventListener("closed", forgetPlaces);
    if (location.protocol !== "https:" || navigator.serviceWorker === undefined) return;
    library.addEventListener("closed", () => tell("closed"));
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (this.#hasShownKept) this.#offerReload();
    });
    // The first screen goes before.
    if (document.readyState === "complete") register();
    else addEventListener("load", () => setTimeout(register), { once: true });
  }

  /** Has the worker delete copies of photos that a change has hidden or deleted. */
  noteChange() {
    if (location.protocol === "https:") tell("changed");
  }

  /** @param {Date | null} date */
  #show(date) {
    this.#hasShownKept = true;
    this.#isOffline = true;
    // What isn't kept can't be loaded again.
    this.#reload.hidden = true;
    const text = date === null ? words.offline : words.offlineSince(formatMoment(date));
    if (this.#text.textContent !== text) this.#text.textContent = text;
    this.#line.hidden = false;
  }

  /** Hides the line. The server may have been updated meanwhile: then a new worker takes over. */
  #answered() {
    if (!this.#isOffline) return;
    this.#isOffline = false;
    this.#line.hidden = true;
    void update();
  }

  #offerReload() {
    this.#text.textContent = words.updated;
    this.#reload.hidden = false;
    this.#line.hidden = false;
  }
}

/** @param {"changed" | "closed"} message */
function tell(message) {
  navigator.serviceWorker?.controller?.postMessage(message);
}

async function register() {
  try {
    await navigator.serviceWorker.register(scriptAddress(), { scope: "/", updateViaCache: "none" });
  } catch (error) {
    // Browsers refuse workers while they don't trust the certificate, and some in private windows. The page works
    // without one.
    console.info(`Without a connection, this page isn't available: ${error}`);
  }
}

/** Asks the server for a new version of the worker. */
async function update() {
  try {
    await (await navigator.serviceWorker?.getRegistration())?.update();
  } catch (error) {
    console.info(`The page stays at its version: ${error}`);
  }
}

/**
 * Returns the worker's address. The page's policy lets browsers with trusted types load only an address that was made
 * for scripts.
 * @returns {string}
 */
function scriptAddress() {
  const { trustedTypes } = /** @type {any} */ (globalThis);
  if (trustedTypes === undefined) return workerAddress;
  return trustedTypes.createPolicy("albumen-offline", { createScriptURL: () => workerAddress })
    .createScriptURL(workerAddress);
}
