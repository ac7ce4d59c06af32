import { BufferAttribute, BufferGeometry, IcosahedronGeometry } from 'three';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import { expect, test } from 'vitest';
import { smoothNormals } from '../../src/protocol/normals';

function dented(): { positions: Float32Array; triangles: Uint32Array } {
  const sphere = new IcosahedronGeometry(1, 6);
  sphere.deleteAttribute('normal');
  sphere.deleteAttribute('uv');
  const geometry = mergeVertices(sphere);
  const positions = Float32Array.from(geometry.getAttribute('position').array);
  for (let i = 0; i < positions.length; i += 3)
    positions[i] *= 1 + 0.3 * Math.sin(5 * positions[i + 1]);
  return { positions, triangles: Uint32Array.from(geometry.getIndex()!.array) };
}

test('smooth normals are those of three.js', () => {
  const { positions, triangles } = dented();
  const reference = new BufferGeometry();
  reference.setAttribute('position', new BufferAttribute(positions, 3));
  reference.setIndex(new BufferAttribute(triangles, 1));
  reference.computeVertexNormals();
  const expected = reference.getAttribute('normal').array;
  const found = smoothNormals(positions, triangles);
  const worst = found.reduce((most, x, i) => Math.max(most, Math.abs(x - expected[i])), 0);
  expect(worst).toBeLessThan(1e-5);
});

test('normals of a sphere point away from its middle and have unit length', () => {
  const sphere = mergeVertices(
    new IcosahedronGeometry(2, 8).deleteAttribute('normal').deleteAttribute('uv'),
  );
  const positions = Float32Array.from(sphere.getAttribute('position').array);
  const normals = smoothNormals(positions, Uint32Array.from(sphere.getIndex()!.array));
  for (let i = 0; i < positions.length; i += 3) {
    const along = [0, 1, 2].reduce((sum, k) => sum + (normals[i + k] * positions[i + k]) / 2, 0);
    expect(along).toBeGreaterThan(0.99);
    expect(Math.hypot(normals[i], normals[i + 1], normals[i + 2])).toBeCloseTo(1, 5);
  }
});

test('a vertex without triangles has a normal of zero, not of nothing', () => {
  const normals = smoothNormals(new Float32Array(12), Uint32Array.of(0, 1, 2));
  expect([...normals]).toEqual(new Array(12).fill(0));
});
