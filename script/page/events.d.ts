// The events of the page's own event targets.

declare module "../../Sources/AlbumenServer/Web/grid/timeline.js" {
  interface Timeline {
    addEventListener(
      type: "load", listener: (event: CustomEvent<{ first: number; last: number }>) => void,
      options?: AddEventListenerOptions): void;
    addEventListener(
      type: "replace", listener: (event: CustomEvent<{ shift: number }>) => void,
      options?: AddEventListenerOptions): void;
    addEventListener(
      type: string, listener: EventListenerOrEventListenerObject | null,
      options?: boolean | AddEventListenerOptions): void;
  }
}

declare module "../../Sources/AlbumenServer/Web/editing/selection-mode.js" {
  interface SelectionMode {
    addEventListener(
      type: "error", listener: (event: CustomEvent<{ error: Error }>) => void, options?: AddEventListenerOptions): void;
    addEventListener(
      type: string, listener: EventListenerOrEventListenerObject | null,
      options?: boolean | AddEventListenerOptions): void;
  }
}

export {};

declare module "../../Sources/AlbumenServer/Web/server/library.js" {
  interface Library {
    addEventListener(
      type: "edits", listener: (event: CustomEvent<{ asset: string; percent: number }[]>) => void,
      options?: AddEventListenerOptions): void;
    addEventListener(
      type: string, listener: EventListenerOrEventListenerObject | null,
      options?: boolean | AddEventListenerOptions): void;
  }
}

declare module "../../Sources/AlbumenServer/Web/picker/choice.js" {
  interface Choice {
    addEventListener(
      type: "refuse", listener: (event: CustomEvent<{ text: string }>) => void,
      options?: AddEventListenerOptions): void;
    addEventListener(
      type: "error",
      listener: (event: CustomEvent<{
        error: import("../../Sources/AlbumenServer/Web/server/server-connection.js").ServerError;
      }>) => void, options?: AddEventListenerOptions): void;
    addEventListener(
      type: string, listener: EventListenerOrEventListenerObject | null,
      options?: boolean | AddEventListenerOptions): void;
  }
}

declare module "../../Sources/AlbumenServer/Web/picker/client-choice.js" {
  interface ClientChoice {
    addEventListener(
      type: "refuse", listener: (event: CustomEvent<{ text: string }>) => void,
      options?: AddEventListenerOptions): void;
    addEventListener(
      type: "error",
      listener: (event: CustomEvent<{
        error: import("../../Sources/AlbumenServer/Web/server/server-connection.js").ServerError;
      }>) => void, options?: AddEventListenerOptions): void;
    addEventListener(
      type: string, listener: EventListenerOrEventListenerObject | null,
      options?: boolean | AddEventListenerOptions): void;
  }
}
