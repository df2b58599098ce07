import { ServerError } from "../library.js";
import { trashAlbum } from "../page-history.js";
import { formatShortDay } from "../words.js";
import "./burst-strip.js";
import { BurstTimeline } from "./burst-timeline.js";
import { ControlFading } from "./control-fading.js";
import "./facts-panel.js";
import { kindName } from "./facts.js";
import { loadPicture } from "./picture-loading.js";
import { SlideLoader } from "./slide-loader.js";
import { listenForGestures } from "./stage-gestures.js";
import { ViewerControls } from "./viewer-controls.js";
import { commandOf } from "./viewer-keys.js";
import { ViewerStage } from "./viewer-stage.js";
import { ViewerTransition } from "./viewer-transition.js";
import { words } from "./words.js";

const keyZoom = 1.5;

/** The commands whose keys scroll the panel, or play and seek a video, when that is in focus. */
const panelKeys = ["first", "last", "play"];
const videoKeys = ["previous", "next", "first", "last", "play"];

/**
 * `<photo-viewer>`: one photo of a timeline over the whole window, and the way to its neighbours.
 *
 * Events, which bubble: `viewer-step` ({rank, identifier}) when the reader has stepped to another photo; of steps that
 * follow each other quickly only the last is told. `viewer-close` ({rank}) when it is closed, whoever closed it.
 * `viewer-action` ({name, identifier}) asks for something to be done with the photo, as the selection's bar names it;
 * `facts-change` ({identifier, change}) for other facts of it; `burst-change` ({asset, frames, kept} or {asset, key})
 * for another choice among the frames of its burst.
 *
 * A photo of a burst has a strip with all frames. If the reader picks another frame, the viewer shows the frames in
 * place of the timeline until the reader leaves the burst.
 */
export class PhotoViewer extends HTMLElement {
  /** Where a photo's tile is, for closing into it. @type {((rank: number) => DOMRect | null) | null} */
  rectOf = null;

  #dialog = document.createElement("dialog");
  #surface = document.createElement("div");
  #backdrop = document.createElement("div");
  #panel = document.createElement("facts-panel");
  #announcement = document.createElement("p");
  #strip = document.createElement("burst-strip");
  #controls = new ViewerControls((command) => this.#run(command));
  #stage = new ViewerStage({
    zoomed: () => this.#controls.showZoom(this.#slide?.zoomable ?? null),
    retry: (rank) => this.#retry(rank),
    turn: (step) => this.#go(this.#rank + step),
  });
  #transition = new ViewerTransition({ surface: this.#surface, stage: this.#stage, backdrop: this.#backdrop });
  #loader = new SlideLoader({
    load: (rank, kind, signal) => this.#load(rank, kind, signal),
    deliver: (rank, kind, answer) => this.#receive(rank, kind, answer),
    settled: (rank) => this.#settle(rank),
  });

  /** @type {import("../grid/timeline.js").Timeline | null} */
  #timeline = null;
  #rank = null;
  #direction = 1;
  /** The photo that was announced and told last. */
  #told = null;
  #isSettled = false;
  #fading = null;
  /** Ends listening when the viewer closes. */
  #opening = new AbortController();
  #isClosing = false;
  /** The burst of the photo on show, once it is read. @type {BurstTimeline | null} */
  #burst = null;
  /** The timeline, rank and identifier that were on show before the frames of a burst; null outside of a burst. */
  #outer = null;
  #hadStrip = false;
  /** How often the timeline was followed: an answer to an earlier question is none. */
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
      show: (identifier, image) => this.#showFrame(identifier, image),
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

  /** The rank on show, in the timeline that was opened; after closing, the one that was; null before. */
  get rank() {
    return this.#outer?.rank ?? this.#rank;
  }

  /** What of the viewer is seen, for what is to be seen over it. */
  get surface() {
    return this.#surface;
  }

  get isOpen() {
    return this.#timeline !== null && !this.#isClosing;
  }

  /**
   * Shows a photo. Where the viewer is open it goes there without a transition.
   * @param {object} photo
   * @param {import("../grid/timeline.js").Timeline} photo.timeline
   * @param {number} photo.rank
   * @param {HTMLImageElement | null} [photo.image] the tile's, so that something is seen at once
   * @param {DOMRect | null} [photo.rect] the tile's, from where the photo grows
   */
  open({ timeline, rank, image = null, rect = null }) {
    if (timeline.count === 0) return;
    this.#landNow();
    this.#outer = null;
    const wasOpen = this.#timeline !== null;
    if (timeline !== this.#timeline) this.#begin(timeline);
    if (!wasOpen) {
      const isByKeyboard = document.activeElement?.matches(":focus-visible") ?? false;
      this.#dialog.showModal();
      this.#surface.focus({ preventScroll: true });
      if (isByKeyboard) this.#fading.keyboardUsed();
      else this.#fading.show();
    }
    this.#go(rank);
    this.#told = this.#slide?.item.identifier ?? null;
    if (image?.naturalWidth > 0) this.#showTile(image);
    if (!wasOpen) this.#transition.open(rect);
  }

  /** Closes into the photo's tile where that is in the window. `viewer-close` tells when it is done. */
  async close() {
    if (!this.isOpen) return;
    this.#isClosing = true;
    this.#loader.stop();
    const tile = document.fullscreenElement ? null : this.rectOf?.(this.rank);
    if (await this.#transition.close(tile)) this.#finish();
  }

  get #slide() {
    return this.#stage.current;
  }

  #begin(timeline) {
    this.#opening.abort();
    this.#opening = new AbortController();
    const { signal } = this.#opening;
    this.#loader.stop();
    this.#stage.clear();
    this.#timeline = timeline;
    this.#rank = null;
    this.#direction = 1;
    this.#panel.facts = null;
    this.#controls.showFullScreen(this.#isFull);
    timeline.addEventListener("replace", () => this.#follow(), { signal });
    document.addEventListener("keydown", (event) => this.#keyDown(event), { signal });
    this.#surface.addEventListener("fullscreenchange", () => this.#controls.showFullScreen(this.#isFull), { signal });
    this.#fading = new ControlFading(this.#surface, signal);
    listenForGestures(this.#stage.element, this.#gestureReceiver(), signal);
  }

  #gestureReceiver() {
    const viewer = this;
    return {
      get picture() {
        return viewer.#slide?.zoomable ?? null;
      },
      swipe: (x) => this.#stage.swipe(x),
      swipeEnd: (x, velocity) => this.#stage.swipeEnd(x, velocity),
      tap: () => this.#fading.toggle(),
      hold: () => this.#slide?.live?.play({ withSound: true }) ?? false,
      holdEnd: () => this.#slide?.live?.stop(),
    };
  }

  #finish() {
    const { rank } = this;
    this.#outer = null;
    this.#rank = rank;
    this.#hideBurst();
    this.#timeline = null;
    this.#opening.abort();
    this.#loader.stop();
    if (this.#isFull) document.exitFullscreen();
    this.#stage.clear();
    this.#landNow();
    this.#dialog.close();
    this.#announcement.replaceChildren();
    this.dispatchEvent(new CustomEvent("viewer-close", { bubbles: true, detail: { rank } }));
  }

  /** Shows what the tile shows, in the frame in which the viewer opens. */
  #showTile(image) {
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

  #go(rank) {
    const target = Math.min(this.#timeline.count - 1, Math.max(0, rank));
    if (this.#rank !== null && target !== this.#rank) this.#direction = Math.sign(target - this.#rank);
    this.#landNow();
    this.#rank = target;
    this.#isSettled = false;
    const neighbours = [target + this.#direction, target - this.#direction]
      .filter((other) => other >= 0 && other < this.#timeline.count);
    this.#stage.show(target, neighbours, this.#timeline);
    this.#showCurrent();
    this.#loader.show(target, neighbours);
  }

  #showCurrent() {
    const slide = this.#slide;
    this.#controls.show(this.#rank, this.#timeline.count, slide?.item, { isInBurst: this.#outer !== null });
    this.#showStrip();
    this.#controls.showZoom(slide?.zoomable ?? null);
    this.#controls.showState(this.#state);
    // What had the focus may be gone, or a button that can no longer be used.
    const focused = document.activeElement;
    if (!focused || focused.matches("body, :disabled")) this.#surface.focus({ preventScroll: true });
    this.#showFacts();
  }

  /** What can be done with the photo on show; null while that is not known. */
  get #state() {
    const { kinds } = this.#slide?.item ?? {};
    if (kinds === undefined) return null;
    return {
      isTrashed: this.#timeline.collection === trashAlbum,
      isFavorite: kinds.includes("favorite"),
      isHidden: kinds.includes("hidden"),
    };
  }

  #act(command) {
    const state = this.#state;
    if (state === null) return;
    const { isTrashed, isFavorite, isHidden } = state;
    const name = {
      favorite: isTrashed ? null : isFavorite ? "unfavorite" : "favorite",
      hide: isTrashed ? null : isHidden ? "unhide" : "hide",
      trash: isTrashed ? "purge" : "trash",
      restore: isTrashed ? "restore" : null,
    }[command];
    if (name === null) return;
    const detail = { name, identifier: this.#slide.item.identifier };
    this.dispatchEvent(new CustomEvent("viewer-action", { bubbles: true, detail }));
  }

  /** The panel keeps what it shows until something newer is known, so that stepping does not make it flicker. */
  #showFacts() {
    const facts = this.#slide?.facts ?? null;
    this.#controls.download.facts = facts;
    if (facts) this.#panel.facts = facts;
    else this.#panel.outdate();
  }

  #retry(rank) {
    this.#loader.forget(rank);
    this.#go(this.#rank);
  }

  /** Announces and tells the photo at which stepping has stopped, once it is known. */
  #settle(rank) {
    this.#isSettled = true;
    const item = this.#slide?.item;
    if (!item) return;
    const position = { position: rank + 1, count: this.#timeline.count };
    this.#announcement.textContent = this.#outer === null
      ? words.announced({ kind: kindName(item.kinds), ...position, day: formatShortDay(item.day) })
      : words.framePosition(position);
    this.#loadBurst(item);
    // The page's address stays that of the photo that was opened.
    if (this.#outer !== null) return;
    if (this.#told !== null && this.#told !== item.identifier) {
      const detail = { rank, identifier: item.identifier };
      this.dispatchEvent(new CustomEvent("viewer-step", { bubbles: true, detail }));
    }
    this.#told = item.identifier;
  }

  /** The photo on show or beside it, also where the timeline has other ranks by now. */
  #identifierAt(step) {
    return this.#stage.slide(this.#rank + step)?.item.identifier;
  }

  /** The timeline has another version: stays at the photo on show; where that is gone, goes to the next. */
  async #follow() {
    const { signal } = this.#opening;
    const timeline = this.#timeline;
    const number = ++this.#follows;
    const shown = this.#identifierAt(0);
    this.#loader.stop();
    try {
      const steps = [0, 1, -1].filter((step) => this.#identifierAt(step) !== undefined);
      const ranks = await timeline.ranksOf(steps.map((step) => this.#identifierAt(step)), { signal });
      if (signal.aborted || number !== this.#follows) return;
      // The reader has gone on meanwhile: it is looked for from there.
      if (this.#identifierAt(0) !== shown) {
        await this.#follow();
        return;
      }
      if (timeline.count === 0) {
        if (this.#outer === null) this.close();
        return;
      }
      let [rank, next, previous] = [0, 1, -1].map((step) => ranks[steps.indexOf(step)] ?? null);
      if (rank === null && this.#burst !== null && this.#outer === null) {
        // Another frame may represent the burst now. The viewer shows it in place of the deleted one.
        const successor = await this.#rankOfBurst(timeline, signal);
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
      // What closes goes on closing.
      if (!this.#isClosing) this.#go(this.#rank);
    } catch (error) {
      if (!signal.aborted) this.#fail(this.#rank, error);
    }
  }

  // Loading

  async #load(rank, kind, signal) {
    const timeline = this.#timeline;
    if (kind === "item") {
      if (!timeline.item(rank)) await timeline.load(rank, rank, { signal });
      return timeline.item(rank);
    }
    const { identifier, content } = this.#loader.value(rank, "item");
    const { library } = timeline;
    if (kind === "facts") return library.asset(identifier, { signal });
    const address = kind === "preview"
      ? library.previewAddress(identifier, content) : library.thumbnailAddress(identifier, content);
    return loadPicture(address, signal);
  }

  #receive(rank, kind, { value, error }) {
    if (kind === "item" && value) {
      this.#stage.add(rank, this.#timeline);
      if (rank !== this.#rank) return;
      this.#showCurrent();
      if (this.#isSettled) this.#settle(rank);
      return;
    }
    const slide = this.#stage.slide(rank);
    // A thumbnail that does not come is no matter where the preview does.
    if (error) {
      if (kind !== "thumbnail") this.#fail(rank, error, kind);
    } else if (kind === "facts" && slide) {
      slide.facts = value;
      if (rank === this.#rank) this.#showCurrent();
    } else if (value) slide?.show(kind, value);
  }

  async #fail(rank, error, kind) {
    const { signal } = this.#opening;
    const slide = this.#stage.slide(rank);
    if (kind !== "preview" && rank === this.#rank && !slide?.facts) {
      this.#panel.failure = error.status === 404 ? words.gone : words.withReason(words.noFacts, error.message);
    }
    // Without facts the picture is seen all the same, unless it is gone as well.
    if (kind === "facts" && error.status !== 404) return;
    try {
      if (slide) await slide.fail(error, signal);
      else if (rank === this.#rank) this.#stage.tell(words.withReason(words.noPicture, error.message));
    } catch (failure) {
      if (!signal.aborted) throw failure;
    }
  }

  // Bursts

  /** Reads the burst again, after a change of the library. */
  async refreshBurst() {
    const burst = this.#burst;
    if (burst === null) return;
    const isRead = await this.#readBurst(burst, this.#opening.signal);
    if (!isRead || burst !== this.#burst) return;
    if (burst.count > 1) this.#showStrip();
    else if (this.#outer !== null) await this.#leaveBurst();
    else this.#hideBurst();
  }

  /** Reads the burst of a photo once stepping has stopped at it. */
  async #loadBurst(item) {
    if (this.#outer !== null || this.#burst?.rankIn(item.identifier) >= 0) return;
    this.#hideBurst();
    const timeline = this.#timeline;
    if (!item.kinds.includes("burst") || timeline.collection === trashAlbum) return;
    const burst = new BurstTimeline(timeline.library, timeline.collection, item.identifier);
    const isRead = await this.#readBurst(burst, this.#opening.signal);
    if (!isRead || timeline !== this.#timeline || this.#slide?.item.identifier !== item.identifier) return;
    if (burst.count < 2) return;
    this.#burst = burst;
    this.#showStrip();
  }

  /** Returns false if the burst can't be read; the photo is shown without its strip. */
  async #readBurst(burst, signal) {
    try {
      await burst.read({ signal });
      return !signal.aborted;
    } catch (error) {
      if (signal.aborted || error instanceof ServerError) return false;
      throw error;
    }
  }

  /** Returns the rank of the frame that represents the burst now, or of a kept frame; null if the timeline has neither. */
  async #rankOfBurst(timeline, signal) {
    const burst = this.#burst;
    if (!await this.#readBurst(burst, signal) || burst.key === null) return null;
    const ranks = await timeline.ranksOf([burst.key, ...burst.kept].slice(0, 100), { signal });
    return ranks.find((rank) => rank !== null) ?? null;
  }

  #showStrip() {
    const shown = this.#slide?.item.identifier;
    const isShown = this.#burst !== null && this.#burst.rankIn(shown) >= 0;
    if (isShown) this.#strip.show(this.#burst, shown);
    else if (!this.#strip.hidden) this.#strip.hide();
    if (this.#surface.classList.toggle("has-strip", isShown) !== this.#hadStrip) {
      this.#hadStrip = isShown;
      this.#stage.place();
    }
  }

  #hideBurst() {
    this.#burst = null;
    this.#showStrip();
  }

  #showFrame(identifier, image = null) {
    const burst = this.#burst;
    const rank = burst?.rankIn(identifier) ?? -1;
    if (rank < 0) return;
    if (this.#outer === null) {
      if (identifier === this.#slide?.item.identifier) return;
      this.#outer = { timeline: this.#timeline, rank: this.#rank, identifier: this.#slide?.item.identifier };
      this.#begin(burst);
    }
    this.#go(rank);
    if (image?.naturalWidth > 0) this.#showTile(image);
  }

  /** Returns to the timeline, at the photo that represents the burst now. */
  async #leaveBurst() {
    const { timeline, rank, identifier } = this.#outer;
    const burst = this.#burst;
    const { signal } = this.#opening;
    let place = null;
    try {
      const frames = [burst.key, identifier, ...burst.kept].filter((frame) => typeof frame === "string").slice(0, 100);
      const ranks = await timeline.ranksOf(frames, { signal });
      place = ranks.find((found) => found !== null) ?? null;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ServerError)) throw error;
    }
    if (signal.aborted) return;
    this.#outer = null;
    if (timeline.count === 0) {
      this.close();
      return;
    }
    this.#begin(timeline);
    this.#go(place ?? rank);
    this.#surface.focus({ preventScroll: true });
  }

  #makeKeyPhoto(identifier) {
    if (identifier !== undefined && identifier !== this.#burst?.key) this.#changeBurst({ key: identifier });
  }

  #changeBurst(change) {
    if (this.#burst === null || this.#strip.hidden) return;
    const detail = {
      asset: this.#burst.key ?? this.#burst.item(0).identifier,
      frames: this.#burst.items.map(({ identifier }) => identifier),
      settle: () => this.#strip.settle(),
      ...change,
    };
    this.dispatchEvent(new CustomEvent("burst-change", { bubbles: true, detail }));
  }

  // Commands

  get #isFull() {
    return document.fullscreenElement === this.#surface;
  }

  #keyDown(event) {
    const command = commandOf(event);
    const { target } = event;
    // Where nothing has the focus, keys go to the body; any other place is a dialog over the viewer.
    if (!command || document.fullscreenElement instanceof HTMLVideoElement) return;
    if (target !== document.body && !this.contains(target)) return;
    // Keys that the thing in focus understands are its own.
    if (command === "play" && target.closest("button, a")) return;
    if (target.closest("facts-panel") && panelKeys.includes(command)) return;
    if (target.matches("video.is-focused-by-key") && videoKeys.includes(command)) return;
    event.preventDefault();
    this.#run(command);
  }

  #run(command) {
    if (!this.isOpen) return;
    const slide = this.#slide;
    const picture = slide?.zoomable;
    const middle = { x: 0, y: 0 };
    switch (command) {
      case "close":
        if (this.#controls.download.closeMenu()) break;
        if (this.#outer !== null) this.#leaveBurst();
        else this.close();
        break;
      case "frames": this.#toggleFrames(); break;
      case "choose": this.#strip.toggleChosen(); break;
      case "keyPhoto": this.#makeKeyPhoto(slide?.item.identifier); break;
      case "keep": if (this.#strip.canKeep) this.#changeBurst({ kept: this.#strip.chosen }); break;
      case "previous": this.#step(-1); break;
      case "next": this.#step(1); break;
      case "first": this.#step(-this.#rank); break;
      case "last": this.#step(this.#timeline.count - 1 - this.#rank); break;
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

  /** Moves the focus to the frames of the burst, or leaves the burst. */
  #toggleFrames() {
    if (this.#outer !== null) this.#leaveBurst();
    else if (!this.#strip.hidden) this.#strip.focusFrame();
  }

  #step(by) {
    const target = this.#rank + by;
    if (by !== 0 && target >= 0 && target < this.#timeline.count) this.#go(target);
  }

  #togglePanel() {
    this.#panel.hidden = !this.#panel.hidden;
    this.#surface.classList.toggle("has-panel", !this.#panel.hidden);
    this.#controls.showPanel(!this.#panel.hidden);
    this.#fading.show();
    this.#stage.place();
  }

  async #toggleFullScreen() {
    if (!document.fullscreenEnabled) return;
    try {
      if (this.#isFull) await document.exitFullscreen();
      else await this.#surface.requestFullscreen();
    } catch (error) {
      // The browser may say no, such as when the key was not pressed by hand.
      if (!(error instanceof TypeError)) throw error;
    }
  }
}

customElements.define("photo-viewer", PhotoViewer);
