import {
  Color,
  DoubleSide,
  MeshStandardMaterial,
  ReplaceStencilOp,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import { tokenColor } from './colors';
import { bodyMark } from './ghost';

// The body's material: matte clay with a faint rim. Heat (attribute `heat`, in its own unit) tints it
// from the clay itself up the ramp, so that only what matters glows.
export type ClayUniforms = {
  heatOn: { value: number };
  heatScale: { value: number }; // what counts as full heat
  heatRamp: { value: Color[] };
  rim: { value: Color };
  ownColors: { value: number }; // 1: the surface's own colours; 0: clay, with their light and dark
  brightness: { value: number }; // mean luminance of the own colours
};

export const clayColor = '#8fabc2';

const vertexHead = `
attribute float heat;
varying float vHeat;
#include <common>`;

const vertexBody = `
#include <begin_vertex>
vHeat = heat;`;

const fragmentHead = `
uniform float heatOn;
uniform float heatScale;
uniform vec3 heatRamp[5];
uniform vec3 rim;
uniform float ownColors;
uniform float brightness;
varying float vHeat;
vec3 rampColor(float t) {
  float s = clamp(t, 0.0, 1.0) * 4.0;
  vec3 c = mix(heatRamp[0], heatRamp[1], clamp(s, 0.0, 1.0));
  c = mix(c, heatRamp[2], clamp(s - 1.0, 0.0, 1.0));
  c = mix(c, heatRamp[3], clamp(s - 2.0, 0.0, 1.0));
  return mix(c, heatRamp[4], clamp(s - 3.0, 0.0, 1.0));
}
#include <common>`;

// With vertex colours, clay keeps what is darker than most of the surface: eyes, seams, spots.
const fragmentColor = `
#ifdef USE_COLOR
float shade = dot(vColor.rgb, vec3(0.2126, 0.7152, 0.0722)) / brightness;
diffuseColor.rgb *= mix(vec3(pow(min(shade, 1.0), 0.6) * 0.85 + 0.15), vColor.rgb, ownColors);
#endif
float heatShare = clamp(vHeat / heatScale, 0.0, 1.0);
vec3 hot = mix(diffuseColor.rgb, rampColor(heatShare), smoothstep(0.0, 0.12, heatShare));
diffuseColor.rgb = mix(diffuseColor.rgb, hot, heatOn);`;

// Rim light from behind and above; hot places glow a little by themselves.
const fragmentGlow = `
#include <emissivemap_fragment>
float facing = clamp(dot(normalize(vViewPosition), normal), 0.0, 1.0);
totalEmissiveRadiance += rim * pow(1.0 - facing, 3.2) * (0.4 + 0.6 * diffuseColor.rgb);
totalEmissiveRadiance += heatOn * diffuseColor.rgb * clamp(heatShare * 1.2 - 0.25, 0.0, 1.0) * 0.25;`;

export function clayMaterial(): { material: MeshStandardMaterial; uniforms: ClayUniforms } {
  const uniforms: ClayUniforms = {
    heatOn: { value: 0 },
    heatScale: { value: 1 },
    heatRamp: { value: [0, 1, 2, 3, 4].map((i) => tokenColor(`heat-${i}`)) },
    rim: { value: new Color(0.1, 0.12, 0.14) },
    ownColors: { value: 0 },
    brightness: { value: 1 },
  };
  const material = new MeshStandardMaterial({
    color: clayColor,
    roughness: 0.62,
    metalness: 0,
    side: DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
    stencilWrite: true, // where it is seen, ghosts show their outline alone
    stencilRef: bodyMark,
    stencilZPass: ReplaceStencilOp,
  });
  material.onBeforeCompile = (shader) => inject(shader, uniforms);
  return { material, uniforms };
}

function inject(shader: WebGLProgramParametersWithUniforms, uniforms: ClayUniforms): void {
  Object.assign(shader.uniforms, uniforms);
  shader.vertexShader = shader.vertexShader
    .replace('#include <common>', vertexHead)
    .replace('#include <begin_vertex>', vertexBody);
  shader.fragmentShader = shader.fragmentShader
    .replace('#include <common>', fragmentHead)
    .replace('#include <color_fragment>', fragmentColor)
    .replace('#include <emissivemap_fragment>', fragmentGlow);
}
