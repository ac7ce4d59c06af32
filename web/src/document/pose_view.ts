import type { PoseSource } from '../shot/poses';
import { curveHome } from '../shot/curve_home';
import { curveOf } from '../shot/pose_curves';
import type { PoseView, ViewState } from './view_state';

// What is looked at of the poses after they changed: what is gone is no longer chosen.
export function keepChosen(view: PoseView, poses: PoseSource | null, frame: number): PoseView {
  const chosen = poses?.keys.find(({ id }) => id === view.chosen);
  const handle = chosen?.handles.some(({ vertex }) => vertex === view.handle) ? view.handle : null;
  const home = poses && curveHome(poses, view.scope, frame);
  const curve = view.point && home && curveOf(home.settings, view.point.curve);
  const point = curve && view.point!.index < curve.length ? view.point : null;
  const mode = Math.max(0, Math.min(view.mode, (poses?.modes ?? 1) - 1));
  return { ...view, chosen: chosen?.id ?? null, handle, point, mode };
}

// Poses can make a shot longer or shorter: no frame is looked at that is not there, and a range that
// was all of it stays so.
export function keepFrames(
  { editFrame, playFrame, range, seenFrames }: ViewState,
  before: number,
  frames: number,
): Partial<ViewState> {
  if (before === frames) return {};
  const last = frames - 1;
  const [first, end] = range;
  return {
    editFrame: Math.min(editFrame, last),
    playFrame: Math.min(playFrame, last),
    range: [Math.min(first, last), end >= before - 1 ? last : Math.min(end, last)],
    seenFrames: seenFrames && seenFrames[1] <= last ? seenFrames : null,
  };
}
