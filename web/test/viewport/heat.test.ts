import { expect, test } from 'vitest';
import { heatTicks } from '../../src/viewport/heat_names';
import { histogram, largest, roundUp } from '../../src/viewport/heat_scale';
import { roundCell } from '../../src/viewport/floor';

test('a scale is the next round number above the largest value', () => {
  expect([0.0123, 1, 0.61, 94].map((x) => Number(roundUp(x).toPrecision(6)))).toEqual([
    0.015, 1, 0.75, 100,
  ]);
  expect(roundUp(0)).toBe(1);
});

test('a histogram counts every value once', () => {
  const values = Float32Array.of(0, 0.1, 0.5, 0.99, 1, 7);
  expect(histogram(values, 1, 4)).toEqual([2, 0, 1, 3]);
  expect(largest(values)).toBe(7);
});

test('ticks come in a unit that keeps them short', () => {
  expect(heatTicks(0.004, 'length')).toEqual({ unit: 'mm', ticks: ['0', '1', '2', '3', '4'] });
  expect(heatTicks(0.2, 'length').unit).toBe('cm');
  expect(heatTicks(0.1, 'share')).toEqual({ unit: '%', ticks: ['0', '2.5', '5', '7.5', '10'] });
});

test('cells of the floor are one, two or five times a power of ten', () => {
  expect([0.07, 0.3, 1.4, 2.6].map((x) => Number(roundCell(x).toPrecision(3)))).toEqual([
    0.05, 0.2, 1, 2,
  ]);
});
