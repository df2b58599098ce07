/**
 * Calls a function when the reader goes back on a touch screen, by the Back button or the gesture. In browsers without
 * close watchers, and with a mouse, going back leads to the former address.
 * @param {() => void} close
 * @returns {() => void} ends this
 */
export function whenGoingBack(close) {
  const { CloseWatcher } = /** @type {any} */ (globalThis);
  if (CloseWatcher === undefined || !matchMedia("(pointer: coarse)").matches) return () => {};
  const watcher = new CloseWatcher();
  watcher.addEventListener("close", close);
  return () => watcher.destroy();
}
