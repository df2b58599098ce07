// The custom elements of the page, and the events of its classes.

interface HTMLElementTagNameMap {
  "album-sidebar": import("../../Sources/AlbumenServer/Web/sidebar/album-sidebar.js").AlbumSidebar;
  "burst-strip": import("../../Sources/AlbumenServer/Web/viewer/burst-strip.js").BurstStrip;
  "facts-panel": import("../../Sources/AlbumenServer/Web/viewer/facts-panel.js").FactsPanel;
  "photo-grid": import("../../Sources/AlbumenServer/Web/grid/photo-grid.js").PhotoGrid;
  "photo-viewer": import("../../Sources/AlbumenServer/Web/viewer/photo-viewer.js").PhotoViewer;
  "selection-bar": import("../../Sources/AlbumenServer/Web/editing/selection-bar.js").SelectionBar;
  "time-scrubber": import("../../Sources/AlbumenServer/Web/grid/time-scrubber.js").TimeScrubber;
}

interface HTMLElementEventMap {
  gesturechange: GestureEvent;
  gesturestart: GestureEvent;
  "album-select": CustomEvent<{ identifier: string }>;
  "burst-change": CustomEvent<import("../../Sources/AlbumenServer/Web/viewer/viewer-burst.js").BurstChangeRequest>;
  "collection-command": CustomEvent<
    import("../../Sources/AlbumenServer/Web/sidebar/album-sidebar.js").CollectionCommand>;
  "facts-change": CustomEvent<import("../../Sources/AlbumenServer/Web/viewer/editable-facts.js").FactsChange>;
  "photo-open": CustomEvent<{ rank: number; identifier: string }>;
  "photo-press": CustomEvent<import("../../Sources/AlbumenServer/Web/grid/grid-input.js").PhotoPress>;
  "photo-step": CustomEvent<{ rank: number; from: number; shiftKey: boolean }>;
  retry: Event;
  scrub: CustomEvent<{ position: number }>;
  "selection-action": CustomEvent<{
    name: import("../../Sources/AlbumenServer/Web/editing/selection-bar.js").ActionName;
  }>;
  "viewer-action": CustomEvent<{
    name: import("../../Sources/AlbumenServer/Web/editing/selection-bar.js").ActionName; identifier: string;
  }>;
  "viewer-close": CustomEvent<{ rank: number }>;
  "viewer-step": CustomEvent<{ rank: number; identifier: string }>;
}
