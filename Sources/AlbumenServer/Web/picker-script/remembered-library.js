/** The names of what the page's site remembers in this browser: the library's address, and the secret for it. */
const serverName = "albumen-picker-server";
const secretName = "albumen-picker-secret";
/** The same while the owner hasn't answered, because the browser may discard the page meanwhile. */
const askedName = "albumen-picker-asked";

/**
 * The library of another machine that this site is connected to in this browser.
 * @typedef {{ server: string, secret: string }} RememberedLibrary
 */

/**
 * Returns the library that the site is connected to, or `null` if there is none or the browser stores nothing.
 * @returns {RememberedLibrary | null}
 */
export function rememberedLibrary() {
  const server = stored((storage) => storage.getItem(serverName));
  const secret = stored((storage) => storage.getItem(secretName));
  return server && secret ? { server, secret } : null;
}

/** @param {RememberedLibrary} library */
export function rememberLibrary({ server, secret }) {
  stored((storage) => {
    storage.setItem(serverName, server);
    storage.setItem(secretName, secret);
  });
}

/** Forgets the library. */
export function forgetLibrary() {
  stored((storage) => {
    storage.removeItem(serverName);
    storage.removeItem(secretName);
  });
}

/**
 * Returns the library that the site has asked last, if it doesn't know the answer.
 * @returns {RememberedLibrary | null}
 */
export function askedLibrary() {
  const text = stored((storage) => storage.getItem(askedName));
  if (!text) return null;
  const [server, secret] = text.split(" ");
  return { server, secret };
}

/** @param {RememberedLibrary | null} library */
export function noteAsked(library) {
  stored((storage) => {
    if (library === null) storage.removeItem(askedName);
    else storage.setItem(askedName, `${library.server} ${library.secret}`);
  });
}

/**
 * @template Value
 * @param {(storage: Storage) => Value} action
 * @returns {Value | null} `null` if the browser stores nothing for the page
 */
function stored(action) {
  try {
    return action(localStorage);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
