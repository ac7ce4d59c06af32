// Where the spectrum stands on its plots: x by the logarithm of the mode's number, y by the logarithm
// of Hz or by the damping ratio.
import type { Spectrum } from '../protocol/messages';
import type { Curve, CurvePoint, SpectrumControls } from '../shot/poses';
import { curveAt, dampingRatio, etaOf, frequencyFactor, muOf } from './curve';
import { modeOf, placeOf, valueAt } from './mode_axis';

export type Box = { left: number; right: number; top: number; bottom: number }; // px
export type Span = { low: number; high: number }; // of what is drawn upwards

/** What a curve means at a mode: the numbers that people read. */
export type Reading = {
  span: Span;
  isLog: boolean;
  toShown(mode: number, value: number): number; // from the document's value to Hz or a ratio
  toValue(mode: number, shown: number): number;
};

const stillness = 0.05; // Hz: slower is no swing at all within a shot
const headroom = 1.5; // above the highest frequency

/** Frequencies from those that hardly swing to a little above the highest. */
export function frequencySpan({ material_hz, hz }: Spectrum, stiffness: number): Span {
  const all = [...material_hz, ...hz].filter((value) => value > 0);
  if (all.length === 0) return { low: 0.1, high: 10 };
  const lowest = Math.min(stillness, 0.1 * Math.min(...material_hz.filter((value) => value > 0)));
  const low = Math.max(lowest, 0.7 * Math.min(...all));
  return { low, high: headroom * Math.max(...all, material_hz.at(-1)! * Math.sqrt(stiffness)) };
}

export function frequencyReading(spectrum: Spectrum, controls: SpectrumControls): Reading {
  const span = frequencySpan(spectrum, controls.stiffness);
  const natural = (mode: number) => naturalHz(spectrum, mode) * Math.sqrt(controls.stiffness);
  return {
    span,
    isLog: true,
    toShown: (mode, value) => natural(mode) * frequencyFactor(value),
    toValue: (mode, shown) => (shown <= span.low ? -1 : etaOf(shown / natural(mode))),
  };
}

const mostDamping = 1.1; // of critical: a little above what a curve can say

export const dampingReading: Reading = {
  span: { low: 0, high: mostDamping },
  isLog: false,
  toShown: (_, value) => dampingRatio(value),
  toValue: (_, shown) => muOf(shown),
};

const dearest = 100; // times as dear, at a value of 1

export const weightReading: Reading = {
  span: { low: 1 / dearest, high: dearest },
  isLog: true,
  toShown: (_, value) => dearest ** value,
  toValue: (_, shown) => Math.log(shown) / Math.log(dearest),
};

// Exact at each mode, and between them where their places are: places go by the logarithm of it.
function naturalHz({ material_hz, place }: Spectrum, mode: number): number {
  const [first, last] = [material_hz[0], material_hz[material_hz.length - 1]];
  if (!(first > 0) || !(last > first)) return valueAt(material_hz, mode) || 1;
  return first * (last / first) ** placeOf(place, mode);
}

export function xOfMode(box: Box, count: number, mode: number): number {
  const share = count > 1 ? Math.log(mode) / Math.log(count) : 0.5;
  return box.left + share * (box.right - box.left);
}

export function modeAtX(box: Box, count: number, x: number): number {
  const share = (x - box.left) / Math.max(1, box.right - box.left);
  return Math.max(1, Math.min(count, count ** share));
}

export function yOfShown(box: Box, { span, isLog }: Reading, shown: number): number {
  const { low, high } = span;
  const share = isLog
    ? Math.log(Math.max(shown, low) / low) / Math.log(high / low)
    : (shown - low) / (high - low);
  return box.bottom - Math.min(1, Math.max(0, share)) * (box.bottom - box.top);
}

export function shownAtY(box: Box, { span, isLog }: Reading, y: number): number {
  const share = (box.bottom - y) / Math.max(1, box.bottom - box.top);
  const { low, high } = span;
  const bounded = Math.min(1, Math.max(0, share));
  return isLog ? low * (high / low) ** bounded : low + bounded * (high - low);
}

/** Everything that a plot needs to place a curve. */
export type CurvePlot = { box: Box; reading: Reading; places: readonly number[] };

type Spot = { x: number; y: number };

export function spotOfPoint({ box, reading, places }: CurvePlot, point: CurvePoint): Spot {
  const mode = modeOf(places, point.place);
  return {
    x: xOfMode(box, places.length, mode),
    y: yOfShown(box, reading, reading.toShown(mode, point.value)),
  };
}

export function pointAtSpot({ box, reading, places }: CurvePlot, { x, y }: Spot): CurvePoint {
  const mode = modeAtX(box, places.length, x);
  const value = reading.toValue(mode, shownAtY(box, reading, y));
  return { place: placeOf(places, mode), value };
}

/** The curve as a line, a spot every few pixels. */
export function lineOfCurve(plot: CurvePlot, curve: Curve, every = 1.5): Spot[] {
  const { box, reading, places } = plot;
  const at = curveAt(curve);
  const steps = Math.max(2, Math.ceil((box.right - box.left) / every));
  return Array.from({ length: steps + 1 }, (_, k) => {
    const x = box.left + (k / steps) * (box.right - box.left);
    const mode = modeAtX(box, places.length, x);
    return { x, y: yOfShown(box, reading, reading.toShown(mode, at(placeOf(places, mode)))) };
  });
}

const grab = 10; // px

/** The point of the curve under the cursor. */
export function pointNear(plot: CurvePlot, curve: Curve, { x, y }: Spot): number | null {
  const away = curve.map((point) => {
    const spot = spotOfPoint(plot, point);
    return Math.hypot(spot.x - x, spot.y - y);
  });
  const best = away.indexOf(Math.min(...away));
  return best >= 0 && away[best] <= grab ? best : null;
}

/** 1, 2, 5, 10, 20 … as far as there are modes. */
export function modeTicks(count: number): number[] {
  const all = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].filter((n) => n <= count);
  const last = all.at(-1) ?? 1;
  return count > 1.3 * last ? [...all, count] : all;
}

/** Round frequencies inside of the span, at most `most` of them. */
export function hzTicks({ low, high }: Span, most = 5): number[] {
  const decades = Array.from({ length: 12 }, (_, k) => 10 ** (k - 5));
  const inside = (steps: number[]) =>
    decades.flatMap((ten) => steps.map((s) => s * ten)).filter((hz) => hz >= low && hz <= high);
  const [fine, coarse] = [inside([1, 2, 5]), inside([1])];
  return fine.length <= most ? fine : coarse;
}
