// Moves a picture from its tile in the grid to its place in the viewer and back, with a transform.

const easing = "cubic-bezier(0.25, 0.1, 0.1, 1)";

/** @typedef {[Element, Keyframe[]]} AnimatedPart */
/** @typedef {{ left: number, top: number, width: number, height: number }} Rectangle */

/**
 * Returns the duration of calm motion in milliseconds; 0 if the reader prefers no motion.
 * @param {Element} element
 */
export function calmTime(element) {
  const value = getComputedStyle(element).getPropertyValue("--calm").trim();
  const number = Number.parseFloat(value);
  if (!(number > 0)) return 0;
  return value.endsWith("ms") ? number : number * 1000;
}

/**
 * Returns the transform that moves an element from `place` to `tile`.
 * @param {Rectangle} place
 * @param {Rectangle} tile
 */
export function transformTo(place, tile) {
  const x = tile.left + tile.width / 2 - place.left - place.width / 2;
  const y = tile.top + tile.height / 2 - place.top - place.height / 2;
  return `translate(${x}px, ${y}px) scale(${tile.width / place.width}, ${tile.height / place.height})`;
}

/**
 * Whether a part of a rectangle is in the window.
 * @param {Rectangle | null} rectangle
 * @returns {rectangle is Rectangle}
 */
export function isInWindow(rectangle) {
  return rectangle !== null && rectangle.width > 0 && rectangle.height > 0
    && rectangle.left < innerWidth && rectangle.left + rectangle.width > 0
    && rectangle.top < innerHeight && rectangle.top + rectangle.height > 0;
}

/**
 * Animates elements together.
 * @param {AnimatedPart[]} parts
 * @param {number} duration in milliseconds
 * @returns {{ finished: Promise<boolean>, cancel: () => void }} `finished` is `false` after `cancel`. The effect of the
 *   animation stays until it is cancelled.
 */
export function animateTogether(parts, duration) {
  /** @type {KeyframeAnimationOptions} */
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
