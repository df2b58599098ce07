import { PointerTrail } from "./pointer-trail.js";

/**
 * The receiver of gestures on the stage. One pointer pans a zoomed picture. On a touch screen, it moves a fitted
 * picture: sideways to its neighbors, down to close, up to information. Two pointers zoom and pan together.
 *
 * Distances are in CSS pixels, speeds in CSS pixels a millisecond. A gesture that the browser or another finger cancels
 * ends with a distance and speed of 0.
 * @typedef {object} GestureReceiver
 * @property {import("./zoomable-picture.js").ZoomablePicture | null} picture that is zoomed and panned
 * @property {(x: number) => void} swipe is called while a finger drags a fitted picture sideways
 * @property {(x: number, velocity: number) => void} swipeEnd
 * @property {(by: Point) => void} pull is called while a finger drags a fitted picture up or down
 * @property {(y: number, velocity: number) => void} pullEnd
 * @property {() => void} tap is called for a single tap of a finger
 * @property {() => boolean} hold is called for a finger that stays down; returns whether that has an effect
 * @property {() => void} holdEnd is called after `hold` has returned `true`
 */

/** @typedef {{ x: number, y: number }} Point */

const doubleTapTime = 280;
const holdTime = 350;
/** How far a finger that taps may move, in CSS pixels. */
const slop = 8;
const pixelsPerLine = 16;

/**
 * @param {HTMLElement} stage
 * @param {GestureReceiver} receiver
 * @param {AbortSignal} signal ends listening
 */
export function listenForGestures(stage, receiver, signal) {
  const gestures = new StageGestures(stage, receiver);
  stage.addEventListener("pointerdown", (event) => gestures.down(event), { signal });
  stage.addEventListener("pointermove", (event) => gestures.move(event), { signal });
  stage.addEventListener("pointerup", (event) => gestures.up(event, true), { signal });
  stage.addEventListener("pointercancel", (event) => gestures.up(event, false), { signal });
  stage.addEventListener("wheel", (event) => gestures.wheel(event), { signal, passive: false });
  stage.addEventListener("dblclick", (event) => gestures.doubleClick(event), { signal });
  stage.addEventListener("gesturestart", (event) => gestures.pinchStart(event), { signal });
  stage.addEventListener("gesturechange", (event) => gestures.pinch(event), { signal });
  stage.addEventListener("contextmenu", (event) => {
    if (gestures.isHolding) event.preventDefault();
  }, { signal });
  stage.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
  signal.addEventListener("abort", () => gestures.stop(), { once: true });
}

class StageGestures {
  #stage;
  #receiver;
  /** @type {Map<number, Point>} */
  #pointers = new Map();
  /** @type {"none" | "undecided" | "pan" | "swipe" | "pull" | "pinch" | "hold"} */
  #mode = "none";
  #start = { x: 0, y: 0, isTouch: false, isOnControl: false };
  #trail = new PointerTrail();
  #tapTimer = 0;
  /** @type {(Point & { time: number }) | null} */
  #lastTap = null;
  #holdTimer = 0;
  #pinchScale = 1;

  /**
   * @param {HTMLElement} stage
   * @param {GestureReceiver} receiver
   */
  constructor(stage, receiver) {
    this.#stage = stage;
    this.#receiver = receiver;
  }

  get isHolding() {
    return this.#mode === "hold";
  }

  stop() {
    clearTimeout(this.#tapTimer);
    clearTimeout(this.#holdTimer);
    this.#pointers.clear();
    this.#mode = "none";
    this.#stage.classList.remove("is-dragging");
  }

  /** @param {PointerEvent} event */
  down(event) {
    const isTouch = event.pointerType !== "mouse";
    // A finger may begin a swipe on a button. A mouse or a video's own controls have nothing to do with swipes.
    if (event.button !== 0 || (isTouch ? isVideoControl(event) : isControl(event))) return;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#pointers.size === 2) this.#beginPinch();
    if (this.#pointers.size !== 1) return;
    this.#receiver.picture?.stop();
    this.#start = { x: event.clientX, y: event.clientY, isTouch, isOnControl: isControl(event) };
    this.#trail = new PointerTrail(event);
    this.#mode = "undecided";
    clearTimeout(this.#holdTimer);
    if (isTouch && !this.#start.isOnControl) this.#holdTimer = setTimeout(() => this.#hold(), holdTime);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const pointer = this.#pointers.get(event.pointerId);
    if (!pointer) return;
    const by = { x: event.clientX - pointer.x, y: event.clientY - pointer.y };
    if (this.#pointers.size === 2) {
      this.#pinchBy(pointer, event);
      return;
    }
    pointer.x = event.clientX;
    pointer.y = event.clientY;
    this.#trail.add(event);
    if (this.#mode === "undecided") this.#decide(event);
    if (this.#mode === "pan") this.#receiver.picture?.panBy(by.x, by.y);
    if (this.#mode === "swipe") this.#receiver.swipe(event.clientX - this.#start.x);
    if (this.#mode === "pull") {
      this.#receiver.pull({ x: event.clientX - this.#start.x, y: event.clientY - this.#start.y });
    }
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} isDone `false` if the browser took the pointer
   */
  up(event, isDone) {
    if (!this.#pointers.delete(event.pointerId)) return;
    clearTimeout(this.#holdTimer);
    if (this.#pointers.size === 0) {
      this.#trail.add(event);
      const { x, y } = this.#trail.velocity;
      switch (isDone ? this.#mode : "none") {
        case "swipe": this.#receiver.swipeEnd(event.clientX - this.#start.x, x); break;
        case "pull": this.#receiver.pullEnd(event.clientY - this.#start.y, y); break;
        case "pan": if (this.#start.isTouch) this.#receiver.picture?.fling({ x, y }); break;
        case "undecided": if (this.#start.isTouch && !this.#start.isOnControl) this.#tap(event); break;
      }
      if (!isDone) this.#cancel();
    }
    if (this.#mode === "hold") this.#receiver.holdEnd();
    // After a pinch, the remaining finger pans. It must not begin a swipe.
    const pans = this.#pointers.size === 1 && this.#mode === "pinch";
    this.#mode = pans ? "pan" : "none";
    const [rest] = this.#pointers.values();
    if (pans) this.#trail = new PointerTrail({ clientX: rest.x, clientY: rest.y, timeStamp: event.timeStamp });
    if (this.#pointers.size === 0) this.#stage.classList.remove("is-dragging");
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (isControl(event)) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * pixelsPerLine : event.deltaY;
    const delta = Math.max(-240, Math.min(240, pixels));
    // A pinch on a touchpad is reported as a wheel with the control key, in many small steps that need no smoothing.
    const factor = Math.exp(-delta * (event.ctrlKey ? 0.01 : 0.0025));
    this.#receiver.picture?.zoomBy(factor, this.#fromMiddle(event), { smoothly: Math.abs(delta) >= 40 });
  }

  /** @param {MouseEvent} event */
  doubleClick(event) {
    if (isControl(event) || this.#start.isTouch) return;
    this.#receiver.picture?.toggle(this.#fromMiddle(event));
  }

  /**
   * Safari has its own events for a pinch on a touchpad.
   * @param {GestureEvent} event
   */
  pinchStart(event) {
    event.preventDefault();
    this.#pinchScale = event.scale;
  }

  /** @param {GestureEvent} event */
  pinch(event) {
    event.preventDefault();
    if (this.#pointers.size > 0) return;
    this.#receiver.picture?.zoomBy(event.scale / this.#pinchScale, this.#fromMiddle(event));
    this.#pinchScale = event.scale;
  }

  /** @param {PointerEvent} event */
  #decide(event) {
    const x = event.clientX - this.#start.x;
    const y = event.clientY - this.#start.y;
    if (Math.hypot(x, y) < (this.#start.isTouch ? slop : 2)) return;
    clearTimeout(this.#holdTimer);
    if (this.#receiver.picture?.isZoomed) this.#mode = "pan";
    else if (this.#start.isTouch) this.#mode = Math.abs(x) > Math.abs(y) ? "swipe" : "pull";
    else this.#mode = "none";
    if (this.#mode === "none") return;
    this.#stage.setPointerCapture(event.pointerId);
    this.#stage.classList.add("is-dragging");
  }

  #beginPinch() {
    clearTimeout(this.#holdTimer);
    clearTimeout(this.#tapTimer);
    this.#cancel();
    if (this.#mode === "hold") this.#receiver.holdEnd();
    this.#mode = "pinch";
  }

  /** Ends a swipe or pull without an effect. */
  #cancel() {
    if (this.#mode === "swipe") this.#receiver.swipeEnd(0, 0);
    if (this.#mode === "pull") this.#receiver.pullEnd(0, 0);
  }

  /**
   * Moves one of the two fingers: their middle pans the picture, their distance zooms it.
   * @param {Point} pointer
   * @param {PointerEvent} event
   */
  #pinchBy(pointer, event) {
    const [first, second] = this.#pointers.values();
    const before = between(first, second);
    pointer.x = event.clientX;
    pointer.y = event.clientY;
    const after = between(first, second);
    const picture = this.#receiver.picture;
    if (!picture || before.distance < 1 || after.distance < 1) return;
    picture.panBy(after.x - before.x, after.y - before.y);
    picture.zoomBy(after.distance / before.distance, this.#fromMiddle({ clientX: after.x, clientY: after.y }));
  }

  /** @param {PointerEvent} event */
  #tap(event) {
    const last = this.#lastTap;
    const isDouble = last && event.timeStamp - last.time < doubleTapTime
      && Math.hypot(event.clientX - last.x, event.clientY - last.y) < 4 * slop;
    clearTimeout(this.#tapTimer);
    if (isDouble) {
      this.#lastTap = null;
      this.#receiver.picture?.toggle(this.#fromMiddle(event));
    } else {
      this.#lastTap = { x: event.clientX, y: event.clientY, time: event.timeStamp };
      this.#tapTimer = setTimeout(() => this.#receiver.tap(), doubleTapTime);
    }
  }

  #hold() {
    if (this.#mode === "undecided" && this.#receiver.hold()) this.#mode = "hold";
  }

  /** @param {{ clientX: number, clientY: number }} event */
  #fromMiddle({ clientX, clientY }) {
    const stage = this.#stage.getBoundingClientRect();
    return { x: clientX - stage.left - stage.width / 2, y: clientY - stage.top - stage.height / 2 };
  }
}

/**
 * @param {Point} first
 * @param {Point} second
 */
function between(first, second) {
  return {
    x: (first.x + second.x) / 2,
    y: (first.y + second.y) / 2,
    distance: Math.hypot(first.x - second.x, first.y - second.y),
  };
}

/**
 * Whether an event belongs to the controls of a video.
 * @param {MouseEvent} event
 */
function isVideoControl({ target }) {
  return target instanceof Element && target.closest(".movie-bar") !== null;
}

/**
 * Whether an event belongs to an element of the stage that handles it.
 * @param {MouseEvent} event
 */
function isControl(event) {
  if (isVideoControl(event)) return true;
  return event.target instanceof Element && event.target.closest("button, a, .viewer-notice") !== null;
}
