import { BufferAttribute, BufferGeometry, DynamicDrawUsage } from 'three';
import type { Surface } from '../protocol/worker_messages';

// A triangle mesh whose vertices change with every frame while its triangles stay.
export class SurfaceGeometry {
  readonly geometry = new BufferGeometry();
  private vertices = 0;

  constructor() {
    this.geometry.boundingSphere = null;
  }

  setTriangles(triangles: Uint32Array): void {
    this.geometry.setIndex(new BufferAttribute(triangles, 1));
  }

  setColors(colors: Float32Array | null): void {
    if (colors) this.geometry.setAttribute('color', new BufferAttribute(linearColors(colors), 3));
    else this.geometry.deleteAttribute('color');
  }

  // Takes the arrays over; they are not copied.
  show({ positions, normals, heat }: Surface): void {
    const count = positions.length / 3;
    if (count !== this.vertices) this.forget();
    this.vertices = count;
    putNumbers(this.geometry, 'position', positions, 3);
    putNumbers(this.geometry, 'normal', normals, 3);
    if (heat) putNumbers(this.geometry, 'heat', heat, 1);
    else if (!this.geometry.hasAttribute('heat'))
      putNumbers(this.geometry, 'heat', new Float32Array(count), 1);
  }

  // The attribute `other` of ghosts: where the body itself has its vertices.
  compareWith(positions: Float32Array): void {
    if (positions.length === 3 * this.vertices) putNumbers(this.geometry, 'other', positions, 3);
  }

  // Buffers on the graphics card have a fixed size: another mesh needs new ones.
  private forget(): void {
    for (const name of ['position', 'normal', 'heat', 'other']) this.geometry.deleteAttribute(name);
    this.geometry.dispose();
  }
}

// Takes the place of what the attribute had. Buffers on the graphics card are used again.
export function putNumbers(
  geometry: BufferGeometry,
  name: string,
  array: Float32Array,
  width: number,
): void {
  const old = geometry.getAttribute(name) as BufferAttribute | undefined;
  if (old?.array.length === array.length) {
    old.array = array;
    old.needsUpdate = true;
    return;
  }
  const attribute = new BufferAttribute(array, width);
  attribute.setUsage(DynamicDrawUsage);
  geometry.setAttribute(name, attribute);
}

// Of colours as the program sends them, in linear light.
export function meanLuminance(srgb: Float32Array): number {
  const linear = linearColors(srgb);
  let sum = 0;
  for (let i = 0; i < linear.length; i += 3)
    sum += 0.2126 * linear[i] + 0.7152 * linear[i + 1] + 0.0722 * linear[i + 2];
  return (3 * sum) / linear.length || 1;
}

function linearColors(srgb: Float32Array): Float32Array {
  return srgb.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
}

// Each edge of the triangles once, 2 vertices an edge.
export function edgesOf(triangles: Uint32Array): Uint32Array {
  const seen = new Set<number>();
  const edges: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = triangles[t + k];
      const b = triangles[t + ((k + 1) % 3)];
      const key = Math.min(a, b) * 2 ** 26 + Math.max(a, b);
      if (seen.has(key)) continue;
      seen.add(key);
      edges.push(a, b);
    }
  }
  return Uint32Array.from(edges);
}
