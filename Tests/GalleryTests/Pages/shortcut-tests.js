import { SelectionBar } from "/web/editing/selection-bar.js";
import { keysOf, keyText, nameAction, spokenKey } from "/web/shortcuts/key-names.js";
import { actionOf, shortcuts } from "/web/shortcuts/shortcuts.js";
import { words } from "/web/shortcuts/words.js";

function assert(condition, message) {
  if (!condition) throw new Error(message);
}

function assertEqual(found, expected, subject = "") {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  assert(left === right, `${subject}: ${left} instead of ${right}`);
}

const press = (key, options) => new KeyboardEvent("keydown", { key, ...options });
const action = (context, key, options) => actionOf(press(key, options), context) ?? null;

/** Returns the action of a key that an element receives. */
function actionIn(element, context, key) {
  let found = null;
  element.addEventListener("keydown", (event) => (found = actionOf(event, context) ?? null), { once: true });
  element.dispatchEvent(press(key));
  return found;
}

/** Adds a style sheet of the page until it is reloaded. */
function loadStyle(address) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", reject);
  });
  document.head.append(link);
  return loaded;
}

export const tests = {
  "no key has two actions in a context, and / searches everywhere": () => {
    for (const [context, actions] of Object.entries(shortcuts)) {
      const keys = Object.values(actions).flat();
      assertEqual(keys.length, new Set(keys).size, context);
      assertEqual(keys.includes("/"), context === "page", context);
    }
  },
  "each action has a text, and each context a name": () => {
    for (const [context, actions] of Object.entries(shortcuts)) {
      assert(words.contexts[context], context);
      for (const name of Object.keys(actions)) assert(words.actions[context][name], `${context}: ${name}`);
    }
  },
  "keys are read with their modifiers": () => {
    assertEqual(action("grid", "ArrowLeft"), "left");
    assertEqual(action("grid", "ArrowLeft", { altKey: true }), null, "the browser goes back");
    assertEqual(action("selection", "ArrowLeft", { shiftKey: true }), "extend");
    assertEqual(action("selection", "ArrowLeft"), null);
    assertEqual(action("selection", "ArrowLeft", { shiftKey: true, altKey: true }), "back");
    assertEqual(action("selection", "a"), "add");
    assertEqual(action("selection", "a", { ctrlKey: true }), "all");
    assertEqual(action("selection", "A", { metaKey: true }), "all", "Caps Lock");
    assertEqual(action("selection", "A", { ctrlKey: true, shiftKey: true }), null, "the browser's own");
    assertEqual(action("page", "z", { ctrlKey: true }), "undo");
    assertEqual(action("page", "Z", { ctrlKey: true, shiftKey: true }), null, "redo");
  },
  "Shift alone changes nothing, because some keyboards need it": () => {
    assertEqual(action("page", "?", { shiftKey: true }), "help");
    assertEqual(action("grid", "ArrowLeft", { shiftKey: true }), "left");
    assertEqual(action("viewer", "+", { shiftKey: true }), "zoomIn");
    assertEqual(action("viewer", "F", { shiftKey: true }), "fullScreen");
  },
  "characters that need AltGr are keys without modifiers": () => {
    const event = press("+", { ctrlKey: true, altKey: true, modifierAltGraph: true });
    assertEqual(actionOf(event, "viewer"), "zoomIn");
  },
  "letters of other scripts are those of the same key": () => {
    assertEqual(action("selection", "ф", { ctrlKey: true, code: "KeyA" }), "all");
    assertEqual(action("viewer", "ш", { code: "KeyI" }), "information");
    assertEqual(action("viewer", "ä", { code: "Quote" }), null);
  },
  "text fields and unfinished characters receive their keys": () => {
    assertEqual(action("viewer", "i", { isComposing: true }), null);
    for (const name of ["input", "textarea"]) {
      assertEqual(actionIn(document.createElement(name), "page", "?"), null, name);
    }
    const slider = Object.assign(document.createElement("input"), { type: "range" });
    assertEqual(actionIn(slider, "page", "?"), "help", "a slider");
    assertEqual(actionIn(document.createElement("button"), "page", "?"), "help", "a button");
  },
  "keys have short texts, and signs a name that is read aloud": () => {
    assertEqual(keysOf("Alt+Shift+ArrowLeft"), ["Alt", "Shift", "ArrowLeft"]);
    assertEqual([keysOf("+"), keysOf("Control+z")], [["+"], ["Control", "z"]]);
    assertEqual(["ArrowLeft", "z", "Escape"].map((key) => keyText(key)), ["←", "Z", "Esc"]);
    for (const key of Object.values(shortcuts).flatMap((actions) => Object.values(actions).flat()).flatMap(keysOf)) {
      const isSign = keyText(key).length === 1 && !/[A-Z0-9]/.test(keyText(key));
      assertEqual(spokenKey(key) !== null, isSign, key);
    }
  },
  "elements are named with their key": () => {
    const button = document.createElement("button");
    nameAction(button, "selection", "all", "Select All");
    assertEqual(button.getAttribute("aria-label"), "Select All");
    assertEqual(button.getAttribute("aria-keyshortcuts"), "Control+A");
    assert(button.title.startsWith("Select All (") && button.title.endsWith("A)"), button.title);
    nameAction(button, "viewer", "zoomIn", "Larger");
    assertEqual(button.getAttribute("aria-keyshortcuts"), "Plus");
  },
  "actions of the selection that don't fit are in a menu, and the bin stays in the bar": async () => {
    await loadStyle("/web/editing/editing.css");
    const bar = new SelectionBar();
    const frame = document.createElement("div");
    frame.append(bar);
    document.body.append(frame);
    try {
      const resize = async (width) => {
        frame.style.inlineSize = `${width}px`;
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      };
      bar.show(3, ["add", "remove", "favorite", "hide", "trash"]);
      const shown = () => [...bar.querySelectorAll(".selection-action")].filter((each) => each.checkVisibility())
        .map((each) => each.dataset.action ?? "more");
      await resize(1200);
      assertEqual(shown(), ["add", "remove", "favorite", "hide", "trash"]);
      await resize(420);
      const fitting = shown();
      assert(fitting.length < 6 && fitting.includes("trash") && fitting.at(-1) === "more", fitting.join());
      const performed = [];
      bar.addEventListener("selection-action", ({ detail }) => performed.push(detail.name));
      bar.querySelector(".selection-more").click();
      const entries = [...document.querySelectorAll(".popup-menu button")];
      assertEqual(entries.length, 5 - (fitting.length - 1), "the rest is in the menu");
      entries.at(-1).click();
      assertEqual(performed, ["hide"]);
      await resize(1200);
      assertEqual(shown().length, 5);
    } finally {
      frame.remove();
    }
  },
};
