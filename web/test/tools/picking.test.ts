import { IcosahedronGeometry } from 'three';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import { describe, expect, test } from 'vitest';
import { castRay, isVisible, pickVertex, surfaceVerticesOf } from '../../src/tools/picking';
import { orbitFrom } from '../../src/viewport/orbit';
import { Projector } from '../../src/viewport/projector';
import { vertexAt } from '../../src/viewport/vec';

function sphere(detail: number) {
  const made = mergeVertices(
    new IcosahedronGeometry(1, detail).deleteAttribute('normal').deleteAttribute('uv'),
  );
  const positions = Float32Array.from(made.getAttribute('position').array);
  const triangles = Uint32Array.from(made.getIndex()!.array);
  return { positions, triangles, surfaceVertices: surfaceVerticesOf(triangles) };
}

const projector = new Projector(orbitFrom([3, 2, 5], [0, 0, 0], 30), 640, 480);
const ball = sphere(8);

describe('picking', () => {
  test('a click exactly on a visible vertex finds that vertex', () => {
    for (const vertex of ball.surfaceVertices) {
      if (!isVisible(ball, projector, vertex)) continue;
      const { x, y } = projector.project(vertexAt(ball.positions, vertex));
      expect(pickVertex(ball, projector, x, y)).toBe(vertex);
    }
  });

  test('no other visible vertex is nearer to the cursor than the one found', () => {
    const away = (vertex: number, x: number, y: number) => {
      const p = projector.project(vertexAt(ball.positions, vertex));
      return Math.hypot(p.x - x, p.y - y);
    };
    const visible = [...ball.surfaceVertices].filter((vertex) =>
      isVisible(ball, projector, vertex),
    );
    for (let k = 0; k < 40; k++) {
      const [x, y] = [320 + 80 * Math.cos(k), 240 + 80 * Math.sin(1.7 * k)];
      const found = pickVertex(ball, projector, x, y)!;
      const nearest = Math.min(...visible.map((vertex) => away(vertex, x, y)));
      expect(away(found, x, y)).toBeCloseTo(nearest, 9);
    }
  });

  test('vertices on the far side are never found', () => {
    const hidden = [...ball.surfaceVertices].filter((vertex) => {
      const p = vertexAt(ball.positions, vertex);
      return p[0] * 3 + p[1] * 2 + p[2] * 5 < -1;
    });
    expect(hidden.length).toBeGreaterThan(20);
    for (const vertex of hidden) {
      expect(isVisible(ball, projector, vertex)).toBe(false);
      const { x, y } = projector.project(vertexAt(ball.positions, vertex));
      expect(pickVertex(ball, projector, x, y)).not.toBe(vertex);
    }
  });

  test('on large triangles the nearest corner of the one under the cursor is found', () => {
    const coarse = sphere(0);
    const found = pickVertex(coarse, projector, 320, 240);
    const hit = castRay(coarse, projector.ray(320, 240))!;
    expect([...coarse.triangles.subarray(3 * hit.triangle, 3 * hit.triangle + 3)]).toContain(found);
  });

  test('a crowd of vertices turned away does not hide the one in front', () => {
    // Two sheets: the front one coarse and away from the cursor, the back one crowded under it.
    const front = [-0.3, -0.3, 1, 0.3, -0.3, 1, 0, 0.05, 1];
    const crowd = Array.from(
      { length: 45 },
      (_, i) => [0.001 * (i % 7), 0.001 * (i % 5), 0][i % 3],
    );
    const positions = Float32Array.from([...front, ...crowd]);
    const normals = Float32Array.from(positions, (_, i) => (i % 3 < 2 ? 0 : i < 9 ? 1 : -1));
    const corners = Array.from({ length: crowd.length / 3 }, (_, k) => 3 + k);
    const triangles = Uint32Array.from([0, 1, 2, ...corners]);
    const surfaceVertices = surfaceVerticesOf(triangles);
    const ahead = new Projector(orbitFrom([0, 0, 9], [0, 0, 0], 30), 640, 480);
    const { x, y } = ahead.project([0, 0, 0]);
    const body = { positions, normals, triangles, surfaceVertices };
    expect(pickVertex(body, ahead, x, y, 60)).toBe(2);
  });

  test('a click beside the body finds nothing', () => {
    expect(pickVertex(ball, projector, 5, 5)).toBeNull();
  });

  test('vertices inside of the body, which no triangle has, are never found', () => {
    const positions = Float32Array.from([...ball.positions, 0, 0, 0]);
    const inner = positions.length / 3 - 1;
    const { x, y } = projector.project([0, 0, 0]);
    expect(pickVertex({ ...ball, positions }, projector, x, y)).not.toBe(inner);
  });
});
