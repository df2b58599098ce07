/**
 * Returns the number of a change from the name of a version, or `NaN` if the name is encrypted. In a restored library, an
 * epoch and a dot precede the number.
 * @param {string | null | undefined} name
 */
export function changeNumber(name) {
  const match = /^(?:[0-9]+\.)?([0-9]+)$/.exec(name ?? "");
  return match ? Number(match[1]) : Number.NaN;
}
