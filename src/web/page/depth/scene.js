// Draws the board in perspective by WebGL 2: a program, four meshes, one light. What is drawn is given anew each time, nothing is
// remembered but the meshes. Colours are 0 to 1.

import { cellMesh, discMesh, floorMesh, frameMesh } from "./shapes.js";

/** @typedef {[number, number, number]} Rgb */
/** @typedef {{x: number, y: number, fill: Rgb, rim: Rgb, detail: Rgb, won: boolean, faded: boolean, last: boolean, alpha: number}} Disc */

const VERTEX = `#version 300 es
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 view;
uniform vec3 offset;
uniform int columns;
out vec3 at, local, facing;
void main() {
  vec3 place = position + offset;
  if (columns > 0) place.xy += vec2(gl_InstanceID % columns, gl_InstanceID / columns);
  at = place; local = position; facing = normal;
  gl_Position = view * vec4(place, 1.0);
}`;

const FRAGMENT = `#version 300 es
precision highp float;
in vec3 at, local, facing;
uniform int kind;
uniform vec3 eye, fill, rim, detail, pale;
uniform float alpha, won, faded, last;
uniform vec2 reach;
out vec4 colour;
float band(float r, float low, float high) { return smoothstep(low - 0.008, low + 0.008, r) - smoothstep(high - 0.008, high + 0.008, r); }
void main() {
  if (kind == 2) {
    vec2 d = local.xz / reach;
    float shade = pow(max(0.0, 1.0 - dot(d, d)), 1.6) * 0.34;
    colour = vec4(0.0, 0.0, 0.0, shade);
    return;
  }
  vec3 n = normalize(facing), toEye = normalize(eye - at), toLight = normalize(vec3(-0.45, 0.85, 0.9) * sign(eye.z));
  vec3 base = fill;
  if (kind == 1) {
    float r = length(local.xy);
    base = mix(base, rim, smoothstep(0.43, 0.447, r) * 0.55);
    base = mix(base, detail, band(r, 0.165, 0.215));
    base = mix(base, vec3(dot(base, vec3(0.3, 0.6, 0.1))) * 0.6 + base * 0.25, faded);
    base = mix(base, pale, won * band(r, 0.285, 0.385));
    base = mix(base, mix(rim * 0.45, pale, won), last * (1.0 - smoothstep(0.075, 0.09, r)));
  }
  float diffuse = max(0.0, dot(n, toLight)), sky = 0.5 + 0.5 * n.y;
  float gloss = pow(max(0.0, dot(n, normalize(toLight + toEye))), 42.0) * (kind == 1 ? 0.28 : 0.16);
  vec3 lit = base * (0.46 + 0.16 * sky + 0.5 * diffuse) + gloss;
  colour = vec4(lit * alpha, alpha);
}`;

/** @param {WebGL2RenderingContext} gl @param {number} type @param {string} text */
function compile(gl, type, text) {
  const shader = /** @type {WebGLShader} */ (gl.createShader(type));
  gl.shaderSource(shader, text);
  gl.compileShader(shader);
  return shader;
}

/** @param {WebGL2RenderingContext} gl @returns {WebGLProgram} */
function makeProgram(gl) {
  const program = /** @type {WebGLProgram} */ (gl.createProgram());
  gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, VERTEX));
  gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, FRAGMENT));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(gl.getProgramInfoLog(program) ?? "no program");
  return program;
}

export class Scene {
  /** @param {WebGL2RenderingContext} gl */
  constructor(gl) {
    this.gl = gl;
    this.program = makeProgram(gl);
    /** @type {Map<string, WebGLUniformLocation | null>} */
    this.places = new Map();
    this.disc = this.mesh(discMesh());
    this.cell = this.mesh(cellMesh());
    this.frame = this.floor = this.cell;
    this.size = [0, 0];
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  /** @param {number[]} numbers */
  mesh(numbers) {
    const { gl } = this;
    const array = gl.createVertexArray();
    const buffer = gl.createBuffer();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(numbers), gl.STATIC_DRAW);
    for (const place of [0, 1]) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 24, place * 12);
    }
    return { array, buffer, count: numbers.length / 6 };
  }

  /** @param {string} name */
  place(name) {
    if (!this.places.has(name)) this.places.set(name, this.gl.getUniformLocation(this.program, name));
    return this.places.get(name) ?? null;
  }

  /** Makes what depends on the size of the board. @param {number} width @param {number} height */
  resize(width, height) {
    if (this.size[0] === width && this.size[1] === height) return;
    for (const old of [this.frame, this.floor]) {
      if (old === this.cell) continue;
      this.gl.deleteVertexArray(old.array);
      this.gl.deleteBuffer(old.buffer);
    }
    this.size = [width, height];
    this.frame = this.mesh(frameMesh(width, height));
    this.floor = this.mesh(floorMesh(width, height));
  }

  /** @param {{array: WebGLVertexArrayObject | null, count: number}} mesh @param {number} kind @param {number} [instances] */
  draw(mesh, kind, instances = 1) {
    const { gl } = this;
    gl.bindVertexArray(mesh.array);
    gl.uniform1i(this.place("kind"), kind);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, mesh.count, instances);
  }

  /** @param {Disc} disc */
  drawDisc(disc) {
    const { gl } = this;
    gl.uniform3f(this.place("offset"), disc.x, disc.y, 0);
    for (const name of /** @type {const} */ (["fill", "rim", "detail"]))
      gl.uniform3fv(this.place(name), disc[name]);
    for (const name of /** @type {const} */ (["won", "faded", "last"]))
      gl.uniform1f(this.place(name), disc[name] ? 1 : 0);
    gl.uniform1f(this.place("alpha"), disc.alpha);
    this.draw(this.disc, 1);
  }

  /**
   * @param {{matrix: Float32Array, eye: [number, number, number]}} camera
   * @param {{frame: Rgb, pale: Rgb}} colours @param {Disc[]} discs those seen through come last
   */
  render(camera, colours, discs) {
    const { gl } = this;
    const [width, height] = this.size;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.useProgram(this.program);
    gl.uniformMatrix4fv(this.place("view"), false, camera.matrix);
    gl.uniform3fv(this.place("eye"), camera.eye);
    gl.uniform3fv(this.place("pale"), colours.pale);
    gl.uniform3f(this.place("offset"), 0, 0, 0);
    gl.uniform1i(this.place("columns"), 0);
    gl.depthMask(false);
    gl.uniform2f(this.place("reach"), width / 2 + 1.1, 1.9);
    this.draw(this.floor, 2);
    gl.depthMask(true);
    for (const disc of discs.filter((one) => one.alpha === 1)) this.drawDisc(disc);
    gl.uniform1f(this.place("alpha"), 1);
    gl.uniform3fv(this.place("fill"), colours.frame);
    gl.uniform3f(this.place("offset"), 0, 0, 0);
    this.draw(this.frame, 0);
    gl.uniform3f(this.place("offset"), 0.5 - width / 2, 0.5 - height / 2, 0);
    gl.uniform1i(this.place("columns"), width);
    this.draw(this.cell, 0, width * height);
    gl.uniform1i(this.place("columns"), 0);
    for (const disc of discs.filter((one) => one.alpha < 1)) this.drawDisc(disc);
  }
}
