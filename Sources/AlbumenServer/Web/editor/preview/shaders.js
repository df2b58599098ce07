// The programs of the preview for WebGL 2. The steps are those of `color-steps.js`.

/** Draws the whole target. `place` is in fractions from the upper left corner. */
export const vertexShader = `#version 300 es
out vec2 place;
void main() {
  vec2 corner = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
  place = vec2(corner.x, 1.0 - corner.y);
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}`;

const light = `
vec3 encoded(vec3 light) {
  return mix(light * 12.92, 1.055 * pow(max(light, 0.0031308), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, light));
}
vec3 linear(vec3 value) {
  return mix(value / 12.92, pow((max(value, 0.04045) + 0.055) / 1.055, vec3(2.4)), step(0.04045, value));
}
float encoded(float light) {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1.0 / 2.4) - 0.055;
}
float linear(float value) {
  return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}
`;

const header = `#version 300 es
precision highp float;
precision highp sampler2D;
in vec2 place;
out vec4 result;
${light}
uniform float vignette;
uniform vec4 vignettePlace; // the center in fractions of the target, and the factors of distances
vec3 shaded(vec3 color) {
  if (vignette <= 0.0) return color;
  float t = min(1.0, length((place - vignettePlace.xy) * vignettePlace.zw));
  return color * (1.0 - vignette * t * t * (3.0 - 2.0 * t));
}
vec4 finished(vec3 color) {
  return vec4(encoded(clamp(shaded(color), 0.0, 1.0)), 1.0);
}
`;

/** Reads the photo, and computes its colors. */
export const colorShader = `${header}
uniform sampler2D photo;
uniform mat3 map; // from the target to the photo, both in fractions
uniform mat3 exposure;
uniform vec2 tones; // highlights and shadows
uniform mat3 contrast;
uniform float contrastBias;
uniform float vibrance;
uniform float effect; // 0 for none, 1 for an effect
uniform mat3 effectMatrix;
uniform vec3 effectCurves[5];
uniform bool isFinal; // whether no other pass follows
const vec3 luminance = vec3(0.2126, 0.7152, 0.0722);

float curve(float value, float v0, float v1, float v2, float v3, float v4) {
  float at = clamp(value, 0.0, 1.0) * 4.0;
  if (at < 1.0) return mix(v0, v1, at);
  if (at < 2.0) return mix(v1, v2, at - 1.0);
  if (at < 3.0) return mix(v2, v3, at - 2.0);
  return mix(v3, v4, at - 3.0);
}

void main() {
  vec4 pixel = texture(photo, (map * vec3(place, 1.0)).xy);
  vec3 color = exposure * pixel.rgb;
  if (tones != vec2(0.0)) {
    float light = clamp(dot(luminance, color), 1e-6, 1.0);
    float value = encoded(light);
    float rest = 1.0 - value;
    color *= linear(value + tones.y * value * rest * rest * rest + tones.x * rest * value * value * value) / light;
  }
  color = contrast * color + contrastBias;
  if (vibrance != 0.0) {
    float most = max(max(color.r, color.g), color.b);
    float least = min(min(color.r, color.g), color.b);
    float saturation = most > 0.0 ? min(1.0, (most - least) / most) : 0.0;
    float grey = dot(luminance, color);
    color = grey + (color - grey) * (1.0 + vibrance * (1.0 - saturation));
  }
  if (effect > 0.0) {
    vec3 value = effectMatrix * encoded(clamp(color, 0.0, 1.0));
    color = linear(vec3(
      curve(value.r, effectCurves[0].r, effectCurves[1].r, effectCurves[2].r, effectCurves[3].r, effectCurves[4].r),
      curve(value.g, effectCurves[0].g, effectCurves[1].g, effectCurves[2].g, effectCurves[3].g, effectCurves[4].g),
      curve(value.b, effectCurves[0].b, effectCurves[1].b, effectCurves[2].b, effectCurves[3].b, effectCurves[4].b)));
  }
  // White shows through transparent pixels.
  if (pixel.a < 1.0) color = mix(vec3(1.0), color, pixel.a);
  result = isFinal ? finished(color) : vec4(color, 1.0);
}`;

/** Blurs along one axis. In the second pass, sharpens with the difference. */
export const sharpeningShader = `${header}
uniform sampler2D blurred;
uniform sampler2D sharp;
uniform vec2 pixelStep;
uniform int reach;
uniform float weights[8]; // from the center
uniform float amount;
uniform bool isFinal;
void main() {
  vec2 at = vec2(place.x, 1.0 - place.y);
  vec3 sum = weights[0] * texture(blurred, at).rgb;
  for (int tap = 1; tap <= reach; tap += 1) {
    vec2 away = pixelStep * float(tap);
    sum += weights[tap] * (texture(blurred, at - away).rgb + texture(blurred, at + away).rgb);
  }
  if (!isFinal) {
    result = vec4(sum, 1.0);
    return;
  }
  vec3 color = texture(sharp, at).rgb;
  result = finished(color + amount * (color - sum));
}`;
