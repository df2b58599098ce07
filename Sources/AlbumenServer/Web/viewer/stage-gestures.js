/**
 * Makes what fingers, mouse and wheel do on the stage into calls.
 *
 * One pointer pans a zoomed picture; on a touch screen it turns to the neighbour of a fitted one. Two pointers zoom and
 * pan together. The receiver has
 * - `picture`: the `ZoomablePicture` that takes zooming, or null where there is none,
 * - `swipe(x)` while a finger drags a fitted picture sideways, `swipeEnd(x, velocity)` when it lets go,
 * - `tap()` for a finger's tap that is no double tap,
 * - `hold()` for a finger that stays down, which answers whether that does anything, and then `holdEnd()`.
 */

const doubleTapTime = 280;
const holdTime = 350;
/** How far a finger may stray and still tap, in CSS pixels. */
const slop = 8;
/** The height at a video's lower edge which belongs to its own controls, in CSS pixels. */
const videoControls = 76;
const pixelsPerLine = 16;

/**
 * @param {HTMLElement} stage
 * @param {object} receiver
 * @param {AbortSignal} signal ends listening
 */
export function listenForGestures(stage, receiver, signal) {
  const gestures = new StageGestures(stage, receiver);
  const on = (type, handler, options) => stage.addEventListener(type, handler, { signal, ...options });
  on("pointerdown", (event) => gestures.down(event));
  on("pointermove", (event) => gestures.move(event));
  on("pointerup", (event) => gestures.up(event, true));
  on("pointercancel", (event) => gestures.up(event, false));
  on("wheel", (event) => gestures.wheel(event), { passive: false });
  on("dblclick", (event) => gestures.doubleClick(event));
  on("gesturestart", (event) => gestures.pinchStart(event));
  on("gesturechange", (event) => gestures.pinch(event));
  on("contextmenu", (event) => gestures.isHolding && event.preventDefault());
  on("dragstart", (event) => event.preventDefault());
  signal.addEventListener("abort", () => gestures.stop(), { once: true });
}

class StageGestures {
  #stage;
  #receiver;
  #pointers = new Map();
  #mode = "none";
  #start = null;
  #tapTimer = 0;
  #lastTap = null;
  #holdTimer = 0;
  #pinchScale = 1;

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
  }

  down(event) {
    if (event.button !== 0 || isControl(event)) return;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#pointers.size === 2) this.#beginPinch();
    if (this.#pointers.size !== 1) return;
    this.#start = { x: event.clientX, y: event.clientY, time: event.timeStamp, isTouch: event.pointerType !== "mouse" };
    this.#mode = "undecided";
    if (this.#start.isTouch) {
      clearTimeout(this.#holdTimer);
      this.#holdTimer = setTimeout(() => this.#hold(), holdTime);
    }
  }

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
    if (this.#mode === "undecided") this.#decide(event);
    if (this.#mode === "pan") this.#receiver.picture?.panBy(by.x, by.y);
    if (this.#mode === "swipe") this.#receiver.swipe(event.clientX - this.#start.x);
  }

  up(event, isDone) {
    if (!this.#pointers.delete(event.pointerId)) return;
    clearTimeout(this.#holdTimer);
    if (this.#mode === "hold") this.#receiver.holdEnd();
    if (this.#mode === "swipe") {
      const x = event.clientX - this.#start.x;
      this.#receiver.swipeEnd(isDone ? x : 0, isDone ? x / Math.max(1, event.timeStamp - this.#start.time) : 0);
    }
    if (this.#mode === "undecided" && isDone && this.#start.isTouch) this.#tap(event);
    // A finger that stays after a pinch goes on panning; it must not begin a swipe.
    this.#mode = this.#pointers.size === 1 && this.#mode === "pinch" ? "pan" : "none";
    if (this.#pointers.size === 0) this.#stage.classList.remove("is-dragging");
  }

  wheel(event) {
    if (isControl(event)) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * pixelsPerLine : event.deltaY;
    const delta = Math.max(-240, Math.min(240, pixels));
    // A pinch on a touchpad comes as a wheel with the control key, in many small steps that need no smoothing.
    const factor = Math.exp(-delta * (event.ctrlKey ? 0.01 : 0.0025));
    this.#receiver.picture?.zoomBy(factor, this.#fromMiddle(event), { smoothly: Math.abs(delta) >= 40 });
  }

  doubleClick(event) {
    if (isControl(event) || this.#start?.isTouch) return;
    this.#receiver.picture?.toggle(this.#fromMiddle(event));
  }

  /** Safari tells a touchpad's pinch by events of its own. */
  pinchStart(event) {
    event.preventDefault();
    this.#pinchScale = event.scale;
  }

  pinch(event) {
    event.preventDefault();
    if (this.#pointers.size > 0) return;
    this.#receiver.picture?.zoomBy(event.scale / this.#pinchScale, this.#fromMiddle(event));
    this.#pinchScale = event.scale;
  }

  #decide(event) {
    const x = event.clientX - this.#start.x;
    const y = event.clientY - this.#start.y;
    if (Math.hypot(x, y) < (this.#start.isTouch ? slop : 2)) return;
    clearTimeout(this.#holdTimer);
    if (this.#receiver.picture?.isZoomed) this.#mode = "pan";
    else if (this.#start.isTouch && Math.abs(x) > Math.abs(y)) this.#mode = "swipe";
    else this.#mode = "none";
    if (this.#mode === "none") return;
    this.#stage.setPointerCapture(event.pointerId);
    this.#stage.classList.add("is-dragging");
  }

  #beginPinch() {
    clearTimeout(this.#holdTimer);
    clearTimeout(this.#tapTimer);
    if (this.#mode === "swipe") this.#receiver.swipeEnd(0, 0);
    if (this.#mode === "hold") this.#receiver.holdEnd();
    this.#mode = "pinch";
  }

  /** Moves one of the two fingers: their middle carries the picture along, their distance zooms it. */
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

  #fromMiddle({ clientX, clientY }) {
    const stage = this.#stage.getBoundingClientRect();
    return { x: clientX - stage.left - stage.width / 2, y: clientY - stage.top - stage.height / 2 };
  }
}

function between(first, second) {
  return {
    x: (first.x + second.x) / 2,
    y: (first.y + second.y) / 2,
    distance: Math.hypot(first.x - second.x, first.y - second.y),
  };
}

/** Whether an event belongs to something on the stage that answers it itself. */
function isControl(event) {
  const video = event.target.closest?.("video[controls]");
  if (video) return event.type === "dblclick" || event.clientY > video.getBoundingClientRect().bottom - videoControls;
  return Boolean(event.target.closest?.("button, a, .viewer-notice"));
}
