/**
 * The usual names of codecs, and the types for `canPlayType`, by FFmpeg's names.
 * @type {Record<string, { name: string, type: string }>}
 */
const codecs = {
  h264: { name: "H.264", type: 'video/mp4; codecs="avc1.640028"' },
  hevc: { name: "HEVC", type: 'video/mp4; codecs="hvc1.1.6.L120.90"' },
  prores: { name: "ProRes", type: 'video/quicktime; codecs="apcn"' },
  av1: { name: "AV1", type: 'video/mp4; codecs="av01.0.08M.08"' },
  vp8: { name: "VP8", type: 'video/webm; codecs="vp8"' },
  vp9: { name: "VP9", type: 'video/webm; codecs="vp9"' },
  mpeg4: { name: "MPEG-4", type: 'video/mp4; codecs="mp4v.20.9"' },
  mpeg2video: { name: "MPEG-2", type: 'video/mpeg; codecs="mp2v"' },
  mjpeg: { name: "Motion JPEG", type: 'video/quicktime; codecs="jpeg"' },
  h263: { name: "H.263", type: 'video/3gpp; codecs="s263"' },
  theora: { name: "Theora", type: 'video/ogg; codecs="theora"' },
};

/**
 * Returns the usual name of a codec.
 * @param {string | null} codec as FFmpeg names it
 * @returns {string | null}
 */
export function codecName(codec) {
  if (!codec) return null;
  return codecs[codec.toLowerCase()]?.name ?? codec.toUpperCase();
}

/** The types of files that browsers play as MP4 although they may not know the type's name. */
const likeMP4 = new Set(["video/quicktime", "video/mp4", "video/x-m4v", "video/3gpp", "video/3gpp2"]);

/**
 * Whether the browser may be able to play a video's file: its container and its codec.
 * @param {{ codec: string | null, contentType: string }} video
 * @param {(type: string) => string} canPlayType the video element's
 */
export function mayPlayFile({ codec, contentType }, canPlayType) {
  return (likeMP4.has(contentType) || canPlayType(contentType) !== "") && mayPlay(codec, canPlayType);
}

/**
 * Whether the browser may be able to play a video. If the codec is unknown, only the video element's error can tell.
 * @param {string | null} codec as FFmpeg names it
 * @param {(type: string) => string} canPlayType the video element's
 */
export function mayPlay(codec, canPlayType) {
  const type = codec === null ? undefined : codecs[codec.toLowerCase()]?.type;
  return type === undefined || canPlayType(type) !== "";
}
