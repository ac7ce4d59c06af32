import { describe, expect, it } from 'vitest';
import { valueRange, valueTicks, yOf, type ValueAxis } from '../../src/graphs/value_axis';

describe('value axis', () => {
  it('goes upwards from low to high', () => {
    const axis: ValueAxis = { low: -1, high: 3, top: 10, bottom: 110 };
    expect(yOf(axis, -1)).toBe(110);
    expect(yOf(axis, 3)).toBe(10);
    expect(yOf(axis, 1)).toBe(60);
  });

  it('holds all numbers that there are and passes over those that are missing', () => {
    const { low, high } = valueRange([[1, null, 2], new Float32Array([NaN, 5])]);
    expect(low).toBeLessThan(1);
    expect(high).toBeGreaterThan(5);
  });

  it('has a width even where nothing moves', () => {
    for (const list of [[], [0, 0], [2.5, 2.5], [null]]) {
      const { low, high } = valueRange([list]);
      expect(high).toBeGreaterThan(low);
    }
  });
});

describe('value ticks', () => {
  it('are round, inside, and far enough apart at every scale', () => {
    for (let span = 1e-7; span < 1e7; span *= 3.7) {
      const axis: ValueAxis = { low: 0.3 * span, high: 1.3 * span, top: 0, bottom: 100 };
      const ticks = valueTicks(axis);
      expect(ticks.length).toBeGreaterThan(0);
      expect(ticks.length).toBeLessThanOrEqual(5);
      for (const { value, decimals } of ticks) {
        expect(value).toBeGreaterThanOrEqual(axis.low - 1e-9 * span);
        expect(value).toBeLessThanOrEqual(axis.high + 1e-9 * span);
        expect(Number(value.toFixed(decimals))).toBeCloseTo(value, 9);
      }
      for (let i = 1; i < ticks.length; ++i) {
        expect(yOf(axis, ticks[i - 1].value) - yOf(axis, ticks[i].value)).toBeGreaterThanOrEqual(
          22 - 1e-6,
        );
      }
    }
  });
});
