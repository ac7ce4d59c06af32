import { describe, expect, it } from 'vitest';
import type { Dimension } from '../../src/text/quantity';
import { parseQuantity, unitFactor } from '../../src/text/quantity';

function value(text: string, dimension: Dimension = 'length', unit = 'm'): number {
  const parsed = parseQuantity(text, dimension, unit);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.value;
}

function problem(text: string, dimension: Dimension = 'length', unit = 'm'): string {
  const parsed = parseQuantity(text, dimension, unit);
  return 'problem' in parsed ? parsed.problem : '';
}

describe('typed numbers', () => {
  it('are in the unit that the field shows', () => {
    expect(value('12')).toBe(12);
    expect(value('12', 'length', 'mm')).toBeCloseTo(0.012, 15);
    expect(value('33.3', 'time', 'ms')).toBeCloseTo(0.0333, 15);
    expect(value('60', 'ratio', '%')).toBeCloseTo(0.6, 15);
  });

  it('may carry a unit of their own, with and without a space', () => {
    expect(value('12 mm')).toBeCloseTo(0.012, 15);
    expect(value('12mm', 'length', 'cm')).toBeCloseTo(0.012, 15);
    expect(value('1 ft')).toBeCloseTo(12 * value('1 in'), 12);
    expect(value('180°', 'angle', 'deg')).toBeCloseTo(Math.PI, 12);
  });

  it('follow the order of operations', () => {
    expect(value('2 + 3 * 4')).toBe(14);
    expect(value('(2 + 3) * 4')).toBe(20);
    expect(value('2^3^2')).toBe(512);
    expect(value('-2 * -3')).toBe(6);
    expect(value('10 - 4 - 3')).toBe(3);
    expect(value('2 pi / 4'.replace('2 pi', '2*pi'))).toBeCloseTo(Math.PI / 2, 15);
  });

  it('mix units in sums; a bare summand is in the unit shown', () => {
    expect(value('1 m + 20 mm - 1 cm')).toBeCloseTo(1.01, 12);
    expect(value('5 + 1 cm', 'length', 'mm')).toBeCloseTo(0.015, 12);
    expect(value('3 * 2 mm')).toBeCloseTo(0.006, 15);
    expect(value('1 m / 4 mm', 'length', 'm')).toBeCloseTo(250, 9);
  });

  it('read as they are written: minus sign, comma, times sign', () => {
    expect(value('−0,5 × 4')).toBe(-2);
  });

  it('say what is wrong, and where', () => {
    expect(problem('12 kg')).toContain('No unit “kg” here; known: m, cm, mm');
    expect(problem('12 x', 'count', '')).toBe('This has no unit');
    expect(problem('2 +')).toBe('A number is missing');
    expect(problem('(2')).toBe('A bracket is not closed');
    expect(problem('2 mm * 3 mm')).toBe('Two units are multiplied');
    expect(problem('1/0')).toBe('This is no number');
    expect(problem('2 3')).toBe('Cannot read “3”');
    expect(parseQuantity('1 + kg', 'length', 'm')).toMatchObject({ at: 3 });
  });
});

describe('units', () => {
  it('are 1 where they are only words', () => {
    expect(unitFactor('count', 'of 400')).toBe(1);
    expect(unitFactor('length', 'mm')).toBe(1e-3);
  });
});
