import { expect, test } from 'vitest';
import { embed } from '../../src/protocol/embedding';

const tet = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
const embedding = {
  triangles: new Uint32Array(),
  vertices: Uint32Array.of(0, 1, 2, 3, 3, 2, 1, 0),
  weights: Float32Array.of(0.25, 0.25, 0.25, 0.25, 1, 0, 0, 0),
};

test('a render vertex is the weighted sum of its four', () => {
  expect([...embed(tet, embedding, 3)]).toEqual([0.25, 0.25, 0.25, 0, 0, 1]);
});

test('a rendered surface moves rigidly with its body', () => {
  const moved = tet.map((x, i) => x + [3, -2, 7][i % 3]);
  const before = embed(tet, embedding, 3);
  const after = embed(moved, embedding, 3);
  after.forEach((x, i) => expect(x - before[i]).toBeCloseTo([3, -2, 7][i % 3], 5));
});

test('heat is embedded with the same weights', () => {
  expect([...embed(Float32Array.of(4, 0, 0, 8), embedding, 1)]).toEqual([3, 8]);
});
