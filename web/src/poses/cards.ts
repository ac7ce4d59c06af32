// Poses as cards on the time axis: where they stand, what lies between them, where a hand may put them.
import type { ChangedPose, Edit } from '../protocol/edits';
import type { PoseKey } from '../protocol/poses';
import { xOf, type TimeAxis } from '../timeline/time_axis';

export type Card = { key: PoseKey; x: number }; // px of its middle
export type Gap = { from: number; to: number; frames: number }; // px

const gapMargin = 5; // px between a card and the line of a gap
const gapRoom = 12; // px: shorter ones are not drawn

export function layOutCards(keys: readonly PoseKey[], axis: TimeAxis): Card[] {
  return keys.map((key) => ({ key, x: xOf(axis, key.frame) }));
}

/** The lines between neighbours, where cards leave room for them. */
export function gapsOf(cards: readonly Card[], cardWidth: number): Gap[] {
  const half = cardWidth / 2 + gapMargin;
  return cards.slice(1).flatMap((card, k) => {
    const before = cards[k];
    const [from, to] = [before.x + half, card.x - half];
    const frames = card.key.frame - before.key.frame;
    return to - from >= gapRoom ? [{ from, to, frames }] : [];
  });
}

/** The free frame nearest to the wanted one; the own frame of `moving` counts as free. */
export function freeFrame(
  keys: readonly PoseKey[],
  wanted: number,
  frameCount: number,
  moving?: number,
): number | null {
  const taken = new Set(keys.filter(({ id }) => id !== moving).map(({ frame }) => frame));
  const aim = Math.max(0, Math.min(frameCount - 1, Math.round(wanted)));
  for (let away = 0; away < frameCount; away++) {
    for (const frame of [aim - away, aim + away])
      if (frame >= 0 && frame < frameCount && !taken.has(frame)) return frame;
  }
  return null;
}

/** The poses as they would be with one at another frame, frames rising. */
export function withPoseAt(keys: readonly PoseKey[], id: number, frame: number): PoseKey[] {
  const moved = keys.map((key) => (key.id === id ? { ...key, frame } : key));
  return moved.sort((a, b) => a.frame - b.frame);
}

export function changedPose(key: PoseKey, change: Partial<ChangedPose>): Edit {
  const { id, name, frame, velocity, handles, more_turns } = key;
  const pose = { id, name, frame, velocity, handles, more_turns: more_turns ?? null, ...change };
  return { edit: 'change_pose', pose, drag: 0 };
}

/** Where a sequence of new poses goes: the frame at hand, then a usual gap after the last each time. */
export function framesForNew(
  keys: readonly PoseKey[],
  count: number,
  here: number,
  usualGap: number,
): number[] {
  const taken = keys.map(({ frame }) => frame);
  const frames: number[] = [];
  for (let k = 0; k < count; k++) {
    const all = [...taken, ...frames];
    const last = all.length > 0 ? Math.max(...all) : -usualGap;
    frames.push(k === 0 && !all.includes(here) ? here : last + usualGap);
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
