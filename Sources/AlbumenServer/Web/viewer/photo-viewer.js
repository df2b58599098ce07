import { trashAlbum } from "../page-history.js";
import { formatShortDay } from "../words.js";
import "./burst-strip.js";
import { ControlFading } from "./control-fading.js";
import "./facts-panel.js";
import { kindName } from "./facts.js";
import { listenForGestures } from "./stage-gestures.js";
import { ViewerBurst } from "./viewer-burst.js";
import { ViewerControls } from "./viewer-controls.js";
import { commandOf } from "./viewer-keys.js";
import { ViewerLoading } from "./viewer-loading.js";
import { ViewerStage } from "./viewer-stage.js";
import { ViewerTransition } from "./viewer-transition.js";
import { words } from "./words.js";

const keyZoom = 1.5;

/**
 * The commands whose keys scroll the panel, or play and seek a video, if that is in focus.
 * @type {Set<import("./viewer-keys.js").Command>}
 */
const panelKeys = new Set(["first", "last", "play"]);
/** @type {Set<import("./viewer-keys.js").Command>} */
const videoKeys = new Set(["previous", "next", "first", "last", "play"]);

/**
 * `<photo-viewer>`: one photo of a timeline over the whole window, and buttons to its neighbors.
 *
 * Events, which bubble: `viewer-step` ({rank, identifier}) when the reader has stepped to another photo; of quick
 * steps, only the last is reported. `viewer-close` ({rank}) when the viewer is closed. `viewer-action` ({name,
 * identifier}) requests an action of the selection's bar for the photo, `facts-change` (`FactsChange`) a change of
 * other facts, and `burst-change` (`BurstChangeRequest`) another choice among the frames of its burst.
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

  #dialog = document.createElement("dialog");
  #surface = document.createElement("div");
  #backdrop = document.createElement("div");
  #panel = document.createElement("facts-panel");
  #announcement = document.createElement("p");
  #strip = document.createElement("burst-strip");
  #burst = new ViewerBurst(this.#strip, {
    timeline: () => this.#timeline,
    rank: () => this.#rank,
    shown: () => this.#slide?.item,
    signal: () => this.#opening.signal,
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
  #controls = new ViewerControls((command) => this.#run(command));
  /** @type {ViewerStage} */
  #stage = new ViewerStage({
    zoomed: () => this.#controls.showZoom(this.#slide?.zoomable ?? null),
    retry: (rank) => this.#retry(rank),
    turn: (step) => this.#go(this.#rank + step),
  });
  #transition = new ViewerTransition({ surface: this.#surface, stage: this.#stage, backdrop: this.#backdrop });
  #loading = new ViewerLoading({ stage: this.#stage, panel: this.#panel }, {
    timeline: () => this.#timeline,
    rank: () => this.#rank,
    signal: () => this.#opening.signal,
    loaded: (kind) => {
      this.#showCurrent();
      if (kind === "item" && this.#isSettled) this.#settle(this.#rank);
    },
    settled: (rank) => this.#settle(rank),
  });

  /** @type {ViewedTimeline | null} */
  #timeline = null;
  /** The rank on show; -1 before the first photo. */
  #rank = -1;
  /** @type {1 | -1} */
  #direction = 1;
  /**
   * The photo that was announced and reported last.
   * @type {string | null}
   */
  #reported = null;
  #isSettled = false;
  /** @type {ControlFading | null} */
  #fading = null;
  /** Ends listening when the viewer closes. */
  #opening = new AbortController();
  #isClosing = false;
  /** Counts how often the timeline was followed: the answer to an earlier request is ignored. */
  #follows = 0;

  connectedCallback() {
    if (this.firstChild) return;
    this.#backdrop.className = "viewer-backdrop";
    this.#announcement.className = "visually-hidden";
    this.#announcement.setAttribute("aria-live", "polite");
    this.#panel.hidden = true;
    this.#surface.className = "viewer-surface";
    this.#surface.tabIndex = -1;
    this.#strip.calls = {
      show: (identifier, image) => this.#burst.showFrame(identifier, image),
      run: (command) => this.#run(command),
    };
    this.#surface.append(
      ...this.#controls.elements, this.#stage.element, this.#strip, this.#panel, this.#announcement,
    );
    this.#dialog.className = "viewer-dialog";
    this.#dialog.setAttribute("aria-label", words.viewer);
    this.#dialog.append(this.#backdrop, this.#surface);
    this.#controls.showPanel(false);
    this.append(this.#dialog);
    this.#dialog.addEventListener("cancel", (event) => {
      if (event.target !== this.#dialog) return;
      event.preventDefault();
      this.close();
    });
    // The browser may close a dialog without asking.
    this.#dialog.addEventListener("close", () => {
      if (this.#timeline && !this.#dialog.open) this.#finish();
    });
  }

  disconnectedCallback() {
    if (this.#timeline) this.#finish();
  }

  /** The rank on show in the timeline that was opened, or the last rank after closing. */
  get rank() {
    return this.#burst.outerRank ?? this.#rank;
  }

  /** The element that is visible while the viewer is open, for what is shown over it. */
  get surface() {
    return this.#surface;
  }

  get isOpen() {
    return this.#timeline !== null && !this.#isClosing;
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
    const wasOpen = this.#timeline !== null;
    if (timeline !== this.#timeline) this.#begin(timeline);
    if (!wasOpen) {
      const isByKeyboard = document.activeElement?.matches(":focus-visible") ?? false;
      this.#dialog.showModal();
      this.#surface.focus({ preventScroll: true });
      if (isByKeyboard) this.#fading?.keyboardUsed();
      else this.#fading?.show();
    }
    this.#go(rank);
    this.#reported = this.#slide?.item.identifier ?? null;
    if (image) this.#showTile(image);
    if (!wasOpen) this.#transition.open(rect);
  }

  /** Closes into the photo's tile if that is in the window. Dispatches `viewer-close` when that is done. */
  async close() {
    if (!this.isOpen) return;
    this.#isClosing = true;
    this.#loading.stop();
    const tile = document.fullscreenElement ? null : this.rectOf?.(this.rank) ?? null;
    if (await this.#transition.close(tile)) this.#finish();
  }

  get #slide() {
    return this.#stage.current;
  }

  /** @param {ViewedTimeline} timeline */
  #begin(timeline) {
    this.#opening.abort();
    this.#opening = new AbortController();
    const { signal } = this.#opening;
    this.#loading.stop();
    this.#stage.clear();
    this.#timeline = timeline;
    this.#rank = -1;
    this.#direction = 1;
    this.#panel.facts = null;
    this.#controls.showFullScreen(this.#isFull);
    timeline.addEventListener("replace", () => this.#follow(), { signal });
    document.addEventListener("keydown", (event) => this.#keyDown(event), { signal });
    this.#surface.addEventListener("fullscreenchange", () => this.#controls.showFullScreen(this.#isFull), { signal });
    this.#fading = new ControlFading(this.#surface, signal);
    listenForGestures(this.#stage.element, this.#gestureReceiver(), signal);
  }

  /** @returns {import("./stage-gestures.js").GestureReceiver} */
  #gestureReceiver() {
    const viewer = this;
    return {
      get picture() {
        return viewer.#slide?.zoomable ?? null;
      },
      swipe: (x) => this.#stage.swipe(x),
      swipeEnd: (x, velocity) => this.#stage.swipeEnd(x, velocity),
      tap: () => this.#fading?.toggle(),
      hold: () => this.#slide?.live?.play({ withSound: true }) ?? false,
      holdEnd: () => this.#slide?.live?.stop(),
    };
  }

  #finish() {
    const { rank } = this;
    this.#burst.forgetOuter();
    this.#rank = rank;
    this.#burst.hide();
    this.#timeline = null;
    this.#opening.abort();
    this.#loading.stop();
    if (this.#isFull) document.exitFullscreen();
    this.#stage.clear();
    this.#landNow();
    this.#dialog.close();
    this.#announcement.replaceChildren();
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
    this.#slide?.show("tile", copy);
  }

  /** Ends a transition at once; a viewer that was closing is open again. */
  #landNow() {
    this.#isClosing = false;
    this.#transition.end();
  }

  // Stepping

  /** @param {number} rank */
  #go(rank) {
    const timeline = this.#timeline;
    if (timeline === null) return;
    const target = Math.min(timeline.count - 1, Math.max(0, rank));
    if (this.#rank >= 0 && target !== this.#rank) this.#direction = target > this.#rank ? 1 : -1;
    this.#landNow();
    this.#rank = target;
    this.#isSettled = false;
    const neighbors = [target + this.#direction, target - this.#direction]
      .filter((other) => other >= 0 && other < timeline.count);
    this.#stage.show(target, neighbors, timeline);
    this.#showCurrent();
    this.#loading.show(target, neighbors);
  }

  #showCurrent() {
    const slide = this.#slide;
    this.#controls.show(this.#rank, this.#timeline?.count ?? 0, slide?.item, { isInBurst: this.#burst.isEntered });
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
    const { kinds } = this.#slide?.item ?? {};
    if (kinds === undefined) return null;
    return {
      isTrashed: this.#timeline?.collection === trashAlbum,
      isFavorite: kinds.includes("favorite"),
      isHidden: kinds.includes("hidden"),
    };
  }

  /** @param {"favorite" | "hide" | "trash" | "restore"} command */
  #act(command) {
    const identifier = this.#slide?.item.identifier;
    const name = this.#state && actionOf(command, this.#state);
    if (identifier === undefined || name === null) return;
    this.dispatchEvent(new CustomEvent("viewer-action", { bubbles: true, detail: { name, identifier } }));
  }

  /** The panel keeps its facts until newer facts are loaded, so that it doesn't flicker while the reader steps. */
  #showFacts() {
    const facts = this.#slide?.facts ?? null;
    this.#controls.download.facts = facts;
    if (facts) this.#panel.facts = facts;
    else this.#panel.outdate();
  }

  /** @param {number} rank */
  #retry(rank) {
    this.#loading.forget(rank);
    this.#go(this.#rank);
  }

  /**
   * Announces and reports the photo at which stepping has stopped, once it is loaded.
   * @param {number} rank
   */
  #settle(rank) {
    this.#isSettled = true;
    const item = this.#slide?.item;
    if (!item || this.#timeline === null) return;
    const position = { position: rank + 1, count: this.#timeline.count };
    this.#announcement.textContent = this.#burst.isEntered
      ? words.framePosition(position)
      : words.announced({ kind: kindName(item.kinds), ...position, day: formatShortDay(item.day) });
    this.#burst.load(item);
    // The page's address stays that of the photo that was opened.
    if (this.#burst.isEntered) return;
    if (this.#reported !== null && this.#reported !== item.identifier) {
      const detail = { rank, identifier: item.identifier };
      this.dispatchEvent(new CustomEvent("viewer-step", { bubbles: true, detail }));
    }
    this.#reported = item.identifier;
  }

  /**
   * Returns the photo on show, or one beside it. The timeline may have other ranks by now.
   * @param {number} step
   */
  #identifierAt(step) {
    return this.#stage.slide(this.#rank + step)?.item.identifier;
  }

  /** Follows another version of the timeline: stays at the photo on show, or goes to the next if it was deleted. */
  async #follow() {
    const { signal } = this.#opening;
    const timeline = this.#timeline;
    if (timeline === null) return;
    const number = ++this.#follows;
    const shown = this.#identifierAt(0);
    this.#loading.stop();
    try {
      const identifiers = [0, 1, -1].map((step) => this.#identifierAt(step));
      const known = identifiers.flatMap((identifier) => identifier ?? []);
      const ranks = await timeline.ranksOf(known, { signal });
      if (signal.aborted || number !== this.#follows) return;
      // If the reader has stepped meanwhile, the new photo is followed.
      if (this.#identifierAt(0) !== shown) {
        await this.#follow();
        return;
      }
      if (timeline.count === 0) {
        if (!this.#burst.isEntered) this.close();
        return;
      }
      const [rank, ...beside] = identifiers
        .map((identifier) => (identifier === undefined ? null : ranks[known.indexOf(identifier)]));
      let [next, previous] = beside;
      if (rank === null && this.#burst.isLoaded && !this.#burst.isEntered) {
        // Another frame may represent the burst now. The viewer shows it in place of the deleted one.
        const successor = await this.#burst.rankOfSuccessor(timeline, signal);
        if (signal.aborted || number !== this.#follows) return;
        if (successor !== null) [next, previous] = [successor, null];
      }
      if (rank === null) {
        this.#stage.clear();
        this.#rank = next ?? (previous === null ? this.#rank : previous + 1);
      } else {
        this.#stage.renumber(rank);
        this.#rank = rank;
      }
      if (!this.#isClosing) this.#go(this.#rank);
    } catch (error) {
      if (!signal.aborted) this.#loading.fail(this.#rank, error);
    }
  }

  /** Reads the burst of the photo on show again, after a change of the library. */
  async refreshBurst() {
    await this.#burst.refresh();
  }

  // Commands

  get #isFull() {
    return document.fullscreenElement === this.#surface;
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    const command = commandOf(event);
    const { target } = event;
    if (!command || document.fullscreenElement instanceof HTMLVideoElement || !(target instanceof Element)) return;
    // If nothing has the focus, keys go to the body. Other targets are in a dialog over the viewer.
    if (target !== document.body && !this.contains(target)) return;
    // The element in focus may handle the key.
    if (command === "play" && target.closest("button, a")) return;
    if (target.closest("facts-panel") && panelKeys.has(command)) return;
    if (target.matches("video.is-focused-by-key") && videoKeys.has(command)) return;
    event.preventDefault();
    this.#run(command);
  }

  /** @param {import("./viewer-keys.js").Command} command */
  #run(command) {
    if (!this.isOpen) return;
    const slide = this.#slide;
    const picture = slide?.zoomable;
    const middle = { x: 0, y: 0 };
    switch (command) {
      case "close":
        if (this.#controls.download.closeMenu()) break;
        if (this.#burst.isEntered) this.#burst.leave();
        else this.close();
        break;
      case "frames": this.#burst.toggleFrames(); break;
      case "choose": this.#burst.toggleChosen(); break;
      case "keyPhoto": this.#burst.makeKeyPhoto(); break;
      case "keep": this.#burst.keepChosen(); break;
      case "previous": this.#step(-1); break;
      case "next": this.#step(1); break;
      case "first": this.#step(-this.#rank); break;
      case "last": this.#step((this.#timeline?.count ?? 0) - 1 - this.#rank); break;
      case "zoomIn": picture?.zoomBy(keyZoom, middle, { smoothly: true }); break;
      case "zoomOut": picture?.zoomBy(1 / keyZoom, middle, { smoothly: true }); break;
      case "fit": picture?.fit({ smoothly: true }); break;
      case "information": this.#togglePanel(); break;
      case "fullScreen": this.#toggleFullScreen(); break;
      case "play": slide?.togglePlay(); break;
      case "live": slide?.live?.toggle(); break;
      case "favorite": case "hide": case "trash": case "restore": this.#act(command); break;
    }
  }

  /** @param {number} by */
  #step(by) {
    const target = this.#rank + by;
    if (by !== 0 && target >= 0 && target < (this.#timeline?.count ?? 0)) this.#go(target);
  }

  #togglePanel() {
    this.#panel.hidden = !this.#panel.hidden;
    this.#surface.classList.toggle("has-panel", !this.#panel.hidden);
    this.#controls.showPanel(!this.#panel.hidden);
    this.#fading?.show();
    this.#stage.place();
  }

  async #toggleFullScreen() {
    if (!document.fullscreenEnabled) return;
    try {
      if (this.#isFull) await document.exitFullscreen();
      else await this.#surface.requestFullscreen();
    } catch (error) {
      // The browser may refuse, such as if a script pressed the key.
      if (!(error instanceof TypeError)) throw error;
    }
  }
}

customElements.define("photo-viewer", PhotoViewer);

/**
 * Returns the action of a command for a photo, or `null` if it has none.
 * @param {"favorite" | "hide" | "trash" | "restore"} command
 * @param {{ isTrashed: boolean, isFavorite: boolean, isHidden: boolean }} state
 * @returns {import("../editing/selection-bar.js").ActionName | null}
 */
function actionOf(command, { isTrashed, isFavorite, isHidden }) {
  switch (command) {
    case "favorite": return isTrashed ? null : isFavorite ? "unfavorite" : "favorite";
    case "hide": return isTrashed ? null : isHidden ? "unhide" : "hide";
    case "trash": return isTrashed ? "purge" : "trash";
    case "restore": return isTrashed ? "restore" : null;
  }
}
