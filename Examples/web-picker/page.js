// Copy albumen-picker.js beside this file (see README.md). Browsers don't let public pages load it from this device.
import { isAvailable, pickOrFile, PickerError } from "./albumen-picker.js";
import { explain } from "./errors.js";

const server = new URLSearchParams(location.search).get("server") ?? undefined;
const form = document.querySelector("form");
const button = form.querySelector("button");
const list = document.querySelector("#items");
const status = document.querySelector("#status");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  const kind = /** @type {import("./albumen-picker.js").Kind | ""} */ (fields.get("kind"));
  button.disabled = true;
  status.textContent = "Choose in the window that opens.";
  try {
    // Called in the click, so that the browser lets the script open a window.
    const items = await pickOrFile({
      server,
      application: "Web picker example",
      purpose: "Shows the items in a page.",
      limit: Number(fields.get("limit")),
      filter: kind === "" ? null : { kind },
      representation: fields.get("representation") === "automatic" ? "automatic" : "compatible",
      selection: fields.has("ordered") ? "ordered" : "default",
      removes: fields.has("location") ? ["location"] : [],
    });
    status.textContent = items.length === 0 ? "Nothing was chosen." : `${items.length} chosen.`;
    list.replaceChildren(...items.map(draw));
  } catch (error) {
    if (!(error instanceof PickerError)) throw error;
    status.textContent = explain(error);
  } finally {
    button.disabled = false;
  }
});

// After the listener, because a server can take a moment to answer.
announce();

async function announce() {
  if (await isAvailable({ server }) === false && status.textContent === "") {
    status.textContent = "No library answers. You can choose files of this device.";
  }
}

/** Draws an item and reads its file. */
function draw(item) {
  const caption = document.createElement("p");
  caption.textContent = item.name;
  const progress = document.createElement("progress");
  const element = document.createElement("li");
  element.append(caption, progress);
  read(item, element, caption, progress);
  return element;
}

async function read(item, element, caption, progress) {
  try {
    const file = await item.file({ onProgress: (fraction) => (progress.value = fraction) });
    show(file, item, element, caption);
    caption.textContent = `${file.name}, ${file.type}, ${file.size} bytes`;
    const paired = await item.paired()?.file();
    if (paired) caption.textContent += `, with ${paired.name}, ${paired.size} bytes`;
  } catch (error) {
    if (!(error instanceof PickerError)) throw error;
    // The other items can still be read.
    caption.textContent = `${item.name}: ${explain(error)}`;
  } finally {
    progress.remove();
  }
}

function show(file, item, element, caption) {
  const isVideo = file.type.startsWith("video/");
  const view = document.createElement(isVideo ? "video" : "img");
  if (view instanceof HTMLVideoElement) view.controls = true;
  else view.alt = item.name;
  view.addEventListener("error", () => {
    // Browsers lack formats such as HEIC, which “As stored” delivers.
    view.remove();
    caption.textContent += " (this browser can’t show it)";
  });
  view.src = URL.createObjectURL(file);
  element.prepend(view);
}
