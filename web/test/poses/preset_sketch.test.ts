import { expect, test } from 'vitest';
import { presetSketch, sketchPath } from '../../src/poses/preset_sketch';
import type { SpectrumControls } from '../../src/shot/poses';

const controls = (eta: number, mu: number): SpectrumControls => ({
  frequency: [{ place: 0, value: eta }],
  damping: [{ place: 0, value: mu }],
  stiffness: 1,
  rayleigh: null,
});
const overshoot = (heights: number[]) => Math.max(...heights) - 1;

test('without frequency there is no swing: it arrives and stays', () => {
  const heights = presetSketch(controls(-1, -1));
  expect(overshoot(heights)).toBe(0);
  expect(heights[0]).toBe(0);
  expect(heights.at(-1)).toBe(1);
});

test('less damping swings farther and longer', () => {
  const [wild, calm] = [presetSketch(controls(-0.8, -0.95)), presetSketch(controls(-0.8, 0.5))];
  expect(overshoot(wild)).toBeGreaterThan(overshoot(calm));
  const late = (heights: number[]) =>
    Math.max(...heights.slice(80).map((height) => Math.abs(height - 1)));
  expect(late(wild)).toBeGreaterThan(5 * late(calm));
});

test('a sketch stays inside of its picture', () => {
  const path = sketchPath(presetSketch(controls(-0.5, -1)), 100, 26);
  const heights = [...path.matchAll(/ (-?[\d.]+)/g)].map(([, y]) => Number(y));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...heights)).toBeLessThanOrEqual(26);
});
