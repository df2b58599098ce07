import { icon } from "../common/icons.js";
import { tileSizes } from "./tile-sizes.js";
import { words } from "./words.js";

/**
 * Draws the control for the size of the photos: a slider between two buttons.
 * @param {import("./photo-grid.js").PhotoGrid} grid
 */
export function drawTileSizeControl(grid) {
  const control = document.createElement("div");
  control.className = "tile-size";
  control.setAttribute("role", "group");
  control.setAttribute("aria-label", words.tileSize);
  const slider = document.createElement("input");
  slider.type = "range";
  slider.className = "tile-size-slider";
  slider.min = "0";
  slider.max = String(tileSizes.length - 1);
  slider.step = "1";
  slider.setAttribute("aria-label", words.tileSize);
  slider.addEventListener("input", () => (grid.tileSize = Number(slider.value)));
  const smaller = button("zoom-out", words.smaller, () => (grid.tileSize -= 1));
  const larger = button("zoom-in", words.larger, () => (grid.tileSize += 1));
  const show = () => {
    const size = grid.tileSize;
    slider.value = String(size);
    slider.setAttribute("aria-valuetext", words.tileSizes[size]);
    // A disabled button would lose the focus.
    smaller.setAttribute("aria-disabled", String(size === 0));
    larger.setAttribute("aria-disabled", String(size === tileSizes.length - 1));
  };
  grid.addEventListener("tile-size", show);
  show();
  control.append(smaller, slider, larger);
  return control;
}

/**
 * @param {string} drawing
 * @param {string} label
 * @param {() => void} press
 */
function button(drawing, label, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "icon-button";
  made.title = label;
  made.setAttribute("aria-label", label);
  made.append(icon(drawing));
  made.addEventListener("click", press);
  return made;
}
