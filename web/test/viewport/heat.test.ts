import { describe, expect, test } from 'vitest';
import { heatText, heatTicks } from '../../src/viewport/heat_names';
import { HeatRange, histogram, largest, roundUp } from '../../src/viewport/heat_scale';
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

test('a value is written in the unit of its scale', () => {
  expect(heatText(0.00123456, 0.005, 'length')).toBe('1.23 mm');
  expect(heatText(0.00123456, 0.5, 'length')).toBe('0.123 cm');
  expect(heatText(0.031, 0.1, 'share')).toBe('3.1 %');
});

describe('the range of heat', () => {
  const settled = (revision: number) => ({ revision, draft: false });

  test('grows over the frames of one state and falls with the next', () => {
    const range = new HeatRange();
    for (const value of [3, 5, 4]) range.take(Float32Array.of(value), settled(7));
    expect(range.most).toBe(5);
    range.take(Float32Array.of(2), settled(6)); // undone
    expect(range.most).toBe(2);
  });

  test('does not fall while a hand drags', () => {
    const range = new HeatRange();
    range.take(Float32Array.of(5), settled(7));
    for (const revision of [8, 9]) range.take(Float32Array.of(1), { revision, draft: true });
    expect(range.most).toBe(5);
    range.take(Float32Array.of(1), settled(9));
    expect(range.most).toBe(1);
  });
});
