/** The parts of `navigator.userAgent` that tell the kind of a device, the first match counts. */
const kinds = [
  ["iPhone", "iPhone"], ["iPad", "iPad"], ["Android", "Android"], ["CrOS", "Chromebook"], ["Windows", "Windows"],
  ["Macintosh", "Mac"], ["Linux", "Linux"],
];

/**
 * Returns a name for the device, which its owner can change.
 * @param {string} agent
 */
export function deviceName(agent = navigator.userAgent) {
  return kinds.find(([part]) => agent.includes(part))?.[1] ?? "";
}
