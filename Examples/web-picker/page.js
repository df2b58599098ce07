// Copy albumen-picker.js beside this file, or load it from the server: then the browser may ask before the page opens.
import { pick, PickerError } from "./albumen-picker.js";

const server = new URLSearchParams(location.search).get("server") ?? undefined;
const form = document.querySelector("form");
const list = document.querySelector("#items");
const status = document.querySelector("#status");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { kind, limit, representation, ordered, location: place } = form.elements;
  status.textContent = "Choose in the library’s window.";
  try {
    // Called in the click, so that the browser lets the script open a window.
    const items = await pick({
      server,
      application: "Web picker example",
      purpose: "Shows the items in a page.",
      limit: Number(limit.value),
      filter: kind.value === "" ? null : { kind: kind.value },
      representation: representation.value,
      selection: ordered.checked ? "ordered" : "default",
      removes: place.checked ? ["location"] : [],
    });
    status.textContent = items.length === 0 ? "Nothing was chosen." : `${items.length} chosen.`;
    list.replaceChildren(...items.map(draw));
  } catch (error) {
    if (!(error instanceof PickerError)) throw error;
    status.textContent = error.message;
  }
});

/** Draws an item and reads its file. */
function draw(item) {
  const caption = document.createElement("p");
  caption.textContent = `${item.name} (${item.kind})`;
  const element = document.createElement("li");
  element.append(caption);
  show(item, element, caption);
  return element;
}

async function show(item, element, caption) {
  const file = await item.file({
    onProgress: (fraction) => (caption.textContent = `${item.name}: ${Math.round(fraction * 100)} %`),
  });
  const isVideo = file.type.startsWith("video/");
  const media = document.createElement(isVideo ? "video" : "img");
  if (isVideo) media.controls = true;
  else media.alt = item.name;
  media.src = URL.createObjectURL(file);
  element.prepend(media);
  caption.textContent = `${file.name}, ${file.type}, ${file.size} bytes`;
  const video = item.paired();
  if (video === null) return;
  const paired = await video.file();
  caption.textContent += `, with ${paired.name}, ${paired.size} bytes`;
}
