// The tangent of a chosen point of a curve, as a bar with an end on either side of it. On the plots
// both axes are bent, so that slopes are led there and back by how a spot moves with place and value.
import type { Curve, CurvePoint } from '../shot/poses';
import { slopesOf } from './curve';
import { spotOfPoint, type CurvePlot } from './spectrum_plot';

type Spot = { x: number; y: number };

export const tangentReach = 24; // px from the point to an end
const tangentGrab = 9; // px
const nudge = 0.01; // of the spectrum: over this much the axes are straight

// Pixels per place (along x and y) and per value (along y alone).
function movesAt(plot: CurvePlot, { place, value }: CurvePoint) {
  const between = (from: CurvePoint, to: CurvePoint, over: number): Spot => {
    const [a, b] = [spotOfPoint(plot, from), spotOfPoint(plot, to)];
    return { x: (b.x - a.x) / over, y: (b.y - a.y) / over };
  };
  const [low, high] = [Math.max(0, place - nudge), Math.min(1, place + nudge)];
  const [under, over] = [Math.max(-1, value - nudge), Math.min(1, value + nudge)];
  return {
    byPlace: between({ place: low, value }, { place: high, value }, high - low),
    byValue: between({ place, value: under }, { place, value: over }, over - under).y,
  };
}

/** Ends of the tangent of point `k`, those that have a curve on their side. */
export function tangentEnds(plot: CurvePlot, curve: Curve, k: number): Spot[] {
  const { x, y } = spotOfPoint(plot, curve[k]);
  const { byPlace, byValue } = movesAt(plot, curve[k]);
  const [dx, dy] = [byPlace.x, byPlace.y + byValue * slopesOf(curve)[k]];
  const length = Math.hypot(dx, dy);
  if (!(length > 0)) return [];
  const reach = tangentReach / length;
  const ends = [-reach, reach].map((by) => ({ x: x + by * dx, y: y + by * dy }));
  return ends.filter((_, side) => (side === 0 ? k > 0 : k < curve.length - 1));
}

/** The end of the tangent of point `k` that is under the cursor. */
export function tangentNear(plot: CurvePlot, curve: Curve, k: number, at: Spot): Spot | null {
  const away = (end: Spot) => Math.hypot(end.x - at.x, end.y - at.y);
  return tangentEnds(plot, curve, k).find((end) => away(end) <= tangentGrab) ?? null;
}

const steepest = 1e3; // value per place
const leastAside = 2; // px from the point: an end stays on its side

/** The slope with which the tangent of point `k` goes through a spot; null where slopes are not seen. */
export function slopeAtSpot(plot: CurvePlot, curve: Curve, k: number, at: Spot): number | null {
  const point = spotOfPoint(plot, curve[k]);
  const { byPlace, byValue } = movesAt(plot, curve[k]);
  if (!(byPlace.x > 0) || byValue === 0) return null;
  const side = Math.sign(at.x - point.x) || 1;
  const aside = side * Math.max(leastAside, Math.abs(at.x - point.x));
  const steepness = ((at.y - point.y) / aside) * byPlace.x; // px of y per place
  const slope = (steepness - byPlace.y) / byValue;
  return Math.max(-steepest, Math.min(steepest, slope));
}
