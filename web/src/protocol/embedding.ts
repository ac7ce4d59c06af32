// What rides on the simulation mesh: each of its vertices is a weighted sum of four.
export type Ties = {
  vertices: Uint32Array; // 4 a vertex that rides
  weights: Float32Array; // 4 a vertex
};

// A render surface.
export type Embedding = Ties & { triangles: Uint32Array }; // 3 a triangle

// x = Σ weights · positions, `width` numbers a vertex (3: places; 1: heat).
export function embed(source: Float32Array, ties: Ties, width: 1 | 3): Float32Array {
  return width === 3 ? embedPlaces(source, ties) : embedNumbers(source, ties);
}

function embedPlaces(source: Float32Array, { vertices, weights }: Ties): Float32Array {
  const count = vertices.length / 4;
  const out = new Float32Array(3 * count);
  for (let v = 0, k = 0, o = 0; v < count; v++, o += 3) {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let end = k + 4; k < end; k++) {
      const i = 3 * vertices[k];
      const w = weights[k];
      x += w * source[i];
      y += w * source[i + 1];
      z += w * source[i + 2];
    }
    out[o] = x;
    out[o + 1] = y;
    out[o + 2] = z;
  }
  return out;
}

function embedNumbers(source: Float32Array, { vertices, weights }: Ties): Float32Array {
  const out = new Float32Array(vertices.length / 4);
  for (let v = 0, k = 0; v < out.length; v++) {
    let sum = 0;
    for (let end = k + 4; k < end; k++) sum += weights[k] * source[vertices[k]];
    out[v] = sum;
  }
  return out;
}
