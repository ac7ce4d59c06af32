import { describe, expect, test } from 'vitest';
import { fitted } from '../../src/viewport/fit';
import { orbitFrom } from '../../src/viewport/orbit';
import { Projector } from '../../src/viewport/projector';
import { vertexAt } from '../../src/viewport/vec';

const orbit = orbitFrom([2, 1.5, 4], [0, 0.5, 0], 30);
const size = { width: 620, height: 590 };
// The corners of a long box that starts at the origin.
const box = (length: number) =>
  Float32Array.from(
    [0, length].flatMap((x) => [0, 0.4].flatMap((y) => [0, 0.4].flatMap((z) => [x, y, z]))),
  );

function seen(points: Float32Array, from = orbit) {
  const projector = new Projector(from, size.width, size.height);
  return Array.from({ length: points.length / 3 }, (_, v) =>
    projector.project(vertexAt(points, v)),
  );
}

describe('the view of a shot that opens', () => {
  test('shows a body that the scene’s own view cuts off whole', () => {
    const long = box(3);
    expect(seen(long).some(({ x }) => x > size.width)).toBe(true);
    for (const { x, y } of seen(long, fitted(orbit, long, size))) {
      expect(x).toBeGreaterThan(30);
      expect(x).toBeLessThan(size.width - 30);
      expect(y).toBeGreaterThan(50);
      expect(y).toBeLessThan(size.height - 40);
    }
  });

  test('stays the scene’s own where nothing is cut off', () =>
    expect(fitted(orbit, box(0.4), size)).toBe(orbit));

  test('keeps its side', () => {
    const { azimuth, elevation } = fitted(orbit, box(3), size);
    expect([azimuth, elevation]).toEqual([orbit.azimuth, orbit.elevation]);
  });

  test('goes nearer to a small body when asked to show everything', () =>
    expect(fitted(orbit, box(0.1), size, true).distance).toBeLessThan(orbit.distance));
});
