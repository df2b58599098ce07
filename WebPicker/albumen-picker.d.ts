/** Options of `pick`. The server checks all of them but the last three and `server`. */
export interface PickOptions {
  /**
   * The address of the library's server. The default is the one that the site is connected to, or
   * `http://127.0.0.1:8420`.
   */
  server?: string;
  /** The page's name. The picker shows it as a claim of the page. */
  application?: string | null;
  /** The use of the photos. The picker shows it as a claim of the page. */
  purpose?: string | null;
  /** The largest number of items. The default is 1, and 0 stands for any number. */
  limit?: number;
  /** The items that can be chosen. The default is `null`: all. */
  filter?: PickFilter | null;
  /** The form of the files. The default is `compatible`: JPEG, PNG, GIF and H.264. */
  representation?: "automatic" | "current" | "compatible";
  /** Whether items have the order of the choice, and whether the page receives each change. */
  selection?: "default" | "ordered" | "continuous" | "continuousAndOrdered";
  /** Tokens of items that are chosen at the start. */
  preselected?: string[];
  /** `compact` shows one row of photos. */
  mode?: "default" | "compact";
  /** Parts of the picker that the page doesn't want. */
  disabled?: (
    "search" | "stagingArea" | "collectionNavigation" | "selectionActions" | "sensitivityAnalysisIntervention"
  )[];
  /** Edges of the window without a margin. */
  edgesWithoutContentMargins?: ("top" | "leading" | "bottom" | "trailing")[];
  /** The search with which the picker begins. The owner can change or leave it. */
  search?: string | null;
  /** Metadata that the page doesn't need. The files don't contain it. */
  removes?: ("location" | "captions")[];
  /** Ends the request. */
  signal?: AbortSignal;
  /** Receives the items after each change in the continuous modes, once the user has shared the first items. */
  onChange?: (items: PickedItem[]) => void;
  /** Shows a notice. By default, a bar at the foot of the page does. With `null`, nothing does. */
  onNotice?: ((notice: PickerNotice) => void) | null;
}

/**
 * A condition for items, with exactly one field. Bounds are inclusive, and one of them can be `null`. Dates are texts
 * as `2026-01-31T12:00:00Z`. Durations are in seconds, and sizes in bytes.
 */
export type PickFilter =
  | { kind: Kind }
  | { playbackStyle: PlaybackStyle }
  | { duration: [number | null, number | null] }
  | { fileSize: [number | null, number | null] }
  | { creationDate: [string | null, string | null] }
  | { any: PickFilter[] }
  | { all: PickFilter[] }
  | { not: PickFilter };

/** A kind of items. `images` includes Live Photos. */
export type Kind =
  | "images" | "videos" | "livePhotos" | "depthEffectPhotos" | "bursts" | "panoramas" | "screenshots"
  | "screenRecordings" | "slomoVideos" | "timelapseVideos" | "cinematicVideos" | "spatialMedia";

/** How an item plays. */
export type PlaybackStyle = "unsupported" | "image" | "imageAnimated" | "livePhoto" | "video" | "videoLooping";

/** A message to the user. */
export interface PickerNotice {
  /**
   * `blocked`: the browser blocked the window, and `link` opens it, or `choose` without a link. `question`: the browser
   * may ask whether the page may connect to this device. `files`: no library answers, `choose` opens the browser's
   * dialog for files, and `connect` asks for the address of a library. `none`: the notice is over.
   */
  kind: "blocked" | "question" | "files" | "none";
  text: string;
  link: string | null;
  /** Opens the window, or lets the user choose files. Call it in a click. */
  choose?: () => void;
  /** Lets the user connect the site to a library. Call it in a click. */
  connect?: () => void;
  /** Ends the request without items. */
  decline?: () => void;
}

/** A form of an item. */
export interface Representation {
  /** A uniform type identifier, such as `public.jpeg`. */
  type: string;
  /** The file's name. */
  name: string;
  /** The size, or `null` if the server makes the file when it's read. */
  bytes: number | null;
}

/** Options for reading a file. */
export interface ReadOptions {
  /** One of the item's types. The default is the best one. */
  type?: string;
  signal?: AbortSignal;
  /** Receives how much of the file is made and read. It rises to 1. */
  onProgress?: (fraction: number) => void;
}

/** A photo or video that the user has chosen. A library's files can be read for an hour. */
export class PickedItem {
  private constructor();
  /** Names the asset in all requests of this page's origin. Empty for a file of the device. */
  item: string;
  /** The file's name without its extension, or `null` for a preselected item. */
  name: string | null;
  /** `image`, `video`, `livePhoto`, `imageAnimated` or `videoLooping`, or `null` for a preselected item. */
  kind: string | null;
  /** Whether the page named the item in `preselected`. Then nothing else is known of it. */
  isPreselected: boolean;
  /** The uniform type identifier of the best file, or `null` if there is none. */
  get type(): string | null;
  /** The item's files, the best first. */
  get representations(): Representation[];
  /** Reads a file whole. */
  blob(options?: ReadOptions): Promise<Blob>;
  /** Reads a file whole, with its name. */
  file(options?: ReadOptions): Promise<File>;
  /** Reads a file in parts, for files that are too large for memory. */
  stream(options?: ReadOptions): Promise<ReadableStream<Uint8Array>>;
  /** Returns the video of a Live Photo, or `null` for other items. */
  paired(): PickedItem | null;
}

/** The reason why no photos could be chosen or read. If the user cancels, `pick` returns no items instead. */
export class PickerError extends Error {
  constructor(code: string, message: string, field?: string | null);
  /** For example `serverAbsent`, `denied`, `expired` or `badRequest`. */
  code: string;
  /** The option that the server refused, or `null`. */
  field: string | null;
}

/**
 * Lets the user choose photos and videos of a library. Call it in a click, because browsers open windows only then.
 *
 * @returns No items if the user cancels or closes the window after it has shown the library.
 * @throws {PickerError}
 */
export function pick(options?: PickOptions): Promise<PickedItem[]>;

/** Lets the user choose from a library, or files of the device if no library answers. Call it in a click. */
export function pickOrFile(options?: PickOptions): Promise<PickedItem[]>;

/**
 * Returns whether a library's server answers. Opens no window and asks nobody.
 *
 * @returns `null` if the browser would first ask its user whether the page may connect to this device.
 */
export function isAvailable(options?: Pick<PickOptions, "server" | "signal">): Promise<boolean | null>;

/**
 * Connects the site to the user's library on another machine, once in each browser. `pick` then uses that library. Call
 * it in a click. The user types or scans the library's address, unless the page knows it.
 *
 * @returns The library's address, or `null` if the user cancels or refuses.
 * @throws {PickerError}
 */
export function connect(options?: Pick<PickOptions, "server" | "signal" | "onNotice">): Promise<string | null>;

/** Ends the connection that `connect` has made. */
export function disconnect(options?: Pick<PickOptions, "signal">): Promise<void>;

/** Returns the address of the library that the site is connected to in this browser, or `null` if there is none. */
export function connectedServer(): string | null;
