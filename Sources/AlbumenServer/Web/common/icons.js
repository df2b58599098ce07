const namespace = "http://www.w3.org/2000/svg";

/** @type {(x: number, y: number, radius: number) => string} */
const circle = (x, y, radius) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;

/** @type {(x: number, y: number, width: number, height: number) => string} */
const rounded = (x, y, width, height) =>
  `M${x + 1.5} ${y}h${width - 3}a1.5 1.5 0 0 1 1.5 1.5v${height - 3}a1.5 1.5 0 0 1-1.5 1.5h${3 - width}`
  + `a1.5 1.5 0 0 1-1.5-1.5v${3 - height}a1.5 1.5 0 0 1 1.5-1.5Z`;

const disc = circle(10, 10, 7.5);
const frame = rounded(3, 3.5, 14, 13);
const corners = "M3 6.5V4.5A1.5 1.5 0 0 1 4.5 3h2M13.5 3h2A1.5 1.5 0 0 1 17 4.5v2"
  + "M17 13.5v2a1.5 1.5 0 0 1-1.5 1.5h-2M6.5 17h-2A1.5 1.5 0 0 1 3 15.5v-2";
const lens = `${circle(8.5, 8.5, 5.5)}M12.6 12.6L17 17`;
/**
 * Returns the dashes of dots around the circle: strokes without length and with round ends, in equal distances.
 * @param {number} count
 */
const dots = (count) => `0.01 ${(2 * Math.PI * 7.5) / count - 0.01}`;

/**
 * The drawings, on a field of 20 × 20: `line` is stroked, `fill` is filled, `dotted` is stroked with the dashes beside
 * it.
 * @type {Record<string, { line?: string, fill?: string, dotted?: [string, string] }>}
 */
const drawings = {
  access: { line: `${circle(6.25, 10, 3.25)}M9.5 10H17.25M13.5 10v2.75M16.5 10v2` },
  add: { line: "M10 4v12M4 10h12" },
  adjust: { line: `M3.5 6h6.5M14 6h2.5M3.5 14h2.5M10 14h6.5${circle(12, 6, 2)}${circle(8, 14, 2)}` },
  album: { line: `${rounded(3, 6.5, 14, 10)}M5 3.75h10`, fill: circle(13.25, 9.75, 1) },
  "album-add": { line: `${rounded(3, 6.5, 14, 10)}M5 3.75h10M10 9v5M7.5 11.5h5` },
  "album-remove": { line: `${rounded(3, 6.5, 14, 10)}M5 3.75h10M7.5 11.5h5` },
  animated: { line: `${circle(12.5, 10, 5)}M7.9 5.6a5 5 0 0 0 0 8.8M4.4 6.6a5 5 0 0 0 0 6.8` },
  burst: { line: `${rounded(3, 9, 14, 7.5)}M4.5 6.25h11M6.25 3.5h7.5` },
  calendar: { line: `${rounded(3, 4.5, 14, 12)}M3 8.5h14M6.5 2.75v3.5M13.5 2.75v3.5` },
  cloud: { line: "M6 15.75a3.6 3.6 0 0 1-.5-7.15A4.8 4.8 0 0 1 14.75 7.9 4 4 0 0 1 14.25 15.75Z" },
  offline: { line: "M6 15.75a3.6 3.6 0 0 1-.5-7.15A4.8 4.8 0 0 1 14.75 7.9 4 4 0 0 1 14.25 15.75ZM3.5 3l13 14" },
  close: { line: "M5 5l10 10M15 5L5 15" },
  chosen: { line: `${disc}M6.5 10.25l2.5 2.5 4.75-5.25` },
  compare: { line: `${frame}M10 2v16`, fill: "M10 3.5h5.5A1.5 1.5 0 0 1 17 5v10a1.5 1.5 0 0 1-1.5 1.5H10Z" },
  copy: {
    line: `${rounded(7, 7, 9.5, 9.5)}M4.5 13A1.5 1.5 0 0 1 3.5 11.5V5A1.5 1.5 0 0 1 5 3.5h6.5A1.5 1.5 0 0 1 13 4.5`,
  },
  crop: { line: "M6 2.5V14h11.5M2.5 6H14v11.5" },
  damaged: {
    line: "M9 16.5H4.5A1.5 1.5 0 0 1 3 15V5a1.5 1.5 0 0 1 1.5-1.5H12L9.5 7.5l3 3L9 16.5Z"
      + "M14.5 3.5h1A1.5 1.5 0 0 1 17 5v10a1.5 1.5 0 0 1-1.5 1.5h-3.5l3.2-6-3-3Z",
  },
  down: { line: "M10 4v12M5 11l5 5 5-5" },
  download: { line: "M10 3v9.5M6.25 9L10 12.75 13.75 9M3.5 13.5v2A1.5 1.5 0 0 0 5 17h10a1.5 1.5 0 0 0 1.5-1.5v-2" },
  "exit-fullscreen": { line: "M3.5 8H8V3.5M12 3.5V8h4.5M16.5 12H12v4.5M8 16.5V12H3.5" },
  favorite: { line: "M10 16.6C7.2 14.5 3 11.4 3 7.7A3.7 3.7 0 0 1 10 5.8a3.7 3.7 0 0 1 7 1.9c0 3.7-4.2 6.8-7 8.9Z" },
  filters: { line: `${circle(10, 7.25, 4.25)}${circle(7, 12.5, 4.25)}${circle(13, 12.5, 4.25)}` },
  globe: { line: `${disc}M2.5 10h15M10 2.5c-4.6 4.6-4.6 10.4 0 15M10 2.5c4.6 4.6 4.6 10.4 0 15` },
  flip: { line: "M10 2.5v15", fill: "M8 5.5v9H2.5ZM12 5.5v9h5.5Z" },
  folder: {
    line: "M3 15V5.5A1.5 1.5 0 0 1 4.5 4h3l2 2.25h6A1.5 1.5 0 0 1 17 7.75V15a1.5 1.5 0 0 1-1.5 1.5h-11"
      + "A1.5 1.5 0 0 1 3 15Z",
  },
  fullscreen: { line: "M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4" },
  hdr: {
    line: `${circle(10, 10, 3.25)}M15.7 10h1.9M14.03 14.03l1.34 1.34M10 15.7v1.9M5.97 14.03l-1.34 1.34M4.3 10H2.4`
      + "M5.97 5.97L4.63 4.63M10 4.3V2.4M14.03 5.97l1.34-1.34",
    fill: "M10 6.75a3.25 3.25 0 0 1 0 6.5Z",
  },
  hidden: {
    line: "M4.6 6.9C3.4 7.9 2.6 9.1 2.2 10c1 2.3 3.8 5.2 7.8 5.2 1.3 0 2.5-.3 3.5-.8M3.5 3.5l13 13"
      + "M7.6 5.1c.8-.2 1.6-.3 2.4-.3 4 0 6.8 2.9 7.8 5.2-.4 1-1.2 2.2-2.4 3.2M8.2 8.2a2.5 2.5 0 0 0 3.6 3.6",
  },
  info: { line: `${disc}M10 9.25v4.25`, fill: circle(10, 6.6, 1) },
  library: {
    line: `${frame}M3 13.25l3.4-3.4a1.3 1.3 0 0 1 1.85 0l5.5 5.5M11.5 13.1l1.4-1.4a1.3 1.3 0 0 1 1.85 0L17 13.9`,
    fill: circle(13, 7.25, 1.1),
  },
  live: { line: circle(10, 10, 4), fill: circle(10, 10, 1.6), dotted: [disc, dots(20)] },
  menu: { line: "M3.5 5.5h13M3.5 10h13M3.5 14.5h13" },
  more: { fill: `${circle(4.5, 10, 1.4)}${circle(10, 10, 1.4)}${circle(15.5, 10, 1.4)}` },
  next: { line: "M7.5 4l6 6-6 6" },
  panorama: { line: "M2.5 5.4c5 1.7 10 1.7 15 0v9.2c-5-1.7-10-1.7-15 0ZM2.7 12.6l3.2-2.5a1.3 1.3 0 0 1 1.6 0l3.4 2.9" },
  pencil: { line: "M4 16l.7-3.4L13.2 4a1.4 1.4 0 0 1 2 0l.8.8a1.4 1.4 0 0 1 0 2L7.4 15.3ZM11.7 5.5l2.8 2.8" },
  pause: { fill: "M5.5 4h3v12h-3ZM11.5 4h3v12h-3Z" },
  place: {
    line: `M10 17.25C7 14 4.75 11.3 4.75 8.25a5.25 5.25 0 0 1 10.5 0C15.25 11.3 13 14 10 17.25Z${circle(10, 8.25, 1.75)}`,
  },
  play: { fill: "M6.5 4.3v11.4a.8.8 0 0 0 1.2.7l9-5.7a.8.8 0 0 0 0-1.4l-9-5.7a.8.8 0 0 0-1.2.7Z" },
  portrait: { line: `${disc}M12.6 6.4c-1.5-.6-2.5.2-2.8 1.9l-.9 4.6c-.3 1.4-1 1.9-2 1.6M7.9 9.2h3.9` },
  previous: { line: "M12.5 4l-6 6 6 6" },
  raw: {
    line: `${disc}M10 6.7l7.44 4.29M12.86 8.35v8.59M12.86 11.65l-7.44 4.29M10 13.3L2.56 9.01M7.14 11.65V3.06`
      + "M7.14 8.35l7.44-4.29",
  },
  recent: { line: `${disc}M10 5.5V10l3 2` },
  redo: { line: "M16 8.5H8a4 4 0 0 0 0 8h3M12.5 5L16 8.5 12.5 12" },
  restore: { line: "M4 4.5v4h4M4.3 8.4A6.5 6.5 0 1 1 3.7 12" },
  rotate: { line: `${rounded(3, 9, 9, 8)}M8 5.5h4.5a4 4 0 0 1 4 4v2.5M14 10l2.5 2.5L19 10` },
  "rotate-back": { line: `${rounded(8, 9, 9, 8)}M12 5.5H7.5a4 4 0 0 0-4 4v2.5M1 10l2.5 2.5L6 10` },
  "screen-recording": { fill: circle(10, 10, 3.5), dotted: [disc, dots(16)] },
  screenshot: { line: `${corners}${rounded(7, 7, 6, 6)}` },
  selfie: { line: `${frame}${circle(10, 8.6, 2.35)}M5.4 16.3c.5-2 2.3-3.3 4.6-3.3s4.1 1.3 4.6 3.3` },
  shown: {
    line: "M2.2 10c1-2.3 3.8-5.2 7.8-5.2s6.8 2.9 7.8 5.2c-1 2.3-3.8 5.2-7.8 5.2s-6.8-2.9-7.8-5.2Z"
      + circle(10, 10, 2.5),
  },
  slomo: { line: circle(10, 10, 3), dotted: [disc, "2.2 2.512"] },
  terminal: { line: `${frame}M6 7.5L8.5 10 6 12.5M10.5 12.5H14` },
  timelapse: { line: "M10 10L6.7 6.7M10 2.5a7.5 7.5 0 0 1 0 15", dotted: ["M10 17.5a7.5 7.5 0 0 1 0-15", dots(20)] },
  sound: { line: "M3.5 7.75h2.75L10 4.5v11l-3.75-3.25H3.5ZM12.75 7.25a4 4 0 0 1 0 5.5M15 5a7 7 0 0 1 0 10" },
  "sound-off": { line: "M3.5 7.75h2.75L10 4.5v11l-3.75-3.25H3.5ZM13 8l4 4M17 8l-4 4" },
  star: { line: "M10 2.9l2.2 4.5 4.9.7-3.6 3.5.9 4.9-4.4-2.3-4.4 2.3.9-4.9-3.6-3.5 4.9-.7Z" },
  trash: {
    line: "M3.5 5.5h13M8 5.5V4a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v1.5"
      + "M5 5.5l.6 10A1.5 1.5 0 0 0 7.1 17h5.8a1.5 1.5 0 0 0 1.5-1.5l.6-10M8.4 8.5l.2 5.5M11.6 8.5l-.2 5.5",
  },
  undo: { line: "M4 8.5h8a4 4 0 0 1 0 8H9M7.5 5L4 8.5 7.5 12" },
  up: { line: "M10 16V4M5 9l5-5 5 5" },
  video: { line: `${rounded(2.5, 5, 10.5, 10)}M13 9l4.5-2.75v7.5L13 11` },
  warning: {
    line: "M8.7 4.05a1.5 1.5 0 0 1 2.6 0l6 10.4A1.5 1.5 0 0 1 16 16.7H4a1.5 1.5 0 0 1-1.3-2.25ZM10 8v3.75",
    fill: circle(10, 14, 0.95),
  },
  search: { line: lens },
  "zoom-in": { line: `${lens}M6 8.5h5M8.5 6v5` },
  "zoom-out": { line: `${lens}M6 8.5h5` },
};

/** The names that `icon` knows. */
export const iconNames = Object.freeze(Object.keys(drawings));

/**
 * Returns a drawing in the color of the text around it, which screen readers ignore.
 * @param {string} name one of `iconNames`
 * @returns {SVGSVGElement}
 * @throws {RangeError} if no icon has the name
 */
export function icon(name) {
  if (!Object.hasOwn(drawings, name)) throw new RangeError(`There is no icon named ${name}.`);
  const { line, fill, dotted } = drawings[name];
  const svg = element("svg", { viewBox: "0 0 20 20", width: "20", height: "20", "aria-hidden": "true" });
  svg.classList.add("icon");
  const stroke = {
    fill: "none", stroke: "currentColor", "stroke-width": "1.5", "stroke-linecap": "round", "stroke-linejoin": "round",
  };
  if (line) svg.append(element("path", { d: line, ...stroke }));
  if (dotted) svg.append(element("path", { d: dotted[0], "stroke-dasharray": dotted[1], ...stroke }));
  if (fill) svg.append(element("path", { d: fill, fill: "currentColor" }));
  return svg;
}

/**
 * @template {"svg" | "path"} Name
 * @param {Name} name
 * @param {Record<string, string>} attributes
 */
function element(name, attributes) {
  const made = document.createElementNS(namespace, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}
