// A body and its skin as large as the full bridge.
export const bridgeSize = { cells: [43, 14, 14] as const, skin: 26_000 };

export type Body = { positions: Float32Array; triangles: Uint32Array };

/** Points of a box lattice, wavy, with the triangles of its surface. */
export function lattice({ cells }: { cells: readonly [number, number, number] }): Body {
  const [nx, ny, nz] = cells;
  const positions: number[] = [];
  for (let x = 0; x < nx; x++)
    for (let y = 0; y < ny; y++)
      for (let z = 0; z < nz; z++) positions.push(x / 10, y / 10 + 0.05 * Math.sin(x), z / 10);
  const at = (x: number, y: number, z: number) => (x * ny + y) * nz + z;
  const triangles: number[] = [];
  const quad = (a: number, b: number, c: number, d: number) => triangles.push(a, b, c, a, c, d);
  for (let x = 0; x + 1 < nx; x++) {
    for (let y = 0; y + 1 < ny; y++)
      for (const z of [0, nz - 1])
        quad(at(x, y, z), at(x + 1, y, z), at(x + 1, y + 1, z), at(x, y + 1, z));
    for (let z = 0; z + 1 < nz; z++)
      for (const y of [0, ny - 1])
        quad(at(x, y, z), at(x + 1, y, z), at(x + 1, y, z + 1), at(x, y, z + 1));
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** A fine surface of so many vertices, each a mean of four of the body's. */
export function skinOf({ positions }: Body, count: number) {
  const sources = positions.length / 3;
  const vertices = Uint32Array.from({ length: 4 * count }, (_, i) => (i * 7919) % sources);
  const weights = new Float32Array(4 * count).fill(0.25);
  const triangles = Uint32Array.from(
    { length: 6 * count },
    (_, i) => (Math.floor(i / 6) + (i % 3)) % count,
  );
  return { vertices, weights, triangles };
}
