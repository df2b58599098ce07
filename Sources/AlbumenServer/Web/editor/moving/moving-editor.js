import { openPhotoTools } from "../photo-tools.js";
import { MovieStage } from "./movie-stage.js";
import { MovieTool } from "./movie-tool.js";

/** @typedef {import("../adjustment-editor.js").EditedMedia} EditedMedia */

/**
 * Shows a video or a Live Photo in the editor's stage, with its tools. A Live Photo also has the tools for photos.
 * @param {import("../adjustment-editor.js").AdjustmentEditor} editor
 * @param {import("../../server/library.js").Library} library
 * @returns {EditedMedia}
 */
export function openMovingEditor(editor, library) {
  const { frame, session } = editor;
  const stage = new MovieStage(library);
  const tool = new MovieTool(session, stage, (text) => frame.announce(text));
  const show = (/** @type {boolean} */ isShown) => {
    stage.isShown = isShown;
  };
  const last = {
    name: tool.name, label: tool.label, icon: tool.icon, element: tool.element, shown: () => show(true),
  };
  const isLive = session.adjustments.kind === "livePhoto";
  // The tools for photos show the photo of a Live Photo.
  const photo = isLive ? openPhotoTools(editor, [last], () => show(false)) : null;
  if (photo === null) frame.tools = [last];
  frame.stage.append(stage.element);

  return {
    async load() {
      const { video } = session.adjustments.base;
      await Promise.all([photo?.load(), video ? stage.load(video) : null]);
      tool.load();
    },
    compare(isHeld) {
      photo?.compare(isHeld);
      tool.compare(isHeld);
    },
    run(action) {
      photo?.run(action);
    },
    close() {
      photo?.close();
      tool.close();
      stage.close();
    },
  };
}
