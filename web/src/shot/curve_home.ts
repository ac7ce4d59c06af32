// Whose curves over the spectrum are looked at and bent: those of all poses, or what one span has of
// its own.
import type { Edit } from './edits';
import type { PoseKey, PoseSettings, PoseSource } from './poses';
import { changedPose } from './pose_frames';
import { poseTitle, spanAt } from './pose_facts';

export type CurveScope = 'all' | 'span';

export type CurveHome = {
  span: { from: PoseKey; to: PoseKey } | null; // null: all poses
  settings: PoseSettings; // with the span's curves in place of those of all
  preset: string | null; // the one that they equal
  toEdit(settings: PoseSettings): Edit; // which of the settings are kept there
};

/** Only of a spline: a free swing goes through all poses in one. */
export const hasSpans = ({ settings }: PoseSource): boolean => settings.between === 'wiggly';

export function curveHome(poses: PoseSource, scope: CurveScope, frame: number): CurveHome {
  const { settings } = poses;
  const span = scope === 'span' && hasSpans(poses) ? spanAt(poses.keys, frame) : null;
  if (!span)
    return {
      ...{ span, settings, preset: poses.preset ?? null },
      toEdit: (changed) => ({ edit: 'change_pose_settings', settings: changed, drag: 0 }),
    };
  const own = span.from.span;
  const curves = own && { frequency: own.frequency, damping: own.damping };
  return {
    span,
    settings: { ...settings, spectrum: { ...settings.spectrum, ...curves } },
    preset: (own ? own.preset : poses.preset) ?? null,
    toEdit: ({ spectrum: { frequency, damping } }) =>
      changedPose(span.from, { span: { frequency, damping } }),
  };
}

/** "Reach to Look back" */
export function spanTitle({ from, to }: NonNullable<CurveHome['span']>): string {
  return `${poseTitle(from)} to ${poseTitle(to)}`;
}
