import {
  DoubleSide,
  Group,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  ShadowMaterial,
  Vector3,
} from 'three';
import { tokenColor } from './colors';

const vertexShader = `
varying vec3 place;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  place = world.xyz;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

// Lines one pixel wide at every distance, fading out before they would flicker.
const fragmentShader = `
uniform float cell;
uniform float reach;
uniform vec3 center;
uniform vec3 xColor;
uniform vec3 zColor;
varying vec3 place;
float lines(vec2 p, float step, float width) {
  vec2 q = p / step;
  vec2 w = fwidth(q);
  vec2 d = abs(fract(q - 0.5) - 0.5) / w;
  vec2 strength = clamp(width - d, 0.0, 1.0) * clamp(1.0 - 2.5 * w, 0.0, 1.0);
  return max(strength.x, strength.y);
}
float axis(float x, float width) {
  return clamp(width - abs(x) / fwidth(x), 0.0, 1.0);
}
void main() {
  vec2 p = place.xz;
  float away = distance(p, center.xz) / reach;
  float fade = 1.0 - smoothstep(0.3, 1.0, away);
  float fine = lines(p, cell, 1.0) * 0.075;
  float coarse = lines(p, 5.0 * cell, 1.2) * 0.11;
  float alpha = max(fine, coarse);
  vec3 color = vec3(0.85, 0.9, 0.95);
  float x = axis(p.y, 1.3);
  float z = axis(p.x, 1.3);
  color = mix(color, xColor, x);
  color = mix(color, zColor, z);
  alpha = max(alpha, max(x, z) * 0.26);
  gl_FragColor = vec4(color, alpha * fade);
  #include <colorspace_fragment>
}`;

// Grid with axis lines, and a plane that only catches shadows.
export class Floor {
  readonly group = new Group();
  private readonly grid: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly shadow: Mesh<PlaneGeometry, ShadowMaterial>;

  constructor() {
    const plane = new PlaneGeometry(2, 2).rotateX(-Math.PI / 2);
    const material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      uniforms: {
        cell: { value: 0.5 },
        reach: { value: 8 },
        center: { value: new Vector3() },
        xColor: { value: tokenColor('axis-x') },
        zColor: { value: tokenColor('axis-z') },
      },
    });
    this.grid = new Mesh(plane, material);
    this.shadow = new Mesh(plane, new ShadowMaterial({ opacity: 0.42, depthWrite: false }));
    this.shadow.receiveShadow = true;
    this.shadow.renderOrder = -2;
    this.grid.renderOrder = -1;
    this.group.add(this.shadow, this.grid);
  }

  // `height` m of the ground; `size` m of the body.
  place(height: number, center: [number, number, number], size: number): void {
    const reach = 3.2 * size;
    const { uniforms } = this.grid.material;
    uniforms.cell.value = roundCell(size / 7);
    uniforms.reach.value = reach;
    (uniforms.center.value as Vector3).set(...center);
    for (const mesh of [this.grid, this.shadow]) {
      mesh.scale.set(reach, 1, reach);
      mesh.position.set(center[0], height - 1e-3 * size, center[2]);
    }
  }
}

// 1, 2 or 5 times a power of ten.
export function roundCell(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  const digit = length / power;
  return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}
