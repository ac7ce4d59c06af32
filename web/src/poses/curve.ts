// Curves over the spectrum, computed as the program does (interpolation/spectrum_controls.cpp), so
// that a curve under the hand shows what will be there.
import type { Curve, CurvePoint } from '../shot/poses';

const within = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

/**
 * Slopes at the points: those that are given; else of Fritsch and Carlson's kind, 0 at a turn, the
 * weighted harmonic mean elsewhere.
 */
export function slopesOf(curve: Curve): number[] {
  const secant = (k: number) =>
    (curve[k + 1].value - curve[k].value) / (curve[k + 1].place - curve[k].place);
  return curve.map(({ slope }, k) => {
    if (typeof slope === 'number') return slope;
    if (k === 0 || k === curve.length - 1) return 0;
    const [before, after] = [secant(k - 1), secant(k)];
    return before * after > 0 ? (2 * before * after) / (before + after) : 0;
  });
}

/** The smooth curve through the points, level outside of them, from -1 to 1. */
export function curveAt(curve: Curve): (place: number) => number {
  const slopes = slopesOf(curve);
  const [first, last] = [curve[0], curve[curve.length - 1]];
  return (place) => {
    if (!first || place <= first.place) return first?.value ?? 0;
    if (place >= last.place) return last.value;
    const k = curve.findLastIndex((point) => point.place <= place);
    const [a, b] = [curve[k], curve[k + 1]];
    const width = b.place - a.place;
    const s = (place - a.place) / width;
    const r = 1 - s;
    const ends = (1 + 2 * s) * r * r * a.value + (1 + 2 * r) * s * s * b.value;
    return within(ends + s * r * width * (r * slopes[k] - s * slopes[k + 1]), -1, 1);
  };
}

const farthest = 0.98; // of |η|: beyond, its exponent grows no faster

/** What a frequency is multiplied by: λ² becomes λ² exp(η / (1 - |η|)) (Huang 2011, section 3). */
export function frequencyFactor(eta: number): number {
  return Math.exp((0.5 * eta) / Math.max(1 - Math.abs(eta), 1 - farthest));
}

/** The η that gives a factor, -1 to 1. */
export function etaOf(factor: number): number {
  const exponent = 2 * Math.log(Math.max(factor, 1e-300));
  const size = Math.abs(exponent);
  const eta = size <= farthest / (1 - farthest) ? size / (1 + size) : size * (1 - farthest);
  return Math.sign(exponent) * Math.min(1, eta);
}

/** Damping as a ratio of critical: none (μ = -1) to critical (μ = 1). */
export const dampingRatio = (mu: number): number => (mu + 1) / 2;
export const muOf = (ratio: number): number => Math.max(-1, Math.min(1, 2 * ratio - 1));

const nearest = 1e-3; // two points of a curve stand at least this far apart in place
const mostPoints = 24;

/** Point `k` led to another place and value: it stays between its neighbours and in range. */
export function withPointMoved(curve: Curve, k: number, to: CurvePoint): Curve {
  const low = k > 0 ? curve[k - 1].place + nearest : 0;
  const high = k < curve.length - 1 ? curve[k + 1].place - nearest : 1;
  const place = high < low ? curve[k].place : within(to.place, low, high);
  const moved = { ...curve[k], place, value: within(to.value, -1, 1) };
  return curve.map((point, i) => (i === k ? moved : point));
}

/** The whole curve higher by as much, as far as all of it may go. */
export function withAllRaised(curve: Curve, by: number): Curve {
  const values = curve.map(({ value }) => value);
  const room = by > 0 ? 1 - Math.max(...values) : -1 - Math.min(...values);
  const raise = Math.abs(by) < Math.abs(room) ? by : room;
  return curve.map((point) => ({ ...point, value: within(point.value + raise, -1, 1) }));
}

/** Point `k` with a slope of its own; null: as it suits. */
export function withSlope(curve: Curve, k: number, slope: number | null): Curve {
  const { place, value } = curve[k];
  const point = slope === null ? { place, value } : { place, value, slope };
  return curve.map((other, i) => (i === k ? point : other));
}

/** One point more, and which it is; null where there is no room. */
export function withPoint(curve: Curve, point: CurvePoint): { curve: Curve; index: number } | null {
  const place = within(point.place, 0, 1);
  const isTaken = curve.some((other) => Math.abs(other.place - place) < nearest);
  if (isTaken || curve.length >= mostPoints) return null;
  const after = curve.findIndex((other) => other.place > place);
  const index = after < 0 ? curve.length : after;
  const added = { place, value: within(point.value, -1, 1) };
  return { curve: curve.toSpliced(index, 0, added), index };
}

/** One point less; the last one stays, since a curve has a value. */
export function withoutPoint(curve: Curve, index: number): Curve {
  return curve.length > 1 ? curve.toSpliced(index, 1) : curve;
}
