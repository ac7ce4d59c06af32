// The curves over the spectrum, wherever the settings have them.
import type { AdjustmentCurves, Curve, PoseSettings } from './poses';

/** How dear a part of eq. 15 (Huang 2011) is: what a calm start may cost. */
export type WeightName = keyof AdjustmentCurves;
export type CurveName = 'frequency' | 'damping' | `${WeightName}_weight`;

export const weightNames = ['velocity', 'frequency', 'decay'] as const;

const levels: AdjustmentCurves = { velocity: 0, frequency: 0, decay: 0 };

function weightOf(name: CurveName): WeightName | null {
  return weightNames.find((weight) => name === `${weight}_weight`) ?? null;
}

export const isWeight = (name: CurveName): boolean => weightOf(name) !== null;

export function curveOf(settings: PoseSettings, name: CurveName): Curve {
  const weight = weightOf(name);
  if (!weight) return settings.spectrum[name as 'frequency' | 'damping'];
  const given = (settings.adjustment_curves ?? levels)[weight];
  return typeof given === 'number' ? [{ place: 0, value: given }] : given;
}

export function withCurve(settings: PoseSettings, name: CurveName, curve: Curve): PoseSettings {
  const weight = weightOf(name);
  if (!weight) return { ...settings, spectrum: { ...settings.spectrum, [name]: curve } };
  const curves = { ...(settings.adjustment_curves ?? levels), [weight]: curve };
  return { ...settings, adjustment_curves: curves };
}

/** Whether a hand may bend it: damping that comes from the material is no curve of the artist's. */
export function isDrawn(settings: PoseSettings, name: CurveName): boolean {
  return name !== 'damping' || !settings.spectrum.rayleigh;
}
