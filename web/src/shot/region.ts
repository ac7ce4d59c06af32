import type { Vec3, Wish } from './shot';

// A soft area of the body around one vertex. The program makes it from a vertex and a radius
// (docs/shot.md, "wishes") and tells the vertices and weights that came of it.
export type Region = { vertices: number[]; weights: number[] }; // weights sum to 1

type Part = Pick<Wish, 'vertex' | 'vertices' | 'weights'>;

/** The vertices within `radius` (m, at rest) of one, weighing (1 − (d/radius)²)². */
export function regionAround(rest: Float32Array, vertex: number, radius: number): Region {
  const near = Array.from({ length: rest.length / 3 }, (_, v) => ({
    v,
    share: 1 - (apart(rest, v, vertex) / radius) ** 2,
  })).filter(({ share }) => share > 0);
  if (near.length === 0) return { vertices: [vertex], weights: [1] };
  const sum = near.reduce((total, { share }) => total + share ** 2, 0);
  return {
    vertices: near.map(({ v }) => v),
    weights: near.map(({ share }) => share ** 2 / sum),
  };
}

/** Where the region is: the weighted mean of its vertices. */
export function meanOf({ vertices, weights }: Region, positions: Float32Array): Vec3 {
  const mean: Vec3 = [0, 0, 0];
  vertices.forEach((vertex, k) => {
    for (let axis = 0; axis < 3; axis++) mean[axis] += weights[k] * positions[3 * vertex + axis];
  });
  return mean;
}

/** The vertex that stands for a handle: its own, or the heaviest of a region. */
export function mainVertex({ vertex, vertices, weights }: Part): number | null {
  if (vertex !== undefined && vertex !== null) return vertex;
  if (!vertices || vertices.length === 0) return null;
  const heaviest = weights ? weights.indexOf(Math.max(...weights)) : 0;
  return vertices[heaviest];
}

const agreement = 1e-3; // of the radius, between what each vertex says of it

/**
 * The radius (m) that a region was made with; 0 for a vertex alone, null where its weights follow
 * no radius. Each vertex tells it: its weight w beside the heaviest W, d away, came of
 * w/W = (1 − (d/radius)²)².
 */
export function radiusOf(part: Part, rest: Float32Array): number | null {
  const { vertices, weights } = part;
  const center = mainVertex(part);
  if (center === null || !vertices || vertices.length === 1) return center === null ? null : 0;
  if (!weights || 3 * Math.max(...vertices) >= rest.length) return null;
  const heaviest = Math.max(...weights);
  const told = vertices
    .map((v, k) => apart(rest, v, center) / Math.sqrt(1 - Math.sqrt(weights[k] / heaviest)))
    .filter((radius) => Number.isFinite(radius));
  const [least, most] = [Math.min(...told), Math.max(...told)];
  return most - least < agreement * most ? (least + most) / 2 : null;
}

function apart(rest: Float32Array, a: number, b: number): number {
  const [i, j] = [3 * a, 3 * b];
  return Math.hypot(rest[i] - rest[j], rest[i + 1] - rest[j + 1], rest[i + 2] - rest[j + 2]);
}
