/**
 * Shows as many frames of a video side by side as fit into an element, undistorted.
 * @param {HTMLElement} element receives a child for each frame
 * @param {{ address: string, count: number }} frames of the video, side by side in one picture
 * @param {number} ratio of a frame's width to its height
 */
export function showFrames(element, { address, count }, ratio) {
  const { clientWidth: width, clientHeight: height } = element;
  if (width === 0 || height === 0) return;
  const shown = Math.max(1, Math.min(count, Math.round(width / (height * ratio))));
  if (element.childElementCount === shown) return;
  element.replaceChildren(...Array.from({ length: shown }, (_, index) => {
    const frame = document.createElement("span");
    const source = Math.min(count - 1, Math.floor(((index + 0.5) / shown) * count));
    frame.style.backgroundImage = `url("${address}")`;
    frame.style.backgroundSize = `${count * 100}% 100%`;
    frame.style.backgroundPositionX = `${count > 1 ? (source / (count - 1)) * 100 : 0}%`;
    return frame;
  }));
}
