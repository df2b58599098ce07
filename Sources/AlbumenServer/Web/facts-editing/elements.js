/**
 * Creates an element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 * @param {(Node | string)[]} content
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, className, ...content) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

/**
 * Creates a field with its name above it.
 * @param {string} name
 * @param {HTMLElement} field
 */
export function labelled(name, field) {
  return element("label", "ask-field", element("span", "", name), field);
}

/**
 * Creates a choice.
 * @param {string} group names the choices that exclude each other
 * @param {string} value
 * @param {string} text
 * @param {boolean} isChecked
 */
export function choice(group, value, text, isChecked) {
  const input = element("input", "");
  input.type = "radio";
  input.name = group;
  input.value = value;
  input.checked = isChecked;
  return { input, row: element("label", "fact-choice", input, element("span", "", text)) };
}

/**
 * Creates a list to choose from.
 * @param {{ value: string, text: string }[]} options
 * @param {string} chosen
 */
export function select(options, chosen) {
  const made = element("select", "fact-select");
  made.append(...options.map(({ value, text }) => {
    const option = element("option", "", text);
    option.value = value;
    return option;
  }));
  made.value = chosen;
  return made;
}
