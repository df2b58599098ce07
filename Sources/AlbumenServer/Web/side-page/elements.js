import { icon } from "../common/icons.js";

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} [className]
 * @param {string} [text]
 */
export function element(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  if (text !== "") made.textContent = text;
  return made;
}

/**
 * @param {string} text
 * @param {() => void} perform
 * @param {string} [className]
 */
export function button(text, perform, className = "text-button") {
  const made = element("button", className, text);
  made.type = "button";
  made.addEventListener("click", perform);
  return made;
}

/**
 * Makes some elements the children of another. In contrast to `replaceChildren`, those that stay in their order keep
 * the focus.
 * @param {Element} parent
 * @param {readonly Element[]} children
 */
export function arrange(parent, children) {
  const kept = new Set(children);
  for (const child of [...parent.children].filter((each) => !kept.has(each))) child.remove();
  for (const [index, child] of children.entries()) {
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  }
}

/**
 * Returns a message with an icon, and a button if there is something to do.
 * @param {{ icon: string, title: string, text?: string, action?: { title: string, perform: () => void } }} content
 */
export function message({ icon: name, title, text = "", action }) {
  const sign = icon(name);
  sign.classList.add("notice-icon");
  const made = element("div", "notice side-page-message");
  made.append(sign, element("h2", "notice-title", title), element("p", "notice-advice", text));
  if (action) made.append(button(action.title, action.perform, "button"));
  return made;
}
