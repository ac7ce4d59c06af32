// What a vibration does, in a few words: where the body goes far, and which way. Sides are called by
// their axes, as the orientation ball shows them: left and right depend on where one looks from.

const wide = 0.45; // of the vertices: more of them take part than any word of place would say
const off = 0.3; // of half the body: nearer to the middle is the middle
const apart = 1.25; // times as far from the middle as the body's vertices are: on both sides of it
const clear = 0.55; // of the motion, along one axis

/** The word for where the weights lie along an axis: at its low end, its high end, or at both. */
function placeWord(
  rest: Float32Array,
  weights: Float32Array,
  axis: number,
  words: { low: string; high: string; both: string },
): string {
  const along = Float32Array.from(weights, (_, v) => rest[3 * v + axis]);
  const mean = (weigh: (v: number) => number, what: (x: number) => number) =>
    along.reduce((sum, x, v) => sum + weigh(v) * what(x), 0) /
    along.reduce((sum, _, v) => sum + weigh(v), 0);
  const [low, high] = along.reduce(
    ([a, b], x) => [Math.min(a, x), Math.max(b, x)],
    [Infinity, -Infinity],
  );
  const middle = (low + high) / 2;
  const place = (2 * (mean((v) => weights[v], Number) - middle)) / Math.max(1e-12, high - low);
  if (Math.abs(place) > off) return place > 0 ? words.high : words.low;
  const away = (x: number) => Math.abs(x - middle);
  return mean((v) => weights[v], away) > apart * mean(() => 1, away) ? words.both : '';
}

// The vertices that take part, as if each of them went equally far; a share of all.
function participation(weights: Float32Array): number {
  const sum = weights.reduce((all, w) => all + w, 0);
  const squares = weights.reduce((all, w) => all + w * w, 0);
  return squares > 0 ? (sum * sum) / squares / weights.length : 1;
}

function directionWord(shape: Float32Array): string {
  const along = [0, 0, 0];
  shape.forEach((value, i) => (along[i % 3] += value * value));
  const all = along[0] + along[1] + along[2];
  const most = along.indexOf(Math.max(...along));
  return along[most] > clear * all ? ['along X', 'up and down', 'along Z'][most] : 'turning';
}

/** "top, along X"; "both X sides, up and down"; "whole body, along Z". */
export function modeWords(rest: Float32Array, shape: Float32Array): string {
  const weights = Float32Array.from({ length: shape.length / 3 }, (_, v) =>
    [0, 1, 2].reduce((sum, k) => sum + shape[3 * v + k] ** 2, 0),
  );
  if (rest.length !== shape.length || !weights.some((w) => w > 0)) return '';
  const words = [
    placeWord(rest, weights, 1, { low: 'bottom', high: 'top', both: 'both ends' }),
    placeWord(rest, weights, 2, { low: '−Z side', high: '+Z side', both: '' }),
    placeWord(rest, weights, 0, { low: '−X side', high: '+X side', both: 'both X sides' }),
  ];
  const place = words.filter(Boolean).join(' ');
  const isWhole = place === '' || participation(weights) > wide;
  return `${isWhole ? 'whole body' : place}, ${directionWord(shape)}`;
}
