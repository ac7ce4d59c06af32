// Poses as cards on the time axis: where they stand, and what lies between them.
import { lastFrame } from '../shot/pose_frames';
import type { PoseKey } from '../shot/poses';
import { xOf, type TimeAxis } from '../timeline/time_axis';

export type Card = { key: PoseKey; x: number }; // px of its middle
export type Gap = { from: number; to: number; frames: number; isOwn: boolean }; // px; with curves of its own

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
    const frames = card.key.frame - lastFrame(before.key);
    return to - from >= gapRoom ? [{ from, to, frames, isOwn: !!before.key.span }] : [];
  });
}

const holdGrab = 6; // px

/** The card whose hold ends at a place on the axis. */
export function holdEndAt(cards: readonly Card[], axis: TimeAxis, x: number): Card | undefined {
  const away = ({ key }: Card) => Math.abs(xOf(axis, lastFrame(key)) - x);
  return cards.find((card) => card.key.hold > 0 && away(card) <= holdGrab);
}
