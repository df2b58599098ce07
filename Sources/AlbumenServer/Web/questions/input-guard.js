/** How long new content ignores input, in milliseconds: a click or a key that was on its way has no effect on it. */
const quietMilliseconds = 500;

/**
 * The modifier keys with their properties of events.
 * @type {Record<string, "ctrlKey" | "shiftKey" | "altKey" | "metaKey">}
 */
const modifiers = { Control: "ctrlKey", Shift: "shiftKey", Alt: "altKey", Meta: "metaKey" };

/**
 * Keeps input from a dialog or a page that has just appeared. Ignores clicks and keys of the first half second, presses
 * that began in it, and keys, modifiers and buttons that were held down before.
 */
export class InputGuard {
  #now;
  #quiet;
  #begin;
  /** Whether the press that is under way began too early. */
  #isEarly = false;
  /** Whether the last press of a pointer was after the quiet time, so that its click counts. */
  #hasPress = false;
  /**
   * The keys that were pressed after the quiet time, so that their repetitions count.
   * @type {Set<string>}
   */
  #keys = new Set();
  /**
   * The keys that were pressed in the quiet time and not released since.
   * @type {Set<string>}
   */
  #earlyKeys = new Set();
  /**
   * The modifiers that were pressed after the quiet time. They stay when they are released, because sticky keys apply
   * to the next key.
   * @type {Set<string>}
   */
  #modifiers = new Set();

  /**
   * @param {EventTarget} element a dialog, or the window
   * @param {{ quiet?: number, now?: () => number }} options times in milliseconds
   */
  constructor(element, { quiet = quietMilliseconds, now = () => performance.now() } = {}) {
    this.#now = now;
    this.#quiet = quiet;
    this.#begin = now();
    const listen = (/** @type {string[]} */ types, /** @type {(event: any) => void} */ body) => {
      for (const type of types) element.addEventListener(type, body, { capture: true });
    };
    listen(["pointerdown"], (event) => this.#pressed(event));
    listen(["mousedown", "touchstart"], (event) => this.#followed(event));
    listen(["keydown"], (event) => this.#keyDown(event));
    listen(["click", "auxclick", "dblclick", "submit", "cancel", "beforeinput"], (event) => this.#acted(event));
    listen(["keyup"], ({ code, key }) => this.#earlyKeys.delete(code || key));
    // The click comes after these events.
    listen(["pointerup", "pointercancel", "keyup"], () => setTimeout(() => (this.#isEarly = false)));
  }

  /** Whether input has an effect. */
  get isOpen() {
    return this.remainder <= 0;
  }

  /** How long input has no effect yet, in milliseconds. */
  get remainder() {
    return this.#begin + this.#quiet - this.#now();
  }

  /** Begins the quiet time again, for example because the page was hidden. */
  restart() {
    this.#begin = this.#now();
    this.#hasPress = false;
    this.#keys.clear();
    this.#modifiers.clear();
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    this.#hasPress = this.isOpen && !this.#hasForeignModifier(event);
    this.#isEarly = !this.#hasPress;
    if (this.#isEarly) ignore(event);
  }

  /**
   * Handles the other events of a press.
   * @param {MouseEvent | TouchEvent} event
   */
  #followed(event) {
    if (!this.#hasPress || !this.isOpen) ignore(event);
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    const name = event.code || event.key;
    const isNew = this.isOpen && (event.repeat ? this.#keys.has(name) : !this.#earlyKeys.has(name));
    if (isNew && Object.hasOwn(modifiers, event.key)) this.#modifiers.add(modifiers[event.key]);
    this.#isEarly = !isNew || this.#hasForeignModifier(event);
    if (this.#isEarly) {
      if (!this.isOpen) this.#earlyKeys.add(name);
      ignore(event);
    } else this.#keys.add(name);
  }

  /** @param {UIEvent} event */
  #acted(event) {
    // A click without a count is that of a key or of assistive technology.
    const isStray = event instanceof MouseEvent && event.detail > 0 && !this.#hasPress;
    if (this.#isEarly || !this.isOpen || isStray || this.#hasForeignModifier(event)) ignore(event);
  }

  /**
   * Whether a modifier is held that was pressed elsewhere.
   * @param {Partial<KeyboardEvent>} event
   */
  #hasForeignModifier(event) {
    return Object.values(modifiers).some((name) => event[name] === true && !this.#modifiers.has(name));
  }
}

/** @param {Event} event */
function ignore(event) {
  // A finger that begins to scroll isn't stopped. Its click is ignored.
  if (event.type !== "touchstart") event.preventDefault();
  event.stopImmediatePropagation();
}
