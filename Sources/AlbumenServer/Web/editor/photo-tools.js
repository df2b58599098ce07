import { reasonFor } from "../server/picture-reason.js";
import { ServerError } from "../server/server-connection.js";
import { loadPicture, PictureError } from "../viewer/picture-loading.js";
import { AdjustTool } from "./adjust-tool.js";
import { CropTool } from "./crop/crop-tool.js";
import { FilterTool } from "./filter-tool.js";
import { PhotoPreview } from "./preview/photo-preview.js";
import { words } from "./words.js";

/**
 * Shows a photo in the editor's stage, with the tools for photos.
 * @param {import("./adjustment-editor.js").AdjustmentEditor} editor
 * @param {import("./editor-frame.js").EditorTool[]} [last] further tools behind those for photos
 * @param {() => void} [toolChanged] is called when another tool for photos is shown
 * @returns {import("./adjustment-editor.js").EditedMedia}
 */
export function openPhotoTools({ frame, session }, last = [], toolChanged) {
  const preview = new PhotoPreview();
  const closing = new AbortController();
  const adjust = new AdjustTool(session);
  const filter = new FilterTool(session, preview);
  const crop = new CropTool(session, preview, (text) => frame.announce(text));
  let isCompared = false;
  frame.stage.append(preview.element);
  preview.element.append(crop.frame.element);

  const show = () => {
    const isCropping = frame.tool === crop.name;
    preview.show(isCompared ? {} : session.recipe, { isWhole: isCropping || isCompared });
    crop.frame.isShown = isCropping && !isCompared;
    preview.element.setAttribute("aria-label", words.preview);
  };
  preview.element.setAttribute("role", "group");
  const tools = [adjust, filter, crop].map((tool) => ({
    name: tool.name, label: tool.label, icon: tool.icon, element: tool.element,
    shown: () => {
      show();
      if (tool === filter) filter.shown();
      toolChanged?.();
    },
  }));
  frame.tools = [...tools, ...last];
  session.addEventListener("change", show);

  return {
    async load() {
      const { preview: address, pixelWidth, pixelHeight } = session.adjustments.base;
      try {
        const image = await loadPicture(address, closing.signal);
        preview.element.style.visibility = "";
        preview.setPhoto(image, { width: pixelWidth, height: pixelHeight });
      } catch (error) {
        if (!(error instanceof PictureError)) throw error;
        preview.element.style.visibility = "hidden";
        const reason = await reasonFor(error.address, closing.signal);
        throw new ServerError(reason?.status ?? 0, reason?.code ?? "unreachable", words.notLoaded);
      }
      show();
      if (frame.tool === filter.name) filter.shown();
    },
    compare(isHeld) {
      if (isCompared === isHeld) return;
      isCompared = isHeld;
      show();
    },
    run(action) {
      if (action === "rotate") crop.rotate(1);
      else if (action === "rotateBack") crop.rotate(-1);
      else if (action === "flip") crop.flip();
    },
    close() {
      closing.abort();
      preview.close();
    },
  };
}
