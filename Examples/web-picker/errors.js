/** What the reader can do about an error. The error's own message names the problem. */
const advice = {
  serverAbsent: "Then press Choose again.",
  denied: "Then press Choose again.",
  blocked: "Allow windows of this site, then press Connect again.",
  insecurePage: "Open this page over https.",
  expired: "Press Choose to start again.",
  tooMany: "Try again in half a minute.",
  limit: "Press Choose to start again.",
  notFound: "It may have been hidden or deleted.",
  missingBytes: "The library doesn’t have the file now.",
  unavailable: "Try again later.",
  noPicture: "The file is damaged or unknown.",
};

/**
 * Returns a text about an error.
 * @param {import("./albumen-picker.js").PickerError} error
 */
export function explain(error) {
  // The page itself is wrong.
  if (error.field !== null) return `The option ${error.field} is wrong: ${error.message}`;
  const next = advice[error.code];
  return next === undefined ? error.message : `${error.message} ${next}`;
}
