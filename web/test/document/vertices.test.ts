import { expect, test } from 'vitest';
import { VertexStore } from '../../src/document/vertices';
import { embed } from '../../src/protocol/embedding';

test('the tets inside of a surface ride on its vertices', () => {
  const store = new VertexStore();
  const corners = Uint32Array.of(0, 1, 2, 3, 3, 0, 0, 0);
  const weights = Float32Array.of(0.25, 0.25, 0.25, 0.25, 1, 0, 0, 0);
  store.takeMesh({ part: 7, numbers: Uint32Array.of(0, 1) });
  store.takeMesh({ part: 8, numbers: corners });
  store.takeMesh({ part: 9, numbers: weights });
  const { interior } = store.mesh;
  expect(interior?.edges).toEqual(Uint32Array.of(0, 1));
  const positions = Float32Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4);
  expect(embed(positions, interior!, 3)).toEqual(Float32Array.of(1, 1, 1, 0, 0, 4));
  store.clear();
  expect(store.mesh.interior).toBeNull();
});
