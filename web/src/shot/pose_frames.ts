// Poses in time: for how long each is held, where a hand may put one, and what of it an edit tells.
import type { ChangedPose, Edit } from './edits';
import type { PoseKey } from './poses';

/** Until when the body stays about a pose. */
export const lastFrame = ({ frame, hold }: Pick<PoseKey, 'frame' | 'hold'>) => frame + hold;

/** The free frame nearest to the wanted one, with room for the hold of `moving`, whose own frames count as free. */
export function freeFrame(
  keys: readonly PoseKey[],
  wanted: number,
  frameCount: number,
  moving?: number,
): number | null {
  const hold = keys.find(({ id }) => id === moving)?.hold ?? 0;
  const others = keys.filter(({ id }) => id !== moving);
  const isFree = (frame: number) =>
    frame >= 0 &&
    frame + hold < frameCount &&
    others.every((key) => frame + hold < key.frame || frame > lastFrame(key));
  const aim = Math.max(0, Math.min(frameCount - 1, Math.round(wanted)));
  for (let away = 0; away < frameCount; away++) {
    for (const frame of [aim - away, aim + away]) if (isFree(frame)) return frame;
  }
  return null;
}

/** The longest hold that a pose has room for: it ends before the next one. */
export function longestHold(
  keys: readonly PoseKey[],
  { frame }: Pick<PoseKey, 'frame'>,
  frameCount: number,
): number {
  const next = keys.find((key) => key.frame > frame);
  return (next ? next.frame : frameCount) - 1 - frame;
}

/** The poses as they would be with one at another frame, frames rising. */
export function withPoseAt(keys: readonly PoseKey[], id: number, frame: number): PoseKey[] {
  const moved = keys.map((key) => (key.id === id ? { ...key, frame } : key));
  return moved.sort((a, b) => a.frame - b.frame);
}

export function changedPose(key: PoseKey, change: Partial<ChangedPose>): Edit {
  const { id, name, frame, velocity, handles, hold, more_turns, span } = key;
  const plain = { id, name, frame, velocity, handles, hold, more_turns: more_turns ?? null };
  const own = span ? { frequency: span.frequency, damping: span.damping } : null;
  return { edit: 'change_pose', pose: { ...plain, span: own, ...change }, drag: 0 };
}

/** Where a sequence of new poses goes: the frame at hand, then a usual gap after the last each time. */
export function framesForNew(
  keys: readonly PoseKey[],
  count: number,
  here: number,
  usualGap: number,
): number[] {
  const taken = keys.map(lastFrame);
  const frames: number[] = [];
  for (let k = 0; k < count; k++) {
    const all = [...taken, ...frames];
    const last = all.length > 0 ? Math.max(...all) : -usualGap;
    const isFree = !keys.some((key) => key.frame <= here && here <= lastFrame(key));
    frames.push(k === 0 && isFree ? here : last + usualGap);
  }
  return frames;
}

/** The mean gap between poses, in whole frames; a second where there are not two. */
export function usualGap(keys: readonly PoseKey[], fps: number): number {
  const [first, last] = [keys[0]?.frame, keys.at(-1)?.frame];
  if (keys.length < 2 || first === undefined || last === undefined) return Math.round(fps);
  return Math.max(1, Math.round((last - first) / (keys.length - 1)));
}

/** Frames for the first poses of a shot, evenly from the first to the last. */
export function evenFrames(count: number, frameCount: number): number[] {
  const many = Math.max(2, Math.min(count, frameCount));
  return Array.from({ length: many }, (_, k) => Math.round((k * (frameCount - 1)) / (many - 1)));
}
