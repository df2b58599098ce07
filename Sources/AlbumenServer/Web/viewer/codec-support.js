/** How codecs are asked about in the browser, and what people call them; the keys are FFmpeg's names. */
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
 * What people call a codec.
 * @param {string | null} codec as FFmpeg names it
 * @returns {string | null}
 */
export function codecName(codec) {
  if (!codec) return null;
  return codecs[codec.toLowerCase()]?.name ?? codec.toUpperCase();
}

/**
 * Whether it is worth giving the browser a video. Where the codec is not known it is: the element's error is the last
 * word.
 * @param {string | null} codec as FFmpeg names it
 * @param {(type: string) => string} canPlayType the video element's
 */
export function mayPlay(codec, canPlayType) {
  const type = codecs[codec?.toLowerCase()]?.type;
  return type === undefined || canPlayType(type) !== "";
}
