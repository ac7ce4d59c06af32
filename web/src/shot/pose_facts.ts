// What poses are said to be, in words.
import { fixed, lengthText } from '../text/number_text';
import type { PoseKey } from './poses';
import { lastFrame } from './pose_frames';

/** A pose that has the name of its file is called without its ending. */
export function poseTitle({ name }: Pick<PoseKey, 'name'>): string {
  return name.replace(/\.(obj|ply|stl|off|gltf|glb|md2|veg|mesh|msh)$/i, '');
}

/** "between Reach and Look back", "at Reach", "before Stand". */
export function whereInPoses(keys: readonly PoseKey[], frame: number): string {
  const here = poseOver(keys, frame);
  if (here) return `${here.frame === frame ? 'at' : 'held at'} ${poseTitle(here)}`;
  const before = keys.findLast((key) => key.frame < frame);
  const after = keys.find((key) => key.frame > frame);
  if (before && after) return `between ${poseTitle(before)} and ${poseTitle(after)}`;
  return before ? `after ${poseTitle(before)}` : `before ${after ? poseTitle(after) : 'all poses'}`;
}

/** The pose that the body has at a frame, or is held at. */
export function poseOver(keys: readonly PoseKey[], frame: number): PoseKey | undefined {
  return keys.find((key) => key.frame <= frame && frame <= lastFrame(key));
}

/** The poses between which a frame lies, a pose and its hold counting to the way that follows. */
export function spanAt(
  keys: readonly PoseKey[],
  frame: number,
): { from: PoseKey; to: PoseKey } | null {
  const found = keys.findLastIndex((key) => key.frame <= frame);
  const k = Math.max(0, Math.min(found, keys.length - 2));
  return keys.length < 2 ? null : { from: keys[k], to: keys[k + 1] };
}

/** The poses on both sides of a frame, and where between them it lies, 0 to 1. */
export function aroundFrame(
  keys: readonly PoseKey[],
  frame: number,
): { before: PoseKey; after: PoseKey; share: number } | null {
  const before = keys.findLast((key) => key.frame < frame);
  const after = keys.find((key) => key.frame > frame);
  if (!before || !after) return null;
  const start = lastFrame(before);
  return { before, after, share: Math.max(0, (frame - start) / (after.frame - start)) };
}

const exactShare = 1e-6; // of the body's size

/** How well the motion meets a pose. */
export function metText(met: number | null | undefined, size: number): { is: string; say: string } {
  if (met === null || met === undefined) return { is: '–', say: 'not looked at yet' };
  return { is: lengthText(met), say: met <= exactShare * size ? 'exact' : 'by rounding' };
}

/** A name that no other pose has. */
export function freshName(keys: readonly PoseKey[], stem: string): string {
  const names = new Set(keys.map(({ name }) => name));
  if (!names.has(stem)) return stem;
  for (let k = 2; ; k++) if (!names.has(`${stem} ${k}`)) return `${stem} ${k}`;
}

/** "walk_cycle-03.obj" becomes "walk cycle 03". */
export function nameOfFile(file: string): string {
  const stem = file
    .replace(/\.[^.]*$/, '')
    .replace(/[_-]+/g, ' ')
    .trim();
  return stem || file;
}

export function hzText(hz: number): string {
  return hz < 0.005 ? 'no swing' : `${fixed(hz, hz < 10 ? 2 : 1)} Hz`;
}

/** "1.8 s", "for ever", "not at all". */
export function ringText(seconds: number | null): string {
  if (seconds === null) return 'for ever';
  return seconds < 0.005 ? 'not at all' : `${fixed(seconds, seconds < 10 ? 2 : 0)} s`;
}

export function shareText(share: number): string {
  const percent = 100 * share;
  return percent > 0 && percent < 0.1 ? '< 0.1 %' : `${fixed(percent, percent < 10 ? 1 : 0)} %`;
}
