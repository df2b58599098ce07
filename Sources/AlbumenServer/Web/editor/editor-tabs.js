import { icon } from "../common/icons.js";
import { words } from "./words.js";

/** @typedef {{ name: string, label: string, icon: string, element: HTMLElement, shown?: () => void }} EditorTool */

/** The tabs of the editor's tools, and the panel with the chosen tool. */
export class EditorTabs {
  #list = document.createElement("div");
  #panel = document.createElement("div");
  /** @type {readonly EditorTool[]} */
  #tools = [];
  #chosen = "";

  constructor() {
    this.#list.className = "editor-tabs";
    this.#list.setAttribute("role", "tablist");
    this.#list.setAttribute("aria-label", words.tools);
    this.#list.addEventListener("keydown", (event) => this.#keyDown(event));
    this.#panel.className = "editor-panel";
    this.#panel.id = "editor-panel";
    this.#panel.setAttribute("role", "tabpanel");
  }

  /** The tabs and the panel. */
  get elements() {
    return [this.#list, this.#panel];
  }

  /** @param {readonly EditorTool[]} tools the first is shown */
  set tools(tools) {
    this.#tools = tools;
    this.#list.replaceChildren(...tools.map((tool) => this.#tab(tool)));
    this.choose(tools[0].name);
  }

  /** The name of the tool that is shown. */
  get chosen() {
    return this.#chosen;
  }

  /** @param {string} name of a tool */
  choose(name) {
    const tool = this.#tools.find((each) => each.name === name);
    if (tool === undefined) return;
    this.#chosen = name;
    for (const [index, tab] of [...this.#list.children].entries()) {
      const isChosen = this.#tools[index] === tool;
      tab.setAttribute("aria-selected", String(isChosen));
      if (tab instanceof HTMLElement) tab.tabIndex = isChosen ? 0 : -1;
    }
    this.#panel.replaceChildren(tool.element);
    this.#panel.setAttribute("aria-labelledby", `editor-tab-${name}`);
    tool.shown?.();
  }

  /** Focuses the tab of the tool that is shown. */
  focus() {
    const tab = this.#list.querySelector("[aria-selected=true]");
    if (tab instanceof HTMLElement) tab.focus({ preventScroll: true });
  }

  /** @param {EditorTool} tool */
  #tab({ name, label, icon: iconName }) {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = `editor-tab-${name}`;
    tab.className = "editor-tab";
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", this.#panel.id);
    const text = document.createElement("span");
    text.textContent = label;
    tab.append(icon(iconName), text);
    tab.addEventListener("click", () => this.choose(name));
    return tab;
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    const tabs = [...this.#list.children];
    const at = tabs.findIndex((tab) => tab === document.activeElement);
    /** @type {Record<string, number>} */
    const targets = {
      ArrowRight: (at + 1) % tabs.length, ArrowLeft: (at + tabs.length - 1) % tabs.length, Home: 0,
      End: tabs.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined || at < 0) return;
    event.preventDefault();
    this.choose(this.#tools[target].name);
    const tab = tabs[target];
    if (tab instanceof HTMLElement) tab.focus();
  }
}
