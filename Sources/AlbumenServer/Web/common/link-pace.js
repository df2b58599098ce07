/** A link that transmits fewer bits in a second is slow. */
const slowBits = 1_500_000;

/** With fewer bytes, the rate says nothing, and older pictures say nothing about the link of now, in milliseconds. */
const fewBytes = 200_000;
const measuredMilliseconds = 20_000;

/**
 * Whether the page loads small pictures first, and no pictures ahead: the reader or the browser saves data, or the link
 * is slow. On the machine of the library, there is no link.
 * @returns {boolean}
 */
export function savesData() {
  if (location.protocol !== "https:") return false;
  const { connection } = /** @type {{ connection?: { saveData?: boolean, effectiveType?: string } }} */ (navigator);
  if (connection?.saveData === true || ["slow-2g", "2g", "3g"].includes(connection?.effectiveType ?? "")) return true;
  const now = performance.now();
  const pictures = performance.getEntriesByType("resource").slice(-60)
    .map((entry) => /** @type {PerformanceResourceTiming} */ (entry))
    .filter(({ initiatorType, responseEnd }) => initiatorType === "img" && now - responseEnd < measuredMilliseconds);
  return isSlow(pictures);
}

/**
 * Whether pictures were transmitted slowly. Counts only the time in which bytes arrived, so that a server that makes a
 * picture first isn't a slow link.
 * @param {readonly { transferSize: number, responseStart: number, responseEnd: number }[]} pictures
 */
export function isSlow(pictures) {
  const received = pictures.filter(({ transferSize }) => transferSize > 0)
    .toSorted((one, other) => one.responseStart - other.responseStart);
  const bytes = received.reduce((sum, { transferSize }) => sum + transferSize, 0);
  if (bytes < fewBytes) return false;
  let milliseconds = 0;
  let end = -Infinity;
  for (const { responseStart, responseEnd } of received) {
    milliseconds += Math.max(0, responseEnd - Math.max(end, responseStart));
    end = Math.max(end, responseEnd);
  }
  return (bytes * 8000) / Math.max(1, milliseconds) < slowBits;
}
