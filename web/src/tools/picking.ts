import type { Vec3 } from '../shot/shot';
import type { Projector, Ray } from '../viewport/projector';
import { normalize, sub, vertexAt } from '../viewport/vec';
import { isFacing } from '../viewport/facing';

// Finds vertices under the cursor: a scan of all surface vertices in screen space, then a test that
// the surface itself does not stand in front.

export type Pickable = {
  positions: Float32Array;
  normals?: Float32Array; // of the vertices, where known: those turned away are left out
  triangles: Uint32Array;
  surfaceVertices: Uint32Array; // those that belong to a triangle
};

export function surfaceVerticesOf(triangles: Uint32Array): Uint32Array {
  return Uint32Array.from(new Set(triangles)).sort();
}

const grabRadius = 22; // px
const candidatesTried = 12;

type Near = { vertex: number; away: number };

// The visible vertex nearest to the cursor within reach; on large triangles the nearest corner of
// the one under the cursor.
export function pickVertex(
  body: Pickable,
  projector: Projector,
  x: number,
  y: number,
  radius = grabRadius,
): number | null {
  const near = verticesNear(body, projector, x, y, radius)
    .filter(({ vertex }) => isTurnedHere(body, projector, vertex))
    .slice(0, candidatesTried);
  const visible = near.find(({ vertex }) => isVisible(body, projector, vertex));
  if (visible) return visible.vertex;
  const hit = castRay(body, projector.ray(x, y));
  if (!hit) return null;
  return nearestCorner(body, projector, hit.triangle, x, y);
}

function isTurnedHere({ positions, normals }: Pickable, projector: Projector, vertex: number) {
  return !normals || isFacing({ positions, normals }, projector, vertex);
}

function verticesNear(
  { positions, surfaceVertices }: Pickable,
  projector: Projector,
  x: number,
  y: number,
  radius: number,
): Near[] {
  const found: Near[] = [];
  const { eye, right, up, back, focal } = projector;
  const [cx, cy] = [projector.width / 2, projector.height / 2];
  for (const vertex of surfaceVertices) {
    const px = positions[3 * vertex] - eye[0];
    const py = positions[3 * vertex + 1] - eye[1];
    const pz = positions[3 * vertex + 2] - eye[2];
    const depth = -(px * back[0] + py * back[1] + pz * back[2]);
    if (depth <= 0) continue;
    const k = focal / depth;
    const dx = cx + (px * right[0] + py * right[1] + pz * right[2]) * k - x;
    const dy = cy - (px * up[0] + py * up[1] + pz * up[2]) * k - y;
    const away = Math.hypot(dx, dy);
    if (away <= radius) found.push({ vertex, away });
  }
  return found.sort((a, b) => a.away - b.away);
}

function nearestCorner(
  { positions, triangles }: Pickable,
  projector: Projector,
  triangle: number,
  x: number,
  y: number,
): number {
  const corners = Array.from(triangles.subarray(3 * triangle, 3 * triangle + 3));
  const away = (vertex: number) => {
    const p = projector.project(vertexAt(positions, vertex));
    return Math.hypot(p.x - x, p.y - y);
  };
  return corners.reduce((best, vertex) => (away(vertex) < away(best) ? vertex : best));
}

// Nothing of the surface lies clearly nearer to the eye on the line to this vertex.
export function isVisible(body: Pickable, projector: Projector, vertex: number): boolean {
  const place = vertexAt(body.positions, vertex);
  const toward = sub(place, projector.eye);
  const depth = Math.hypot(...toward);
  const hit = castRay(body, { origin: projector.eye, direction: normalize(toward) });
  return !hit || hit.distance > depth * (1 - 1e-3);
}

// Nearest triangle along a ray, from either side (Moller and Trumbore 1997).
export function castRay(
  { positions, triangles }: Pick<Pickable, 'positions' | 'triangles'>,
  { origin, direction }: Ray,
): { triangle: number; distance: number } | null {
  let nearest = Infinity;
  let triangle = -1;
  for (let t = 0; t < triangles.length; t += 3) {
    const distance = hitTriangle(
      positions,
      3 * triangles[t],
      3 * triangles[t + 1],
      3 * triangles[t + 2],
      origin,
      direction,
    );
    if (distance < nearest) {
      nearest = distance;
      triangle = t / 3;
    }
  }
  return triangle < 0 ? null : { triangle, distance: nearest };
}

function hitTriangle(p: Float32Array, a: number, b: number, c: number, o: Vec3, d: Vec3): number {
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const hx = d[1] * vz - d[2] * vy;
  const hy = d[2] * vx - d[0] * vz;
  const hz = d[0] * vy - d[1] * vx;
  const det = ux * hx + uy * hy + uz * hz;
  if (det === 0) return Infinity;
  const sx = o[0] - p[a];
  const sy = o[1] - p[a + 1];
  const sz = o[2] - p[a + 2];
  const s = (sx * hx + sy * hy + sz * hz) / det;
  if (s < 0 || s > 1) return Infinity;
  const qx = sy * uz - sz * uy;
  const qy = sz * ux - sx * uz;
  const qz = sx * uy - sy * ux;
  const t = (d[0] * qx + d[1] * qy + d[2] * qz) / det;
  if (t < 0 || s + t > 1) return Infinity;
  const distance = (vx * qx + vy * qy + vz * qz) / det;
  return distance > 0 ? distance : Infinity;
}
