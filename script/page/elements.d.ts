// The custom elements of the page, and the events of its classes.

interface HTMLElementTagNameMap {
  "album-head": import("../../Sources/AlbumenServer/Web/albums/album-head.js").AlbumHead;
  "album-sidebar": import("../../Sources/AlbumenServer/Web/sidebar/album-sidebar.js").AlbumSidebar;
  "burst-strip": import("../../Sources/AlbumenServer/Web/viewer/burst-strip.js").BurstStrip;
  "collection-covers": import("../../Sources/AlbumenServer/Web/albums/collection-covers.js").CollectionCovers;
  "facts-panel": import("../../Sources/AlbumenServer/Web/viewer/facts-panel.js").FactsPanel;
  "period-overview": import("../../Sources/AlbumenServer/Web/periods/period-overview.js").PeriodOverview;
  "photo-grid": import("../../Sources/AlbumenServer/Web/grid/photo-grid.js").PhotoGrid;
  "photo-strip": import("../../Sources/AlbumenServer/Web/picker/photo-strip.js").PhotoStrip;
  "photo-viewer": import("../../Sources/AlbumenServer/Web/viewer/photo-viewer.js").PhotoViewer;
  "search-field": import("../../Sources/AlbumenServer/Web/search/search-field.js").SearchField;
  "selection-bar": import("../../Sources/AlbumenServer/Web/editing/selection-bar.js").SelectionBar;
  "time-scrubber": import("../../Sources/AlbumenServer/Web/grid/time-scrubber.js").TimeScrubber;
}

interface HTMLElementEventMap {
  gesturechange: GestureEvent;
  gesturestart: GestureEvent;
  "album-command": CustomEvent<import("../../Sources/AlbumenServer/Web/albums/album-head.js").AlbumCommand>;
  "album-select": CustomEvent<{ identifier: string }>;
  "burst-change": CustomEvent<import("../../Sources/AlbumenServer/Web/viewer/viewer-burst.js").BurstChangeRequest>;
  "collection-command": CustomEvent<
    import("../../Sources/AlbumenServer/Web/sidebar/album-sidebar.js").CollectionCommand>;
  "days-press": CustomEvent<import("../../Sources/AlbumenServer/Web/grid/day-headings.js").HeadingDays>;
  "facts-change": CustomEvent<import("../../Sources/AlbumenServer/Web/viewer/editable-facts.js").FactsChange>;
  "list-order": CustomEvent<{ order: import("../../Sources/AlbumenServer/Web/albums/list-order.js").ListOrder }>;
  "period-leave": Event;
  "period-open": CustomEvent<{ name: string }>;
  "photo-menu": CustomEvent<import("../../Sources/AlbumenServer/Web/grid/grid-input.js").PhotoMenuRequest>;
  "photo-open": CustomEvent<{ rank: number; identifier: string }>;
  "photo-press": CustomEvent<import("../../Sources/AlbumenServer/Web/grid/grid-input.js").PhotoPress>;
  "photo-step": CustomEvent<{ rank: number; from: number; isExtending: boolean }>;
  retry: Event;
  "tile-size": Event;
  scrub: CustomEvent<{ position: number }>;
  "search-leave": Event;
  "search-text": CustomEvent<{ text: string }>;
  "selection-action": CustomEvent<{
    name: import("../../Sources/AlbumenServer/Web/editing/selection-bar.js").ActionName;
    anchor: HTMLElement;
  }>;
  "viewer-action": CustomEvent<{
    name: import("../../Sources/AlbumenServer/Web/viewer/photo-state.js").PhotoAction;
    identifier: string;
  }>;
  "viewer-close": CustomEvent<{ rank: number }>;
  "viewer-menu": CustomEvent<import("../../Sources/AlbumenServer/Web/viewer/viewer-menu.js").ViewerMenuRequest>;
  "viewer-step": CustomEvent<{ rank: number; identifier: string }>;
}
