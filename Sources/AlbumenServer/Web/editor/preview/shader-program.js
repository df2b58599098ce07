import { vertexShader } from "./shaders.js";

/** A program that the browser's driver refuses. */
export class ShaderError extends Error {}

/** A WebGL program that draws the whole target, with the places of its uniform values. */
export class ShaderProgram {
  #gl;
  #program;
  /** @type {Map<string, WebGLUniformLocation | null>} */
  #places = new Map();

  /**
   * Fails with a `ShaderError` if the browser refuses the program.
   * @param {WebGL2RenderingContext} gl
   * @param {string} source of the fragment shader
   */
  constructor(gl, source) {
    const program = gl.createProgram();
    if (program === null) throw new ShaderError("The context is lost.");
    const sources = /** @type {const} */ ([[gl.VERTEX_SHADER, vertexShader], [gl.FRAGMENT_SHADER, source]]);
    for (const [type, text] of sources) {
      const shader = gl.createShader(type);
      if (shader === null) throw new ShaderError("The context is lost.");
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true) {
      const logs = gl.getAttachedShaders(program)?.map((shader) => gl.getShaderInfoLog(shader)) ?? [];
      throw new ShaderError([gl.getProgramInfoLog(program), ...logs].join(" "));
    }
    this.#gl = gl;
    this.#program = program;
  }

  /** Makes it the program that draws. */
  use() {
    this.#gl.useProgram(this.#program);
  }

  /**
   * Returns the place of a uniform value.
   * @param {string} name
   */
  place(name) {
    let place = this.#places.get(name);
    if (place === undefined) {
      place = this.#gl.getUniformLocation(this.#program, name);
      this.#places.set(name, place);
    }
    return place;
  }
}
