import { expect, test } from 'vitest';
import { modeOf, placeOf, valueAt } from '../../src/poses/mode_axis';
import {
  dampingReading,
  frequencyReading,
  hzTicks,
  modeAtX,
  modeTicks,
  pointAtSpot,
  pointNear,
  shownAtY,
  spotOfPoint,
  xOfMode,
  yOfShown,
  type CurvePlot,
  weightReading,
} from '../../src/poses/spectrum_plot';
import { aSpectrum, poses } from './sample_poses';

const spectrum = aSpectrum();
const { settings } = poses();
const box = { left: 40, right: 500, top: 20, bottom: 140 };
const reading = frequencyReading(spectrum, settings.spectrum);
const plot: CurvePlot = { box, reading, places: spectrum.place };

test('modes and places are each other’s inverse, also between two modes', () => {
  for (const mode of [1, 1.5, 2, 7.25, 19.9, 20])
    expect(modeOf(spectrum.place, placeOf(spectrum.place, mode))).toBeCloseTo(mode, 9);
});

test('each mode has its own place and its own value', () => {
  spectrum.place.forEach((place, k) => expect(placeOf(spectrum.place, k + 1)).toBe(place));
  spectrum.material_hz.forEach((hz, k) => expect(valueAt(spectrum.material_hz, k + 1)).toBe(hz));
});

test('modes of one and the same frequency do no harm', () => {
  const places = [0, 0.4, 0.4, 1];
  expect(modeOf(places, 0.4)).toBeCloseTo(2, 9);
  expect(placeOf(places, 2.5)).toBeCloseTo(0.4, 12);
  expect(modeOf([], 0.3)).toBe(1);
});

test('pixels and what they mean are each other’s inverse', () => {
  for (const mode of [1, 3.3, 20])
    expect(modeAtX(box, 20, xOfMode(box, 20, mode))).toBeCloseTo(mode, 9);
  for (const shown of [reading.span.low, 3, 17])
    expect(shownAtY(box, reading, yOfShown(box, reading, shown))).toBeCloseTo(shown, 9);
  for (const shown of [0, 0.4, 1])
    expect(shownAtY(box, dampingReading, yOfShown(box, dampingReading, shown))).toBeCloseTo(shown);
});

test('the level curve at 0 lies on the material’s own frequencies', () => {
  spectrum.material_hz.forEach((hz, k) => expect(reading.toShown(k + 1, 0)).toBeCloseTo(hz, 9));
});

test('stiffness lifts all frequencies by its root', () => {
  const stiff = frequencyReading(spectrum, { ...settings.spectrum, stiffness: 4 });
  expect(stiff.toShown(5, 0)).toBeCloseTo(2 * reading.toShown(5, 0), 9);
});

test('a point put where the hand is stands where the hand was', () => {
  const point = { place: 0.37, value: -0.4 };
  const found = pointAtSpot(plot, spotOfPoint(plot, point));
  expect(found.place).toBeCloseTo(point.place, 9);
  expect(found.value).toBeCloseTo(point.value, 9);
});

test('the lower edge means no swing at all', () => {
  expect(pointAtSpot(plot, { x: 100, y: box.bottom + 30 }).value).toBe(-1);
});

test('only a point near the cursor is taken', () => {
  const curve = [
    { place: 0, value: 0 },
    { place: 0.5, value: 0 },
  ];
  const { x, y } = spotOfPoint(plot, curve[1]);
  expect(pointNear(plot, curve, { x: x + 4, y: y - 4 })).toBe(1);
  expect(pointNear(plot, curve, { x: x + 40, y })).toBeNull();
});

test('ticks are round, and inside', () => {
  expect(modeTicks(100)).toEqual([1, 2, 5, 10, 20, 50, 100]);
  expect(modeTicks(80).at(-1)).toBe(80);
  expect(hzTicks({ low: 0.6, high: 14 })).toEqual([1, 2, 5, 10]);
  expect(hzTicks({ low: 0.01, high: 200 })).toEqual([0.01, 0.1, 1, 10, 100]);
});

test('a weight is shown as what it is multiplied by, and comes back from it', () => {
  for (const value of [-1, -0.3, 0, 0.5, 1])
    expect(weightReading.toValue(1, weightReading.toShown(1, value))).toBeCloseTo(value, 12);
  expect(weightReading.toShown(1, 0)).toBe(1);
  expect(weightReading.toShown(1, 1)).toBe(100);
});
