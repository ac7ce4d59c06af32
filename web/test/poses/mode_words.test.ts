import { describe, expect, test } from 'vitest';
import { modeWords } from '../../src/poses/mode_words';

// A tall block of 5 x 9 x 5 vertices about the origin, and a shape that is given at each of them.
const steps = [-2, -1, 0, 1, 2];
const heights = [-4, -3, -2, -1, 0, 1, 2, 3, 4];
const places = steps.flatMap((x) => heights.flatMap((y) => steps.map((z) => [x, y, z])));
const rest = Float32Array.from(places.flat());
const shaped = (at: (x: number, y: number, z: number) => number[]) =>
  modeWords(rest, Float32Array.from(places.flatMap(([x, y, z]) => at(x, y, z))));

describe('a mode is told by where it goes far and which way', () => {
  test.each([
    ['top, along X', shaped((_, y) => [Math.max(0, y - 1) ** 2, 0, 0])],
    ['bottom, along Z', shaped((_, y) => [0, 0, Math.max(0, -y - 1) ** 2])],
    ['+X side, up and down', shaped((x) => [0, Math.max(0, x - 1), 0])],
    ['both X sides, up and down', shaped((x) => [0, x ** 5, 0])],
    ['top +Z side, along X', shaped((_, y, z) => [Math.max(0, y) * Math.max(0, z), 0, 0])],
    ['whole body, along X', shaped(() => [1, 0, 0])],
    ['whole body, turning', shaped((x, _, z) => [z, 0, -x])],
  ])('%s', (words, said) => expect(said).toBe(words));

  test('a shape of another mesh, and one that goes nowhere, are told by nothing', () => {
    expect(modeWords(rest, new Float32Array(6))).toBe('');
    expect(shaped(() => [0, 0, 0])).toBe('');
  });
});
