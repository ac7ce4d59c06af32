import { expect, test } from 'vitest';
import {
  curveAt,
  dampingRatio,
  etaOf,
  frequencyFactor,
  muOf,
  withAllRaised,
  withoutPoint,
  withPoint,
  withPointMoved,
  withSlope,
} from '../../src/poses/curve';

const bent = [
  { place: 0.1, value: -0.8 },
  { place: 0.4, value: 0.5 },
  { place: 0.7, value: 0.4 },
  { place: 1, value: -1 },
];

test('a curve goes through its points and is level outside of them', () => {
  const at = curveAt(bent);
  for (const { place, value } of bent) expect(at(place)).toBeCloseTo(value, 12);
  expect(at(0)).toBe(-0.8);
  expect(at(1.5)).toBe(-1);
});

test('a curve never leaves the values of the two points that it lies between', () => {
  const at = curveAt(bent);
  for (let k = 0; k + 1 < bent.length; k++) {
    const [low, high] = [bent[k].value, bent[k + 1].value].sort((a, b) => a - b);
    for (let s = 0; s <= 1; s += 0.05) {
      const value = at(bent[k].place + s * (bent[k + 1].place - bent[k].place));
      expect(value).toBeGreaterThanOrEqual(low - 1e-12);
      expect(value).toBeLessThanOrEqual(high + 1e-12);
    }
  }
});

test.each([-1, -0.99, -0.98, -0.5, -0.01, 0, 0.3, 0.9, 0.985, 1])(
  'a factor of frequency gives the η %f that made it',
  (eta) => expect(etaOf(frequencyFactor(eta))).toBeCloseTo(eta, 10),
);

test('η of 0 leaves a frequency as it is, and ±η are each other’s inverse', () => {
  expect(frequencyFactor(0)).toBe(1);
  expect(frequencyFactor(0.6) * frequencyFactor(-0.6)).toBeCloseTo(1, 12);
});

test('η beyond its ends is not made, whatever the factor', () => {
  expect(etaOf(0)).toBe(-1);
  expect(etaOf(1e200)).toBe(1);
});

test('damping goes from none to critical and back', () => {
  expect(dampingRatio(-1)).toBe(0);
  expect(dampingRatio(1)).toBe(1);
  for (const mu of [-1, -0.4, 0, 1]) expect(muOf(dampingRatio(mu))).toBeCloseTo(mu, 12);
  expect(muOf(3)).toBe(1);
});

test('a point stays between its neighbours and in range, however far a hand goes', () => {
  const moved = withPointMoved(bent, 1, { place: 5, value: 9 });
  expect(moved[1].place).toBeLessThan(moved[2].place);
  expect(moved[1].value).toBe(1);
  const other = withPointMoved(bent, 0, { place: -3, value: 0 });
  expect(other[0].place).toBe(0);
  expect(other.slice(1)).toEqual(bent.slice(1));
});

test('a new point keeps places rising, and none is put upon another', () => {
  const added = withPoint(bent, { place: 0.5, value: 0 });
  expect(added?.index).toBe(2);
  const places = added!.curve.map(({ place }) => place);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(withPoint(bent, { place: 0.4, value: 0 })).toBeNull();
});

test('taking away what was added brings the curve back, and the last point stays', () => {
  const { curve, index } = withPoint(bent, { place: 0.5, value: 0 })!;
  expect(withoutPoint(curve, index)).toEqual(bent);
  expect(withoutPoint([bent[0]], 0)).toEqual([bent[0]]);
});

test('a point with a slope of its own has it on both sides, and the curve stays in range', () => {
  const at = curveAt(withSlope(bent, 1, -3));
  const h = 1e-6;
  expect((at(0.4 + h) - at(0.4)) / h).toBeCloseTo(-3, 3);
  expect((at(0.4) - at(0.4 - h)) / h).toBeCloseTo(-3, 3);
  const steep = curveAt(withSlope(bent, 1, 100));
  for (let place = 0; place <= 1; place += 0.02)
    expect(Math.abs(steep(place))).toBeLessThanOrEqual(1);
  expect(withSlope(withSlope(bent, 1, -3), 1, null)).toEqual(bent);
});

test('a point that is moved, or raised with all, keeps its slope', () => {
  const sloped = withSlope(bent, 1, -3);
  expect(withPointMoved(sloped, 1, { place: 0.5, value: 0 })[1].slope).toBe(-3);
  expect(withAllRaised(sloped, 0.1)[1].slope).toBe(-3);
});
