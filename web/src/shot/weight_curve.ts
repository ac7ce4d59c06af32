// The weight of a layer over time, computed as the program does (shot/weight_curve.cpp, Envelope
// in shot/layer.cpp), so that the bars on the timeline show what will be there.

import type { Envelope, WeightCurve } from './shot';

export type Easing = WeightCurve['easing'];
export type WeightKey = WeightCurve['keys'][number];

export const fullWeight: WeightCurve = { easing: 'smooth', keys: [] };

/** 0 to 1 as s goes from 0 to 1, constant beyond. Smooth: 3s² − 2s³, at rest at both ends. */
export function ease(s: number, easing: Easing): number {
  const t = Math.min(1, Math.max(0, s));
  return easing === 'linear' ? t : t * t * (3 - 2 * t);
}

/** Through the keys, constant before the first and after the last; 1 without keys. */
export function weightAt(curve: WeightCurve, frame: number): number {
  const after = curve.keys.find((key) => key.frame > frame);
  const before = curve.keys.findLast((key) => key.frame <= frame);
  if (!before || !after) return (before ?? after)?.value ?? 1;
  const s = (frame - before.frame) / (after.frame - before.frame);
  return before.value + ease(s, curve.easing) * (after.value - before.value);
}

/** How much of a blend layer is there: 1 on hold, exactly 0 from the ends of the easing on. */
export function envelopeAt(envelope: Envelope, frame: number): number {
  const [first, last] = envelope.hold;
  if (frame >= first && frame <= last) return 1;
  const away = frame < first ? first - frame : frame - last;
  const length = frame < first ? envelope.ease_in : envelope.ease_out;
  return away >= length ? 0 : ease(1 - away / length, envelope.easing);
}

/** The curve with a key of this value at the frame, in the place of one that was there. */
export function withKey(curve: WeightCurve, key: WeightKey): WeightCurve {
  const others = curve.keys.filter(({ frame }) => frame !== key.frame);
  const keys = [...others, key].sort((a, b) => a.frame - b.frame);
  return { ...curve, keys };
}

export function withoutKey(curve: WeightCurve, frame: number): WeightCurve {
  return { ...curve, keys: curve.keys.filter((key) => key.frame !== frame) };
}

/** The key at `from` taken to another frame and value; one already there gives way. */
export function withKeyMoved(curve: WeightCurve, from: number, to: WeightKey): WeightCurve {
  return withKey(withoutKey(curve, from), to);
}
