/**
 * Returns a message over the picture of a photo.
 * @typedef {object} SlideNotice
 * @property {string} text
 * @property {{ name: string, do: () => void }} [action]
 * @property {{ name: string, address: string, file: string }} [download]
 * @param {SlideNotice} content
 */
export function slideNotice({ text, action, download }) {
  const notice = document.createElement("div");
  notice.className = "viewer-notice";
  notice.setAttribute("role", "status");
  const paragraph = document.createElement("p");
  paragraph.textContent = text;
  notice.append(paragraph);
  if (action) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = action.name;
    button.addEventListener("click", () => action.do());
    notice.append(button);
  }
  if (download) {
    const link = document.createElement("a");
    link.className = "button";
    link.href = download.address;
    link.download = download.file;
    link.textContent = download.name;
    notice.append(link);
  }
  return notice;
}
