import { colorProgram } from "../colors/color-program.js";
import { identity } from "../colors/matrices.js";
import { gaussianWeights, isVisible } from "./gaussian.js";
import { targetMap, targetScale, vignettePlace } from "./preview-view.js";
import { ShaderError, ShaderProgram } from "./shader-program.js";
import { colorShader, sharpeningShader } from "./shaders.js";

/** The most pixels on one side of the center of a blur. The deviation is at most that of the whole photo. */
const largestReach = 7;

/** @typedef {{ texture: WebGLTexture | null, buffer: WebGLFramebuffer, width: number, height: number }} Target */

/** Draws an edited photo with WebGL 2. */
export class WebGLPainter {
  canvas;
  /** Whether the browser draws without a graphics processor. */
  isSoftware;
  #gl;
  #color;
  #sharpening;
  #photo;
  /** @type {Target[]} */
  #targets = [];
  /** The format of the pictures between passes: linear light, which can be outside of 0 to 1. */
  #hasFloats;

  /**
   * Returns `null` if the browser has no WebGL 2.
   * @param {() => void} lost is called when the browser takes the context away
   */
  static create(lost) {
    const canvas = document.createElement("canvas");
    const attributes = { alpha: false, antialias: false, depth: false };
    const make = (/** @type {boolean} */ isFast) =>
      canvas.getContext("webgl2", { ...attributes, failIfMajorPerformanceCaveat: isFast });
    const fast = make(true);
    const gl = fast ?? make(false);
    if (!(gl instanceof WebGL2RenderingContext)) return null;
    canvas.addEventListener("webglcontextlost", lost);
    try {
      return new WebGLPainter(canvas, gl, fast === null);
    } catch (error) {
      // A driver may refuse a program.
      if (error instanceof ShaderError) return null;
      throw error;
    }
  }

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {WebGL2RenderingContext} gl
   * @param {boolean} isSoftware
   */
  constructor(canvas, gl, isSoftware) {
    this.canvas = canvas;
    this.isSoftware = isSoftware;
    this.#gl = gl;
    this.#hasFloats = gl.getExtension("EXT_color_buffer_float") !== null
      || gl.getExtension("EXT_color_buffer_half_float") !== null;
    this.#color = new ShaderProgram(gl, colorShader);
    this.#sharpening = new ShaderProgram(gl, sharpeningShader);
    this.#photo = gl.createTexture();
    gl.bindVertexArray(gl.createVertexArray());
  }

  /** @param {HTMLImageElement | HTMLVideoElement} image or the frame on show of a video */
  set photo(image) {
    const gl = this.#gl;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#photo);
    // Reading such a texture gives linear light.
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, gl.RGBA, gl.UNSIGNED_BYTE, image);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    clampEdges(gl);
  }

  /** @param {import("./preview-view.js").PreviewView} view */
  paint(view) {
    const gl = this.#gl;
    const { width, height } = view;
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    gl.viewport(0, 0, width, height);
    const program = colorProgram(view.recipe);
    const deviation = program.sharpeningRadius * targetScale(view);
    const isSharpened = program.sharpness > 0 && isVisible(deviation);
    const first = isSharpened ? this.#target(0, width, height) : null;
    this.#paintColors(view, program, first);
    if (first === null) return;
    const second = this.#target(1, width, height);
    this.#blur(view, program, { deviation, from: first, to: second, sharp: first, step: [1 / width, 0] });
    this.#blur(view, program, { deviation, from: second, to: null, sharp: first, step: [0, 1 / height] });
  }

  /** Removes the context, because browsers have few of them. */
  close() {
    this.#gl.getExtension("WEBGL_lose_context")?.loseContext();
  }

  /**
   * @param {import("./preview-view.js").PreviewView} view
   * @param {import("../colors/color-program.js").ColorProgram} program
   * @param {Target | null} target `null` for the canvas
   */
  #paintColors(view, program, target) {
    const gl = this.#gl;
    this.#color.use();
    gl.bindFramebuffer(gl.FRAMEBUFFER, target?.buffer ?? null);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#photo);
    const place = (/** @type {string} */ name) => this.#color.place(name);
    const matrix = (/** @type {string} */ name, /** @type {number[]} */ rows) =>
      gl.uniformMatrix3fv(place(name), true, rows);
    gl.uniform1i(place("photo"), 0);
    matrix("map", [...targetMap(view), 0, 0, 1]);
    matrix("exposure", program.exposure.flat());
    gl.uniform2f(place("tones"), program.highlights, program.shadows);
    matrix("contrast", program.contrast.flat());
    gl.uniform1f(place("contrastBias"), program.contrastBias);
    gl.uniform1f(place("vibrance"), program.vibrance);
    const { effect } = program;
    gl.uniform1f(place("effect"), effect ? 1 : 0);
    matrix("effectMatrix", (effect?.matrix ?? identity).flat());
    if (effect) {
      gl.uniform3fv(place("effectCurves"), [0, 1, 2, 3, 4].flatMap((at) => effect.curves.map((curve) => curve[at])));
    }
    this.#finish(this.#color, view, program, target === null);
  }

  /**
   * @param {import("./preview-view.js").PreviewView} view
   * @param {import("../colors/color-program.js").ColorProgram} program
   * @param {{ deviation: number, from: Target, to: Target | null, sharp: Target, step: [number, number] }} pass
   */
  #blur(view, program, { deviation, from, to, sharp, step }) {
    const gl = this.#gl;
    this.#sharpening.use();
    gl.bindFramebuffer(gl.FRAMEBUFFER, to?.buffer ?? null);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, from.texture);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, sharp.texture);
    const place = (/** @type {string} */ name) => this.#sharpening.place(name);
    gl.uniform1i(place("blurred"), 0);
    gl.uniform1i(place("sharp"), 1);
    gl.uniform2f(place("pixelStep"), ...step);
    const weights = gaussianWeights(deviation, largestReach);
    gl.uniform1i(place("reach"), weights.length - 1);
    gl.uniform1fv(place("weights"), weights);
    gl.uniform1f(place("amount"), program.sharpness);
    this.#finish(this.#sharpening, view, program, to === null);
  }

  /**
   * @param {ShaderProgram} shader
   * @param {import("./preview-view.js").PreviewView} view
   * @param {import("../colors/color-program.js").ColorProgram} program
   * @param {boolean} isFinal
   */
  #finish(shader, view, program, isFinal) {
    const gl = this.#gl;
    gl.uniform1f(shader.place("vignette"), program.vignette);
    gl.uniform4f(shader.place("vignettePlace"), ...vignettePlace(view));
    gl.uniform1i(shader.place("isFinal"), isFinal ? 1 : 0);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  /**
   * Returns a picture between two passes.
   * @param {number} index
   * @param {number} width
   * @param {number} height
   */
  #target(index, width, height) {
    const gl = this.#gl;
    const known = this.#targets[index];
    if (known?.width === width && known.height === height) return known;
    if (known) gl.deleteTexture(known.texture);
    const texture = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    const format = this.#hasFloats ? gl.RGBA16F : gl.SRGB8_ALPHA8;
    gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    clampEdges(gl);
    const buffer = known?.buffer ?? gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, buffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    return (this.#targets[index] = { texture, buffer, width, height });
  }
}

/** @param {WebGL2RenderingContext} gl */
function clampEdges(gl) {
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
}
