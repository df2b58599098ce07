import { ServerError } from "../server/server-connection.js";
import { pageWords as words } from "../common/words.js";

/** If the reader does nothing at first, how long after the start the later modules are loaded. */
const laterMilliseconds = 5000;

const inputEvents = ["pointermove", "pointerdown", "keydown", "wheel", "touchstart"];

/**
 * Loads the modules that the first screen does without: the viewer, the watch of the connection, everything that
 * changes the library, the stream of changes, the questions of programs, the state of the backup, and the sheet of
 * shortcuts.
 */
export async function loadLaterModules() {
  const [
    { ConnectionWatch }, { Editing }, { LiveChanges }, { showShortcuts }, { PickOffer }, { QuestionQueue },
    { QuestionRequests }, { BackupState },
  ] = await Promise.all([
    import("../server/connection-watch.js"), import("../editing/editing.js"), import("../server/live-changes.js"),
    import("../shortcuts/shortcut-sheet.js"), import("../picker/pick-offer.js"),
    import("../questions/question-queue.js"), import("../questions/question-requests.js"),
    import("../backup/backup-state.js"),
    import("../viewer/photo-viewer.js"),
    loadStyle("/web/viewer/viewer.css"), loadStyle("/web/editing/editing.css"),
    loadStyle("/web/shortcuts/shortcuts.css"), loadStyle("/web/picker/pick-offer.css"),
    loadStyle("/web/questions/questions.css"),
  ]);
  return {
    BackupState, ConnectionWatch, Editing, LiveChanges, PickOffer, QuestionQueue, QuestionRequests, showShortcuts,
  };
}

/** Loads the views of years and months. */
export async function loadPeriodOverview() {
  await Promise.all([import("../periods/period-overview.js"), loadStyle("/web/periods/period-overview.css")]);
  return document.createElement("period-overview");
}

/** Loads the editor. */
export async function loadEditor() {
  const [{ openEditor }] = await Promise.all([import("../editor/editor.js"), loadStyle("/web/editor/editor.css")]);
  return openEditor;
}

/** Loads the dialog that brings photos over from other programs, and the undo of an import. */
export async function loadImports() {
  const [{ ImportDialog }, { undoImport }] = await Promise.all([
    import("../imports/import-dialog.js"), import("../imports/import-undo.js"),
    loadStyle("/web/editing/editing.css"), loadStyle("/web/imports/imports.css"),
  ]);
  return { ImportDialog, undoImport };
}

/** Loads what adds files of this device. */
export async function loadUploads() {
  const [{ Uploads }, { isSharingConfirmed }] = await Promise.all([
    import("../uploads/uploads.js"), import("../uploads/sharing-question.js"),
    loadStyle("/web/uploads/uploads.css"), loadStyle("/web/editing/editing.css"),
  ]);
  return { Uploads, isSharingConfirmed };
}

/**
 * Calls a function when the reader first moves, or has looked at the page for a while. Tries again later if it fails.
 * @param {() => Promise<boolean>} load returns whether it succeeded
 */
export function whenReaderMoves(load) {
  const begun = new AbortController();
  const begin = async () => {
    begun.abort();
    clearTimeout(timer);
    if (!await load()) setTimeout(() => whenReaderMoves(load), laterMilliseconds);
  };
  const timer = setTimeout(begin, laterMilliseconds);
  for (const type of inputEvents) {
    addEventListener(type, begin, { signal: begun.signal, passive: true, capture: true });
  }
}

/**
 * Adds a style sheet, unless the page has it, and waits until it applies.
 * @param {string} address
 */
function loadStyle(address) {
  const present = document.querySelector(`link[href="${address}"]`);
  if (present instanceof HTMLLinkElement && present.sheet !== null) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  /** @type {Promise<void>} */
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      reject(new ServerError(0, "unreachable", words.unreachable));
    });
  });
  document.head.append(link);
  return loaded;
}
