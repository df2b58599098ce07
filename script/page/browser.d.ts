// What browsers have and Debian's TypeScript 4.8 doesn't know. Remove a declaration when a newer compiler reports it
// twice.

interface Array<T> {
  toReversed(): T[];
  toSorted(compare?: (one: T, other: T) => number): T[];
}

interface ReadonlyArray<T> {
  toReversed(): T[];
}

interface PromiseConstructor {
  withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (reason: unknown) => void };
}

interface HTMLElement {
  popover: "auto" | "manual" | null;
  showPopover(): void;
  hidePopover(): void;
}

interface HTMLButtonElement {
  popoverTargetElement: Element | null;
}

interface ToggleEvent extends Event {
  readonly newState: "open" | "closed";
}

/** Safari's event for a pinch on a touchpad. */
interface GestureEvent extends UIEvent {
  readonly scale: number;
  readonly clientX: number;
  readonly clientY: number;
}
