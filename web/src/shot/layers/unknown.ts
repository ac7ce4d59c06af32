// What this page cannot read: a layer of another kind, or one that says what the page does not know.
// It is shown and can be muted, named, moved and taken away; what is in it stays as it is.
import type { Check } from '../../json/shape';
import type { Bar, LayerKind } from '../layer_kind';
import { layerHead, type LayerHead } from '../shot';

export const unknownKind = 'unknown';

export type UnknownLayer = LayerHead & {
  kind: typeof unknownKind;
  told: string; // the kind as the program calls it
  trouble: string; // what the page does not know of it
};

/** `trouble`: where, what was expected and what was found. */
export function unknownLayer(value: unknown, where: string, trouble: string): UnknownLayer {
  const { kind, ...head } = layerHead(value, where);
  return { ...head, kind: unknownKind, told: kind, trouble };
}

const check: Check<UnknownLayer> = (value, where) => unknownLayer(value, where, 'an unknown kind');

const whole = (_: UnknownLayer, frameCount: number) => ({ first: 0, last: frameCount - 1 });
const bar: Bar<UnknownLayer> = {
  affected: whole,
  range: whole,
  presence: () => () => 1,
  hand: null,
};

export const unknown: LayerKind<UnknownLayer> = {
  kind: unknownKind,
  check,
  words: {
    method: 'Unknown to this page',
    adds: '',
    command: '',
  },
  keys: { blender: '', maya: '' },
  fresh: null,
  holdsWishes: false,
  isSolved: false,
  marks: null,
  bar,
  fields: [],
};
