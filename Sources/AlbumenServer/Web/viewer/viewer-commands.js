import { commandOf } from "./viewer-keys.js";

/** @typedef {import("./viewer-keys.js").Command} Command */

const keyZoom = 1.5;

/**
 * The commands whose keys belong to the browser if the panel is in focus: they scroll it, or open the menu of a link.
 * @type {Set<Command>}
 */
const panelKeys = new Set(["first", "last", "play", "menu"]);

/**
 * What the commands need of the viewer.
 * @typedef {object} CommandCalls
 * @property {() => void} close
 * @property {(by: number) => void} step
 * @property {(end: "first" | "last") => void} stepTo
 * @property {() => void} togglePanel
 * @property {() => void} toggleFullScreen
 * @property {() => void} openMenu
 * @property {(command: import("./photo-state.js").PhotoCommand) => void} act
 */

/** Carries out the viewer's commands, which come from keys and buttons. */
export class ViewerCommands {
  #photo;
  #viewer;
  #controls;
  #burst;
  #calls;

  /**
   * @param {import("./viewed-photo.js").ViewedPhoto} photo
   * @param {object} parts
   * @param {HTMLElement} parts.viewer
   * @param {import("./viewer-controls.js").ViewerControls} parts.controls
   * @param {import("./viewer-burst.js").ViewerBurst} parts.burst
   * @param {CommandCalls} calls
   */
  constructor(photo, { viewer, controls, burst }, calls) {
    this.#photo = photo;
    this.#viewer = viewer;
    this.#controls = controls;
    this.#burst = burst;
    this.#calls = calls;
  }

  /** @param {KeyboardEvent} event */
  keyDown(event) {
    const command = commandOf(event);
    const { target } = event;
    if (!command || document.fullscreenElement instanceof HTMLVideoElement || !(target instanceof Element)) return;
    // If nothing has the focus, keys go to the body. Other targets are in a dialog over the viewer.
    if (target !== document.body && !this.#viewer.contains(target)) return;
    // The reader copies a text.
    if (command === "copyEdit" && getSelection()?.isCollapsed === false) return;
    // The element in focus may handle the key.
    if (command === "play" && target.closest("button, a")) return;
    if (target.closest("facts-panel") && panelKeys.has(command)) return;
    event.preventDefault();
    this.run(command);
  }

  /**
   * Ends what lasts as long as a key is held.
   * @param {KeyboardEvent} event
   */
  keyUp(event) {
    if (commandOf(event) === "compare") this.#photo.slide?.originals.endComparison();
  }

  /** @param {Command} command */
  run(command) {
    if (!this.#photo.isOpen) return;
    const slide = this.#photo.slide;
    const picture = slide?.zoomable;
    const middle = { x: 0, y: 0 };
    switch (command) {
      case "close":
        if (this.#controls.download.closeMenu()) break;
        if (this.#burst.isEntered) this.#burst.leave();
        else this.#calls.close();
        break;
      case "frames": this.#burst.toggleFrames(); break;
      case "choose": this.#burst.toggleChosen(); break;
      case "keyPhoto": this.#burst.makeKeyPhoto(); break;
      case "keep": this.#burst.keepChosen(); break;
      case "previous": this.#calls.step(-1); break;
      case "next": this.#calls.step(1); break;
      case "first": case "last": this.#calls.stepTo(command); break;
      case "zoomIn": picture?.zoomBy(keyZoom, middle, { smoothly: true }); break;
      case "zoomOut": picture?.zoomBy(1 / keyZoom, middle, { smoothly: true }); break;
      case "fit": picture?.fit({ smoothly: true }); break;
      case "actual": picture?.toggle(); break;
      case "originals": slide?.originals.toggle(); break;
      case "compare": slide?.originals.compare(); break;
      case "information": this.#calls.togglePanel(); break;
      case "fullScreen": this.#calls.toggleFullScreen(); break;
      case "play": slide?.togglePlay(); break;
      case "live": slide?.live?.toggle(); break;
      case "menu": this.#calls.openMenu(); break;
      default: this.#calls.act(command);
    }
  }
}
