/** Brings a picture from its tile in the grid to its place in the viewer and back, by a transform alone. */

const easing = "cubic-bezier(0.25, 0.1, 0.1, 1)";

/**
 * The time that calm motion takes, in milliseconds; 0 where motion is not wanted.
 * @param {Element} element
 */
export function calmTime(element) {
  const value = getComputedStyle(element).getPropertyValue("--calm").trim();
  const number = Number.parseFloat(value);
  if (!(number > 0)) return 0;
  return value.endsWith("ms") ? number : number * 1000;
}

/**
 * The transform that puts what is at `place` over `tile`.
 * @param {{ left: number, top: number, width: number, height: number }} place
 * @param {{ left: number, top: number, width: number, height: number }} tile
 */
export function transformTo(place, tile) {
  const x = tile.left + tile.width / 2 - place.left - place.width / 2;
  const y = tile.top + tile.height / 2 - place.top - place.height / 2;
  return `translate(${x}px, ${y}px) scale(${tile.width / place.width}, ${tile.height / place.height})`;
}

/** Whether any of a rectangle is in the window. */
export function isInWindow(rectangle) {
  return Boolean(rectangle) && rectangle.width > 0 && rectangle.height > 0
    && rectangle.left < innerWidth && rectangle.left + rectangle.width > 0
    && rectangle.top < innerHeight && rectangle.top + rectangle.height > 0;
}

/**
 * Animates elements together.
 * @param {[Element, Keyframe[]][]} parts
 * @param {number} duration in milliseconds
 * @returns {{ finished: Promise<boolean>, cancel: () => void }} false where it was cancelled. What it has brought about
 *   stays until it is cancelled.
 */
export function animateTogether(parts, duration) {
  const timing = { duration, easing, fill: "both" };
  const animations = parts.map(([element, keyframes]) => element.animate(keyframes, timing));
  const finished = Promise.all(animations.map((animation) => animation.finished)).then(
    () => true,
    (error) => {
      if (error instanceof DOMException && error.name === "AbortError") return false;
      throw error;
    });
  return { finished, cancel: () => animations.forEach((animation) => animation.cancel()) };
}
