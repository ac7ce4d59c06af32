import { Color, DoubleSide, EqualStencilFunc, NotEqualStencilFunc, ShaderMaterial } from 'three';

// Another pose of the body as a translucent shell, drawn only where it stands apart from the body:
// attribute `position` is its own, `other` the body's at the same vertex. Before the body (which marks
// its pixels by `bodyMark` in the stencil) its outline alone is seen, so that the body keeps its colour.
const vertexShader = `
attribute vec3 other;
varying float apart;
varying vec3 toEye;
varying vec3 outward;
void main() {
  vec4 eye = modelViewMatrix * vec4(position, 1.0);
  apart = distance(position, other);
  toEye = -eye.xyz;
  outward = normalMatrix * normal;
  gl_Position = projectionMatrix * eye;
}`;

const fragmentShader = `
uniform vec3 color;
uniform float fill;
uniform float edge;
uniform float threshold;
varying float apart;
varying vec3 toEye;
varying vec3 outward;
void main() {
  float share = smoothstep(threshold, 3.0 * threshold, apart);
  if (share < 0.01) discard;
  float facing = abs(dot(normalize(toEye), normalize(outward)));
  float rim = smoothstep(0.55, 0.08, facing);
  gl_FragColor = vec4(color, share * mix(fill, edge, rim));
  #include <colorspace_fragment>
}`;

export type GhostLook = { color: Color; fill: number; edge: number };
export const bodyMark = 1;

function ghostMaterial({ color, fill, edge }: GhostLook): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader,
    fragmentShader,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    uniforms: {
      color: { value: color },
      fill: { value: fill },
      edge: { value: edge },
      threshold: { value: 0.01 }, // m: closer than this is the same place
    },
  });
}

export function besideBody(look: GhostLook): ShaderMaterial {
  return stencilled(ghostMaterial(look), NotEqualStencilFunc);
}

export function beforeBody(look: GhostLook): ShaderMaterial {
  return stencilled(ghostMaterial({ ...look, fill: 0 }), EqualStencilFunc);
}

function stencilled(
  material: ShaderMaterial,
  where: typeof EqualStencilFunc | typeof NotEqualStencilFunc,
): ShaderMaterial {
  return Object.assign(material, { stencilWrite: true, stencilRef: bodyMark, stencilFunc: where });
}

// Written into the depth buffer first, so that a shell shows its front alone.
export function ghostDepthMaterial(look: GhostLook): ShaderMaterial {
  const material = ghostMaterial(look);
  material.colorWrite = false;
  material.depthWrite = true;
  return material;
}
