/**
 * A plain word about a photo, over its picture.
 * @param {object} content
 * @param {string} content.text
 * @param {{ name: string, do: () => void }} [content.action]
 * @param {{ name: string, address: string, file: string }} [content.download]
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
