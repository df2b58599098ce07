import { trashAlbum } from "../address/page-history.js";
import "./burst-strip.js";
import { ControlFading } from "./control-fading.js";
import "./facts-panel.js";
import { FullScreen } from "./full-screen.js";
import { actionOf, stateOf } from "./photo-state.js";
import { listenForGestures } from "./stage-gestures.js";
import { TimelineFollowing } from "./timeline-following.js";
import { ViewedPhoto } from "./viewed-photo.js";
import { ViewerBurst } from "./viewer-burst.js";
import { ViewerCommands } from "./viewer-commands.js";
import { ViewerControls } from "./viewer-controls.js";
import { ViewerGestures } from "./viewer-gestures.js";
import { ViewerLoading } from "./viewer-loading.js";
import { viewerMenuPlace, viewerMenuRequest } from "./viewer-menu.js";
import { ViewerPull } from "./viewer-pull.js";
import { ViewerReport } from "./viewer-report.js";
import { ViewerStage } from "./viewer-stage.js";
import { ViewerTransition } from "./viewer-transition.js";
import { ViewerWindow } from "./viewer-window.js";

/**
 * `<photo-viewer>`: one photo of a timeline over the whole window, and buttons to its neighbors.
 *
 * Events, which bubble: `viewer-step` ({rank, identifier}) when the reader has stepped to another photo; of quick
 * steps, only the last is reported. `viewer-close` ({rank}) when the viewer is closed. `viewer-action` ({name,
 * identifier}) requests an action of the selection's bar for the photo, `facts-change` (`FactsChange`) a change of
 * other facts, `burst-change` (`BurstChangeRequest`) another choice among the frames of its burst, and `viewer-menu`
 * (`ViewerMenuRequest`) a menu of its actions.
 *
 * @typedef {import("./viewer-burst.js").ViewedTimeline} ViewedTimeline
 * @typedef {import("../grid/loaded-windows.js").TimelineItem} TimelineItem
 */
export class PhotoViewer extends HTMLElement {
  /**
   * Returns where a photo's tile is, for closing into it.
   * @type {((rank: number) => DOMRect | null) | null}
   */
  rectOf = null;

  #window = new ViewerWindow(() => this.close(), () => {
    if (this.#photo.timeline) this.#finish();
  });
  #surface = this.#window.surface;
  #panel = document.createElement("facts-panel");
  #report = new ViewerReport();
  #strip = document.createElement("burst-strip");
  /** @type {ViewerControls} */
  #controls = new ViewerControls((command) => this.#commands.run(command));
  /** @type {ViewerStage} */
  #stage = new ViewerStage({
    zoomed: () => this.#controls.showZoom(this.#photo.slide?.zoomable ?? null),
    retry: (rank) => this.#retry(rank),
    turn: (step) => this.#go(this.#photo.rank + step),
  });
  #photo = new ViewedPhoto(this.#stage);
  #burst = new ViewerBurst(this.#photo, this.#strip, {
    begin: (timeline) => this.#begin(timeline),
    go: (rank, image = null) => {
      this.#go(rank);
      if (image) this.#showTile(image);
    },
    close: () => this.close(),
    focus: () => this.#surface.focus({ preventScroll: true }),
    stripChanged: () => {
      this.#surface.classList.toggle("has-strip", this.#burst.hasStrip);
      this.#stage.place();
    },
    change: (detail) => this.dispatchEvent(new CustomEvent("burst-change", { bubbles: true, detail })),
  });
  #transition = new ViewerTransition({ surface: this.#surface, stage: this.#stage, backdrop: this.#window.backdrop });
  #pull = new ViewerPull({ surface: this.#surface, stage: this.#stage, backdrop: this.#window.backdrop }, {
    hasPanel: () => !this.#panel.hidden,
    showPanel: (isOpen) => this.#showPanel(isOpen),
    close: () => this.close(),
  });
  #loading = new ViewerLoading(this.#photo, { stage: this.#stage, panel: this.#panel }, {
    loaded: (kind) => {
      this.#showCurrent();
      if (kind === "item" && this.#isSettled) this.#settle(this.#photo.rank);
    },
    settled: (rank) => this.#settle(rank),
  });
  #fullScreen = new FullScreen(this.#surface);
  /** @type {ViewerCommands} */
  #commands = new ViewerCommands(this.#photo, { viewer: this, controls: this.#controls, burst: this.#burst }, {
    close: () => this.close(),
    step: (by) => this.#step(by),
    stepTo: (end) => this.#step((end === "first" ? 0 : this.#photo.count - 1) - this.#photo.rank),
    togglePanel: () => this.#showPanel(this.#panel.hidden),
    toggleFullScreen: () => this.#fullScreen.toggle(),
    openMenu: () => this.#openMenu(null),
    act: (command) => this.#act(command),
  });
  #following = new TimelineFollowing(this.#photo, { stage: this.#stage, burst: this.#burst, loading: this.#loading }, {
    show: (rank) => {
      this.#photo.rank = rank;
      if (!this.#photo.isClosing) this.#go(rank);
    },
    close: () => this.close(),
    failed: (error) => this.#loading.fail(this.#photo.rank, error),
  });

  /** @type {1 | -1} */
  #direction = 1;
  #isSettled = false;
  /** @type {ControlFading | null} */
  #fading = null;

  connectedCallback() {
    if (this.firstChild) return;
    this.#panel.hidden = true;
    this.#strip.calls = {
      show: (identifier, image) => this.#burst.showFrame(identifier, image),
      run: (command) => this.#commands.run(command),
    };
    this.#surface.append(...this.#controls.elements, this.#stage.element, this.#strip, this.#panel, this.#report.element);
    this.#controls.showPanel(false);
    this.append(this.#window.dialog);
  }

  disconnectedCallback() {
    if (this.#photo.timeline) this.#finish();
  }

  /** The rank on show in the timeline that was opened, or the last rank after closing. */
  get rank() {
    return this.#burst.outerRank ?? this.#photo.rank;
  }

  /** The element that is visible while the viewer is open, for what is shown over it. */
  get surface() {
    return this.#surface;
  }

  get isOpen() {
    return this.#photo.isOpen;
  }

  /**
   * Shows a photo. If the viewer is open, there is no transition.
   * @param {object} photo
   * @param {import("../grid/timeline.js").Timeline} photo.timeline
   * @param {number} photo.rank
   * @param {HTMLImageElement | null} [photo.image] the tile's, which is seen at once
   * @param {DOMRect | null} [photo.rect] the tile's, from where the photo grows
   */
  open({ timeline, rank, image = null, rect = null }) {
    if (timeline.count === 0) return;
    this.#landNow();
    this.#burst.forgetOuter();
    const wasOpen = this.#photo.timeline !== null;
    if (timeline !== this.#photo.timeline) this.#begin(timeline);
    if (!wasOpen) {
      const isByKeyboard = document.activeElement?.matches(":focus-visible") ?? false;
      this.#window.dialog.showModal();
      this.#surface.focus({ preventScroll: true });
      if (isByKeyboard) this.#fading?.keyboardUsed();
      else this.#fading?.show();
    }
    this.#go(rank);
    this.#report.opened(this.#photo.item);
    if (image) this.#showTile(image);
    if (!wasOpen) this.#transition.open(rect);
  }

  /** Closes into the photo's tile if that is in the window. Dispatches `viewer-close` when that is done. */
  async close() {
    if (!this.isOpen) return;
    this.#photo.isClosing = true;
    this.#loading.stop();
    const tile = document.fullscreenElement ? null : this.rectOf?.(this.rank) ?? null;
    if (await this.#transition.close(tile)) this.#finish();
  }

  /** @param {ViewedTimeline} timeline */
  #begin(timeline) {
    this.#photo.begin(timeline);
    this.#loading.stop();
    this.#stage.clear();
    const { signal } = this.#photo;
    this.#direction = 1;
    this.#panel.facts = null;
    const showFullScreen = () => this.#controls.showFullScreen(this.#fullScreen.isOn);
    showFullScreen();
    timeline.addEventListener("replace", () => this.#following.follow(), { signal });
    document.addEventListener("keydown", (event) => this.#commands.keyDown(event), { signal });
    document.addEventListener("keyup", (event) => this.#commands.keyUp(event), { signal });
    addEventListener("blur", () => this.#photo.slide?.originals.endComparison(), { signal });
    this.#surface.addEventListener("contextmenu", (event) => this.#menuWanted(event), { signal });
    this.#surface.addEventListener("fullscreenchange", showFullScreen, { signal });
    this.#fading = new ControlFading(this.#surface, signal);
    listenForGestures(this.#stage.element, new ViewerGestures(this.#stage, this.#pull, this.#fading), signal);
  }

  #finish() {
    const { rank } = this;
    this.#burst.forgetOuter();
    this.#photo.rank = rank;
    this.#burst.hide();
    this.#photo.end();
    this.#loading.stop();
    this.#fullScreen.leave();
    this.#stage.clear();
    this.#landNow();
    this.#window.dialog.close();
    this.#report.clear();
    this.dispatchEvent(new CustomEvent("viewer-close", { bubbles: true, detail: { rank } }));
  }

  /**
   * Shows the picture of a tile, in the frame in which the viewer opens.
   * @param {HTMLImageElement} image
   */
  #showTile(image) {
    if (image.naturalWidth === 0) return;
    const copy = new Image();
    copy.draggable = false;
    copy.decoding = "sync";
    copy.src = image.currentSrc || image.src;
    this.#photo.slide?.show("tile", copy);
  }

  /** Ends a transition at once; a viewer that was closing is open again. */
  #landNow() {
    this.#photo.isClosing = false;
    this.#transition.end();
    this.#pull.reset();
  }

  // Stepping

  /** @param {number} rank */
  #go(rank) {
    const timeline = this.#photo.timeline;
    if (timeline === null) return;
    const target = Math.min(timeline.count - 1, Math.max(0, rank));
    if (this.#photo.rank >= 0 && target !== this.#photo.rank) this.#direction = target > this.#photo.rank ? 1 : -1;
    this.#landNow();
    this.#photo.rank = target;
    this.#isSettled = false;
    const neighbors = [target + this.#direction, target - this.#direction]
      .filter((other) => other >= 0 && other < timeline.count);
    this.#stage.show(target, neighbors, timeline);
    this.#showCurrent();
    this.#loading.show(target, neighbors);
  }

  #showCurrent() {
    const slide = this.#photo.slide;
    this.#controls.show(this.#photo.rank, this.#photo.count, slide?.item, { isInBurst: this.#burst.isEntered });
    this.#burst.show();
    this.#controls.showZoom(slide?.zoomable ?? null);
    this.#controls.showState(this.#state);
    // The element that had the focus may have been removed or disabled.
    const focused = document.activeElement;
    if (!focused || focused.matches("body, :disabled")) this.#surface.focus({ preventScroll: true });
    this.#showFacts();
  }

  /** The state of the photo on show; `null` if it is not loaded. */
  get #state() {
    const item = this.#photo.item;
    return item ? stateOf(item, { isTrashed: this.#photo.timeline?.collection === trashAlbum }) : null;
  }

  /** @param {import("./photo-state.js").PhotoCommand} command */
  #act(command) {
    const identifier = this.#photo.item?.identifier;
    const name = this.#state && actionOf(command, this.#state);
    if (identifier === undefined || name === null) return;
    this.dispatchEvent(new CustomEvent("viewer-action", { bubbles: true, detail: { name, identifier } }));
  }

  /** @param {MouseEvent} event */
  #menuWanted(event) {
    const place = viewerMenuPlace(event, this.#surface);
    if (place !== null && this.#openMenu(place)) event.preventDefault();
  }

  /**
   * Asks for the menu of the photo. Returns `false` if the photo is not loaded.
   * @param {import("../dialogs/menu-place.js").MenuPlace | null} place `null` for the middle of the window
   */
  #openMenu(place) {
    const item = this.#photo.item;
    if (item === undefined) return false;
    const run = (/** @type {import("./viewer-keys.js").Command} */ command) => this.#commands.run(command);
    const facts = this.#photo.slide?.facts ?? null;
    const detail = viewerMenuRequest(item, place, { anchor: this.#surface, facts, burst: this.#burst, run });
    this.dispatchEvent(new CustomEvent("viewer-menu", { bubbles: true, detail }));
    return true;
  }

  /** The panel keeps its facts until newer facts are loaded, so that it doesn't flicker while the reader steps. */
  #showFacts() {
    const facts = this.#photo.slide?.facts ?? null;
    this.#controls.download.facts = facts;
    if (facts) this.#panel.facts = facts;
    else this.#panel.outdate();
  }

  /** @param {number} rank */
  #retry(rank) {
    this.#loading.forget(rank);
    this.#go(this.#photo.rank);
  }

  /**
   * Announces and reports the photo at which stepping has stopped, once it is loaded.
   * @param {number} rank
   */
  #settle(rank) {
    this.#isSettled = true;
    const item = this.#photo.item;
    if (!item || this.#photo.timeline === null) return;
    this.#report.announce(item, { position: rank + 1, count: this.#photo.timeline.count }, this.#burst.isEntered);
    this.#burst.load(item);
    // The page's address stays that of the photo that was opened.
    if (this.#burst.isEntered || !this.#report.isStep(item)) return;
    const detail = { rank, identifier: item.identifier };
    this.dispatchEvent(new CustomEvent("viewer-step", { bubbles: true, detail }));
  }

  /** Reads the burst of the photo on show again, after a change of the library. */
  async refreshBurst() {
    await this.#burst.refresh();
  }

  // Commands

  /** @param {number} by */
  #step(by) {
    const target = this.#photo.rank + by;
    if (by !== 0 && target >= 0 && target < this.#photo.count) this.#go(target);
  }

  /** @param {boolean} isOpen */
  #showPanel(isOpen) {
    this.#panel.hidden = !isOpen;
    this.#surface.classList.toggle("has-panel", isOpen);
    this.#controls.showPanel(isOpen);
    this.#fading?.show();
    this.#stage.place();
  }
}

customElements.define("photo-viewer", PhotoViewer);
