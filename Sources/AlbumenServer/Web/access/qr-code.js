const namespace = "http://www.w3.org/2000/svg";

/**
 * Draws a QR code, dark on light in each colour scheme, because many readers need that.
 * @param {{ size: number, path: string }} code
 * @param {string} label names the code to screen readers
 */
export function qrCode({ size, path }, label) {
  const image = document.createElementNS(namespace, "svg");
  image.setAttribute("viewBox", `0 0 ${size} ${size}`);
  image.setAttribute("class", "qr-code");
  image.setAttribute("role", "img");
  image.setAttribute("aria-label", label);
  image.setAttribute("shape-rendering", "crispEdges");
  const modules = document.createElementNS(namespace, "path");
  modules.setAttribute("d", path);
  image.append(modules);
  return image;
}
