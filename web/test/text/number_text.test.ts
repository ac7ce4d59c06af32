import { describe, expect, it } from 'vitest';
import type { Measure } from '../../src/text/number_text';
import {
  compact,
  draggedValue,
  fixed,
  grouped,
  lengthText,
  measureText,
  rangeText,
} from '../../src/text/number_text';
import { parseQuantity } from '../../src/text/quantity';

const millimetres: Measure = { dimension: 'length', unit: 'mm', decimals: 1, min: 0, max: 0.05 };
const plain = { fine: false, snap: false };

describe('numbers on the page', () => {
  it('read back as what they show', () => {
    for (const value of [0, 0.0123, 0.05, 0.0007]) {
      const text = measureText(value, millimetres);
      const parsed = parseQuantity(text, 'length', 'mm');
      expect('value' in parsed && Math.abs(parsed.value - value)).toBeLessThanOrEqual(0.5e-4);
    }
  });

  it('have a real minus sign and no negative zero', () => {
    expect(fixed(-1.25, 1)).toBe('−1.3');
    expect(fixed(-0.01, 1)).toBe('0.0');
  });

  it('choose a unit in which they are easy to read', () => {
    expect(lengthText(0.00002)).toBe('0.02 mm');
    expect(lengthText(1.345)).toBe('1.345 m');
    expect(lengthText(0.0062)).toBe('6.2 mm');
    expect(lengthText(3e-6)).toBe('3.0 µm');
    expect(lengthText(0)).toBe('0');
  });

  it('show no more digits than help', () => {
    expect(compact(24310)).toBe('24310');
    expect(compact(0.00214)).toBe('0.00214');
    expect(compact(2.5)).toBe('2.5');
    expect(grouped(1234567)).toBe('1,234,567');
    expect(rangeText(96, 96)).toBe('96');
  });
});

describe('dragging a number sideways', () => {
  it('moves a step a pixel, a tenth of it with Shift', () => {
    expect(draggedValue(0.01, 7, 1e-3, plain, millimetres)).toBeCloseTo(0.017, 9);
    expect(draggedValue(0.01, 7, 1e-3, { fine: true, snap: false }, millimetres)).toBeCloseTo(
      0.0107,
      9,
    );
  });

  it('lands on whole tens of steps with Ctrl', () => {
    const value = draggedValue(0.0123, 7, 1e-3, { fine: false, snap: true }, millimetres);
    expect(value).toBeCloseTo(0.02, 9);
  });

  it('never leaves the limits', () => {
    expect(draggedValue(0.01, 1e4, 1e-3, plain, millimetres)).toBe(0.05);
    expect(draggedValue(0.01, -1e4, 1e-3, plain, millimetres)).toBe(0);
  });

  it('comes back to the start when the hand does', () => {
    expect(draggedValue(0.0123, 0, 1e-3, plain, millimetres)).toBeCloseTo(0.0123, 9);
  });
});
